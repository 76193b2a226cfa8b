"""What reading some cells in order can come to: the layered graph of an automaton over their domains."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from sudoku_cp.model import LoweringError

State = Any
"""Any hashable value but None."""

MAX_EDGES = 50_000
"""The most steps that one constraint may unfold to."""

_DEAD = object()
"""The state after a step that is not allowed."""


class NotCoveredError(LoweringError):
    """A proof cannot be written for a constraint; the message names it."""


class Layers:
    """The steps, layer by layer, that lie on a path to acceptance.

    Parameters
    ----------
    domains
        The values that may be read in each place.
    start
        The state before the first.
    step
        Gives the next state for a place, a state and a value; None rejects.
    accepts
        Says whether a state is a good one to end in.
    positive
        False asks for the paths that are *not* accepted.

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
            if count > MAX_EDGES:
                raise NotCoveredError(f"reading its cells unfolds to more than {MAX_EDGES:,} steps")
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
        """Whether no reading is wanted."""
        self.always = ends_well and not self.edges
        """Whether there is nothing to read, and that is well."""
