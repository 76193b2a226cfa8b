"""Weighted sums as text."""

from __future__ import annotations

from collections.abc import Iterable


def sum_text(terms: Iterable[tuple[int, object]], constant: int = 0, times: str = "·") -> str:
    """A weighted sum as people write it or, with another multiplication sign, as Python source."""
    write = str if times == "·" else repr
    text = ""
    for weight, term in terms:
        factor = "" if abs(weight) == 1 else f"{abs(weight)}{times}"
        sign = (" - " if weight < 0 else " + ") if text else ("-" if weight < 0 else "")
        text += f"{sign}{factor}{write(term)}"
    if not constant and text:
        return text
    return f"{text} {'-' if constant < 0 else '+'} {abs(constant)}" if text else str(constant)
