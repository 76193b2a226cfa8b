"""Steps that need many elements: for each candidate a minimal set of elements that refutes it.

A minimal set stops to refute the candidate when any of its elements is left out; another set may still be smaller.
Source: U. Junker, QuickXplain: preferred explanations and relaxations for over-constrained problems, AAAI 2004.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from sudoku_cp.human.elements import Element, bits_of
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.subproblems import Subproblems

Chosen = tuple[Element, ...]
Refutes = Callable[[Sequence[Element]], bool]
Candidate = tuple[int, int]
"""The index of a cell, and a mask with one value."""

NODES = (16, 100, 1_000, 20_000)
"""The search nodes for a refutation; more where no candidate is refuted with fewer."""

LEAST = 4
"""The number of elements below which every set has been tried: a set of as many is a least one."""

PATIENCE = 10
"""The search ends after this many candidates in turn that need as many elements as the best one."""


class Cores:
    """The minimal sets that refute candidates.

    Parameters
    ----------
    elements
        The elements of the model.
    subproblems
        Answers whether a set of elements has a solution.
    """

    def __init__(self, elements: Sequence[Element], subproblems: Subproblems) -> None:
        self._elements = tuple(elements)
        self._subproblems = subproblems
        self._refuted: dict[Candidate, Chosen] = {}
        """Sets that refute candidates. They go on to do so when other candidates are eliminated."""
        self._minimal_for: dict[Candidate, tuple[int, ...]] = {}
        """The candidates of all cells of a minimal set when it was found: it is minimal until one of them goes."""
        self._seen: tuple[int, ...] = ()
        """The candidates with which those sets were found last."""

    def forget(self) -> None:
        """Forget all sets."""
        self._refuted.clear()
        self._minimal_for.clear()

    def smallest(self, marks: Marks, look_up: Callable[[], None]) -> dict[Chosen, dict[int, int]]:
        """A minimal set that refutes a candidate, the smallest that is found; none where no candidate is impossible.

        Parameters
        ----------
        marks
            The candidates.
        look_up
            Called for each candidate; may raise an exception to stop.

        Returns
        -------
        dict
            The candidates that the set refutes: a mask for each cell that has some, by its index.
        """
        if any(mask & ~before for mask, before in zip(marks.masks, self._seen, strict=False)):
            self.forget()  # these are not later marks of the same puzzle
        self._seen = tuple(marks.masks)
        for most_nodes in NODES:
            if candidates := self._refuted_with(marks, most_nodes, look_up):
                return self._best(candidates, marks, most_nodes, look_up)
        return {}

    def _refuted_with(self, marks: Marks, most_nodes: int, look_up: Callable[[], None]) -> list[Candidate]:
        """The candidates that all elements together refute."""
        candidates = list(_candidates(marks))
        asked = [0] * len(marks.masks)
        for index, value in candidates:
            if (index, value) not in self._refuted:
                asked[index] |= value

        def looked_up() -> bool:
            look_up()
            return False

        found = self._subproblems.refuted(self._elements, marks.masks, asked, most_nodes, looked_up)
        for index, value in candidates:
            if found.get(index, 0) & value:
                self._refuted[index, value] = nearest_first(self._elements, index)
        return [candidate for candidate in candidates if candidate in self._refuted]

    def _refutes(self, chosen: Sequence[Element], candidate: Candidate, marks: Marks, most_nodes: int) -> bool:
        """Whether some elements have no solution with a candidate, as far as the search nodes show."""
        index, value = candidate
        masks = list(marks.masks)
        masks[index] = value
        return self._subproblems.contradict(chosen, masks, most_nodes)

    def _best(
        self, candidates: Sequence[Candidate], marks: Marks, most_nodes: int, look_up: Callable[[], None]
    ) -> dict[Chosen, dict[int, int]]:
        """The smallest of the minimal sets of the candidates that are refuted near by; of equal ones the first."""
        for candidate in candidates:
            if len(self._refuted[candidate]) == len(self._elements):
                look_up()
                refutes = partial(self._refutes, candidate=candidate, marks=marks, most_nodes=most_nodes)
                self._refuted[candidate] = _shortest_prefix(self._refuted[candidate], refutes)
        best: tuple[Chosen, Candidate] | None = None
        least, patience = len(self._elements) + 1, PATIENCE
        for candidate in sorted(candidates, key=lambda candidate: len(self._refuted[candidate])):
            look_up()
            if patience == 0 or least <= LEAST:
                break
            core = self._core(candidate, marks, least - 1, most_nodes)
            if core is None:
                patience -= 1
            else:
                best, least, patience = (core, candidate), len(core), PATIENCE
        return {} if best is None else {best[0]: dict([best[1]])}

    def _core(self, candidate: Candidate, marks: Marks, most: int, most_nodes: int) -> Chosen | None:
        """A minimal set that refutes a candidate, unless it has more elements than wanted."""
        near = self._refuted[candidate]
        if self._minimal_for.get(candidate) == _seen_by(near, marks):
            return near if len(near) <= most else None
        refutes = partial(self._refutes, candidate=candidate, marks=marks, most_nodes=most_nodes)
        core = _minimal(near, refutes, most)
        if core is None:
            return None
        found = self._refuted[candidate] = _in_order(core)
        self._minimal_for[candidate] = _seen_by(found, marks)
        return found

    def reason(self, elements: Sequence[Element], candidates: Candidate, marks: Marks) -> Chosen | None:
        """A minimal set of some elements that refutes candidates of a cell, given as one mask; None if they do not."""
        refutes = partial(self._refutes, candidate=candidates, marks=marks, most_nodes=NODES[-1])
        near = nearest_first(elements, candidates[0])
        if not refutes(near):
            return None
        core = _minimal(_shortest_prefix(near, refutes), refutes, len(near))
        return None if core is None else _in_order(core)


def _in_order(elements: Sequence[Element]) -> Chosen:
    return tuple(sorted(elements, key=lambda element: element.number))


def _seen_by(elements: Sequence[Element], marks: Marks) -> tuple[int, ...]:
    """The candidates of the cells of some elements."""
    bits = bits_of(elements)
    return tuple(mask for index, mask in enumerate(marks.masks) if bits >> index & 1)


def _candidates(marks: Marks) -> Iterator[Candidate]:
    """The candidates of the open cells, in their order."""
    for cell in marks.model.cells:
        if cell.index not in marks.hidden and marks.is_open(cell.index):
            for bit in range(len(cell.domain)):
                if marks.masks[cell.index] >> bit & 1:
                    yield cell.index, 1 << bit


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
