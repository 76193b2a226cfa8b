"""Entries for rules of the whole grid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sudoku_cp import rules
from sudoku_cp.formats.iss.cells import Puzzle
from sudoku_cp.formats.iss.lines import Arguments, Kind, Meaning
from sudoku_cp.formats.iss.shape import windows_of
from sudoku_cp.model import Cell, InputError, Sudoku
from sudoku_cp.model.geometry import Positions, box_positions

NINE = range(1, 10)
"""The digits that some rules require."""


def _whole(rule: str, digits: range | None = None) -> Kind:
    """A rule without parameters, in some cases for certain digits only."""

    def read(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
        if digits is not None and puzzle.shape.digits != digits:
            raise InputError(f"the digits must be {digits[0]} to {digits[-1]}")
        yield rules.clue(rule, {})

    return Kind(read, (rule,))


def _diagonal(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    direction = {"1": "rising", "-1": "falling"}.get("~".join(arguments))
    if direction is None:
        raise InputError("1 or -1 is needed for the rising or the falling diagonal")
    yield rules.diagonal(direction)


def _windoku(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    box = puzzle.shape.boxes
    if box and box[0] == box[1] and box == puzzle.board.box and len(puzzle.shape.digits) == puzzle.shape.region_size:
        yield rules.windoku()
        return
    for window in windows_of(puzzle.shape):
        yield rules.extra_region(_named(window))


def _disjoint_sets(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    """The rule applies even where boxes are turned off."""
    shape = puzzle.shape
    if not shape.is_square:
        raise InputError("a square grid is needed")
    boxes = box_positions(shape.height, shape.width, shape.box) if shape.box else ()
    if shape.boxes and isinstance(puzzle.board, Sudoku) and puzzle.board.box:
        yield rules.disjoint_groups()
    else:
        for cells in zip(*boxes, strict=True):
            yield rules.extra_region(_named(cells))


def _named(places: Iterable[tuple[int, int]]) -> list[str]:
    return [f"r{row}c{column}" for row, column in places]


def _region_same_values(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    shape, board = puzzle.shape, puzzle.board
    assert isinstance(board, Sudoku)
    houses: list[Positions] = [_positions(house) for house in board.houses]
    largest = max(map(len, (*houses, *shape.pieces)))
    if largest == len(shape.digits):
        return
    if largest == max(map(len, houses)):
        yield rules.one_digit_set()
        return
    first, *others = shape.pieces
    for other in others:
        yield rules.same_values(_named(first), _named(other))


def _positions(cells: Iterable[Cell]) -> Positions:
    return tuple((cell.row or 0, cell.column or 0) for cell in cells)


def _ties(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    if arguments not in (("none",), ("only-unclued",), ("any",)):
        raise InputError("the argument must be none, only-unclued or any")
    if arguments == ("none",):
        yield rules.no_rank_ties()


def _strict_kropki(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
    yield rules.negative_difference()
    yield rules.negative_ratio()


WHOLE: Mapping[str, Kind] = {
    "AntiKnight": _whole("anti_knight"),
    "AntiKing": _whole("anti_king"),
    "AntiConsecutive": _whole("non_consecutive"),
    "AntiTaxicab": _whole("anti_taxicab"),
    "GlobalEntropy": _whole("global_entropy", NINE),
    "GlobalMod": _whole("global_mod"),
    "DutchFlatmates": _whole("dutch_flatmates", NINE),
    "Diagonal": Kind(_diagonal, ("diagonal",)),
    "Windoku": Kind(_windoku, ("windoku",)),
    "DisjointSets": Kind(_disjoint_sets, ("disjoint_groups",)),
    "RegionSameValues": Kind(_region_same_values, ("one_digit_set",)),
    "FullRankTies": Kind(_ties, ("no_rank_ties",)),
    "StrictKropki": Kind(_strict_kropki, ("negative_difference", "negative_ratio")),
    "StrictXV": _whole("negative_sum"),
}
