"""The time to declare and to compile a model, by the number of its constraints, for the engine and for CP-SAT.

    python -m benchmarks.compile_times --plot docs/images/compile-times.svg

Each kind of constraint is declared 1,000 to 100,000 times over overlapping cells. Times are processor times. The slope
of a line through the points, on logarithmic scales, is the exponent of the size: 1 is linear. With ``--plot`` the lines
are drawn.
"""

from __future__ import annotations

import gc
import math
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import process_time
from typing import TypeAlias

from benchmarks.table import print_table, seconds
from sudoku_cp import AllDifferent, Model, Table
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.expression import Condition
from sudoku_cp.solving.registry import load_solver

SIZES = (1_000, 3_162, 10_000, 31_623, 100_000)
SOLVERS = ("exact-cover", "cp-sat")
HEADER = ("kind", "solver", *(f"{size:,}" for size in SIZES), "exponent")

Make: TypeAlias = Callable[[Sequence[Cell], int], Condition]
"""The constraint with a number, over a window of the cells."""

PAIRS = [(one, (one * 3 + 1) % 10) for one in range(10)] + [(one, (one + 5) % 10) for one in range(10)]

KINDS: Mapping[str, tuple[int, Make]] = {
    "a != b": (2, lambda cells, _: cells[0] != cells[1]),
    "a + 2b - c == k": (3, lambda cells, at: cells[0] + 2 * cells[1] - cells[2] == at % 7),
    "a + b + c + d <= k": (4, lambda cells, at: sum(cells) <= 30 - at % 5),
    "table of pairs": (2, lambda cells, _: Table(cells, PAIRS)),
    "AllDifferent of 5": (5, lambda cells, _: AllDifferent(cells)),
    "a * b >= k": (2, lambda cells, at: cells[0] * cells[1] >= at % 3),
    "abs(a - b) <= 5": (2, lambda cells, _: abs(cells[0] - cells[1]) <= 5),
    "(a == 1) | (b == 2)": (2, lambda cells, _: (cells[0] == 1) | (cells[1] == 2) | (cells[0] + cells[1] <= 15)),
}
"""By its name: the number of cells of a constraint, and the constraint."""

COLOURS = ("#1b6ca8", "#c2410c", "#2f855a", "#7c3aed", "#b7791f", "#be185d", "#0f766e", "#4a5568")


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.compile_times", description=__doc__.splitlines()[0])
    parser.add_argument("--kinds", metavar="NAME;…", type=lambda text: text.split(";"), default=list(KINDS))
    parser.add_argument("--solvers", metavar="NAME,…", type=lambda text: text.split(","), default=list(SOLVERS))
    parser.add_argument("--most", metavar="N", type=int, default=SIZES[-1], help="the largest number of constraints")
    parser.add_argument("--plot", metavar="FILE", type=Path, help="draw the times into this SVG file")
    options = parser.parse_args()
    if unknown := [name for name in options.kinds if name not in KINDS]:
        parser.error(f"there is no kind {unknown[0]}; the kinds are {'; '.join(KINDS)}")
    sizes = [size for size in SIZES if size <= options.most]
    found = {
        (kind, solver): [compile_time(kind, solver, size) for size in sizes]
        for kind in options.kinds
        for solver in options.solvers
    }
    rows = [
        (kind, solver, *map(seconds, times), *([""] * (len(SIZES) - len(times))), f"{exponent(sizes, times):.2f}")
        for (kind, solver), times in found.items()
    ]
    print_table("processor time to declare and compile, by the number of constraints", HEADER, rows)
    if options.plot is not None:
        options.plot.write_text(plot(sizes, found), encoding="utf-8")


def compile_time(kind: str, solver: str, size: int) -> float:
    """The processor time to declare and compile a model with a number of constraints of one kind."""
    width, make = KINDS[kind]
    load_solver(solver)
    gc.collect()
    start = process_time()
    model = Model()
    cells = model.variables([f"x{place}" for place in range(size + width - 1)], range(10))
    for place in range(size):
        model.add(make(cells[place : place + width], place))
    model.compile(solver)
    return process_time() - start


def exponent(sizes: Sequence[int], times: Sequence[float]) -> float:
    """The slope of the line of least squares through the points, on logarithmic scales."""
    if len(sizes) < 2:
        return math.nan
    across, up = [list(map(math.log, each)) for each in (sizes, times)]
    middle, height = sum(across) / len(across), sum(up) / len(up)
    covariance = sum((x - middle) * (y - height) for x, y in zip(across, up, strict=True))
    return covariance / sum((x - middle) ** 2 for x in across)


WIDTH, HEIGHT, LEFT, TOP, GAP = 330, 300, 60, 40, 70


def plot(sizes: Sequence[int], found: Mapping[tuple[str, str], Sequence[float]]) -> str:
    """The times on logarithmic scales, as far as they go: a panel for each solver, with a dashed line of slope 1."""
    solvers, kinds = (tuple(dict.fromkeys(key[place] for key in found)) for place in (1, 0))
    whole = LEFT + len(solvers) * (WIDTH + GAP) + 120
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {whole} {TOP + HEIGHT + 60}" font-family="sans-serif" '
        'font-size="12">',
        f'<rect width="{whole}" height="{TOP + HEIGHT + 60}" fill="white"/>',
    ]
    for panel, solver in enumerate(solvers):
        times = {kind: found[kind, solver] for kind in kinds}
        lines += _panel(LEFT + panel * (WIDTH + GAP), solver, sizes, times)
    for row, kind in enumerate(kinds):
        x, y = LEFT + len(solvers) * (WIDTH + GAP) - 40, TOP + 20 + 20 * row
        lines.append(f'<path d="M{x} {y - 4}h20" stroke="{COLOURS[row % len(COLOURS)]}" stroke-width="2"/>')
        lines.append(f'<text x="{x + 26}" y="{y}">{_escaped(kind)}</text>')
    return "\n".join([*lines, "</svg>", ""])


def _panel(left: int, solver: str, sizes: Sequence[int], times: Mapping[str, Sequence[float]]) -> Iterator[str]:
    low, high = 1e-3, 1e2

    def x(size: float) -> float:
        return left + WIDTH * math.log10(size / SIZES[0]) / math.log10(SIZES[-1] / SIZES[0])

    def y(time: float) -> float:
        return TOP + HEIGHT * (1 - math.log10(time / low) / math.log10(high / low))

    yield f'<text x="{left + WIDTH / 2}" y="{TOP - 14}" text-anchor="middle" font-weight="bold">{solver}</text>'
    for power in range(-3, 3):
        at = y(10.0**power)
        yield f'<path d="M{left} {at:.1f}h{WIDTH}" stroke="#ddd"/>'
        yield f'<text x="{left - 6}" y="{at + 4:.1f}" text-anchor="end">{seconds(10.0**power)}</text>'
    for size in (1_000, 10_000, 100_000):
        yield f'<path d="M{x(size):.1f} {TOP}v{HEIGHT}" stroke="#ddd"/>'
        yield f'<text x="{x(size):.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle">{size:,}</text>'
    yield f'<text x="{left + WIDTH / 2}" y="{TOP + HEIGHT + 40}" text-anchor="middle">constraints</text>'
    start = 1e-2
    slope = start * SIZES[-1] / SIZES[0]
    yield (
        f'<path d="M{x(SIZES[0]):.1f} {y(start):.1f}L{x(SIZES[-1]):.1f} {y(slope):.1f}" stroke="#888" '
        'stroke-dasharray="5 4" fill="none"/>'
    )
    for row, each in enumerate(times.values()):
        points = " ".join(f"{x(size):.1f},{y(time):.1f}" for size, time in zip(sizes, each, strict=False))
        yield f'<polyline points="{points}" fill="none" stroke="{COLOURS[row % len(COLOURS)]}" stroke-width="2"/>'


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


if __name__ == "__main__":
    main()
