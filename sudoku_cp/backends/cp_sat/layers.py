"""Lower what is read cell by cell: automata and products, unrolled into layers of states.

CP-SAT's own automaton is not used: enforced by a literal it is called back 1732 times for 31 solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from sudoku_cp.backends.cp_sat.literals import ValueLiterals, negated
from sudoku_cp.model import Automaton, Cell, LoweringError, Product
from sudoku_cp.model.functions import cells_in

MAX_TRANSITIONS = 500_000
"""The most transitions of an unrolled automaton, all layers together."""

Step = Callable[[int, Hashable, int], Hashable | None]
"""The next state by the number of cells read, the state and the value of the next cell; None rejects."""

DEAD, ACCEPTING = 0, 1
"""A state from which no word is accepted, and a state at the end of an accepted word."""


def define_automaton(constraint: Automaton, holds: int, literals: ValueLiterals) -> None:
    """Make ``holds`` true just where the word is accepted.

    Raises
    ------
    LoweringError
        If the unrolled automaton has more than `MAX_TRANSITIONS` transitions.
    """
    dfa = constraint.dfa

    def step(_: int, state: Hashable, value: int) -> Hashable | None:
        assert isinstance(state, int)
        return dfa.transitions[state].get(value)

    layers = _unroll(str(constraint), constraint.cells, dfa.start, step, dfa.accepting.__contains__, literals)
    _define_accepted(constraint.cells, layers, holds, literals)


def define_product(constraint: Product, holds: int, literals: ValueLiterals) -> None:
    """Make ``holds`` true just where the product is the value: a state is the product of the cells read.

    Raises
    ------
    LoweringError
        If there are too many different products on the way.
    """
    cells = (*constraint.cells, *cells_in(constraint.value))
    wanted = [*literals.values_of(constraint.value)]

    def step(read: int, state: Hashable, value: int) -> Hashable | None:
        assert isinstance(state, int)
        if read == len(constraint.cells):
            return state if state == value else None
        total = state * value
        return total if any(goal % total == 0 if total else goal == 0 for goal in wanted) else None

    layers = _unroll(str(constraint), cells, 1, step, lambda state: state in wanted, literals)
    _define_accepted(cells, layers, holds, literals)


@dataclass(frozen=True, slots=True)
class _Layers:
    """A reduced automaton for words of one length: states of one layer that accept the same ends are one state."""

    start: int
    rows: list[dict[int, tuple[int, ...]]]
    """For each cell: of each state before it the next state by candidate, in the order of the candidates."""


def _unroll(
    name: str,
    cells: Sequence[Cell],
    start: Hashable,
    step: Step,
    accepts: Callable[[Hashable], bool],
    literals: ValueLiterals,
) -> _Layers:
    reached: list[dict[Hashable, list[Hashable | None]]] = []
    states: dict[Hashable, None] = {start: None}
    transitions = 0
    for read, cell in enumerate(cells):
        candidates = literals.of(cell)
        transitions += len(states) * len(candidates)
        if transitions > MAX_TRANSITIONS:
            raise LoweringError(f"{name}: more than {MAX_TRANSITIONS:,} transitions, the most that cp-sat takes")
        reached.append({state: [step(read, state, value) for value in candidates] for state in states})
        states = dict.fromkeys(target for row in reached[-1].values() for target in row if target is not None)
    number = {state: ACCEPTING if accepts(state) else DEAD for state in states}
    rows: list[dict[int, tuple[int, ...]]] = []
    for layer in reversed(reached):
        numbers: dict[tuple[int, ...], int] = {}
        after, number = number, {}
        for state, targets in layer.items():
            row = tuple(DEAD if target is None else after[target] for target in targets)
            number[state] = numbers.setdefault(row, len(numbers) + 1) if any(row) else DEAD
        rows.append({state: row for row, state in numbers.items()})
    return _Layers(number[start], rows[::-1])


def _define_accepted(cells: Sequence[Cell], layers: _Layers, holds: int, literals: ValueLiterals) -> None:
    """Make ``holds`` true just where the word is accepted.

    Each state that is passed and each transition that is taken has a literal, and so has the passage of dead states:
    all of them functions of the cells.
    """
    if layers.start == DEAD:
        literals.clause((negated(holds),))
        return
    states, dead = {layers.start: literals.true}, literals.false
    for cell, rows in zip(cells, layers.rows, strict=True):
        letters = _letters(cell, [rows[state] for state in states], literals)
        incoming: dict[int, list[int]] = {DEAD: [dead]}
        reading: list[list[int]] = [[dead] for _ in letters]
        for index, passed in enumerate(states.values()):
            leaving: list[int] = []
            for (letter, column), taken in zip(letters, reading, strict=True):
                if column[index] == DEAD and literals.is_true(holds):
                    literals.clause((negated(passed), negated(letter)))
                    continue
                transition = _transition(passed, letter, len(letters), literals)
                leaving.append(transition)
                taken.append(transition)
                incoming.setdefault(column[index], []).append(transition)
            literals.equals_sum(passed, leaving)
        for (letter, _), taken in zip(letters, reading, strict=True):
            literals.clause((negated(letter), *taken))
        dead = literals.some(incoming.pop(DEAD), exclusive=True)
        if len(incoming) == 1 and literals.is_false(dead):
            states = dict.fromkeys(incoming, literals.true)
        else:
            states = {state: literals.some(arriving, exclusive=True) for state, arriving in incoming.items()}
            literals.exactly_one((dead, *states.values()))
    literals.equate(holds, states[ACCEPTING])


def _letters(cell: Cell, rows: list[tuple[int, ...]], literals: ValueLiterals) -> list[tuple[int, tuple[int, ...]]]:
    """Candidates that lead to the same state from wherever: their common literal, and the next state of each state."""
    values: dict[tuple[int, ...], list[int]] = {}
    for value, column in zip(literals.of(cell), zip(*rows, strict=True), strict=True):
        values.setdefault(column, []).append(value)
    return [(literals.among(cell, members), column) for column, members in values.items()]


def _transition(passed: int, letter: int, letters: int, literals: ValueLiterals) -> int:
    """A literal that is true where the state is passed and the letter is read."""
    if literals.is_true(passed):
        return letter
    if letters == 1:
        return passed
    transition = literals.boolean()
    literals.clause((negated(transition), letter))
    return transition
