"""How many cells may take each of several values."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sudoku_cp._base.arguments import integer, mapping, one_or_more
from sudoku_cp.kernel.cell import Cell, cells_of
from sudoku_cp.kernel.combination import AllOf, AnyOf
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.count import Count
from sudoku_cp.kernel.expression import Operand, Relation


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Cardinality(Constraint):
    """For each listed value the number of cells (with repetition) that take it is one of the allowed numbers.

    Parameters
    ----------
    cells
        The cells that are counted.
    counts
        The values, each with the allowed numbers, or the only one; values that are not listed are unrestricted.

    Raises
    ------
    ModelError
        If a value or a number is no integer.

    >>> from sudoku_cp import Model
    >>> a, b, c = Model().variables("abc", domain=(1, 2, 3))
    >>> each_as_often_as_it_says = Cardinality((a, b, c), {1: (0, 1), 2: (0, 2), 3: (0, 3)})
    >>> [each_as_often_as_it_says.holds({a: 2, b: last, c: 2}) for last in (1, 2, 3)]
    [True, False, False]
    """

    cells: tuple[Cell, ...]
    counts: Mapping[int, Collection[int]]
    label: str = ""

    if TYPE_CHECKING:  # iterables become tuples and sets

        def __init__(
            self, cells: Iterable[Operand], counts: Mapping[int, Iterable[int] | int], label: str = ""
        ) -> None: ...

    def __post_init__(self) -> None:
        expected = "allowed numbers by value, such as {1: (0, 1)}"
        given = mapping(self.counts, "the counts of Cardinality", expected)
        counts = {
            integer(value, "a value of Cardinality"): one_or_more(numbers, f"the counts of {value}")
            for value, numbers in given.items()
        }
        self._set(
            cells=cells_of(self.cells, "Cardinality"),
            counts={value: tuple(sorted(set(numbers))) for value, numbers in sorted(counts.items())},
        )

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    @property
    def parts(self) -> tuple[Constraint, ...]:
        """The count of each value."""
        return tuple(self._part(value).labelled(self.label) for value in self.counts)

    def _part(self, value: int) -> Constraint:
        ways = [AllOf(*ends) if len(ends) > 1 else ends[0] for ends in self._runs(value)]
        return ways[0] if len(ways) == 1 else AnyOf(*ways)

    def _runs(self, value: int) -> Iterator[list[Constraint]]:
        """Each run of allowed numbers as counts."""
        here, most = frozenset({value}), len(self.cells)
        allowed = set(self.counts[value]).intersection(range(most + 1))
        for first in sorted(allowed):
            if first - 1 in allowed:
                continue
            last = next(number for number in range(first, most + 1) if number + 1 not in allowed)
            if first == last:
                yield [Count(self.cells, here, first)]
            else:
                yield [
                    Count(self.cells, here, number, relation)
                    for number, relation in ((first, Relation.AT_LEAST), (last, Relation.AT_MOST))
                    if number not in (0, most)
                ] or [Count(self.cells, here, 0, Relation.AT_LEAST)]

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        values = [assignment[cell] for cell in self.cells]
        return all(values.count(value) in numbers for value, numbers in self.counts.items())

    def describe(self) -> str:
        cells = " ".join(cell.name for cell in self.cells)
        allowed = {value: " or ".join(map(str, numbers)) or "no number" for value, numbers in self.counts.items()}
        return f"{'; '.join(f'{numbers} of {value}' for value, numbers in allowed.items()) or 'any numbers'} in {cells}"
