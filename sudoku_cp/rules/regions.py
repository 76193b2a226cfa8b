"""Rules that add regions to rows, columns and boxes, and rules about the digits of the whole grid."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import combinations
from math import isqrt
from typing import Literal

from sudoku_cp.kernel import AllDifferent, Cardinality, Connected
from sudoku_cp.model import Board, Cell, Constraint, LinearExpression, ModelError, Sudoku
from sudoku_cp.rules.drawings import Cage, Line, Shade
from sudoku_cp.rules.parameters import Cells, Numbers
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.relations import refuse_repeats
from sudoku_cp.rules.wording import Wording


def _diagonal_line(cells: Cells) -> Line:
    return Line(cells, edge_to_edge=True, colour="#8aa9d6", width=0.04)


def _both_diagonals(sudoku: Sudoku) -> Iterator[Line]:
    yield from map(_diagonal_line, sudoku.diagonals)


def _one_diagonal(sudoku: Sudoku, direction: str) -> Iterator[Line]:
    yield _diagonal_line(sudoku.diagonals[direction == "rising"])


def _windows(sudoku: Sudoku) -> Iterator[Shade]:
    for window in windows(sudoku):
        yield Shade(window)


def _clones(cells: Cells, copy: Cells) -> Iterator[Shade]:
    yield Shade(cells, colour="#d9d9d9")
    yield Shade(copy, colour="#d9d9d9")


@rule(
    "diagonals",
    synonyms=(
        "x sudoku",
        "sudoku x",
        "both diagonals",
    ),
    draw=_both_diagonals,
    said=(
        Wording(
            (
                r"\bdiagonals?\b",
                r"(?:not|n.t|never|no|without) (?:\w+ )?repeat|\bonce\b|\bdifferent\b|\b1 ?(?:-|to) ?9\b|non-?repeat",
            ),
            "grid",
            unless=r"\barrow|\bsum|\bline segments|\bmarked diagonal move|connected|adjacent",
        ),
        Wording((r"\bsudoku[- ]x\b|\bx[- ]sudoku\b",), "grid", by_name=True),
    ),
)
def diagonals(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """Digits do not repeat on either main diagonal."""
    falling, rising = sudoku.diagonals
    yield AllDifferent(falling, label="falling diagonal")
    yield AllDifferent(rising, label="rising diagonal")


@rule(
    "diagonal",
    synonyms=(
        "one diagonal",
        "x sudoku",
    ),
    draw=_one_diagonal,
    said=(
        Wording(
            (
                r"\bdiagonals?\b",
                r"(?:not|n.t|never|no|without) (?:\w+ )?repeat|\bonce\b|\bdifferent\b|\b1 ?(?:-|to) ?9\b"
                r"|non-?repeat|\bunique\b",
            ),
            "axis",
            unless=r"\barrow|\bsum",
        ),
    ),
)
def diagonal(sudoku: Sudoku, direction: Literal["falling", "rising"]) -> Generator[Constraint, None, None]:
    """Digits do not repeat on one main diagonal: from the top left downwards, or from the bottom left upwards."""
    yield AllDifferent(sudoku.diagonals[direction == "rising"])


@rule(
    "windoku",
    synonyms=(
        "hyper",
        "hypersudoku",
        "four-box",
    ),
    draw=_windows,
    said=(Wording((r"\bwindoku\b|\bhyper[- ]?sudoku\b",), "grid", by_name=True),),
)
def windoku(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """Digits do not repeat in the windows: in a 9×9 grid, the four 3×3 squares in rows and columns 2–4 and 6–8."""
    for number, window in enumerate(windows(sudoku), 1):
        yield AllDifferent(window, label=f"window {number}")


@rule(
    "extra_region",
    synonyms=(
        "additional region",
        "extra house",
    ),
    draw=Shade(),
    of_digits=True,
    said=(
        Wording(
            (
                r"\b(?:shaded|grey|coloured|colored|extra|additional|highlighted)\b",
                r"(?:not|n.t|never|no|without) (?:\w+ )?repeat|\bonce\b|\bdifferent digits\b"
                r"|\b1 ?(?:-|to) ?9\b|non-?repeat",
            ),
            "shade",
            areas=True,
            unless="each other|even|odd",
        ),
    ),
)
def extra_region(cells: Cells) -> Generator[Constraint, None, None]:
    """Digits do not repeat in the extra region."""
    refuse_repeats(cells, "cells")
    yield AllDifferent(cells)


@rule(
    "disjoint_groups",
    synonyms=(
        "disjoint sets",
        "disjoint",
    ),
    said=(
        Wording((r"\bdisjoint\b|\bsame (?:relative )?position\b[^.]*\b(?:box|region|nonet)",), "grid", by_name=True),
    ),
)
def disjoint_groups(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """Digits do not repeat in cells that have the same position in different boxes.

    Raises
    ------
    ModelError
        If the boxes do not all have the same shape.
    """
    if sudoku.box is None:
        raise ModelError("disjoint groups need boxes of equal shape")
    for place, cells in enumerate(zip(*sudoku.boxes, strict=True), 1):
        yield AllDifferent(cells, label=f"disjoint group {place}")


@rule(
    "clone",
    synonyms=(
        "clones",
        "copy cells",
    ),
    said=(Wording((r"\bclones?\b", r"\bregions?\b|\bcells\b|\bshaded\b|\bareas?\b|\bsame\b"), "shade", areas=True),),
    draw=_clones,
    of_digits=True,
)
def clone(cells: Cells, copy: Cells) -> Generator[Constraint, None, None]:
    """The copy contains the same digits as the original cells, in the same positions.

    Raises
    ------
    ModelError
        If the copy has a different number of cells.
    """
    if len(cells) != len(copy):
        raise ModelError(f"copy has {len(copy)} cells, not {len(cells)}")
    for one, other in zip(cells, copy, strict=True):
        yield one == other


@rule("magic_square", synonyms=("magic",), draw=Shade(colour="#e8e3f3"))
def magic_square(sudoku: Sudoku, cells: Cells) -> Generator[Constraint, None, None]:
    """All rows, columns and both diagonals of the square, listed row by row, have the same sum; digits may repeat.

    Raises
    ------
    ModelError
        If the cells do not form a square.
    """
    side = isqrt(len(cells))
    if side * side != len(cells):
        raise ModelError(f"cells: {len(cells)} cells do not form a square")
    rows = [cells[start : start + side] for start in range(0, side * side, side)]
    falling, rising = (tuple(row[step] for step, row in enumerate(lines)) for lines in (rows, rows[::-1]))
    sums = [sum(line, LinearExpression(())) for line in (*rows, *zip(*rows, strict=True), falling, rising)]
    total, rest = divmod(sum(sudoku.digits), side)
    is_house = set(cells) in map(set, sudoku.houses)
    known = is_house and not rest and len(sudoku.digits) == len(cells)
    for line in sums if known else sums[1:]:
        yield line == (total if known else sums[0])


def windows(sudoku: Sudoku) -> Iterator[Cells]:
    """The windows of a grid with square boxes: four in a 9×9 grid.

    Raises
    ------
    ModelError
        If the boxes are not square.
    """
    if sudoku.box is None or sudoku.box[0] != sudoku.box[1]:
        raise ModelError("windows need square boxes")
    side = sudoku.box[0]
    for top in range(2, sudoku.height - side + 1, side + 1):
        for left in range(2, sudoku.width - side + 1, side + 1):
            yield tuple(sudoku[row, column] for row in range(top, top + side) for column in range(left, left + side))


def _group(cells: Cells | None, values: Numbers) -> Iterator[Cage]:
    if cells is not None:
        yield Cage(cells, label=" ".join(map(str, values)))


@rule("doppelganger")
def doppelganger(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """Every row, column and box contains 0 and lacks one digit.

    Two houses of the same kind, or that share a 0, lack different digits.

    Raises
    ------
    ModelError
        If the digits are not 0 to the size, or houses differ in size.
    """
    size = sudoku.size
    if tuple(sudoku.digits) != tuple(range(size + 1)) or not sudoku.boxes:
        raise ModelError(f"{sudoku.name} needs boxes and the digits 0 to {size}")
    if any(len(house) != size for house in sudoku.houses):
        raise ModelError("rows, columns and boxes must have the same number of cells")
    lacking: dict[str, list[Cell]] = {}
    for kind, houses in (("row", sudoku.rows), ("column", sudoku.columns), ("box", sudoku.boxes)):
        lacking[kind] = [
            sudoku.auxiliary(f"missing_from_{kind}_{number}", sudoku.digits[1:]) for number in range(1, size + 1)
        ]
        yield from (AllDifferent((*house, missing)) for house, missing in zip(houses, lacking[kind], strict=True))
        yield AllDifferent(lacking[kind])
    for row, cells in enumerate(sudoku.rows):
        for column, cell in enumerate(cells):
            missing = lacking["row"][row], lacking["column"][column], lacking["box"][sudoku.box_of[cell]]
            yield from ((cell != 0) | (one != other) for one, other in combinations(missing, 2))


@rule("one_digit_set")
def one_digit_set(sudoku: Sudoku) -> Generator[Constraint, None, None]:
    """All rows, columns and boxes, or the largest of them, contain the same set of digits, which is to be found."""
    # Houses of one kind partition the grid and contain a digit at most once: it is in all of them, or in none.
    number = len(sudoku.grid) // max(map(len, sudoku.houses))
    yield Cardinality(sudoku.grid, dict.fromkeys(sudoku.digits, (0, number)))


@rule("connected_values", draw=_group, of_digits=True)
def connected_values(
    board: Board, values: Numbers, cells: Cells | None = None, size: int | None = None
) -> Generator[Constraint, None, None]:
    """The cells that contain one of the values form one orthogonally connected area, with the size given, if any.

    If cells are listed, only those count.
    """
    yield Connected.by_sides(cells or board.grid, values, size)
