"""Rules about cells that are a chess move apart."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from functools import lru_cache
from math import lcm
from typing import Literal

from sudoku_cp.kernel import AllDifferent
from sudoku_cp.model import Constraint, ModelError, Sudoku
from sudoku_cp.rules.drawings import Mark
from sudoku_cp.rules.parameters import Cells, Numbers, Pair
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.relations import add_up_to_none_of, related_everywhere
from sudoku_cp.rules.wording import SAME_DIGIT, Wording

KNIGHT = ((1, 2), (2, 1))
KING = ((0, 1), (1, 0), (1, 1))


@rule(
    "anti_knight",
    synonyms=(
        "knight's move",
        "chess knight",
    ),
    said=(
        Wording((r"\banti[- ]?knights?\b",), "grid", by_name=True),
        Wording((r"\bknights?.{0,8} moves?\b", SAME_DIGIT), "grid", unless=r"\bcircle|\bsum"),
    ),
)
def anti_knight(sudoku: Sudoku, toroidal: bool = False) -> Generator[Constraint, None, None]:
    """Cells a knight's move apart contain different digits; on a toroidal grid, moves wrap around the edges."""
    for pair in pairs_apart(sudoku, KNIGHT, toroidal):
        yield AllDifferent(pair)


@rule(
    "anti_king",
    synonyms=(
        "king's move",
        "no touch",
        "touchless",
    ),
    said=(
        Wording((r"\banti[- ]?kings?\b",), "grid", by_name=True),
        Wording(
            (r"\bkings?.{0,8} moves?\b|\b(?:touch|adjacent)\w*\b.*\bdiagonally", SAME_DIGIT),
            "grid",
            unless=r"\bcircle|\bsum|\bline",
        ),
    ),
)
def anti_king(sudoku: Sudoku, toroidal: bool = False) -> Generator[Constraint, None, None]:
    """Cells a king's move apart contain different digits; on a toroidal grid, moves wrap around the edges."""
    for pair in pairs_apart(sudoku, KING, toroidal):
        yield AllDifferent(pair)


@rule(
    "anti_queen",
    synonyms=("queen",),
    said=(Wording((r"\banti[- ]?queens?\b|\bqueen.{0,8} moves?\b",), "grid", by_name=True),),
)
def anti_queen(
    sudoku: Sudoku, digits: Numbers | None = None, toroidal: bool = False
) -> Generator[Constraint, None, None]:
    """Digits do not repeat on any diagonal, long or short; if digits are listed, only those are restricted.

    On a toroidal grid, diagonals wrap around the edges.
    """
    longest = lcm(sudoku.height, sudoku.width) if toroidal else sudoku.size
    moves = [(step, step) for step in range(1, longest)]
    yield from _apart(sudoku, moves, digits, toroidal)


def _apart(
    sudoku: Sudoku, moves: Iterable[tuple[int, int]], digits: Numbers | None, toroidal: bool
) -> Iterator[Constraint]:
    """Forbid that cells a move apart contain the same one of the digits."""
    unknown = [digit for digit in digits or () if digit not in sudoku.digits]
    if unknown:
        raise ModelError(f"digits: {unknown[0]} is not a digit of {sudoku.name}")
    pairs = pairs_apart(sudoku, moves, toroidal)
    if digits is None:
        yield from map(AllDifferent, pairs)
    else:
        yield from related_everywhere(pairs, _not_both, *digits)


def _not_both(one: int, other: int, *digits: int) -> bool:
    return one != other or one not in digits


@rule(
    "anti_leaper",
    synonyms=(
        "camel",
        "zebra",
        "giraffe",
    ),
)
def anti_leaper(
    sudoku: Sudoku, rows: int, columns: int, digits: Numbers | None = None, toroidal: bool = False
) -> Generator[Constraint, None, None]:
    """Cells that are `rows` and `columns` apart, in either order, contain different digits.

    If digits are listed, only those are restricted. On a toroidal grid, moves wrap around the edges.

    Raises
    ------
    ModelError
        If both distances are 0.
    """
    move = abs(rows), abs(columns)
    if move == (0, 0):
        raise ModelError("rows and columns must not both be 0")
    yield from _apart(sudoku, dict.fromkeys((move, move[::-1])), digits, toroidal)


@rule("taxicab", synonyms=("manhattan distance",))
def taxicab(
    sudoku: Sudoku, distance: int, digits: Numbers | None = None, toroidal: bool = False
) -> Generator[Constraint, None, None]:
    """Cells that are `distance` orthogonal steps apart contain different digits.

    If digits are listed, only those are restricted. On a toroidal grid, steps wrap around the edges.

    Raises
    ------
    ModelError
        If the distance is below 1.
    """
    if distance < 1:
        raise ModelError(f"distance must be at least 1, not {distance}")
    most = sudoku.height * sudoku.width if toroidal else sudoku.height  # further moves leave the grid, or are the same
    yield from _apart(sudoku, [(rows, distance - rows) for rows in range(min(distance + 1, most))], digits, toroidal)


@rule(
    "knight_group",
    draw=Mark(colour="#e8e8e8"),
    of_digits=True,
    said=(
        Wording(
            (
                r"\bknights?.{0,8} moves?\b",
                r"\bsame (?:entropic |entropy )?group\b|\blow\b.*\bhigh\b",
                r"\bcircle|\bmarked",
            ),
            "cell",
        ),
        Wording(
            (r"\bknights?.{0,8} moves?\b", r"\bsame parity\b", r"\bcircle|\bmarked"), "cell", given={"by": "parity"}
        ),
    ),
)
def knight_group(
    sudoku: Sudoku, cells: Cells, by: Literal["entropy", "parity"] = "entropy"
) -> Generator[Constraint, None, None]:
    """All digits a knight's move from each of the cells are in its group: low, middle or high, or even or odd.

    Raises
    ------
    ModelError
        If the digits do not divide into three groups.
    """
    third, rest = divmod(len(sudoku.digits), 3)
    if by == "entropy" and rest:
        raise ModelError(f"{len(sudoku.digits)} digits cannot be divided into low, middle and high ones")
    group_of = {digit: place // third if by == "entropy" else digit % 2 for place, digit in enumerate(sudoku.digits)}
    chosen = {cell.name for cell in cells}
    groups = tuple(sorted(group_of.items()))
    pairs = [pair for pair in pairs_apart(sudoku, KNIGHT) if any(cell.name in chosen for cell in pair)]
    yield from related_everywhere(pairs, _of_one_group, groups)


def _of_one_group(one: int, other: int, groups: tuple[tuple[int, int], ...]) -> bool:
    group_of = dict(groups)
    return group_of[one] == group_of[other]


@rule("knightmare", synonyms=("knight's sum",))
def knightmare(sudoku: Sudoku, sums: Numbers = (5, 15), toroidal: bool = False) -> Generator[Constraint, None, None]:
    """Digits a knight's move apart do not add up to 5 or 15; if sums are given, they replace these two."""
    pairs = map(sudoku.values_of, pairs_apart(sudoku, KNIGHT, toroidal))
    yield from related_everywhere(pairs, add_up_to_none_of, *sums)


def pairs_apart(sudoku: Sudoku, moves: Iterable[tuple[int, int]], toroidal: bool = False) -> Iterator[Pair]:
    """Each pair of cells that are a move apart, once; a move is (rows, columns), mirrored in both directions."""
    if toroidal:
        yield from _pairs_around(sudoku, moves)
        return
    grid = sudoku.grid
    for one, other in _places_apart(sudoku.height, sudoku.width, tuple(moves)):
        yield grid[one], grid[other]


@lru_cache(maxsize=256)
def _places_apart(height: int, width: int, moves: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The same pairs as indices in reading order, from 0."""
    return tuple(
        (row * width + column, (row + rows) * width + target)
        for row in range(height)
        for column in range(width)
        for rows, columns in moves
        for target in dict.fromkeys((column - columns, column + columns))
        if row + rows < height and 0 <= target < width and (rows or target > column)
    )


def _pairs_around(sudoku: Sudoku, moves: Iterable[tuple[int, int]]) -> Iterator[Pair]:
    """The same pairs on a torus, where several moves may join the same two cells."""
    moves = tuple(moves)
    seen = set()
    for row, cells in enumerate(sudoku.rows):
        for column, cell in enumerate(cells):
            for rows, columns in moves:
                for target in (column - columns, column + columns):
                    other = sudoku.rows[(row + rows) % sudoku.height][target % sudoku.width]
                    pair = frozenset((cell, other))
                    if len(pair) == 2 and pair not in seen:
                        seen.add(pair)
                        yield cell, other
