"""The candidates that a few elements eliminate, and for each candidate a minimal set of elements that refutes it.

The engine finds what elements eliminate. A minimal set, which is a minimal unsatisfiable subset (MUS) with the
candidate, stops to refute it when any of its elements is left out; another set may still be smaller.
Source: U. Junker, QuickXplain: preferred explanations and relaxations for over-constrained problems, AAAI 2004.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import copy
from functools import partial
from itertools import combinations
from math import comb

from sudoku_cp.human.elements import Element, Group, bits_of
from sudoku_cp.human.marks import Marks, mask_of
from sudoku_cp.model import Model
from sudoku_cp.solvers.exact_cover.groups import ConstraintGroups

MOST_NODES = 500
"""The search nodes for one set of elements. A set that needs more eliminates nothing: no person would follow it."""


MOST_SETS = 50
"""The number of sets of cells of a size that are tried to find a smallest one."""


class Subproblems:
    """Asks the engine about groups of constraints, and remembers its answers.

    Parameters
    ----------
    model
        The model.
    elements
        Its elements.

    Raises
    ------
    LoweringError
        If the engine cannot express a constraint.
    """

    def __init__(self, model: Model, elements: Sequence[Element]) -> None:
        groups = [group.constraints for element in elements for group in element.groups]
        full = {cell.index: (1 << len(cell.domain)) - 1 for cell in model.auxiliary_cells}
        free = copy(model)  # the questions contain the candidates, which may be more than the model's pencil marks
        free.pencilmarks = {cell: values for cell, values in model.pencilmarks.items() if cell.index in full}
        self._groups = ConstraintGroups(free, groups)
        self._outside = [full.get(cell.index, mask_of(cell, model.domain_of(cell)[:1])) for cell in model.cells]
        self._known: dict[tuple[int, ...], tuple[tuple[int, ...], dict[int, int]]] = {}
        self.questions = 0
        """How often the engine was asked."""

    def eliminations(self, groups: Sequence[Group], marks: Marks) -> dict[int, int]:
        """The candidates that groups of constraints alone rule out.

        Parameters
        ----------
        groups
            Some groups.
        marks
            The candidates.

        Returns
        -------
        dict
            A mask for each cell that loses candidates, by its index.
        """
        numbers = tuple(group.number for group in groups)
        seen = tuple(marks.masks[cell.index] for group in groups for cell in group.cells)
        known = self._known.get(numbers)
        if known is None or known[0] != seen:
            found = self._groups.eliminations(numbers, self._domains(groups, marks.masks), MOST_NODES) or {}
            inside = {cell.index for group in groups for cell in group.cells}
            known = seen, {index: mask for index, mask in found.items() if index in inside}
            self._known[numbers] = known
        return known[1]

    def carriers(self, groups: Sequence[Group], removed: Mapping[int, int], marks: Marks) -> set[int]:
        """The fewest cells that groups of constraints need for eliminations: with those alone as they are, they follow.

        Parameters
        ----------
        groups
            Some groups.
        removed
            A mask of the eliminated candidates for each cell that has some, by its index.
        marks
            The candidates.

        Returns
        -------
        set
            The indices of the cells that lose candidates, and of open cells whose other candidates are missed: no
            smaller set will do, or where too many would have to be tried (`MOST_SETS`), none of these can be left out.
        """
        inside = {cell.index: cell for group in groups for cell in group.cells}
        free = [index for index in sorted(inside) if marks.is_open(index) and index not in removed]

        def follow(kept: Collection[int]) -> bool:
            """Whether the eliminations follow where, of the free cells, only those kept miss candidates."""
            masks = list(marks.masks)
            for index in free:
                if index not in kept:
                    masks[index] = (1 << len(inside[index].domain)) - 1
            domains = self._domains(groups, masks)
            return all(self._rule_out(groups, domains, index, mask) for index, mask in removed.items())

        return {*removed, *_least(free, follow)}

    def _rule_out(self, groups: Sequence[Group], domains: Sequence[int], index: int, removed: int) -> bool:
        """Whether groups have no solution with one of some candidates of a cell."""
        asked = list(domains)
        asked[index] = removed
        return self._groups.has_solution([group.number for group in groups], asked, MOST_NODES) is False

    def contradict(self, elements: Sequence[Element], masks: Sequence[int], most_nodes: int) -> bool:
        """Whether ``most_nodes`` search nodes show that elements have no solution among the candidates of all cells."""
        self.questions += 1
        return self._groups.has_solution(*self._asked(elements, masks), most_nodes) is False

    def refuted(
        self,
        elements: Sequence[Element],
        masks: Sequence[int],
        asked: Sequence[int],
        most_nodes: int,
        should_stop: Callable[[], bool],
    ) -> dict[int, int]:
        """The candidates with each of which ``most_nodes`` search nodes show that elements have no solution.

        Parameters
        ----------
        elements
            The elements.
        masks
            The candidates of all cells.
        asked
            The candidates to ask about, of cells of the elements.
        most_nodes
            The limit for each candidate.
        should_stop
            Asked now and then; True leaves out the other candidates.

        Returns
        -------
        dict
            A mask for each cell that has some, by its index.
        """
        self.questions += 1
        numbers, domains = self._asked(elements, masks)
        return self._groups.refuted(numbers, domains, asked, most_nodes, should_stop)

    def _asked(self, elements: Sequence[Element], masks: Sequence[int]) -> tuple[list[int], list[int]]:
        """The groups of elements, and the candidates of the cells inside, with one for each other cell."""
        bits, numbers = bits_of(elements), [number for element in elements for number in element.numbers]
        return numbers, [mask if bits >> index & 1 else self._outside[index] for index, mask in enumerate(masks)]

    def _domains(self, groups: Sequence[Group], masks: Sequence[int]) -> list[int]:
        """The candidates of the cells inside, and one for each other cell. Auxiliary variables follow from them."""
        domains = list(self._outside)
        for group in groups:
            for cell in group.cells:
                domains[cell.index] = masks[cell.index]
        self.questions += 1
        return domains


def _least(cells: Sequence[int], follow: Callable[[Collection[int]], bool]) -> tuple[int, ...]:
    """A smallest set of cells for which something follows; a minimal one where there are too many sets to try.

    The cells without any one of which it does not follow are in each such set; only the others are tried.
    """
    kept = list(cells)
    for cell in reversed(cells):
        fewer = [other for other in kept if other != cell]
        if follow(fewer):
            kept = fewer
    certain = [cell for cell in kept if not follow([other for other in cells if other != cell])]
    others = [cell for cell in cells if cell not in certain]
    for size in range(len(kept) - len(certain)):
        if comb(len(others), size) > MOST_SETS:
            break
        for further in combinations(others, size):
            if follow((*certain, *further)):
                return (*certain, *further)
    return tuple(kept)


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
