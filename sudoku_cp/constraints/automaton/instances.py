"""Random automata, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from sudoku_cp.constraints.automaton.meaning import DFA, Automaton
from sudoku_cp.cross_check.drawing import WIDE_SHAPES, Witness, random_scope, random_variables
from sudoku_cp.cross_check.instances import Instances
from sudoku_cp.cross_check.rewrite import changed
from sudoku_cp.cross_check.smaller import fewer, without_some
from sudoku_cp.expressions.cell import Cell
from sudoku_cp.expressions.constraint import Constraint
from sudoku_cp.model import Model

_STATES = (65, 66, 90, 130, 200)
"""The numbers of states of a large automaton, which exceed one word."""


class AutomatonInstances(Instances[Automaton]):
    """Automata."""

    large_share = 6

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        scope = random_scope(random, cells)
        alphabet = sorted({value for cell in scope for value in cell.domain})
        size, density = random.choice((1, 2, 2, 3, 4)), random.choice((0.5, 0.8, 1.0))
        moves = tuple(
            {value: random.randrange(size) for value in alphabet if random.random() < density} for _ in range(size)
        )
        start = random.choice((0, 0, size - 1))
        accepting = {state for state in range(size) if random.random() < 0.5}
        state: int | None = start
        for cell in scope:
            state = None if state is None else moves[state].get(witness[cell])
        if state is not None and random.random() < 0.7:
            accepting.add(state)
        return Automaton(scope, DFA(moves, frozenset(accepting), start))

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        number, size = random.choice(WIDE_SHAPES)
        witness = random_variables(random, model, number, size, range(-2, size))
        alphabet = sorted({value for cell in witness for value in cell.domain})
        states, density = random.choice(_STATES), random.choice((0.7, 0.9, 1.0, 1.0))
        moves = tuple(
            {value: random.randrange(states) for value in alphabet if random.random() < density} for _ in range(states)
        )
        start = state = random.randrange(states)
        for value in witness.values():
            state = moves[state].setdefault(value, random.randrange(states))
        accepting = {state, *random.sample(range(states), states // random.choice((2, 10, 30)))}
        return Automaton(tuple(witness), DFA(moves, frozenset(accepting), start)), witness

    def smaller(self, constraint: Automaton) -> Iterator[Constraint]:
        yield from (changed(constraint, cells=cells) for cells in without_some(constraint.cells))
        dfa = constraint.dfa
        for state in range(len(dfa.transitions)):
            if state != dfa.start:
                yield changed(constraint, dfa=_without_state(dfa, state))
        for accepting in fewer(dfa.accepting):
            yield changed(constraint, dfa=DFA(dfa.transitions, accepting, dfa.start))
        for state, row in enumerate(dfa.transitions):
            for moves in without_some(sorted(row.items())):
                rows = (*dfa.transitions[:state], dict(moves), *dfa.transitions[state + 1 :])
                yield changed(constraint, dfa=DFA(rows, dfa.accepting, dfa.start))

    def relabelled(self, constraint: Automaton, new: Mapping[int, int]) -> Constraint | None:
        dfa = constraint.dfa
        moves = tuple({new[value]: target for value, target in row.items() if value in new} for row in dfa.transitions)
        return changed(constraint, dfa=DFA(moves, dfa.accepting, dfa.start))


def _without_state(dfa: DFA, gone: int) -> DFA:
    number = {state: state - (state > gone) for state in range(len(dfa.transitions)) if state != gone}
    rows = [
        {value: number[target] for value, target in row.items() if target != gone}
        for state, row in enumerate(dfa.transitions)
        if state != gone
    ]
    accepting = frozenset(number[state] for state in dfa.accepting if state != gone)
    return DFA(tuple(rows), accepting, number[dfa.start])


INSTANCES = AutomatonInstances()
