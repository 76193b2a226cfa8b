"""The permutations of a model's cells that leave its constraints as they are.

They are found by backtracking over the cells: cells are mapped to cells that share the same kinds of constraints with
those mapped before, and at the end all constraints are compared. Constraints that mean the same and are written
differently count as different, and values are permuted only where every constraint says that cells differ. So
symmetries may be missed, and two symmetric puzzles then have different forms; but no other two ever have the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Set
from dataclasses import dataclass, fields
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sudoku_cp.kernel import AllDifferent, Combination, Linear, Table
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.model import Constraint, Model, ModelError

Key = Hashable
Numbers = Mapping[Cell, int]


def key_of(constraint: Constraint, numbers: Numbers) -> Key:
    """The key of a constraint: equal keys mean the same, but the same may have different keys.

    Parameters
    ----------
    constraint
        The constraint.
    numbers
        A number for each cell.

    Returns
    -------
    Hashable
        The key.
    """
    match constraint:
        case Linear(terms=((1, one), (-1, other)), relation=Relation.UNEQUAL, constant=0):
            return "differ", tuple(sorted((numbers[one], numbers[other])))
        case AllDifferent(cells=cells):
            return "differ", tuple(sorted(numbers[cell] for cell in cells))
        case Linear(terms=terms, relation=relation, constant=constant):
            return "sum", relation.value, constant, tuple(sorted((weight, numbers[cell]) for weight, cell in terms))
        case Combination(constraints=parts, relation=relation, constant=constant):
            inner = sorted((key_of(part, numbers) for part in parts), key=repr)
            return "combination", relation.value, constant, tuple(inner)
        case Table(cells=(one, other), tuples=tuples) if _is_symmetric(tuples):
            return "table", tuple(sorted((numbers[one], numbers[other]))), tuple(sorted(tuples))
    named = ((field.name, getattr(constraint, field.name)) for field in fields(constraint) if field.name != "label")
    return type(constraint).__qualname__, tuple((name, _value(value, numbers)) for name, value in named)


def role_of(constraint: Constraint, place: int) -> Key:
    """What distinguishes a place in the scope of a constraint from others: cells change places only within a role.

    Parameters
    ----------
    constraint
        The constraint.
    place
        A place in its scope.

    Returns
    -------
    Hashable
        The role.
    """
    match constraint:
        case AllDifferent() | Combination():
            return 0
        case Linear(terms=terms):
            return 0 if is_difference(constraint) else terms[place][0]
        case Table(cells=(_, _), tuples=tuples) if _is_symmetric(tuples):
            return 0
    return place


def is_difference(constraint: Constraint) -> bool:
    """Whether a constraint says that cells differ, and no more.

    Parameters
    ----------
    constraint
        The constraint.

    Returns
    -------
    bool
        Whether any permutation of the values leaves it as it is.
    """
    match constraint:
        case Linear(terms=((1, _), (-1, _)), relation=Relation.UNEQUAL, constant=0) | AllDifferent():
            return True
    return False


@lru_cache(maxsize=256)
def _is_symmetric(tuples: frozenset[tuple[int, ...]]) -> bool:
    return all((second, first) in tuples for first, second in tuples)


def _value(value: object, numbers: Numbers) -> Key:
    if isinstance(value, Cell):
        return "cell", numbers[value]
    if isinstance(value, Constraint):
        return key_of(value, numbers)
    if isinstance(value, tuple):
        return tuple(_value(part, numbers) for part in value)
    if isinstance(value, Set):
        return "set", tuple(sorted((_value(part, numbers) for part in value), key=repr))
    if isinstance(value, Mapping):
        pairs = ((_value(key, numbers), _value(part, numbers)) for key, part in value.items())
        return "mapping", tuple(sorted(pairs, key=repr))
    return repr(value)


MOST = 2_000
"""The largest number of permutations: finding them takes about 1 ms each."""


@dataclass(frozen=True)
class Automorphisms:
    """A group of permutations of cells and, if these are free, of values."""

    cells: NDArray[np.int32]
    """One row for each permutation: the number of the image of each cell of the model."""
    values_are_free: bool
    """Whether all values may be permuted."""

    def least(self, values: NDArray[np.int64]) -> tuple[int, ...]:
        """The least of the symmetric copies of a puzzle.

        Parameters
        ----------
        values
            For each cell of the model the place of its value in its domain, from 1; 0 for open cells.

        Returns
        -------
        tuple
            The same of the first copy in the order of texts.
        """
        copies = values[self.cells]
        labels = np.zeros((len(copies), int(values.max(initial=0)) + 1), np.int64)
        following = np.ones(len(copies), np.int64)
        form: list[int] = []
        for column in range(copies.shape[1]):
            found = copies[:, column]
            if self.values_are_free:
                rows = np.arange(len(copies))
                is_new = (found > 0) & (labels[rows, found] == 0)
                labels[rows[is_new], found[is_new]] = following[is_new]
                following += is_new
                found = labels[rows, found]
            least = found.min()
            form.append(int(least))
            kept = found == least
            copies, labels, following = copies[kept], labels[kept], following[kept]
        return tuple(form)


def automorphisms_of(model: Model) -> Automorphisms:
    """Find the automorphisms of a model.

    Parameters
    ----------
    model
        The model, without its givens.

    Returns
    -------
    Automorphisms
        Those that were found; at least the identity.

    Raises
    ------
    ModelError
        If there are more than `MOST` permutations of cells.
    """
    search = _Search(model)
    found = np.array(list(search.permutations()), np.int32).reshape(-1, len(model.cells))
    are_alike = len({cell.domain for cell in model.cells}) == 1 and not model.pencilmarks
    return Automorphisms(found, are_alike and all(map(is_difference, model.constraints)))


class _Search:
    """Backtracking over the cells, with the possible images of each as a mask."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._size = len(model.cells)
        self._constraints = [part for constraint in model.constraints for part in constraint.parts]
        self._numbers = {cell: number for number, cell in enumerate(model.cells)}
        self._keys = self._keys_under(self._numbers)
        self._related, self._with_relation = self._relations()
        self._leaves = 0

    def permutations(self) -> Iterator[tuple[int, ...]]:
        colours = self._colours()
        masks: dict[int, int] = {}
        for cell, colour in enumerate(colours):
            masks[colour] = masks.get(colour, 0) | 1 << cell
        yield from self._extended({}, {cell: masks[colour] for cell, colour in enumerate(colours)})

    def _extended(self, mapped: dict[int, int], possible: dict[int, int]) -> Iterator[tuple[int, ...]]:
        if not possible:
            yield from self._verified(mapped)
            return
        cell = min(possible, key=lambda each: possible[each].bit_count())
        images = possible[cell]
        while images:
            image = (images & -images).bit_length() - 1
            images &= images - 1
            relations = self._related[cell]
            allowed = self._with_relation[image]
            left = {
                other: mask & allowed.get(relations[other], 0) & ~(1 << image)
                for other, mask in possible.items()
                if other != cell
            }
            if all(left.values()):
                yield from self._extended({**mapped, cell: image}, left)

    def _verified(self, mapped: dict[int, int]) -> Iterator[tuple[int, ...]]:
        self._leaves += 1
        if self._leaves > MOST:
            raise ModelError(f"{self._model.name} has more than {MOST:,} symmetries, too many for a canonical form")
        if self._keys_under({cell: mapped[number] for cell, number in self._numbers.items()}) == self._keys:
            yield tuple(mapped[number] for number in range(self._size))

    def _keys_under(self, numbers: Numbers) -> Counter[Key]:
        return Counter(key_of(constraint, numbers) for constraint in self._constraints)

    def _relations(self) -> tuple[list[list[int]], list[dict[int, int]]]:
        """A number for the constraints that each two cells share, and for each cell the cells with each number."""
        nothing = dict.fromkeys(self._model.cells, 0)
        kinds: dict[Hashable, int] = {}
        shared: list[list[list[int]]] = [[[] for _ in range(self._size)] for _ in range(self._size)]
        for constraint in self._constraints:
            kind = key_of(constraint, nothing)
            places = [(self._numbers[cell], role_of(constraint, at)) for at, cell in enumerate(constraint.scope)]
            for one, role in places:
                for other, second in places:
                    shared[one][other].append(kinds.setdefault((kind, role, second), len(kinds)))
        codes: dict[tuple[int, ...], int] = {}
        related = [[codes.setdefault(tuple(sorted(each)), len(codes)) for each in row] for row in shared]
        masks: list[dict[int, int]] = [{} for _ in related]
        for row, by_code in zip(related, masks, strict=True):
            for other, code in enumerate(row):
                by_code[code] = by_code.get(code, 0) | 1 << other
        return related, masks

    def _colours(self) -> list[int]:
        """Colours that automorphisms keep: from domains, then from related cells until nothing changes."""
        model = self._model
        grid = set(getattr(model, "grid", ()))
        first: dict[Hashable, int] = {}
        colours = [
            first.setdefault(
                (cell in grid, cell.domain, self._model.domain_of(cell), self._related[at][at]), len(first)
            )
            for at, cell in enumerate(model.cells)
        ]
        while True:
            numbered: dict[Hashable, int] = {}
            finer = []
            for at, row in enumerate(self._related):
                around = Counter(zip(row, colours, strict=True))
                finer.append(numbered.setdefault((colours[at], frozenset(around.items())), len(numbered)))
            if len(set(finer)) == len(set(colours)):
                return finer
            colours = finer
