"""Closed loops and paths along edges, and circuits of successors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import integer, integers, is_integer, listed, one_or_more
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.all_different import AllDifferent
from sudoku_cp.kernel.cell import Cell, cells_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Operand

Edges = tuple[tuple[int, int], ...]
"""The two nodes of each edge."""

_EXPECTED = "pairs of nodes, such as ((0, 1), (1, 2))"


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Loop(Constraint):
    """The edges whose cells have one of the values form one closed loop, which visits no node twice.

    A loop has at least one edge: one from a node to itself, or two between the same nodes, are loops, too.

    Parameters
    ----------
    cells
        For each edge the cell that says whether the loop uses it.
    edges
        The two nodes of each edge, any integers.
    values
        The values of a cell with which the loop uses the edge: the same for all edges, or a list for each.
    visits
        Nodes that the loop must visit.

    Raises
    ------
    ModelError
        If there are more or fewer edges, or lists of values, than cells, or an edge has not two nodes.

    >>> from sudoku_cp import Model
    >>> a, b, c, d = Model().variables("abcd", domain=(0, 1))
    >>> triangle_with_a_tail = Loop((a, b, c, d), ((0, 1), (1, 2), (2, 0), (2, 3)))
    >>> [triangle_with_a_tail.holds({a: 1, b: 1, c: 1, d: last}) for last in (0, 1)]
    [True, False]
    """

    cells: tuple[Cell, ...]
    edges: Edges
    values: tuple[frozenset[int], ...] = 1  # type: ignore[assignment]
    visits: frozenset[int] = frozenset()
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples and sets

        def __init__(
            self,
            cells: Iterable[Operand],
            edges: Iterable[Iterable[int]],
            values: int | Iterable[int] | Iterable[Iterable[int]] = 1,
            visits: Iterable[int] | int = (),
            label: str = "",
        ) -> None: ...

    def __post_init__(self) -> None:
        cells = cells_of(self.cells, "Loop")
        self._set(
            cells=cells,
            edges=_edges_of(self.edges, len(cells), "Loop"),
            values=_values_of(self.values, len(cells), "Loop"),
            visits=frozenset(one_or_more(self.visits, "the visits of Loop")),
        )

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    @property
    def nodes(self) -> tuple[int, ...]:
        """The nodes of the edges and those to visit, ascending."""
        return _nodes_of(self.edges, self.visits)

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        used = _used(self.cells, self.edges, self.values, assignment)
        degrees = _degrees(used)
        return bool(used) and {*degrees.values()} == {2} and degrees.keys() >= self.visits and _is_joined(used)

    def describe(self) -> str:
        return f"one loop along {_described(self.cells, self.visits)}"


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Path(Constraint):
    """The edges whose cells have one of the values form one path, at least one edge long, which visits no node twice.

    Parameters
    ----------
    cells, edges, values, visits
        See `Loop`.
    ends
        Nodes where the path ends, at most two; it may end anywhere if there are none.

    Raises
    ------
    ModelError
        As `Loop`; or if there are more than two ends.

    >>> from sudoku_cp import Model
    >>> a, b, c = Model().variables("abc", domain=(0, 1))
    >>> triangle = Path((a, b, c), ((0, 1), (1, 2), (2, 0)), ends=(0, 1))
    >>> triangle.holds({a: 1, b: 0, c: 0}), triangle.holds({a: 0, b: 1, c: 1}), triangle.holds({a: 1, b: 1, c: 0})
    (True, True, False)
    """

    cells: tuple[Cell, ...]
    edges: Edges
    values: tuple[frozenset[int], ...] = 1  # type: ignore[assignment]
    visits: frozenset[int] = frozenset()
    ends: frozenset[int] = frozenset()
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples and sets

        def __init__(
            self,
            cells: Iterable[Operand],
            edges: Iterable[Iterable[int]],
            values: int | Iterable[int] | Iterable[Iterable[int]] = 1,
            visits: Iterable[int] | int = (),
            ends: Iterable[int] | int = (),
            label: str = "",
        ) -> None: ...

    def __post_init__(self) -> None:
        cells = cells_of(self.cells, "Path")
        ends = one_or_more(self.ends, "the ends of Path")
        if len(ends) > 2 or len(set(ends)) < len(ends):
            raise ModelError(f"Path: the ends are at most two different nodes, not {', '.join(map(str, ends))}")
        self._set(
            cells=cells,
            edges=_edges_of(self.edges, len(cells), "Path"),
            values=_values_of(self.values, len(cells), "Path"),
            visits=frozenset(one_or_more(self.visits, "the visits of Path")),
            ends=frozenset(ends),
        )

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    @property
    def nodes(self) -> tuple[int, ...]:
        """The nodes of the edges, those to visit and the ends, ascending."""
        return _nodes_of(self.edges, self.visits | self.ends)

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        used = _used(self.cells, self.edges, self.values, assignment)
        degrees = _degrees(used)
        ends = {node for node, degree in degrees.items() if degree == 1}
        return (
            len(ends) == 2
            and ends >= self.ends
            and max(degrees.values()) <= 2
            and degrees.keys() >= self.visits
            and _is_joined(used)
        )

    def describe(self) -> str:
        where = f", ending at {', '.join(map(str, sorted(self.ends)))}" if self.ends else ""
        return f"one path along {_described(self.cells, self.visits)}{where}"


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Circuit(Constraint):
    """Each cell has the number of the next node, and one round trip visits all nodes.

    Parameters
    ----------
    cells
        The successor of each node, in the order of the nodes; at least one.
    first
        The number of the first node.

    Raises
    ------
    ModelError
        If there are no cells.

    >>> from sudoku_cp import Model
    >>> a, b, c = Model().variables("abc", domain=range(3))
    >>> Circuit((a, b, c)).holds({a: 1, b: 2, c: 0}), Circuit((a, b, c)).holds({a: 1, b: 0, c: 2})
    (True, False)
    """

    cells: tuple[Cell, ...]
    first: int = 0
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples

        def __init__(self, cells: Iterable[Operand], first: int = 0, label: str = "") -> None: ...

    def __post_init__(self) -> None:
        self._set(cells=cells_of(self.cells, "Circuit"), first=integer(self.first, "the first node of Circuit"))
        if not self.cells:
            raise ModelError("Circuit needs at least one cell")

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    @property
    def nodes(self) -> range:
        """The numbers of the nodes."""
        return range(self.first, self.first + len(self.cells))

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """Different successors, and a loop through all nodes along the steps from each node to its successor."""
        steps = [
            (cell, node, value)
            for node, cell in zip(self.nodes, self.cells, strict=True)
            for value in cell.domain
            if value in self.nodes
        ]
        cells = [cell for cell, _, _ in steps]
        edges = [(node, value) for _, node, value in steps]
        loop = Loop(cells, edges, [(value,) for _, _, value in steps], self.nodes, self.label)
        return AllDifferent(self.cells, label=self.label), loop

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        successor = dict(zip(self.nodes, [assignment[cell] for cell in self.cells], strict=True))
        node, visited = self.first, set[int]()
        while node in successor and node not in visited:
            visited.add(node)
            node = successor[node]
        return node == self.first and len(visited) == len(self.cells)

    def describe(self) -> str:
        first = f" from {self.first} on" if self.first else ""
        return f"one circuit by {' '.join(cell.name for cell in self.cells)}{first}"


def _edges_of(given: object, cells: int, place: str) -> Edges:
    """The edges as pairs.

    Raises
    ------
    ModelError
        If one is no pair of integers, or they are more or fewer than the cells.
    """
    edges = [integers(edge, f"{place}: an edge", _EXPECTED) for edge in listed(given, f"{place}: the edges", _EXPECTED)]
    for edge in edges:
        if len(edge) != 2:
            raise ModelError(f"{place}: an edge has two nodes, not {len(edge)}: {edge}")
    if len(edges) != cells:
        raise ModelError(f"{place}: {cells} cells cannot stand for {len(edges)} edges")
    return tuple([(one, other) for one, other in edges])


def _values_of(given: object, cells: int, place: str) -> tuple[frozenset[int], ...]:
    """For each edge the values with which it is used.

    Raises
    ------
    ModelError
        If they are neither integers, nor a list for each edge.
    """
    what, expected = f"{place}: the values", "an integer, integers, or a list of integers for each edge"
    if is_integer(given):
        return (frozenset({integer(given, what)}),) * cells
    items = listed(given, what, expected)
    if all(map(is_integer, items)):
        return (frozenset(integers(items, what, expected)),) * cells
    sets = tuple([frozenset(one_or_more(item, what, expected)) for item in items])
    if len(sets) != cells:
        raise ModelError(f"{place}: {cells} edges cannot have {len(sets)} lists of values")
    return sets


def _nodes_of(edges: Edges, others: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({node for edge in edges for node in edge}.union(others)))


def _used(
    cells: Sequence[Cell], edges: Edges, values: Sequence[frozenset[int]], assignment: Mapping[Cell, int]
) -> list[tuple[int, int]]:
    """The edges that are used."""
    return [edge for cell, edge, some in zip(cells, edges, values, strict=True) if assignment[cell] in some]


def _degrees(used: Sequence[tuple[int, int]]) -> Counter[int]:
    """How many ends of edges each node has."""
    return Counter(node for edge in used for node in edge)


def _is_joined(used: Sequence[tuple[int, int]]) -> bool:
    """Whether the edges, at least one, are connected."""
    beside: dict[int, list[int]] = {}
    for one, other in used:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    reached = [used[0][0]]
    found = {*reached}
    for node in reached:
        for other in beside[node]:
            if other not in found:
                found.add(other)
                reached.append(other)
    return len(found) == len(beside)


def _described(cells: Sequence[Cell], visits: frozenset[int]) -> str:
    through = f" through {', '.join(map(str, sorted(visits)))}" if visits else ""
    return f"{' '.join(cell.name for cell in cells)}{through}"
