"""The layered graph of an automaton that reads cells in order, over their domains."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from sudoku_cp.model import LoweringError

State = Any
"""Any hashable value except None."""

MAX_EDGES = 50_000
"""The largest number of steps for one constraint."""

_DEAD = object()
"""The state after a step that is not allowed."""


class NotCoveredError(LoweringError):
    """Raised if a proof cannot be written for a constraint; the message names it."""


def limit_edges(count: int) -> None:
    """Refuse to encode more edges than a proof should have.

    Parameters
    ----------
    count
        The number of edges so far.

    Raises
    ------
    NotCoveredError
        If there are more than `MAX_EDGES`.
    """
    if count > MAX_EDGES:
        raise NotCoveredError(f"reading its cells needs more than {MAX_EDGES:,} steps")


class Layers:
    """The steps, layer by layer, that are on a path to acceptance.

    Parameters
    ----------
    domains
        The possible values at each position.
    start
        The state before the first value.
    step
        Returns the next state for a position, a state and a value; None rejects.
    accepts
        Returns whether a state accepts at the end.
    positive
        Whether to find accepted paths; False finds those that are *not* accepted.

    Raises
    ------
    NotCoveredError
        If there are more than `MAX_EDGES` steps.

    >>> def add(place, total, value): return total + value
    >>> [len(layer) for layer in Layers([(1, 2), (1, 2)], 0, add, (3).__eq__, True).edges]
    [2, 2]
    """

    def __init__(
        self,
        domains: Sequence[Sequence[int]],
        start: Hashable,
        step: Callable[[int, Any, int], State | None],
        accepts: Callable[[Any], bool],
        positive: bool,
    ) -> None:
        layers: list[list[tuple[State, int, State]]] = []
        states = [start]
        count = 0
        for place, domain in enumerate(domains):
            edges = []
            for state in states:
                for value in domain:
                    target = _DEAD if state is _DEAD else step(place, state, value)
                    if target is None or target is _DEAD:
                        if positive:
                            continue
                        target = _DEAD
                    edges.append((state, value, target))
            count += len(edges)
            limit_edges(count)
            layers.append(edges)
            states = list(dict.fromkeys(target for _, _, target in edges))
        good = {state for state in states if (state is not _DEAD and bool(accepts(state))) == positive}
        self.edges: list[list[tuple[State, int, State]]] = []
        for edges in reversed(layers):
            edges = [edge for edge in edges if edge[2] in good]
            good = {state for state, _, _ in edges}
            self.edges.append(edges)
        self.edges.reverse()
        ends_well = start in good
        self.never = not ends_well
        """Whether there is no such path."""
        self.always = ends_well and not self.edges
        """Whether there are no cells, and that is accepted."""
