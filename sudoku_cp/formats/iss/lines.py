"""Entries that stand for lines, for rules of the whole grid, and for relations and automata that they define.

In a line of several parts, the state of an automaton includes the number of cells read, so that the symbol between two
parts is read where one ends.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate, combinations, pairwise
from typing import NamedTuple, TypeAlias
from urllib.parse import unquote

from sudoku_cp import rules
from sudoku_cp.formats.iss.grid import PuzzleDraft, boxes_of, windows_of
from sudoku_cp.formats.iss.text import Machine, decoded, groups, machine_of, number, pairs_of, segments
from sudoku_cp.kernel import NFA, Automaton, Table
from sudoku_cp.kernel.functions import sum_of
from sudoku_cp.model import Board, Cell, Constraint, InputError, Sudoku
from sudoku_cp.model.geometry import Positions, box_positions
from sudoku_cp.rules import AppliedRule

Arguments: TypeAlias = tuple[str, ...]
Meaning: TypeAlias = AppliedRule | Constraint
"""The meaning of an entry: a named rule if one has the same meaning, otherwise a constraint."""

Reader: TypeAlias = Callable[[PuzzleDraft, Arguments], Iterable[Meaning]]


class Kind(NamedTuple):
    """One type of entry."""

    read: Reader
    rules: tuple[str, ...] = ()
    """The rules that it usually means; none if it stands for constraints without a name."""


def line_of(rule: str, parameter: str = "line", least: int = 1) -> Kind:
    """A rule whose only parameter is cells."""

    def read(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
        cells = puzzle.cells(arguments)
        if len(cells) < least:
            raise InputError(f"at least {least} cells are needed, not {len(cells)}")
        yield rules.clue(rule, {parameter: cells})

    return Kind(read, (rule,))


def equal_sums(parts: Iterable[Iterable[Cell]]) -> Iterator[Constraint]:
    """All parts have the same sum as the first one."""
    first, *others = map(sum_of, parts)
    for other in others:
        yield first == other


def _numbered(rule: str, parameter: str, name: str) -> Kind:
    """A rule with a number and then a line."""

    def read(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
        first, *cells = arguments or ("",)
        yield rules.clue(rule, {"line": puzzle.cells(cells), parameter: number(first, name)})

    return Kind(read, (rule,))


def _whisper(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    """The difference may be missing."""
    difference, *cells = arguments if arguments and arguments[0].isdecimal() else ("5", *arguments)
    yield rules.whisper(puzzle.cells(cells), number(difference, "difference"))


def _sum_line(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    is_loop = arguments[-1:] == ("LOOP",)
    sum_, *cells = (arguments[:-1] if is_loop else arguments) or ("",)
    yield rules.sum_line(puzzle.cells(cells), number(sum_, "sum"), is_loop)


def _arrow(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    circle, *line = puzzle.cells(arguments)
    if line and circle not in set(line):
        yield rules.arrow(circle, line)
    else:
        yield sum_of((circle,)) == sum_of(line)


def _pill_arrow(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    """The pill is read from its most significant cell; only that cell may contain a number above 9."""
    size, *names = arguments or ("",)
    cells = puzzle.cells(names)
    if size not in ("2", "3") or len(cells) <= int(size):
        raise InputError(f"a pill has 2 or 3 cells and its arrow at least one, not {size!r} of {len(cells)} cells")
    pill, line = sorted(cells[: int(size)], key=puzzle.names.place), cells[int(size) :]
    for one, other in itertools.pairwise(pill):
        (group, row, column), (its_group, its_row, its_column) = map(puzzle.names.place, (one, other))
        if group != its_group or (its_row - row, its_column - column) not in ((0, 1), (1, 0), (1, 1)):
            raise InputError("the cells of a pill must follow each other to the right or downwards")
    yield rules.arrow(pill, line)
    if puzzle.shape.digits[-1] > 9:
        for cell in pill[1:]:
            yield sum_of((cell,)) <= 9


def _region_sum_line(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    """Boxes divide the line, or jigsaw pieces if there are no boxes; without either the entry has no effect.

    A cell that is listed first and last counts twice.
    """
    cells, board = puzzle.cells(arguments), puzzle.board
    if isinstance(board, Sudoku) and board.boxes and not (cells and cells[0] is cells[-1]):
        yield rules.region_sum_line(cells)
        return
    if board.region_of:
        raise InputError("region sum lines are not supported where regions are to be found")
    regions = boxes_of(puzzle.shape) or puzzle.shape.pieces
    if regions:
        yield from equal_sums(_stretches(cells, board, regions))


def _stretches(
    cells: Iterable[Cell], board: Board, regions: Iterable[Iterable[tuple[int, int]]]
) -> Iterator[list[Cell]]:
    """The parts of a line between region borders."""
    region_of = {board[f"r{row}c{column}"]: index for index, region in enumerate(regions) for row, column in region}
    part: list[Cell] = []
    for cell in cells:
        if part and region_of.get(cell) != region_of.get(part[-1]):
            yield part
            part = []
        part.append(cell)
    yield part


def _equal_sum(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    yield from equal_sums(puzzle.cells(part) for part in segments(arguments))


def _value_indexing(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    cells = puzzle.cells(arguments)
    if len(cells) < 3:
        raise InputError(f"at least 3 cells are needed, not {len(cells)}")
    value, index, *others = cells
    yield rules.value_indexing(index, value, others)


LINES: Mapping[str, Kind] = {
    "Thermo": line_of("thermo"),
    "Whisper": Kind(_whisper, ("whisper",)),
    "Renban": line_of("renban"),
    "Modular": _numbered("modular_line", "modulus", "modulus"),
    "Entropic": line_of("entropic_line"),
    "RegionSumLine": Kind(_region_sum_line, ("region_sum_line",)),
    "Between": line_of("between_line"),
    "Lockout": _numbered("lockout_line", "difference", "difference"),
    "Palindrome": line_of("palindrome"),
    "Zipper": line_of("zipper_line"),
    "SumLine": Kind(_sum_line, ("sum_line",)),
    "Arrow": Kind(_arrow, ("arrow",)),
    "PillArrow": Kind(_pill_arrow, ("arrow",)),
    "DoubleArrow": line_of("double_arrow", least=3),
    "EqualSum": Kind(_equal_sum),
    "ValueIndexing": Kind(_value_indexing, ("value_indexing",)),
}


NINE = range(1, 10)
"""The digits that some rules require."""


def _whole(rule: str, digits: range | None = None) -> Kind:
    """A rule without parameters, in some cases for certain digits only."""

    def read(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
        if digits is not None and puzzle.shape.digits != digits:
            raise InputError(f"the digits must be {digits[0]} to {digits[-1]}")
        yield rules.clue(rule, {})

    return Kind(read, (rule,))


def _diagonal(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    direction = {"1": "rising", "-1": "falling"}.get("~".join(arguments))
    if direction is None:
        raise InputError("1 or -1 is needed for the rising or the falling diagonal")
    yield rules.diagonal(direction)


def _windoku(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    box = puzzle.shape.boxes
    if box and box[0] == box[1] and box == puzzle.board.box and len(puzzle.shape.digits) == puzzle.shape.region_size:
        yield rules.windoku()
        return
    for window in windows_of(puzzle.shape):
        yield rules.extra_region(_named(window))


def _disjoint_sets(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
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


def _region_same_values(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
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


def _ties(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    if arguments not in (("none",), ("only-unclued",), ("any",)):
        raise InputError("the argument must be none, only-unclued or any")
    if arguments == ("none",):
        yield rules.no_rank_ties()


def _strict_kropki(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
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


@lru_cache(maxsize=256)
def automaton_of(encoded: str, lengths: tuple[int, ...], digits: range) -> NFA:
    """The lines that an encoded automaton accepts, in parts of the given lengths; a single part may have any length.

    After each part but the last, the automaton reads the symbol that follows the symbols of the digits.
    """
    machine = machine_of(encoded)
    if len(lengths) > 1:
        return _in_parts(machine, lengths, digits)
    rows = tuple(
        {digits[symbol]: frozenset(targets) for symbol, targets in row.items() if symbol < len(digits)}
        for row in machine.moves
    )
    return NFA(rows, machine.accepting, frozenset(range(machine.starts)))


def _in_parts(machine: Machine, lengths: tuple[int, ...], digits: range) -> NFA:
    breaks = Counter(accumulate(lengths[:-1]))

    def past_breaks(states: Iterable[int], read: int) -> frozenset[int]:
        for _ in range(breaks[read]):
            states = {target for state in states for target in machine.moves[state].get(len(digits), ())}
        return frozenset(states)

    layer = {state: place for place, state in enumerate(sorted(past_breaks(range(machine.starts), 0)))}
    starts = frozenset(layer.values())
    rows: list[dict[int, frozenset[int]]] = []
    for read in range(1, sum(lengths) + 1):
        first_after = len(rows) + len(layer)
        after: dict[int, int] = {}
        for state in layer:
            row: dict[int, frozenset[int]] = {}
            for symbol, targets in machine.moves[state].items():
                if symbol < len(digits):
                    nexts = sorted(past_breaks(targets, read))
                    row[digits[symbol]] = frozenset(after.setdefault(each, first_after + len(after)) for each in nexts)
            rows.append(row)
        layer = after
    rows += [{} for _ in layer]
    return NFA(tuple(rows), frozenset(layer[state] for state in layer if state in machine.accepting), starts)


_LEGACY = str.maketrans("-_", "_-")


def _pairs(choose: Callable[[list[Cell]], Iterable[tuple[Cell, Cell]]], is_legacy: bool = False) -> Kind:
    """A relation between some pairs of the cells of each list; the old form has two characters of the key swapped."""

    def read(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
        key, *cells = arguments or ("",)
        allowed = pairs_of(key.translate(_LEGACY) if is_legacy else key, puzzle.shape.digits)
        for group in groups(tuple(cells)):
            for pair in choose(puzzle.cells(group)):
                yield Table(pair, allowed)

    return Kind(read)


def _any_two(cells: list[Cell]) -> Iterator[tuple[Cell, Cell]]:
    return combinations(cells, 2)


def _regex(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    pattern, *cells = arguments or ("",)
    text = unquote(pattern) if "%" in pattern else decoded(pattern).decode("latin-1")
    expression = "".join(_spelled(character) for character in text)
    for group in groups(tuple(cells)):
        yield rules.regular_line(puzzle.cells(group), expression)


def _spelled(character: str) -> str:
    """A letter stands for a number from 10 on."""
    if character.isascii() and character.isalpha():
        return f"<{int(character, 36)}>"
    return character


def _nfa(puzzle: PuzzleDraft, arguments: Arguments) -> Iterator[Meaning]:
    encoded, *cells = arguments or ("",)
    machine = machine_of(encoded)
    for group in groups(tuple(cells)):
        parts = segments(group)
        if len(parts) > 1 and machine.symbols <= len(puzzle.shape.digits):
            raise InputError("the automaton has no symbol for the end of a part of the line")
        line = [puzzle.cell(name) for part in parts for name in part]
        if not line:
            raise InputError("no cells are listed")
        yield Automaton(line, automaton_of(encoded, tuple(map(len, parts)), puzzle.shape.digits))


CUSTOM: Mapping[str, Kind] = {
    "Pair": _pairs(pairwise),
    "PairX": _pairs(_any_two),
    "Binary": _pairs(pairwise, is_legacy=True),
    "BinaryX": _pairs(_any_two, is_legacy=True),
    "Regex": Kind(_regex, ("regular_line",)),
    "NFA": Kind(_nfa),
}
