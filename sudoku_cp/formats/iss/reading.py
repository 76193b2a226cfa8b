"""Reading constraint strings of Interactive Sudoku Solver: one on each line, as they are or within addresses.

Entries have the meaning of that solver, even where it is not the usual one: a cell that a cage lists twice counts
twice, a building of height 0 is never seen, extra variables are part of the solution. The tables in the modules next to
this one map each type of entry to a rule or constraint.

References
----------
https://github.com/sigh/Interactive-Sudoku-Solver
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from sudoku_cp import rules
from sudoku_cp._base.errors import nearest
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.iss.chaos import CHAOS, Place, landmarks_of
from sudoku_cp.formats.iss.grid import GRID, MAX_SIDE, REGIONS, Names, PuzzleDraft, Shape, boxes_of, shape_of
from sudoku_cp.formats.iss.lines import CUSTOM, LINES, WHOLE, Kind, Meaning
from sudoku_cp.formats.iss.sets import OUTSIDE, SETS
from sudoku_cp.formats.iss.text import GIVEN, HOLDERS, Entry, bits_of, constraint_string, entries_of, numbers
from sudoku_cp.formats.source_lines import SourceLine, SourceLines
from sudoku_cp.kernel import AllOf, AnyOf, Table
from sudoku_cp.model import Board, Cell, Constraint, InputError, ModelError, OpenGrid, Sudoku
from sudoku_cp.rules import AppliedRule

LAYOUT: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("Shape", "NoBoxes", "RegionSize", "Jigsaw", "Var"), ()),
    "ChaosConstruction": ("chaos_construction",),
    "Doppelganger": ("doppelganger",),
}
"""The types that describe the board, with the rules that they add; see `sudoku_cp.formats.iss.reading`."""

HINTS = {"SearchPriority": "an order for the search of another solver"}
"""The types that do not affect the solutions, with descriptions."""

NEGATIVE = {"StrictKropki": ("WhiteDot", "BlackDot"), "StrictXV": ("X", "V")}
"""The types of negative constraints, each with the type of its signs."""

WITHIN: Mapping[str, Kind] = {**LINES, **SETS, **OUTSIDE, **CUSTOM}
"""The types that may occur inside other entries."""

KINDS: Mapping[str, Kind] = {**WITHIN, **WHOLE, **CHAOS}

TYPES = dict.fromkeys((GIVEN, "End", *HOLDERS, *LAYOUT, *HINTS, *KINDS))
"""All types, in the order in which messages compare them with an unknown one."""


def read(lines: SourceLines, symbols: str | None = None) -> Iterator[Document]:
    """Read one string or address from each line.

    Raises
    ------
    InputError
        If a line has none, or an entry is wrong.
    """
    return lines.read_each(lambda line: _document(line, lines.source))


def _document(line: SourceLine, source: str) -> Document:
    entries = entries_of(constraint_string(line.text))
    notes = (f"{entry.type} is ignored: it is {HINTS[entry.type]}" for entry in entries if entry.type in HINTS)
    return Document(board_of(entries), source, line.number, notes=tuple(dict.fromkeys(notes)))


def board_of(entries: Sequence[Entry]) -> Board:
    """The puzzle that entries declare.

    Raises
    ------
    InputError
        If one of them is wrong.
    """
    return _read(entries).board


def _read(entries: Sequence[Entry]) -> PuzzleDraft:
    for entry in _everything(entries):
        if entry.type not in TYPES:
            raise InputError(f"{entry.place}: unknown constraint type {entry.type}{nearest(entry.type, TYPES)}")
    puzzle = puzzle_of(entries)
    _refuse_alternative_signs(entries)
    left: dict[Cell, frozenset[int]] = {}
    for seen, entry in _unconditional(entries, puzzle):
        try:
            if entry.type == GIVEN:
                for cell, digits in _givens(entry, seen):
                    left[cell] = left[cell] & digits if cell in left else digits
            else:
                puzzle.board.add(*_meaning(entry, seen))
        except (InputError, ModelError) as error:
            raise _placed(entry, error) from None
    for cell, candidates in left.items():
        if len(candidates) == 1:
            puzzle.board.give(cell, *candidates)
        else:
            puzzle.board.restrict(cell, candidates)
    return puzzle


def _everything(entries: Iterable[Entry]) -> Iterator[Entry]:
    """The entries and all entries inside them."""
    for entry in entries:
        yield entry
        yield from _everything(entry.inner)


def _unconditional(entries: Iterable[Entry], puzzle: PuzzleDraft) -> Iterator[tuple[PuzzleDraft, Entry]]:
    """The entries that must hold, also within And and as copies of Replicate, each with its view of the puzzle."""
    for entry in entries:
        if entry.type in LAYOUT or entry.type in HINTS:
            continue
        if entry.type in ("And", "Replicate"):
            for seen in _views(entry, puzzle):
                yield from _unconditional(entry.inner, seen)
        else:
            yield puzzle, entry


def _views(entry: Entry, puzzle: PuzzleDraft) -> Iterator[PuzzleDraft]:
    """The view of the puzzle for the entries in And, or for each copy in Replicate, whose cells are moved."""
    try:
        _refuse_what_cannot_be_held(entry)
        if entry.type == "And":
            yield puzzle
            return
        bits, start, *_ = (*entry.arguments, "", "")
        origin = puzzle.names.cell(start or "R1C1")
        group, row, column = puzzle.names.place(origin)
        cells, columns = puzzle.names.groups[group].cells, puzzle.names.groups[group].columns
        first = row * columns + column
        for offset in sorted(bits_of(bits)):
            if first + offset >= len(cells):
                raise InputError("a copy lies outside the cells of its group")
            yield puzzle.copied(origin, cells[first + offset])
    except (InputError, ModelError) as error:
        raise _placed(entry, error) from None


def _meaning(entry: Entry, puzzle: PuzzleDraft) -> list[Meaning]:
    """The meaning of an entry that is not a given."""
    if entry.type == "Or":
        _refuse_what_cannot_be_held(entry)
        return _any_of([_all_of(inner, puzzle) for inner in entry.inner], puzzle.board)
    return list(KINDS[entry.type].read(puzzle, entry.arguments))


def _all_of(entry: Entry, puzzle: PuzzleDraft) -> list[Meaning]:
    """The meaning of an entry within an Or."""
    if entry.type in ("And", "Replicate"):
        return [meaning for seen in _views(entry, puzzle) for inner in entry.inner for meaning in _all_of(inner, seen)]
    try:
        if entry.type == GIVEN:
            return [Table((cell,), [(digit,) for digit in digits]) for cell, digits in _givens(entry, puzzle)]
        return _meaning(entry, puzzle)
    except (InputError, ModelError) as error:
        raise _placed(entry, error) from None


def _any_of(branches: Sequence[Sequence[Meaning]], board: Board) -> list[Meaning]:
    """At least one of the branches holds; this is a rule if every part of the branches is a rule."""
    if not all(branches):
        return []
    clues = [[each for each in branch if isinstance(each, AppliedRule)] for branch in branches]
    if branches and list(map(len, clues)) == list(map(len, branches)):
        return [rules.any_of([branch[0] if len(branch) == 1 else rules.all_of(branch) for branch in clues])]
    parts = ([part for each in branch for part in _parts(each, board)] for branch in branches)
    return [AnyOf(*(held[0] if len(held) == 1 else AllOf(*held) for held in parts))]


def _parts(meaning: Meaning, board: Board) -> Iterable[Constraint]:
    return meaning.constraints(board) if isinstance(meaning, AppliedRule) else (meaning,)


def _givens(entry: Entry, puzzle: PuzzleDraft) -> Iterator[tuple[Cell, frozenset[int]]]:
    """The cells of ``~R1C1_5~R1C2_2_4``, and the digits that they may contain."""
    for argument in entry.arguments:
        name, separator, digits = argument.partition("_")
        cell = puzzle.cell(name)
        candidates = _digits(digits) if separator else frozenset()
        if not candidates or not candidates.issubset(cell.domain):
            raise InputError(f"{argument!r}: the digits are {cell.domain[0]} to {cell.domain[-1]}")
        yield cell, candidates


@lru_cache(maxsize=1024)
def _digits(text: str) -> frozenset[int]:
    """The digits of ``2_4``."""
    return frozenset(numbers(text, "digit"))


def _refuse_what_cannot_be_held(entry: Entry) -> None:
    for inner in entry.inner:
        if inner.type not in (GIVEN, *HOLDERS, *WITHIN):
            raise InputError(f"{inner.place} is not allowed here")


def _refuse_alternative_signs(entries: Sequence[Entry]) -> None:
    """Refuse signs inside an Or where a negative constraint gives a meaning to missing signs."""
    stated = {entry.type for entry in entries}
    for negative, signs in NEGATIVE.items():
        if negative in stated:
            held = (inner for entry in _everything(entries) if entry.type == "Or" for inner in _everything(entry.inner))
            for inner in held:
                if inner.type in signs:
                    raise InputError(
                        f"{inner.place} is not allowed in an Or, as {negative} requires all signs to be given"
                    )


def _placed(entry: Entry, error: InputError | ModelError) -> InputError:
    """An error in an entry, with the place of the entry."""
    return InputError(f"{entry.place}: {error.message if isinstance(error, InputError) else error}")


MAX_CELLS = 1000
"""The largest number of cells and extra variables together."""

_SIZE = re.compile(r"(?:([1-9]\d{0,3})x)?([1-9]\d{0,3})")
_NAME = "iss"


def puzzle_of(entries: Sequence[Entry]) -> PuzzleDraft:
    """Declare the board and the variables that entries describe.

    Raises
    ------
    InputError
        If one of these entries is wrong.
    """
    shape = shape_of(entries)
    kinds = {entry.type: entry for entry in entries}
    is_chaos = "ChaosConstruction" in kinds
    board = _board(shape, is_chaos)
    names = Names()
    names.add(GRID, board.grid, shape.width)
    for entry in entries:
        if entry.type == "Var":
            _declare_variables(entry, board, names, shape)
    if is_chaos:
        _declare_regions(kinds["ChaosConstruction"], board, names, shape, landmarks_of(entries, shape))
    if "Doppelganger" in kinds:
        _declare_missing_digits(kinds["Doppelganger"], board, names)
    ties = "~".join(kinds["FullRankTies"].arguments) if "FullRankTies" in kinds else "only-unclued"
    return PuzzleDraft(board, shape, names, ties)


def _board(shape: Shape, is_chaos: bool) -> Board:
    """A grid with the boxes, or with the jigsaw pieces if they partition it; other regions become clues."""
    if not shape.has_houses:
        return OpenGrid(shape.height, shape.width, shape.digits, name=_NAME)
    size, regions = (shape.height, shape.width), boxes_of(shape)
    pieces_are_regions = not regions and not is_chaos and sum(map(len, shape.pieces)) == shape.height * shape.width > 0
    if shape.boxes and not is_chaos:
        sudoku = Sudoku(size, box=shape.boxes, digits=shape.digits, name=_NAME)
    elif pieces_are_regions:
        label = {place: index for index, piece in enumerate(shape.pieces) for place in piece}
        rows, columns = range(1, shape.height + 1), range(1, shape.width + 1)
        labels = [[label[row, column] for column in columns] for row in rows]
        return Sudoku(size, regions=labels, digits=shape.digits, name=_NAME)
    else:
        sudoku = Sudoku(size, regions=(), digits=shape.digits, name=_NAME)
        sudoku.add(*(rules.extra_region(_cells(region)) for region in regions))
    sudoku.add(*(rules.extra_region(_cells(piece)) for piece in shape.pieces))
    return sudoku


def _cells(places: Sequence[tuple[int, int]]) -> list[str]:
    return [f"r{row}c{column}" for row, column in places]


def _declare_variables(entry: Entry, board: Board, names: Names, shape: Shape) -> None:
    """``Var~X~label~12`` has the variables VX1 to VX12, and ``Var~X~label~3x4`` as many in rows of four."""
    prefix, _, size, *_ = (*entry.arguments, "", "", "")
    if not re.fullmatch("[A-Z]+", prefix):
        raise InputError(f"{entry.place}: the name of variables consists of letters A to Z, not {prefix!r}")
    found = _SIZE.fullmatch(size or "1")
    if found is None:
        raise InputError(f"{entry.place}: the number of variables must be written like 12 or 3x4, not {size!r}")
    rows, columns = int(found[1] or 1), int(found[2])
    if (found[1] and columns > MAX_SIDE) or len(board.cells) + rows * columns > MAX_CELLS:
        raise InputError(
            f"{entry.place}: {size} variables are too many: rows have at most {MAX_SIDE}, and there "
            f"are at most {MAX_CELLS} cells"
        )
    group, count = f"V{prefix}", rows * columns
    if group in names.groups:
        raise InputError(f"{entry.place}: there are two groups of cells {group}")
    labels = [group] if count == 1 else [f"{group}{index}" for index in range(1, count + 1)]
    names.add(group, board.variables(labels, shape.digits), columns if found[1] else shape.width)


def _add(entry: Entry, board: Board, clue: AppliedRule) -> None:
    """Add a clue that declares variables."""
    try:
        board.add(clue)
    except ModelError as error:
        raise InputError(f"{entry.place}: {error}") from None


def _declare_regions(entry: Entry, board: Board, names: Names, shape: Shape, landmarks: Sequence[Place]) -> None:
    _add(entry, board, rules.chaos_construction(shape.region_size, _cells(landmarks)))
    names.add(REGIONS, [board.region_of[cell] for cell in board.grid], shape.width)


def _declare_missing_digits(entry: Entry, board: Board, names: Names) -> None:
    """Name the digits that houses lack: DGC for rows, DGR for columns, DGB for boxes."""
    _add(entry, board, rules.doppelganger())
    for prefix, kind in (("DGC", "row"), ("DGR", "column"), ("DGB", "box")):
        missing = [board[f"missing_from_{kind}_{number}"] for number in range(1, board.width + 1)]
        names.add(prefix, missing, board.width)
