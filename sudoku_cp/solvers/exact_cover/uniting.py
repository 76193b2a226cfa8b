"""One automaton in the place of alternatives that are automata over the same cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from sudoku_cp.kernel.automaton import Automaton
from sudoku_cp.kernel.combination import Combination
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.machines import DFA, NFA
from sudoku_cp.kernel.relation import Relation
from sudoku_cp.solvers.exact_cover.adding import indices

MAX_STATES = 1000
"""The most states of the automata together."""


def united(combination: Combination) -> Automaton | None:
    """An automaton that accepts what any part accepts; None where the combination asks for anything else."""
    parts: list[Automaton] = []
    for part in _alternatives(combination):
        if not isinstance(part, Automaton) or (parts and indices(part.cells) != indices(parts[0].cells)):
            return None
        parts.append(part)
    machines = dict.fromkeys(part.machine for part in parts)
    if len(machines) == 1:
        return parts[0]
    if not parts or sum(len(machine.transitions) for machine in machines) > MAX_STATES:
        return None
    return Automaton(parts[0].cells, _union(tuple(machines)))


@lru_cache(maxsize=256)
def _union(machines: tuple[DFA | NFA, ...]) -> NFA:
    """The automaton that accepts what any of these accepts; clues of one kind share it."""
    transitions: list[Mapping[int, frozenset[int]]] = []
    accepting: set[int] = set()
    starts: set[int] = set()
    for machine in machines:
        first = len(transitions)
        if isinstance(machine, DFA):
            starts.add(first + machine.start)
            transitions += (
                {value: frozenset({first + to}) for value, to in row.items()} for row in machine.transitions
            )
        else:
            starts.update(first + state for state in machine.starts)
            transitions += (
                {value: frozenset(first + to for to in targets) for value, targets in row.items()}
                for row in machine.transitions
            )
        accepting.update(first + state for state in machine.accepting)
    return NFA(tuple(transitions), frozenset(accepting), frozenset(starts))


def _alternatives(constraint: Constraint) -> Iterator[Constraint]:
    """The constraints of which at least one must hold, those of alternatives inside included."""
    if isinstance(constraint, Combination) and (constraint.relation, constraint.constant) == (Relation.AT_LEAST, 1):
        for part in constraint.constraints:
            yield from _alternatives(part)
    else:
        yield constraint
