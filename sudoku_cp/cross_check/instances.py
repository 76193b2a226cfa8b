"""Random, smaller and relabelled instances of constraints, for fuzzing, shrinking and metamorphic relations.

The folder of each constraint defines them in its ``instances.py``. Constraints of other packages without such a file
are left unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from itertools import product
from math import prod
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from sudoku_cp.cross_check.drawing import Witness
from sudoku_cp.cross_check.rewrite import changed
from sudoku_cp.cross_check.smaller import fewer, smaller_values, without_some
from sudoku_cp.kernel.kinds import KERNEL
from sudoku_cp.kernel.slots import Slot
from sudoku_cp.model import Cell, Constraint, Model, Table

LARGEST_TABLE = 5000
"""The largest number of tuples for which a constraint is replaced by its table."""

Declare = Callable[[Iterable[int]], Cell]
"""Declares a variable with a domain."""

Kind = TypeVar("Kind", bound=Constraint)


class Instances(Generic[Kind]):
    """The instances of the constraints in one folder: how to draw and change them."""

    share = 1
    """The frequency of `small`, in proportion to that of other folders."""
    large_share = 3
    """The same for `large`."""

    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        """A constraint on any of the cells, including corner cases: no cells, repeated ones, foreign values.

        Its constants are chosen so that it often holds for the witness.
        """
        raise NotImplementedError

    def large(self, random: Random, model: Model) -> tuple[Constraint, Witness]:
        """A constraint on variables that it declares, and an assignment of these that mostly satisfies it.

        The variables have few assignments in total, so that brute force can find every solution.
        """
        raise NotImplementedError

    def smaller(self, constraint: Kind) -> Iterator[Constraint]:
        """All constraints a little smaller than a given one; by default with a smaller part."""
        for field in fields(constraint):
            if field.init:
                for part in _smaller_parts(getattr(constraint, field.name)):
                    yield changed(constraint, **{field.name: part})

    def shuffled(self, constraint: Kind, random: Random) -> Constraint:
        """The constraint with its parts in another order, where the order does not matter."""
        return constraint

    def relabelled(self, constraint: Kind, new: Mapping[int, int]) -> Constraint | None:
        """The constraint on new values; None if it does not treat all values alike."""
        return None

    def implied(self, constraint: Kind, random: Random) -> tuple[Constraint, ...]:
        """Weaker constraints that follow from it."""
        return ()

    def split(self, constraint: Kind, declare: Declare) -> tuple[Constraint, ...]:
        """Several smaller constraints that together mean the same; empty if it cannot be split.

        Parameters
        ----------
        constraint
            The constraint.
        declare
            Declares a variable, which must be a function of the cells.
        """
        return ()


class Module(Protocol):
    """The contents of a constraint's ``instances.py``."""

    INSTANCES: Instances[Any]


INSTANCES = Slot[Module]("instances", "INSTANCES", "fuzzing does not draw")


def random_constraint(random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
    """A small constraint of any folder; see `Instances.small`."""
    return random.choice(_drawn("share")).small(random, cells, witness)


def large_constraint(random: Random, model: Model) -> tuple[Constraint, Witness]:
    """A large constraint of any folder; see `Instances.large`."""
    return random.choice(_drawn("large_share")).large(random, model)


def smaller_constraints(constraint: Constraint) -> Iterator[Constraint]:
    """All constraints a little smaller than a given one, of the same kind except for combinations."""
    found = INSTANCES.find(type(constraint))
    return iter(()) if found is None else found.INSTANCES.smaller(constraint)


def shuffled(constraint: Constraint, random: Random) -> Constraint:
    """The constraint with its parts in another order, where the order does not matter."""
    found = INSTANCES.find(type(constraint))
    return constraint if found is None else found.INSTANCES.shuffled(constraint, random)


def relabelled(constraint: Constraint, new: Mapping[int, int]) -> Constraint | None:
    """The constraint on new values; None if these cannot be exchanged."""
    found = INSTANCES.find(type(constraint))
    made = None if found is None else found.INSTANCES.relabelled(constraint, new)
    if made is None and not isinstance(constraint, Table) and (table := table_of(constraint)) is not None:
        return relabelled(table, new)
    return made


def implied(constraint: Constraint, random: Random) -> tuple[Constraint, ...]:
    """Weaker constraints that follow from a constraint."""
    found = INSTANCES.find(type(constraint))
    return () if found is None else found.INSTANCES.implied(constraint, random)


def split(constraint: Constraint, declare: Declare) -> tuple[Constraint, ...]:
    """Several smaller constraints that together mean the same; empty if it cannot be split."""
    found = INSTANCES.find(type(constraint))
    return () if found is None else found.INSTANCES.split(constraint, declare)


def table_of(constraint: Constraint) -> Table | None:
    """The table of the tuples that a constraint allows; None if it is too large."""
    cells = tuple(dict.fromkeys(constraint.scope))
    if prod(len(cell.domain) for cell in cells) > LARGEST_TABLE:
        return None
    rows = product(*(cell.domain for cell in cells))
    return Table(cells, (row for row in rows if constraint.holds(dict(zip(cells, row, strict=True)))))


@cache
def _drawn(share: str) -> tuple[Instances[Any], ...]:
    """The instances of each folder of the kernel, repeated according to their share."""
    modules = [module for module in map(INSTANCES.find, KERNEL) if module is not None]
    folders = dict.fromkeys(module.INSTANCES for module in modules)
    return tuple(instances for instances in folders for _ in range(getattr(instances, share)))


def _smaller_parts(part: object) -> Iterator[object]:
    match part:
        case tuple():
            return without_some(part)
        case frozenset():
            return fewer(part)
        case Cell() | int() if not isinstance(part, bool):
            return smaller_values(part)
    return iter(())
