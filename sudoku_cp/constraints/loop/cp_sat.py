"""Loops, paths and circuits in CP-SAT: its own circuit where they must hold, otherwise degrees and steps.

A circuit has a direction, which is fixed so that each loop is found once: from its first node it goes along the edge
that is listed first; a path starts at the end that is listed first.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.combination import AllOf
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.loop import Circuit, Loop, Path
from sudoku_cp.solvers.cp_sat.literals import ValueLiterals, negated
from sudoku_cp.solvers.cp_sat.lowering import Definitions, define_sum

MAX_STEPS = 500_000
"""The largest number of literals, one for each node and number of steps."""


def define(constraint: Loop | Path | Circuit, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if there is one loop, path or circuit.

    Raises
    ------
    LoweringError
        If there are too many nodes, and the constraint is part of a combination.
    """
    literals = definitions.literals
    if isinstance(constraint, Circuit):
        if literals.is_true(holds):
            _require_circuit(constraint, literals)
        else:
            definitions.define(AllOf(*constraint.parts), holds)
        return
    graph = _Graph(constraint, literals)
    if literals.is_true(holds) and graph.is_simple:
        graph.require()
    else:
        graph.define(holds)


def _require_circuit(constraint: Circuit, literals: ValueLiterals) -> None:
    first = constraint.first
    if len(constraint.cells) == 1:
        literals.clause((literals.among(constraint.cells[0], {first}),))
        return
    arcs = [
        (node - first, other - first, literals.among(cell, {other}))
        for node, cell in zip(constraint.nodes, constraint.cells, strict=True)
        for other in constraint.nodes
        if other != node and other in cell.domain
    ]
    for cell in constraint.cells:
        literals.clause((literals.among(cell, constraint.nodes),))
    literals.circuit(arcs)


class _Graph:
    """The edges of a constraint as literals, and the nodes from 0."""

    def __init__(self, constraint: Loop | Path, literals: ValueLiterals) -> None:
        self._constraint = constraint
        self._literals = literals
        number = {node: place for place, node in enumerate(constraint.nodes)}
        self._nodes = len(number)
        self._edges = [(number[one], number[other]) for one, other in constraint.edges]
        self._used = [
            literals.among(cell, values) for cell, values in zip(constraint.cells, constraint.values, strict=True)
        ]
        self._incident: list[list[int]] = [[] for _ in number]
        """By node: the edges; one from the node to itself twice."""
        for index, (one, other) in enumerate(self._edges):
            self._incident[one].append(index)
            self._incident[other].append(index)
        self._must = {number[node] for node in constraint.visits}
        self._ends = sorted(number[node] for node in constraint.ends) if isinstance(constraint, Path) else None
        """The ends of a path that are known; None for a loop."""

    @property
    def is_simple(self) -> bool:
        """Whether no edge joins a node to itself, and no two join the same nodes."""
        pairs = {frozenset(edge) for edge in self._edges}
        return len(pairs) == len(self._edges) and all(len(pair) == 2 for pair in pairs)

    def require(self) -> None:
        """Require the constraint by a circuit."""
        literals = self._literals
        arcs: list[tuple[int, int, int]] = []
        leaving, entering = [], []
        """By edge: literals for its two directions, from the first to the second node, and back."""
        for (one, other), used in zip(self._edges, self._used, strict=True):
            there, back = literals.boolean(), literals.boolean()
            literals.equals_sum(used, (there, back))
            arcs += ((one, other, there), (other, one, back))
            leaving.append(there)
            entering.append(back)
        visited = []
        for node in range(self._nodes):
            if node in self._must:
                visited.append(literals.true)
                continue
            is_visited = literals.boolean()
            arcs.append((node, node, negated(is_visited)))
            visited.append(is_visited)
        literals.clause(self._used)
        for node in self._must.union(self._ends or ()):
            literals.clause([self._used[edge] for edge in self._incident[node]])
        if self._ends is None:
            self._fix_direction(visited, leaving, entering)
            literals.circuit(arcs)
        else:
            literals.circuit([*arcs, *self._ends_of_path()])

    def _fix_direction(self, visited: Sequence[int], leaving: Sequence[int], entering: Sequence[int]) -> None:
        """Leave the first node that is visited along the edge that is listed first."""
        literals = self._literals
        before = literals.false
        for node, is_visited in enumerate(visited):
            is_first = literals.both(is_visited, negated(before))
            before = literals.some((before, is_visited))
            for early, late in combinations(self._incident[node], 2):
                in_by_early = entering[early] if self._edges[early][0] == node else leaving[early]
                out_by_late = leaving[late] if self._edges[late][0] == node else entering[late]
                literals.clause((negated(is_first), negated(in_by_early), negated(out_by_late)))

    def _ends_of_path(self) -> list[tuple[int, int, int]]:
        """Arcs from a further node to the first end of the path, and from its last end back."""
        literals, ends = self._literals, self._ends or []
        arcs = []
        if ends:
            arcs.append((self._nodes, ends[0], literals.true))
        if len(ends) == 2:
            return [*arcs, (ends[1], self._nodes, literals.true)]
        ended = literals.false
        for node in range(self._nodes):
            last = literals.boolean()
            arcs.append((node, self._nodes, last))
            if not ends:
                first = literals.boolean()
                arcs.append((self._nodes, node, first))
                ended = literals.some((ended, last))
                literals.clause((negated(first), negated(ended)))
            elif node == ends[0]:
                literals.clause((negated(last),))
        return arcs

    def define(self, holds: int) -> None:
        """Make ``holds`` true exactly if the degrees fit, and steps from the first node lead to all others."""
        literals = self._literals
        steps = self._nodes // 2 if self._ends is None else self._nodes - 1
        if steps * self._nodes > MAX_STEPS:
            raise LoweringError(f"{self._constraint}: more than {MAX_STEPS:,} steps, the limit for cp-sat")
        visited = [literals.some([self._used[edge] for edge in edges]) for edges in self._incident]
        wrong = [negated(literals.some(visited))]
        ones = []
        for node, edges in enumerate(self._incident):
            two, one = self._has_degree(edges, 2), literals.false
            if self._ends is not None:
                one = self._has_degree(edges, 1)
                ones.append(one)
            is_known_end = node in (self._ends or ())
            fits = one if is_known_end else literals.some((two, one))
            allowed = fits if is_known_end or node in self._must else literals.some((fits, negated(visited[node])))
            wrong.append(negated(allowed))
        if self._ends is not None:
            has_two_ends = literals.boolean()
            define_sum([(1, one) for one in ones], Relation.EQUAL, 2, has_two_ends, literals)
            wrong.append(negated(has_two_ends))
        wrong += self._strays(visited, steps)
        literals.equate(negated(holds), literals.some(wrong))

    def _has_degree(self, edges: Sequence[int], degree: int) -> int:
        has = self._literals.boolean()
        define_sum([(1, self._used[edge]) for edge in edges], Relation.EQUAL, degree, has, self._literals)
        return has

    def _strays(self, visited: Sequence[int], steps: int) -> list[int]:
        """For each node a literal that is true if it is visited, but not joined to the first one that is."""
        literals = self._literals
        before = literals.false
        reached = []
        for is_visited in visited:
            reached.append(literals.both(is_visited, negated(before)))
            before = literals.some((before, is_visited))
        for _ in range(steps):
            nearer = [[there] for there in reached]
            for (one, other), used in zip(self._edges, self._used, strict=True):
                nearer[one].append(literals.both(used, reached[other]))
                nearer[other].append(literals.both(used, reached[one]))
            reached = [literals.some(ways) for ways in nearer]
        return [literals.both(there, negated(near)) for there, near in zip(visited, reached, strict=True)]
