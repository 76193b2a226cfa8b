"""Large constraints: tables beyond a word of tuples, automata beyond a word of states, long sums, bounds just reached.

Their variables have few assignments in all, so that brute force knows every solution, and all are compared.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from math import prod
from random import Random

from sudoku_cp.cross_check.fuzz.boards import Witness
from sudoku_cp.model import (
    DFA,
    AllDifferent,
    Automaton,
    Connected,
    Constraint,
    Count,
    CountDistinct,
    Element,
    Linear,
    Maximum,
    Minimum,
    Model,
    Product,
    Relation,
    Table,
)

_SHAPES = ((2, 13), (3, 5), (3, 6), (4, 3), (5, 3), (6, 2), (7, 2))
"""Cells, and values of each: few assignments."""

_WIDE_SHAPES = ((2, 30), (2, 64), (3, 9), (3, 12), (4, 6), (5, 4), (6, 3), (9, 2))
"""Those where a table or an automaton leaves few of many assignments."""

_LISTED = (66, 100, 129, 190)
"""Tuples of a table: more than fill one word, or two."""

_STATES = (65, 66, 90, 130, 200)


def large_constraint(random: Random, model: Model) -> tuple[Constraint, Witness]:
    """A constraint on variables that it declares, and an assignment of these that mostly satisfies it."""
    return random.choice(_KINDS)(random, model)


def _variables(random: Random, model: Model, number: int, size: int, values: Sequence[int]) -> Witness:
    """Variables with so many of the values each, and a value of each."""
    domains = [random.sample(values, min(size, len(values))) for _ in range(number)]
    cells = [model.variable(f"x{len(model.cells)}", domain) for domain in domains]
    return {cell: random.choice(cell.domain) for cell in cells}


def _table(random: Random, model: Model) -> tuple[Constraint, Witness]:
    number, size = random.choice(_WIDE_SHAPES)
    witness = _variables(random, model, number, size, range(-2, max(12, size)))
    cells = tuple(witness)
    rows = list(product(*(cell.domain for cell in cells)))
    listed = min(len(rows), random.choice(_LISTED))
    chosen = random.sample(rows, listed if random.random() < 0.7 else len(rows) - listed // 2)
    return Table(cells, [*chosen, tuple(witness.values())]), witness


def _automaton(random: Random, model: Model) -> tuple[Constraint, Witness]:
    number, size = random.choice(_WIDE_SHAPES)
    witness = _variables(random, model, number, size, range(-2, size))
    alphabet = sorted({value for cell in witness for value in cell.domain})
    states, density = random.choice(_STATES), random.choice((0.7, 0.9, 1.0, 1.0))
    moves = tuple(
        {value: random.randrange(states) for value in alphabet if random.random() < density} for _ in range(states)
    )
    start = state = random.randrange(states)
    for value in witness.values():
        state = moves[state].setdefault(value, random.randrange(states))
    accepting = {state, *random.sample(range(states), states // random.choice((2, 10, 30)))}
    return Automaton(tuple(witness), DFA(moves, frozenset(accepting), start)), witness


def _product(random: Random, model: Model) -> tuple[Constraint, Witness]:
    """A product that is the largest or the smallest one that the factors can make, or that its number can be."""
    number, size = random.choice(_SHAPES)
    witness = _variables(random, model, number, size, range(random.choice((1, 1, 1, 0, -2)), max(10, size)))
    factors = tuple(witness)
    end = random.choice((0, -1))
    if random.random() < 0.6:
        witness = {cell: cell.domain[end] for cell in factors}
    total = prod(witness.values())
    if random.random() < 0.7:
        return Product(factors, total), witness
    others = {total + random.choice((-1, 1)) * random.randint(1, 9) for _ in range(random.choice((0, 1, 3)))}
    value = model.variable("total", {total, *(other for other in others if (other > total) == (end == 0))})
    return Product(factors, value), {**witness, value: total}


def _sum(random: Random, model: Model) -> tuple[Constraint, Witness]:
    """A sum near what it can be at most or at least, or anywhere between."""
    number, size = random.choice(_SHAPES)
    witness = _variables(random, model, number, size, range(-1, max(8, size)))
    weights = random.choice(((1,), (1, -1), (-3, -2, -1, 1, 2, 3), (1, 2, 5)))
    terms = tuple((random.choice(weights), cell) for cell in witness)
    end = random.choice((min, max, None))
    totals = [
        weight * witness[cell] if end is None else end(weight * value for value in cell.domain)
        for weight, cell in terms
    ]
    constant = sum(totals) + random.choice((-3, -2, -1, 0, 0, 1, 2, 3))
    return Linear(terms, random.choice(tuple(Relation)), constant), witness


def _count(random: Random, model: Model) -> tuple[Constraint, Witness]:
    number, size = random.choice(_SHAPES)
    witness = _variables(random, model, number, size, range(size + 1))
    cells, relation = tuple(witness), random.choice(tuple(Relation))
    near = random.choice((-1, 0, 0, 0, 1))
    match random.randrange(3):
        case 0:
            return AllDifferent(cells), witness
        case 1:
            return CountDistinct(cells, len(set(witness.values())) + near, relation), witness
    values = frozenset(random.sample(range(size + 1), random.randint(1, size)))
    return Count(cells, values, sum(witness[cell] in values for cell in cells) + near, relation), witness


def _extremum(random: Random, model: Model) -> tuple[Constraint, Witness]:
    number, size = random.choice(_SHAPES)
    witness = _variables(random, model, number, size, range(-1, size + 1))
    cells = tuple(witness)
    if random.random() < 0.5:
        return Maximum(cells, max(witness.values())), witness
    return Minimum(cells, min(witness.values())), witness


def _element(random: Random, model: Model) -> tuple[Constraint, Witness]:
    length = random.choice((6, 9, 14))
    witness = _variables(random, model, length, 1, range(4)) | _variables(random, model, 3, 2, range(4))
    array = tuple(random.sample(list(witness), len(witness)))
    first = random.choice((-1, 0, 1))
    index = model.variable("index", range(first, first + random.choice((len(array), len(array) + 1))))
    place = random.randrange(len(array))
    pointed = witness[array[place]]
    value = model.variable("value", {pointed, *random.sample(range(5), 2)})
    constraint = Element(array, index, random.choice((value, pointed)), first)
    return constraint, {**witness, index: first + place, value: pointed}


def _connected(random: Random, model: Model) -> tuple[Constraint, Witness]:
    """A path, a ring, a ladder or a grid of cells that are in the group or not."""
    length = random.choice((6, 7, 8))
    witness = _variables(random, model, length, 2, range(3))
    cells, values = tuple(witness), frozenset(random.sample(range(3), random.choice((1, 1, 2))))
    width = random.choice((1, 2, 3, 4))
    pairs = [(one, other) for one, other in combinations(range(length), 2) if _beside(one, other, width)]
    if random.random() < 0.3:
        pairs.append((length - 1, 0))
    size = random.choice((None, None, sum(witness[cell] in values for cell in cells)))
    return Connected(cells, tuple(pairs), values, size), witness


def _beside(one: int, other: int, width: int) -> bool:
    """Whether two places of a grid of that width touch at a side."""
    return other - one == width or (other - one == 1 and (width == 1 or other % width != 0))


_KINDS: tuple[Callable[[Random, Model], tuple[Constraint, Witness]], ...] = (
    _table,
    _table,
    _automaton,
    _automaton,
    _product,
    _sum,
    _sum,
    _count,
    _extremum,
    _element,
    _connected,
)
