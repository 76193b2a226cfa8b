"""Lines whose digits form a word of a language that the clue gives."""

from __future__ import annotations

import re
from collections.abc import Generator

from sudoku_cp.model import DFA, Automaton, Constraint, ModelError
from sudoku_cp.rules.drawings import Line
from sudoku_cp.rules.parameters import Cells, Numbers
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.regular import compile_expression

LINE = Line(colour="#c9b8a8", width=0.12)

_MOVE = re.compile(r"(\d{1,4}) (-?\d{1,9}(?:,-?\d{1,9})*) (\d{1,4})")


@rule("regular_line", draw=LINE, of_digits=True)
def regular_line(line: Cells, expression: str) -> Generator[Constraint, None, None]:
    """The digits along the line match a regular expression such as `[12]+3(4.)*`."""
    yield Automaton(line, compile_expression(expression, sorted({digit for cell in line for digit in cell.domain})))


@rule("automaton_line", draw=LINE, of_digits=True)
def automaton_line(
    line: Cells, moves: str, accepting: Numbers, start: Numbers = (0,)
) -> Generator[Constraint, None, None]:
    """The line is accepted by an automaton whose moves are a state, digits and the next state: `0 1,2 0; 0 3 1`."""
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
    yield Automaton(line, DFA.from_nfa([rows.get(state, {}) for state in range(states)], accepting, start))
