"""Random kernel constraints, corners included: empty scopes, repeated cells, foreign values, sums out of range."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement, pairwise, product
from math import prod
from random import Random

from sudoku_cp.cross_check.fuzz.boards import Witness
from sudoku_cp.model import (
    DFA,
    AllDifferent,
    Automaton,
    Cell,
    Connected,
    Constraint,
    Count,
    CountDistinct,
    Element,
    Linear,
    Maximum,
    Minimum,
    Product,
    Relation,
    Table,
    Tables,
)

_RELATIONS = tuple(Relation)
_NEAR = (0, 0, 0, 0, -1, 1, -2, 2, 50)

LARGEST_PRODUCT = 500
"""Tuples up to which a table is drawn from all of them."""


def random_constraint(random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
    """A kernel constraint on any of the cells; its constants are such that it often holds for the witness."""
    return random.choice(_KINDS)(random, cells, witness)


def random_cage(random: Random, cells: Sequence[Cell], witness: Witness) -> list[Constraint]:
    """Up to five cells that differ, and their sum: together they say more than one by one."""
    scope = _differing(random, cells, witness, random.choice((3, 4, 4, 5, 5)))
    weight = random.choice((1, 1, 1, 2, -1))
    total = sum(witness[cell] for cell in scope) + (random.choice(_NEAR) if random.random() < 0.1 else 0)
    terms = tuple((weight, cell) for cell in scope)
    return [AllDifferent(scope), Linear(terms, Relation.EQUAL, weight * total)]


def random_cages(random: Random, house: Sequence[Cell], beside: Sequence[Cell], witness: Witness) -> list[Constraint]:
    """Cages that cover a house but for some cells of it, or with some beside it: what is left over has a known sum."""
    order, made = random.sample(house, len(house)), list[Constraint]()
    while len(order) > random.choice((0, 1, 2)):
        scope = [order.pop() for _ in range(min(len(order), random.choice((1, 2, 2, 3, 4))))]
        if beside and random.random() < 0.4:
            scope.append(random.choice(beside))
        by_digit = {witness[cell]: cell for cell in scope}
        made.append(AllDifferent(by_digit.values()))
        made.append(Linear(tuple((1, cell) for cell in by_digit.values()), Relation.EQUAL, sum(by_digit)))
    return made


def random_house(random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
    """Cells that differ, as they do in the witness: a pair, a few, or as many as can."""
    return AllDifferent(_differing(random, cells, witness, random.choice((2, 2, 3, len(cells)))))


def _differing(random: Random, cells: Sequence[Cell], witness: Witness, number: int) -> list[Cell]:
    """So many cells with different values, or as many as there are."""
    by_value = {witness[cell]: cell for cell in random.sample(cells, len(cells))}
    return random.sample(list(by_value.values()), min(len(by_value), number))


def random_scope(random: Random, cells: Sequence[Cell], most: int = 4) -> tuple[Cell, ...]:
    """Some cells, often different ones; sometimes none."""
    size = random.choice((0, 1, 1, *(2, 2, 3, 3, 4, 4, 5, 5, 6, 6)[: 2 * most - 2]))
    if size <= len(cells) and random.random() < 0.75:
        return tuple(random.sample(cells, size))
    return tuple(random.choice(cells) for _ in range(size))


def _number(random: Random, cells: Sequence[Cell], witness: Witness, value: int, cell: float = 0.5) -> Cell | int:
    """The value or one near to it, or, with a probability, a cell that has it in the witness if there is one."""
    if random.random() > cell:
        return value + random.choice(_NEAR)
    return random.choice([cell for cell in cells if witness[cell] == value] or cells)


def _all_different(random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
    return AllDifferent(random_scope(random, cells))


def _linear(random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
    scope = random_scope(random, cells)
    weights = random.choice(((1,), (1, -1), (0, 1, 2), (-3, -2, -1, 0, 1, 2, 3), (100, -7, 1)))
    terms = tuple((random.choice(weights), cell) for cell in scope)
    constant = sum(weight * witness[cell] for weight, cell in terms) + random.choice(_NEAR)
    return Linear(terms, random.choice(_RELATIONS), constant)


def _table(random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
    scope = random_scope(random, cells, 3)
    share = random.choice((0.1, 0.3, 0.5, 0.8, 0.95, 1.0, 0.0))
    if prod(len(cell.domain) for cell in scope) <= LARGEST_PRODUCT:
        rows = [row for row in product(*(cell.domain for cell in scope)) if random.random() < share]
    else:
        rows = [tuple(random.choice(cell.domain) for cell in scope) for _ in range(12)]
    if share and random.random() < 0.7:
        rows.append(tuple(witness[cell] for cell in scope))
    if random.random() < 0.1:
        rows.append((99,) * len(scope))
    if scope and random.random() < 0.3:
        places = range(random.randint(1, len(scope)))
        return Tables([(*scope[turn:], *scope[:turn]) for turn in places], rows)
    return Table(scope, rows)


def _automaton(random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
    scope = random_scope(random, cells)
    alphabet = sorted({value for cell in scope for value in cell.domain})
    size, density = random.choice((1, 2, 2, 3, 4)), random.choice((0.5, 0.8, 1.0))
    moves = tuple(
        {value: random.randrange(size) for value in alphabet if random.random() < density} for _ in range(size)
    )
    start = random.choice((0, 0, size - 1))
    accepting = {state for state in range(size) if random.random() < 0.5}
    state: int | None = start
    for cell in scope:
        state = None if state is None else moves[state].get(witness[cell])
    if state is not None and random.random() < 0.7:
        accepting.add(state)
    return Automaton(scope, DFA(moves, frozenset(accepting), start))


def _count(random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
    scope = random_scope(random, cells)
    values = frozenset(random.sample(range(-3, 7), random.choice((0, 1, 1, 2, 3, 5))))
    number = _number(random, cells, witness, sum(witness[cell] in values for cell in scope))
    return Count(scope, values, number, random.choice(_RELATIONS))


def _count_distinct(random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
    scope = random_scope(random, cells)
    number = _number(random, cells, witness, len({witness[cell] for cell in scope}))
    return CountDistinct(scope, number, random.choice(_RELATIONS))


def _extremum(random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
    scope = random_scope(random, cells)
    known = [witness[cell] for cell in scope]
    if random.random() < 0.5:
        return Maximum(scope, _number(random, cells, witness, max(known, default=1)))
    return Minimum(scope, _number(random, cells, witness, min(known, default=1)))


def _product(random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
    scope = random_scope(random, cells)
    return Product(scope, _number(random, cells, witness, prod(witness[cell] for cell in scope)))


def _element(random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
    scope = random_scope(random, cells, 6)
    index = max(random.choice(cells), random.choice(cells), key=lambda cell: len(cell.domain))
    place = random.randint(-1, len(scope)) if random.random() < 0.3 else len(scope) // 2
    pointed = witness[scope[place]] if 0 <= place < len(scope) else 0
    return Element(scope, index, _number(random, cells, witness, pointed, 0.7), witness[index] - place)


def _connected(random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
    scope = random_scope(random, cells, random.choice((4, 4, 6)))
    values = frozenset(random.sample(range(-3, 7), random.choice((0, 1, 2, 3, 5))))
    values |= {witness[cell] for cell in random.sample(scope, len(scope) // 2)}
    density = random.choice((0.2, 0.4, 0.6))
    pairs = [pair for pair in combinations_with_replacement(range(len(scope)), 2) if random.random() < density]
    if random.random() < 0.5:  # a path, and perhaps short cuts
        pairs = [*pairwise(range(len(scope))), *pairs[: random.choice((0, 0, 1))]]
    size = sum(witness[cell] in values for cell in scope) + random.choice(_NEAR)
    return Connected(scope, tuple(pairs), values, random.choice((None, size)))


_KINDS: tuple[Callable[[Random, Sequence[Cell], Witness], Constraint], ...] = (
    _all_different,
    _linear,
    _linear,
    _table,
    _automaton,
    _count,
    _count_distinct,
    _extremum,
    _product,
    _element,
    _element,
    _connected,
)
