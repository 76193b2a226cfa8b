"""Tables of relations that many clues share."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache
from itertools import product

from sudoku_cp.model import Table, Tables
from sudoku_cp.rules.parameters import Cells

Domains = tuple[tuple[int, ...], ...]


def related(cells: Cells, relation: Callable[..., bool], *parameters: Hashable) -> Table:
    """Require ``relation(*values, *parameters)`` of the cells' values.

    The tuples are listed once for all cells with the same domains; so the relation is a function with a name, and
    looks at nothing but its arguments. `Table.where` takes any other.

    >>> from sudoku_cp import Sudoku
    >>> sudoku = Sudoku(4)
    >>> one, other = (related(sudoku.cells_at(pair), differ_by, 1) for pair in ("r1c1 r1c2", "r3c3 r3c4"))
    >>> one.tuples is other.tuples
    True
    """
    return Table(cells, _tuples(relation, tuple([cell.domain for cell in cells]), parameters))


def related_everywhere(
    places: Iterable[Cells], relation: Callable[..., bool], *parameters: Hashable
) -> Iterator[Tables]:
    """Require the relation (see `related`) of the cells of each place: one constraint for all with the same domains."""
    groups: dict[Domains, list[Cells]] = {}
    for cells in places:
        groups.setdefault(tuple([cell.domain for cell in cells]), []).append(cells)
    for domains, group in groups.items():
        yield Tables(group, _tuples(relation, domains, parameters))


@lru_cache(maxsize=1024)
def _tuples(
    relation: Callable[..., bool], domains: Domains, parameters: tuple[Hashable, ...]
) -> frozenset[tuple[int, ...]]:
    return frozenset(values for values in product(*domains) if relation(*values, *parameters))


def has_remainder(digit: int, modulus: int, remainder: int) -> bool:
    """Divided by the modulus it leaves the remainder."""
    return digit % modulus == remainder


def differ_by(one: int, other: int, difference: int) -> bool:
    """Their difference, in either direction, is just that."""
    return abs(one - other) == difference


def differ_by_at_least(one: int, other: int, difference: int) -> bool:
    """Their difference, in either direction, is that or more."""
    return abs(one - other) >= difference


def differ_by_none_of(one: int, other: int, *differences: int) -> bool:
    """Their difference, in either direction, is none of these."""
    return one - other not in differences and other - one not in differences


def of_different_parity(one: int, other: int) -> bool:
    """One of them is even and the other odd."""
    return (one - other) % 2 == 1


def multiples(one: int, other: int, ratio: int) -> bool:
    """One of them is so many times the other."""
    return one == ratio * other or other == ratio * one


def no_multiples(one: int, other: int, *ratios: int) -> bool:
    """Neither is as many times the other as one of these says."""
    return not any(multiples(one, other, ratio) for ratio in ratios)


def add_up_to_none_of(one: int, other: int, *sums: int) -> bool:
    """Their sum is none of these."""
    return one + other not in sums
