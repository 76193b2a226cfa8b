"""Lines whose digits match a pattern that the clue gives."""

from __future__ import annotations

import re
from collections.abc import Generator
from itertools import combinations, pairwise

from sudoku_cp.model import NFA, Automaton, Constraint, ModelError, Table
from sudoku_cp.rules.drawings import Line
from sudoku_cp.rules.parameters import Cells, Numbers
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.regular import compile_expression

LINE = Line(colour="#c9b8a8", width=0.12)

_PAIR = re.compile(r"(-?\d{1,9}) (-?\d{1,9})")
_MOVE = re.compile(r"(\d{1,4}) (-?\d{1,9}(?:,-?\d{1,9})*) (\d{1,4})")


@rule("regular_line", draw=LINE, of_digits=True)
def regular_line(line: Cells, expression: str) -> Generator[Constraint, None, None]:
    """Digits along the line match a regular expression such as `[12]+3(4.)*`."""
    yield Automaton(line, compile_expression(expression, sorted({digit for cell in line for digit in cell.domain})))


@rule("hidden_sequence", draw=LINE, of_digits=True)
def hidden_sequence(line: Cells, digits: Numbers) -> Generator[Constraint, None, None]:
    """The digits occur consecutively and in this order somewhere along the line.

    Raises
    ------
    ModelError
        If there are more digits than cells.
    """
    if len(digits) > len(line):
        raise ModelError(f"digits: a line of {len(line)} cells cannot hide {len(digits)} digits")

    def step(ends: frozenset[int], digit: int) -> frozenset[int]:
        """A state is the set of prefix lengths that the last cells match; the full length once the digits are found."""
        if len(digits) in ends:
            return ends
        grown = frozenset(end + 1 for end in (*ends, 0) if digits[end] == digit)
        return frozenset({len(digits)}) if len(digits) in grown else grown

    yield Automaton.stepping(line, frozenset[int](), step, lambda ends: len(digits) in ends)


@rule("pair_line", draw=LINE, of_digits=True)
def pair_line(line: Cells, pairs: str, apart: bool = False) -> Generator[Constraint, None, None]:
    """Any two neighbouring digits, or any two digits if `apart` is true, form one of the pairs, such as `1 2; 5 3`.

    Raises
    ------
    ModelError
        If the pairs are not pairs of digits.
    """
    listed = []
    for text in filter(None, (" ".join(part.split()) for part in pairs.split(";"))):
        match = _PAIR.fullmatch(text)
        if match is None:
            raise ModelError(f"pairs: {text!r} is not a pair of digits such as 1 2")
        listed.append((int(match[1]), int(match[2])))
    for pair in combinations(line, 2) if apart else pairwise(line):
        yield Table(pair, listed)


@rule("automaton_line", draw=LINE, of_digits=True)
def automaton_line(
    line: Cells, moves: str, accepting: Numbers, start: Numbers = (0,)
) -> Generator[Constraint, None, None]:
    """An automaton accepts the line; each move lists a state, digits and the next state, as in `0 1,2 0; 0 3 1`.

    Raises
    ------
    ModelError
        If a move or a state cannot be read.
    """
    rows: dict[int, dict[int, set[int]]] = {}
    for text in filter(None, (" ".join(part.split()) for part in moves.split(";"))):
        match = _MOVE.fullmatch(text)
        if match is None:
            raise ModelError(f"moves: {text!r} is not a move such as 0 1,2 3")
        row = rows.setdefault(int(match[1]), {})
        for digit in match[2].split(","):
            row.setdefault(int(digit), set()).add(int(match[3]))
    used = {state for row in rows.values() for targets in row.values() for state in targets}
    states = 1 + max((*rows, *used, *accepting, *start))
    if min((*accepting, *start)) < 0 or states > 10_000:
        raise ModelError("accepting and start: states are numbers from 0 to 9999")
    transitions = [{digit: frozenset(nexts) for digit, nexts in rows.get(state, {}).items()} for state in range(states)]
    yield Automaton(line, NFA(tuple(transitions), frozenset(accepting), frozenset(start)))
