"""Automata in a formula: one variable for each step from state to state.

If a word may have several runs, a variable says that a state is reached, one that the rest is accepted from it, and one
that a value leads from a state that is reached to one from which the rest is accepted. All are functions of the cells,
and unit propagation over them removes every value that no run reads.
"""

from __future__ import annotations

from sudoku_cp.kernel.automaton import Automaton
from sudoku_cp.kernel.machines import NFA
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding, Guard, limit_edges


def encode(constraint: Automaton, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true.

    Raises
    ------
    NotCoveredError
        If there are too many steps.
    """
    machine = constraint.machine
    if isinstance(machine, NFA):
        _encode_runs(constraint, machine, encoding, guard, positive)
        return
    transitions = machine.transitions
    encoding.layered(
        constraint.cells,
        machine.start,
        lambda place, state, value: transitions[state].get(value),
        machine.accepting.__contains__,
        guard,
        positive,
    )


_Edge = tuple[int, int, int]
"""A state, a value, and a state after it."""


def _encode_runs(constraint: Automaton, nfa: NFA, encoding: Encoding, guard: Guard, positive: bool) -> None:
    layers = _edges(constraint, nfa)
    true = encoding.formula.variable()
    encoding.formula.clause([true])
    finishing = [dict.fromkeys(nfa.accepting, true)]
    for cell, edges in zip(reversed(constraint.cells), reversed(layers), strict=True):
        literals = encoding.literals[cell.index]
        ways: dict[int, list[int]] = {}
        for state, value, target in edges:
            ways.setdefault(state, []).append(_all_of(encoding, [literals[value], finishing[-1][target]]))
        finishing.append({state: _one_of(encoding, some) for state, some in ways.items()})
    finishing.reverse()
    reached = dict.fromkeys(nfa.starts, true)
    for cell, edges, after in zip(constraint.cells, layers, finishing[1:], strict=True):
        entering: dict[int, list[int]] = {}
        uses: dict[int, list[int]] = {value: [] for value in cell.domain}
        for state, value, target in edges:
            read = _all_of(encoding, [reached[state], encoding.literals[cell.index][value]])
            entering.setdefault(target, []).append(read)
            if positive:
                uses[value].append(_all_of(encoding, [read, after[target]]))
        for value, used in uses.items() if positive else ():
            encoding.clause([encoding.literals[cell.index][value] ^ 1, *used], guard)
        reached = {state: _one_of(encoding, some) for state, some in entering.items()}
    last = [reached[state] for state in reached if state in nfa.accepting]
    if positive:
        encoding.clause(last, guard)
    else:
        for accepted in last:
            encoding.clause([accepted ^ 1], guard)


def _edges(constraint: Automaton, nfa: NFA) -> list[list[_Edge]]:
    """For each cell the steps on runs that accept."""
    layers: list[list[_Edge]] = []
    states = set(nfa.starts)
    for cell in constraint.cells:
        layers.append(
            [
                (state, value, target)
                for state in sorted(states)
                for value in cell.domain
                for target in sorted(nfa.transitions[state].get(value, ()))
            ]
        )
        limit_edges(sum(map(len, layers)))
        states = {target for _, _, target in layers[-1]}
    useful = set(nfa.accepting)
    for place in range(len(layers) - 1, -1, -1):
        layers[place] = [edge for edge in layers[place] if edge[2] in useful]
        useful = {state for state, _, _ in layers[place]}
    return layers


def _all_of(encoding: Encoding, literals: list[int]) -> int:
    """A variable that is true exactly if all the literals are."""
    both = encoding.formula.variable()
    for literal in literals:
        encoding.formula.clause([both ^ 1, literal])
    encoding.formula.clause([both, *(literal ^ 1 for literal in literals)])
    return both


def _one_of(encoding: Encoding, literals: list[int]) -> int:
    """A variable that is true exactly if one of the literals is."""
    return _all_of(encoding, [literal ^ 1 for literal in literals]) ^ 1
