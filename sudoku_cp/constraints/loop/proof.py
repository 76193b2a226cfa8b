"""Loops, paths and circuits in a formula: degrees, and steps from the first node that is visited.

The cells determine all variables: whether a node is visited, and whether a given number of steps leads to it.
"""

from __future__ import annotations

from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.loop import Circuit, Loop, Path
from sudoku_cp.solvers.pseudo_boolean.encoding import MAX_EDGES, Encoding, Guard, NotCoveredError


def encode(constraint: Loop | Path | Circuit, encoding: Encoding, guard: Guard, positive: bool) -> None:
    """Require the constraint, or its negation, if the guard is true."""
    if isinstance(constraint, Circuit):
        if positive:
            for part in constraint.parts:
                encoding.add(part, guard, True)
        else:
            encoding.clause([encoding.held(part) ^ 1 for part in constraint.parts], guard)
        return
    graph = _Graph(constraint, encoding)
    if positive:
        graph.require(guard)
    else:
        encoding.clause(graph.wrong(), guard)


class _Graph:
    """The nodes of a constraint with the edges that are used, as literals."""

    def __init__(self, constraint: Loop | Path, encoding: Encoding) -> None:
        self._encoding = encoding
        self._formula = encoding.formula
        self._ends = constraint.ends if isinstance(constraint, Path) else None
        self._visits = constraint.visits
        self._edges = constraint.edges
        self._used = []
        for cell, values in zip(constraint.cells, constraint.values, strict=True):
            used = self._formula.variable()
            members = [(1, is_it) for value, is_it in encoding.literals[cell.index].items() if value in values]
            self._formula.equal([*members, (-1, used)], 0)
            self._used.append(used)
        self._incident: dict[int, list[int]] = {node: [] for node in constraint.nodes}
        """For each node the literals of its edges; one from the node to itself twice."""
        for (one, other), used in zip(self._edges, self._used, strict=True):
            self._incident[one].append(used)
            self._incident[other].append(used)
        self._visited = {node: self._formula.some(sorted({*edges})) for node, edges in self._incident.items()}
        self._is_end = {node: self._degree_is_1(node) for node in self._incident} if self._ends is not None else {}

    def _degree_is_1(self, node: int) -> int:
        """A literal that is true if the node has one edge."""
        edges = [(1, used) for used in self._incident[node]]
        below, above, is_one = (self._formula.variable() for _ in range(3))
        self._formula.equal([(1, below), (1, above), (1, is_one)], 1)
        self._encoding.relate(edges, Relation.EQUAL, 1, is_one)
        self._encoding.relate(edges, Relation.AT_MOST, 0, below)
        self._encoding.relate(edges, Relation.AT_LEAST, 2, above)
        return is_one

    def _degree(self, node: int) -> list[tuple[int, int]]:
        """The number of edges of a node, less what it should be: 0 or 2, or 1 at an end of a path."""
        terms = [(1, used) for used in self._incident[node]]
        terms.append((-2, self._visited[node]))
        return [*terms, (1, self._is_end[node])] if node in self._is_end else terms

    def require(self, guard: Guard) -> None:
        """Require one loop or path."""
        encoding = self._encoding
        encoding.clause(list(self._visited.values()), guard)
        for node in self._incident:
            encoding.relate(self._degree(node), Relation.EQUAL, 0, guard)
        for node in sorted(self._visits):
            encoding.clause([self._visited[node]], guard)
        if self._ends is not None:
            encoding.relate([(1, is_end) for is_end in self._is_end.values()], Relation.EQUAL, 2, guard)
            for node in sorted(self._ends):
                encoding.clause([self._is_end[node]], guard)
        for stray in self._strays():
            encoding.clause([stray ^ 1], guard)

    def wrong(self) -> list[int]:
        """Literals of which one is true where there is no such loop or path."""
        encoding, formula = self._encoding, self._formula
        wrong = [self._visited[node] ^ 1 for node in sorted(self._visits)]
        wrong.append(formula.some(list(self._visited.values())) ^ 1)
        tests = [self._degree(node) for node in self._incident]
        if self._ends is not None:
            wrong += [self._is_end[node] ^ 1 for node in sorted(self._ends)]
        totals = [(terms, 0) for terms in tests]
        if self._ends is not None:
            totals.append(([(1, is_end) for is_end in self._is_end.values()], 2))
        for terms, total in totals:
            fits = formula.variable()
            encoding.relate(terms, Relation.EQUAL, total, fits)
            encoding.relate(terms, Relation.UNEQUAL, total, fits ^ 1)
            wrong.append(fits ^ 1)
        return [*wrong, *self._strays()]

    def _strays(self) -> list[int]:
        """For each node a literal that is true if it is visited, but not joined to the first one that is."""
        formula = self._formula
        steps = len(self._incident) // 2 if self._ends is None else max(len(self._incident) - 1, 0)
        if steps * (len(self._incident) + 2 * len(self._edges)) > MAX_EDGES:
            raise NotCoveredError(f"a loop of this size would need more than {MAX_EDGES:,} steps")
        reached: dict[int, int] = {}
        before: int | None = None
        for node, visited in self._visited.items():
            reached[node] = visited if before is None else formula.both(visited, before ^ 1)
            before = visited if before is None else formula.some([before, visited])
        for _ in range(steps):
            ways = {node: [there] for node, there in reached.items()}
            for (one, other), used in zip(self._edges, self._used, strict=True):
                if one != other:
                    ways[one].append(formula.both(used, reached[other]))
                    ways[other].append(formula.both(used, reached[one]))
            reached = {node: formula.some(some) for node, some in ways.items()}
        return [formula.both(there, reached[node] ^ 1) for node, there in self._visited.items()]
