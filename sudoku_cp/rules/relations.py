"""What rules share: relations between cells as tables, sums, and the refusal of cells listed twice."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby, product

from sudoku_cp.kernel import Table, Tables
from sudoku_cp.model import ModelError
from sudoku_cp.rules.parameters import Cells

Domains = tuple[tuple[int, ...], ...]


def related(cells: Cells, relation: Callable[..., bool], *parameters: Hashable) -> Table:
    """Require ``relation(*values, *parameters)`` of the cells' values.

    The tuples are listed once for all cells with the same domains. The relation must therefore be a named function that
    depends on nothing but its arguments; `Table.where` takes any other.

    >>> from sudoku_cp import Sudoku
    >>> sudoku = Sudoku(4)
    >>> one, other = (related(sudoku.cells_at(pair), differ_by, 1) for pair in ("r1c1 r1c2", "r3c3 r3c4"))
    >>> one.tuples is other.tuples
    True
    """
    return Table(cells, _tuples(relation, _domains(cells), parameters))


def related_everywhere(
    places: Iterable[Cells], relation: Callable[..., bool], *parameters: Hashable
) -> Iterator[Tables]:
    """Require the relation (see `related`) of each group of cells; groups with the same domains share a constraint."""
    groups: dict[Domains, list[Cells]] = {}
    for domains, alike in groupby(places, _domains):
        groups.setdefault(domains, []).extend(alike)
    for domains, group in groups.items():
        yield Tables(group, _tuples(relation, domains, parameters))


def _domains(cells: Cells) -> Domains:
    return tuple([cell.domain for cell in cells])


@lru_cache(maxsize=1024)
def _tuples(
    relation: Callable[..., bool], domains: Domains, parameters: tuple[Hashable, ...]
) -> frozenset[tuple[int, ...]]:
    return frozenset(values for values in product(*domains) if relation(*values, *parameters))


def has_remainder(digit: int, modulus: int, remainder: int) -> bool:
    """Whether the value leaves the remainder when divided by the modulus."""
    return digit % modulus == remainder


def differ_by(one: int, other: int, difference: int) -> bool:
    """Whether the values differ by exactly the difference."""
    return abs(one - other) == difference


def differ_by_at_least(one: int, other: int, difference: int) -> bool:
    """Whether the values differ by at least the difference."""
    return abs(one - other) >= difference


def differ_by_none_of(one: int, other: int, *differences: int) -> bool:
    """Whether the values differ by none of the differences."""
    return one - other not in differences and other - one not in differences


def of_different_parity(one: int, other: int) -> bool:
    """Whether one value is even and the other odd."""
    return (one - other) % 2 == 1


def multiples(one: int, other: int, ratio: int) -> bool:
    """Whether one value is the ratio times the other."""
    return one == ratio * other or other == ratio * one


def no_multiples(one: int, other: int, *ratios: int) -> bool:
    """Whether neither value is one of the ratios times the other."""
    return not any(multiples(one, other, ratio) for ratio in ratios)


def add_up_to_none_of(one: int, other: int, *sums: int) -> bool:
    """Whether the sum of the values is none of the sums."""
    return one + other not in sums


def refuse_repeats(cells: Cells, parameter: str, within: int | None = None) -> None:
    """Refuse a cell that would have to differ from itself.

    Parameters
    ----------
    parameter
        The name of the cells in the clue.
    within
        The number of successive cells that differ; None for all.

    Raises
    ------
    ModelError
        If a cell is listed twice among that many successive cells.
    """
    names = [cell.digit.name for cell in cells]
    if len(set(names)) == len(names):
        return
    last: dict[str, int] = {}
    for place, name in enumerate(names):
        if name in last and (within is None or place - last[name] < within):
            raise _listed_twice(parameter, name)
        last[name] = place


def refuse_return_to_ends(line: Cells, parameter: str) -> None:
    """Refuse a line that returns to one of its ends, whose digit differs from all others on the line.

    Raises
    ------
    ModelError
        If the first or the last cell is listed twice.
    """
    names = [cell.digit.name for cell in line]
    for end in (names[0], names[-1]):
        if names.count(end) > 1:
            raise _listed_twice(parameter, end)


def _listed_twice(parameter: str, name: str) -> ModelError:
    return ModelError(f"{parameter}: {name} is listed twice, and cannot differ from itself")
