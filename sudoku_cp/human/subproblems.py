"""The candidates that a few elements of a puzzle eliminate, as exactly as the engine finds them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
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
