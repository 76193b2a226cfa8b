"""Tables on standard output."""

from __future__ import annotations

from collections.abc import Sequence


def print_table(title: str, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a table, its first column to the left and the others to the right."""
    texts = [[str(entry) for entry in row] for row in [header, *rows]]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    print(f"\n{title}")
    for row in texts:
        cells = [row[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))]
        print("  ".join(cells).rstrip())
    print(flush=True)


def seconds(time: float) -> str:
    """A time with a fitting unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if time >= size:
            return f"{time / size:.3g} {unit}"
    return f"{time * 1e6:.3g} µs"


def times(ratio: float) -> str:
    """A ratio."""
    return f"{ratio:.3g}×" if ratio < 100 else f"{ratio:,.0f}×"
