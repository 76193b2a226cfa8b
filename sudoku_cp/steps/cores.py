"""Steps that need many elements: for each candidate a minimal set of elements that refutes it.

A minimal set stops to refute the candidate when any of its elements is left out; another set may still be smaller.
Source: U. Junker, QuickXplain: preferred explanations and relaxations for over-constrained problems, AAAI 2004.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sudoku_cp.steps.elements import Element
from sudoku_cp.steps.marks import Marks
from sudoku_cp.steps.selections import whole
from sudoku_cp.steps.subproblems import Subproblems

Chosen = tuple[Element, ...]
Refutes = Callable[[Sequence[Element]], bool]

NODES = (16, 100, 1_000, 20_000)
"""The search nodes for a refutation; more where no candidate is refuted with fewer."""


class Cores:
    """The minimal sets that refute candidates, kept from step to step.

    Parameters
    ----------
    elements
        The elements of the model.
    subproblems
        Answers whether a set of elements has a solution.
    """

    def __init__(self, elements: Sequence[Element], subproblems: Subproblems) -> None:
        self._elements = elements
        self._subproblems = subproblems
        self._known: dict[tuple[int, int], Chosen] = {}

    def smallest(self, marks: Marks, look_up: Callable[[], None]) -> dict[Chosen, dict[int, int]]:
        """The smallest of the minimal sets that refute some candidate; none where no candidate is impossible.

        Parameters
        ----------
        marks
            The candidates.
        look_up
            Called for each candidate; may raise an exception to stop.

        Returns
        -------
        dict
            The candidates that each set refutes: a mask for each cell that has some, by its index.
        """
        for most_nodes in NODES:
            found = self._smallest(marks, look_up, most_nodes)
            if found:
                return found
        return {}

    def _smallest(self, marks: Marks, look_up: Callable[[], None], most_nodes: int) -> dict[Chosen, dict[int, int]]:
        found: dict[Chosen, dict[int, int]] = {}
        least = len(self._elements) + 1
        for cell in marks.model.cells:
            if cell.index in marks.hidden or not marks.is_open(cell.index):
                continue
            for bit in range(len(cell.domain)):
                if not marks.masks[cell.index] >> bit & 1:
                    continue
                look_up()
                core = self._core(marks, cell.index, bit, least, most_nodes)
                if core is None or len(core) > least:
                    continue
                if len(core) < least:
                    found.clear()
                least = len(core)
                refuted = found.setdefault(core, {})
                refuted[cell.index] = refuted.get(cell.index, 0) | 1 << bit
        return found

    def _core(self, marks: Marks, index: int, bit: int, most: int, most_nodes: int) -> Chosen | None:
        """A minimal set that refutes a candidate, unless it has more elements than wanted."""
        masks = list(marks.masks)
        masks[index] = 1 << bit

        def refutes(chosen: Sequence[Element]) -> bool:
            return self._subproblems.contradict(whole(chosen).groups, masks, most_nodes)

        known = self._known.get((index, bit))
        if known is None:
            candidates = nearest_first(self._elements, index)
            if not refutes(candidates):
                return None
            candidates = _shortest_prefix(candidates, refutes)
        else:
            candidates = known
        core = _minimal(candidates, refutes, most)
        if core is not None:
            core = tuple(sorted(core, key=lambda element: element.number))
            self._known[index, bit] = core
        return core


def nearest_first(elements: Sequence[Element], index: int) -> Chosen:
    """Elements by the number of steps from cell to cell that lead to them."""
    reached, left, ordered = 1 << index, list(elements), []
    while left:
        near = [element for element in left if element.bits & reached]
        ordered += near or left
        if not near:
            break
        for element in near:
            reached |= element.bits
        left = [element for element in left if element not in set(near)]
    return tuple(ordered)


def _shortest_prefix(candidates: Chosen, refutes: Refutes) -> Chosen:
    low, high = 1, len(candidates)
    while low < high:
        middle = (low + high) // 2
        if refutes(candidates[:middle]):
            high = middle
        else:
            low = middle + 1
    return candidates[:low]


def _minimal(candidates: Chosen, refutes: Refutes, most: int) -> Chosen | None:
    """A minimal subset that refutes, found by halves; None where it has more than ``most`` elements."""

    def shrink(background: Chosen, is_new: bool, part: Chosen) -> Chosen | None:
        if is_new and refutes(background):
            return ()
        if len(part) == 1:
            return part
        half = len(part) // 2
        first, second = part[:half], part[half:]
        of_second = shrink(background + first, True, second)
        if of_second is None or len(of_second) > most:
            return None
        of_first = shrink(background + of_second, bool(of_second), first)
        if of_first is None or len(of_first) + len(of_second) > most:
            return None
        return of_first + of_second

    return shrink((), False, candidates)
