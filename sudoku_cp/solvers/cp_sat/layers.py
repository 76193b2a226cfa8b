"""Automata and products, unrolled into layers of states, one for each cell.

CP-SAT's own automaton is not used: when it is enforced by a literal, there are 1732 callbacks for 31 solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals, negated

MAX_TRANSITIONS = 500_000
"""The largest number of transitions of an unrolled automaton, in all layers together."""

Step = Callable[[int, Hashable, int], Hashable | None]
"""The next state by the number of cells read, the state and the value of the next cell; None rejects."""

DEAD, ACCEPTING = 0, 1
"""A state from which no word is accepted, and a state at the end of an accepted word."""


def define_reading(
    name: str,
    cells: Sequence[Cell],
    start: Hashable,
    step: Step,
    accepts: Callable[[Hashable], bool],
    holds: int,
    literals: ValueLiterals,
) -> None:
    """Make ``holds`` true exactly if reading the cells, step by step from the start, ends in an accepted state.

    Raises
    ------
    LoweringError
        If there are more than `MAX_TRANSITIONS` steps; the message starts with the name.
    """
    _define_accepted(cells, _unroll(name, cells, start, step, accepts, literals), holds, literals)


@dataclass(frozen=True, slots=True)
class _Layers:
    """A minimised automaton for words of one length: equivalent states of a layer are merged."""

    start: int
    rows: list[dict[int, tuple[int, ...]]]
    """For each cell and each state before it, the next states in the order of the candidates."""


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
            raise LoweringError(f"{name}: more than {MAX_TRANSITIONS:,} transitions, the limit for cp-sat")
        literals.pace.step(len(states) * len(candidates))
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
    """Make ``holds`` true exactly if the word is accepted.

    Each visited state and each step between states has a literal, and so has the visit of dead states. All of them are
    functions of the cells.
    """
    if layers.start == DEAD:
        literals.clause((negated(holds),))
        return
    states, dead = {layers.start: literals.true}, literals.false
    for cell, rows in zip(cells, layers.rows, strict=True):
        incoming: dict[int, list[int]] = {DEAD: [dead]}
        supports: dict[int, list[int]] = {value: [dead] for value in literals.of(cell)}
        for state, passed in states.items():
            targets: dict[int, list[int]] = {}
            for value, target in zip(literals.of(cell), rows[state], strict=True):
                targets.setdefault(target, []).append(value)
            if literals.is_true(holds):
                targets.pop(DEAD, None)
            steps = {target: _step(cell, values, passed, len(targets), literals) for target, values in targets.items()}
            if len(steps) > 1:
                literals.equals_sum(passed, steps.values())
            for target, taken in steps.items():
                incoming.setdefault(target, []).append(taken)
                for value in targets[target]:
                    supports[value].append(taken)
        for value, taken_steps in supports.items():
            literals.clause((negated(literals.of(cell)[value]), *taken_steps))
        dead = literals.some(incoming.pop(DEAD), exclusive=True)
        if len(incoming) == 1 and literals.is_false(dead):
            states = dict.fromkeys(incoming, literals.true)
        else:
            states = {state: literals.some(arriving, exclusive=True) for state, arriving in incoming.items()}
            literals.exactly_one((dead, *states.values()))
    literals.equate(holds, states[ACCEPTING])


def _step(cell: Cell, values: list[int], passed: int, targets: int, literals: ValueLiterals) -> int:
    """A literal that is true if a state is visited and one of some values is read."""
    if literals.is_true(passed) and targets > 1:
        return literals.among(cell, values)
    step = passed if targets == 1 else literals.boolean()
    literals.clause((negated(step), *(literals.of(cell)[value] for value in values)))
    return step
