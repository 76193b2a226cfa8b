"""Reading constraint strings of Interactive Sudoku Solver: one on each line, as they are or within addresses.

Entries have the meaning of that solver, even where it is not the usual one: a cell that a cage lists twice counts
twice, a building of height 0 is never seen, extra variables are part of the solution. The tables in the modules next to
this one map each type of entry to a rule or constraint.

References
----------
https://github.com/sigh/Interactive-Sudoku-Solver
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from sudoku_cp import rules
from sudoku_cp._base.errors import nearest
from sudoku_cp.formats.document import Document
from sudoku_cp.formats.iss.board import puzzle_of
from sudoku_cp.formats.iss.cells import Puzzle
from sudoku_cp.formats.iss.chaos import CHAOS
from sudoku_cp.formats.iss.custom import CUSTOM
from sudoku_cp.formats.iss.encoding import bits_of
from sudoku_cp.formats.iss.lines import LINES, Kind, Meaning
from sudoku_cp.formats.iss.outside import OUTSIDE
from sudoku_cp.formats.iss.sets import SETS
from sudoku_cp.formats.iss.text import GIVEN, HOLDERS, Entry, constraint_string, entries_of, numbers
from sudoku_cp.formats.iss.whole import WHOLE
from sudoku_cp.formats.source_lines import SourceLines
from sudoku_cp.model import AllOf, AnyOf, Board, Cell, Constraint, InputError, ModelError, Table
from sudoku_cp.rules import AppliedRule

LAYOUT: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("Shape", "NoBoxes", "RegionSize", "Jigsaw", "Var"), ()),
    "ChaosConstruction": ("chaos_construction",),
    "Doppelganger": ("doppelganger",),
}
"""The types that describe the board, with the rules that they add; see `sudoku_cp.formats.iss.board`."""

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
    for line in lines:
        if line.is_skipped:
            continue
        try:
            entries = entries_of(constraint_string(line.text))
            puzzle = _read(entries)
        except InputError as error:
            raise lines.error(error.message, line.number) from None
        except ModelError as error:
            raise lines.error(str(error), line.number) from None
        notes = (f"{entry.type} is ignored: it is {HINTS[entry.type]}" for entry in entries if entry.type in HINTS)
        yield Document(puzzle.board, lines.source, line.number, notes=tuple(dict.fromkeys(notes)))


def _read(entries: Sequence[Entry]) -> Puzzle:
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


def _unconditional(entries: Iterable[Entry], puzzle: Puzzle) -> Iterator[tuple[Puzzle, Entry]]:
    """The entries that must hold, also within And and as copies of Replicate, each with its view of the puzzle."""
    for entry in entries:
        if entry.type in LAYOUT or entry.type in HINTS:
            continue
        if entry.type in ("And", "Replicate"):
            for seen in _views(entry, puzzle):
                yield from _unconditional(entry.inner, seen)
        else:
            yield puzzle, entry


def _views(entry: Entry, puzzle: Puzzle) -> Iterator[Puzzle]:
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


def _meaning(entry: Entry, puzzle: Puzzle) -> list[Meaning]:
    """The meaning of an entry that is not a given."""
    if entry.type == "Or":
        _refuse_what_cannot_be_held(entry)
        return _any_of([_all_of(inner, puzzle) for inner in entry.inner], puzzle.board)
    return list(KINDS[entry.type].read(puzzle, entry.arguments))


def _all_of(entry: Entry, puzzle: Puzzle) -> list[Meaning]:
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


def _givens(entry: Entry, puzzle: Puzzle) -> Iterator[tuple[Cell, frozenset[int]]]:
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
