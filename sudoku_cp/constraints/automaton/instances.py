"""Random automata, and smaller or changed ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from sudoku_cp.cross_check.instances import (
    WIDE_SHAPES,
    Instances,
    Witness,
    changed,
    fewer,
    random_scope,
    random_variables,
    without_some,
)
from sudoku_cp.kernel.automaton import Automaton
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.machines import DFA, NFA
from sudoku_cp.model import Model

Target = TypeVar("Target")
"""The next state, or the next states."""

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
        return Automaton(scope, _with_more_moves(random, DFA(moves, frozenset(accepting), start)))

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
        return Automaton(tuple(witness), _with_more_moves(random, DFA(moves, frozenset(accepting), start))), witness

    def smaller(self, constraint: Automaton) -> Iterator[Constraint]:
        yield from (changed(constraint, cells=cells) for cells in without_some(constraint.cells))
        machine = constraint.machine
        for smaller in _smaller_dfas(machine) if isinstance(machine, DFA) else _smaller_nfas(machine):
            yield changed(constraint, machine=smaller)

    def relabelled(self, constraint: Automaton, new: Mapping[int, int]) -> Constraint | None:
        machine = constraint.machine
        if isinstance(machine, DFA):
            return changed(constraint, machine=replace(machine, transitions=_relabelled(machine.transitions, new)))
        return changed(constraint, machine=replace(machine, transitions=_relabelled(machine.transitions, new)))


def _with_more_moves(random: Random, dfa: DFA) -> DFA | NFA:
    """The automaton, often a nondeterministic one with more moves, which accepts the same words and others."""
    if random.random() < 0.6:
        return dfa
    states = range(len(dfa.transitions))
    rows = tuple(
        {
            value: frozenset({target, *random.choices(states, k=random.choice((0, 0, 1, 2)))})
            for value, target in row.items()
        }
        for row in dfa.transitions
    )
    return NFA(rows, dfa.accepting, frozenset({dfa.start, *random.choices(states, k=random.choice((0, 0, 1)))}))


def _relabelled(transitions: tuple[Mapping[int, Target], ...], new: Mapping[int, int]) -> tuple[dict[int, Target], ...]:
    return tuple({new[value]: target for value, target in row.items() if value in new} for row in transitions)


def _smaller_dfas(dfa: DFA) -> Iterator[DFA]:
    for state in range(len(dfa.transitions)):
        if state != dfa.start:
            yield _without_state(dfa, state)
    for accepting in fewer(dfa.accepting):
        yield replace(dfa, accepting=accepting)
    for transitions in _with_fewer_moves(dfa.transitions):
        yield replace(dfa, transitions=transitions)


def _without_state(dfa: DFA, gone: int) -> DFA:
    number = {state: state - (state > gone) for state in range(len(dfa.transitions)) if state != gone}
    rows = [
        {value: number[target] for value, target in row.items() if target != gone}
        for state, row in enumerate(dfa.transitions)
        if state != gone
    ]
    accepting = frozenset(number[state] for state in dfa.accepting if state != gone)
    return DFA(tuple(rows), accepting, number[dfa.start])


def _smaller_nfas(nfa: NFA) -> Iterator[DFA | NFA]:
    first_targets = tuple({value: min(targets) for value, targets in row.items() if targets} for row in nfa.transitions)
    if nfa.starts:
        yield DFA(first_targets, nfa.accepting, min(nfa.starts))
    for accepting in fewer(nfa.accepting):
        yield replace(nfa, accepting=accepting)
    for starts in fewer(nfa.starts):
        yield replace(nfa, starts=starts)
    for transitions in _with_fewer_moves(nfa.transitions):
        yield replace(nfa, transitions=transitions)


def _with_fewer_moves(transitions: tuple[Mapping[int, Target], ...]) -> Iterator[tuple[Mapping[int, Target], ...]]:
    for state, row in enumerate(transitions):
        for moves in without_some(sorted(row.items(), key=lambda move: move[0])):
            yield (*transitions[:state], dict(moves), *transitions[state + 1 :])


INSTANCES = AutomatonInstances()
