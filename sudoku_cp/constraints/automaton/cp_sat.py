"""Automata in CP-SAT.

CP-SAT's own automaton is not used, and must be deterministic. Of a nondeterministic one there is a literal for each
state that a run may be in, and one for each state from which the rest is accepted.
"""

from __future__ import annotations

from collections.abc import Hashable

from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.automaton import Automaton
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.machines import DFA, NFA
from sudoku_cp.solvers.cp_sat.layers import MAX_TRANSITIONS, define_reading
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals, negated
from sudoku_cp.solvers.cp_sat.lowering import Definitions

_Arc = tuple[int, tuple[int, ...], int]
"""A state, values, and a state after them."""


def define(constraint: Automaton, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if the word is accepted.

    Raises
    ------
    LoweringError
        If the unrolled automaton has too many transitions.
    """
    machine = constraint.machine
    if isinstance(machine, NFA):
        _define_runs(constraint, machine, holds, definitions.literals)
        return
    dfa: DFA = machine

    def step(_: int, state: Hashable, value: int) -> Hashable | None:
        assert isinstance(state, int)
        return dfa.transitions[state].get(value)

    accepts = dfa.accepting.__contains__
    define_reading(str(constraint), constraint.cells, dfa.start, step, accepts, holds, definitions.literals)


def _define_runs(constraint: Automaton, nfa: NFA, holds: int, literals: ValueLiterals) -> None:
    """Make ``holds`` true exactly if some run accepts.

    All literals are functions of the cells: a state is reached, the rest is accepted from it, or both at both ends of
    an arc. The last kind lets a value go as soon as no run reads it.
    """
    layers = _arcs(constraint, nfa, literals)
    if not layers:
        literals.equate(holds, literals.false if nfa.starts.isdisjoint(nfa.accepting) else literals.true)
        return
    finishing = [dict.fromkeys(nfa.accepting, literals.true)]
    for cell, arcs in zip(reversed(constraint.cells), reversed(layers), strict=True):
        ways: dict[int, list[int]] = {}
        for state, values, target in arcs:
            ways.setdefault(state, []).append(literals.both(literals.among(cell, values), finishing[-1][target]))
        finishing.append({state: literals.some(some) for state, some in ways.items()})
    finishing.reverse()
    reached = dict.fromkeys(nfa.starts, literals.true)
    for cell, arcs, after in zip(constraint.cells, layers, finishing[1:], strict=True):
        entering: dict[int, list[int]] = {}
        supports: dict[int, list[int]] = {value: [] for value in literals.of(cell)}
        for state, values, target in arcs:
            read = literals.both(reached[state], literals.among(cell, values))
            entering.setdefault(target, []).append(read)
            used = literals.both(read, after[target])
            for value in values:
                supports[value].append(used)
        for value, ways_through in supports.items():
            literals.clause((negated(holds), negated(literals.of(cell)[value]), *ways_through))
        reached = {state: literals.some(some) for state, some in entering.items()}
    literals.equate(holds, literals.some(reached.values()))


def _arcs(constraint: Automaton, nfa: NFA, literals: ValueLiterals) -> list[list[_Arc]]:
    """For each cell the arcs on runs that accept."""
    layers: list[list[_Arc]] = []
    states = sorted(nfa.starts)
    count = 0
    for cell in constraint.cells:
        arcs = [arc for state in states for arc in _leaving(nfa, state, cell, literals)]
        count += len(arcs)
        if count > MAX_TRANSITIONS:
            raise LoweringError(f"{constraint}: more than {MAX_TRANSITIONS:,} transitions, the limit for cp-sat")
        layers.append(arcs)
        states = sorted({target for _, _, target in arcs})
    useful = set(nfa.accepting)
    for place in reversed(range(len(layers))):
        layers[place] = [arc for arc in layers[place] if arc[2] in useful]
        useful = {state for state, _, _ in layers[place]}
    return layers


def _leaving(nfa: NFA, state: int, cell: Cell, literals: ValueLiterals) -> list[_Arc]:
    values_to: dict[int, list[int]] = {}
    for value in literals.of(cell):
        for target in sorted(nfa.transitions[state].get(value, ())):
            values_to.setdefault(target, []).append(value)
    return [(state, tuple(values), target) for target, values in values_to.items()]
