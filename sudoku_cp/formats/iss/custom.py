"""Entries that define their own meaning: relations of two digits, expressions and automata."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from urllib.parse import unquote

from sudoku_cp import rules
from sudoku_cp.formats.iss.automata import automaton_of
from sudoku_cp.formats.iss.cells import Puzzle
from sudoku_cp.formats.iss.encoding import decoded, machine_of, pairs_of
from sudoku_cp.formats.iss.lines import Arguments, Kind, Meaning
from sudoku_cp.formats.iss.text import groups, segments
from sudoku_cp.model import Automaton, Cell, InputError, Table

_LEGACY = str.maketrans("-_", "_-")


def _pairs(choose: Callable[[list[Cell]], Iterable[tuple[Cell, Cell]]], is_legacy: bool = False) -> Kind:
    """A relation between some pairs of the cells of each list; the old form has two characters of the key swapped."""

    def read(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
        key, *cells = arguments or ("",)
        allowed = pairs_of(key.translate(_LEGACY) if is_legacy else key, puzzle.shape.digits)
        for group in groups(tuple(cells)):
            for pair in choose(puzzle.cells(group)):
                yield Table(pair, allowed)

    return Kind(read)


def _any_two(cells: list[Cell]) -> Iterator[tuple[Cell, Cell]]:
    return combinations(cells, 2)


def _regex(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
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


def _nfa(puzzle: Puzzle, arguments: Arguments) -> Iterator[Meaning]:
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
