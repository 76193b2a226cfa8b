"""Random, smaller and relabelled instances of constraints, for fuzzing, shrinking and metamorphic relations.

The folder of each constraint defines them in its ``instances.py``, from ingredients that are here: scopes, numbers that
often fit, new variables, copies on other cells, and smaller lists, sets and numbers, the smallest first. Constraints of
other packages without such a file are left unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from itertools import product
from math import prod
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from sudoku_cp.kernel import Table
from sudoku_cp.kernel.kinds import KERNEL
from sudoku_cp.kernel.slots import Slot
from sudoku_cp.model import Cell, Constraint, Model, Objective, Relation

Witness = dict[Cell, int]
"""An assignment that a random case is built around, so that its constraints often hold together."""

RELATIONS = tuple(Relation)

NEAR = (0, 0, 0, 0, -1, 1, -2, 2, 50)
"""Offsets to a number that fits: mostly 0, and sometimes large."""

SHAPES = ((2, 13), (3, 5), (3, 6), (4, 3), (5, 3), (6, 2), (7, 2))
"""Numbers of cells and of values for each, which give few assignments."""

WIDE_SHAPES = ((2, 30), (2, 64), (3, 9), (3, 12), (4, 6), (5, 4), (6, 3), (9, 2))
"""The same for tables and automata, which leave few of many assignments."""


def random_scope(random: Random, cells: Sequence[Cell], most: int = 4) -> tuple[Cell, ...]:
    """Random cells, often different ones; sometimes none."""
    size = random.choice((0, 1, 1, *(2, 2, 3, 3, 4, 4, 5, 5, 6, 6)[: 2 * most - 2]))
    if size <= len(cells) and random.random() < 0.75:
        return tuple(random.sample(cells, size))
    return tuple(random.choice(cells) for _ in range(size))


def random_number(random: Random, cells: Sequence[Cell], witness: Witness, value: int, cell: float = 0.5) -> Cell | int:
    """The value, one near it, or, with a probability, a cell that has it in the witness if there is one."""
    if random.random() > cell:
        return value + random.choice(NEAR)
    return random.choice([cell for cell in cells if witness[cell] == value] or cells)


def random_variables(random: Random, model: Model, number: int, size: int, values: Sequence[int]) -> Witness:
    """New variables with random domains of a given size, and a value for each."""
    domains = [random.sample(values, min(size, len(values))) for _ in range(number)]
    cells = [model.variable(f"x{len(model.cells)}", domain) for domain in domains]
    return {cell: random.choice(cell.domain) for cell in cells}


_C = TypeVar("_C", bound=Constraint)


def changed(constraint: _C, **parts: object) -> _C:
    """A copy of the constraint with other values for some fields, without its label, which may no longer be true."""
    clone = object.__new__(type(constraint))
    for field in fields(constraint):
        object.__setattr__(clone, field.name, parts.get(field.name, getattr(constraint, field.name)))
    object.__setattr__(clone, "label", "")
    return clone


def moved(constraint: Constraint, cells: Mapping[Cell, Cell]) -> Constraint:
    """The same constraint on other cells.

    >>> a, b = Model().variables("ab", domain=(1, 2))
    >>> x, y = Model().variables("xy", domain=(1, 2))
    >>> print(moved(a + 2 * b <= 7, {a: x, b: y}))
    x + 2·y ≤ 7
    """
    clone = object.__new__(type(constraint))
    for field in fields(constraint):
        object.__setattr__(clone, field.name, _moved(getattr(constraint, field.name), cells))
    return clone


def _moved(value: Any, cells: Mapping[Cell, Cell]) -> Any:
    if isinstance(value, Cell):
        return cells[value]
    if isinstance(value, Constraint):
        return moved(value, cells)
    if isinstance(value, tuple):
        return tuple(_moved(item, cells) for item in value)
    return value


def remade(
    model: Model,
    *,
    order: Sequence[Cell] | None = None,
    domains: Mapping[Cell, Sequence[int]] | None = None,
    constraints: Iterable[Constraint] | None = None,
    objective: Objective | bool | None = True,
    names: Mapping[Cell, str] | None = None,
) -> tuple[Model, dict[Cell, Cell]]:
    """A plain model with the parts of another one, some of them replaced, and the new cell for each remaining cell.

    Parameters
    ----------
    order
        The remaining cells in their new order; by default all cells in their order.
    domains
        New domains for some cells, which lose their pencil marks in the new model.
    constraints
        The constraints of the new model, on the cells of ``model``.
    objective
        The objective of the new model; None for none.
    names
        New names for some cells.
    """
    domains, names = domains or {}, names or {}
    made = Model(model.name)
    hidden, cells = {*model.auxiliary_cells}, {}
    for cell in model.cells if order is None else order:
        name, domain = names.get(cell, cell.name), domains.get(cell, cell.domain)
        is_hidden = cell in hidden
        cells[cell] = made.auxiliary(name, domain) if is_hidden else made.variable(name, domain, cell.row, cell.column)
    for cell, values in model.pencilmarks.items():
        if cell in cells and cell not in domains:
            made.restrict(cells[cell], values)
    for cell, value in model.givens.items():
        if cell in cells and value in cells[cell].domain:
            made.give(cells[cell], value)
    made.add(*(moved(constraint, cells) for constraint in (model.constraints if constraints is None else constraints)))
    wanted = model.objective if objective is True else objective
    if isinstance(wanted, Objective):
        made.objective = wanted.moved(cells)
    return made, cells


_Item = TypeVar("_Item")


def without_some(items: Sequence[_Item]) -> Iterator[tuple[_Item, ...]]:
    """The items without a half of them, without a quarter, …, without a single one; nothing for no items.

    >>> list(without_some("abc"))
    [('b', 'c'), ('a', 'c'), ('a', 'b')]
    """
    size = len(items) // 2
    while True:
        size = max(size, 1)
        for start in range(0, len(items), size):
            yield (*items[:start], *items[start + size :])
        if size == 1:
            return
        size //= 2


def fewer(values: frozenset[int]) -> Iterator[frozenset[int]]:
    """The set without some of its values."""
    return (frozenset(some) for some in without_some(sorted(values)))


def nearer(number: int, goal: int = 0) -> Iterator[int]:
    """Numbers between the goal and a number, starting with the goal.

    >>> list(nearer(9)), list(nearer(-2)), list(nearer(0))
    ([0, 4, 8], [0, -1], [])
    """
    distance = abs(number - goal)
    sign = 1 if number > goal else -1
    yield from dict.fromkeys(goal + sign * near for near in (0, distance // 2, distance - 1) if 0 <= near < distance)


def smaller_values(value: Cell | int) -> Iterator[int]:
    """Numbers to replace a cell, or numbers nearer to 0 than a number."""
    return iter(value.domain[:3]) if isinstance(value, Cell) else nearer(value)


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
