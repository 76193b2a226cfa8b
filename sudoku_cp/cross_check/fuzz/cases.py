"""The cases of a run: the number of a case and the seed of the run are all that one depends on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from sudoku_cp.cross_check.fuzz.boards import Witness, free_variables, random_board, solved
from sudoku_cp.cross_check.fuzz.clues import random_clue
from sudoku_cp.cross_check.fuzz.kernel import random_cage, random_cages, random_constraint, random_house
from sudoku_cp.model import (
    AllOf,
    AnyOf,
    Cell,
    Constraint,
    Exactly,
    Holding,
    LinearExpression,
    Model,
    ModelError,
    Not,
    Relation,
    Sudoku,
)
from sudoku_cp.rules import RULES, AppliedRule, Rule

TOP = "top"
"""The context of what is required as it is."""

CONTEXTS = (TOP, "any of", "all of", "not", "exactly", "at most")

HOUSES = "houses alone"
"""What a board without clues and constraints counts as."""

PLAIN = 0.08
"""How many boards have nothing but houses: the engine has other code for many puzzles of such a model."""

SIZES = (1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 6, 6, 9)
PLAIN_SIZES = (2, 3, 4, 4, 5, 6, 9, 9, 9)

OPEN_CAGES = 0.04
"""How many cases are about a cage, and little else."""

CAGES = 0.15
"""How many kernel constraints are cages."""

LARGEST_TRIED = 6
"""The largest boards that brute force is asked about; larger ones are compared with themselves, transformed."""


@dataclass(frozen=True, slots=True)
class Case:
    """A model to ask about."""

    seed: int
    number: int
    model: Model
    parts: tuple[tuple[str, str], ...]
    """Of each clue or constraint its rule or kind, and its context."""
    tiny: bool
    """Whether every assignment can be tried."""


def random_case(seed: int, number: int, rules: Sequence[str] = (), sizes: Sequence[int] = ()) -> Case:
    """Draw a case.

    Parameters
    ----------
    rules
        The rules that clues are drawn from; without any all that are declared, and constraints of the kernel.
    sizes
        The sizes of boards; without any 1 to 9, mostly small, and free variables.
    """
    random = Random(f"{seed} {number}")
    chosen = [RULES[name] for name in rules or RULES]
    for _ in range(20):
        case = _try(random, seed, number, chosen, kernel=not rules, sizes=sizes)
        if case is not None:
            return case
    return Case(seed, number, free_variables(random), (), True)


def _try(
    random: Random, seed: int, number: int, rules: Sequence[Rule], *, kernel: bool, sizes: Sequence[int]
) -> Case | None:
    if kernel and not sizes and random.random() < OPEN_CAGES:
        return _open_cage(random, seed, number)
    if kernel and not sizes and random.random() < 0.35:
        model = free_variables(random)
        values = [random.choice(cell.domain) for cell in model.cells]
        witness = dict(zip(model.cells, values, strict=True))
        parts = _add_constraints(random, model, witness, random.choice((1, 1, 2, 2, 3)))
        _finish(random, model, witness, 0)
        return Case(seed, number, model, tuple(parts), True)
    plain = kernel and random.random() < PLAIN
    size = random.choice(sizes or (PLAIN_SIZES if plain else SIZES))
    shape = random.random()

    def fresh_board() -> Sudoku:
        return random_board(Random(shape), size)

    board = fresh_board()
    digits = solved(board, random)
    if digits is None:
        return None
    parts = []
    if not plain and (not kernel or random.random() < 0.8):
        parts += _add_clues(random, board, fresh_board, digits, rules)
    witness = dict(zip(board.grid, digits, strict=True))
    if plain:
        board.add(*(random_house(random, board.grid, witness) for _ in range(random.choice((0, 0, 1, 2, 5)))))
        parts.append((HOUSES, TOP))
    elif kernel and (not parts or random.random() < 0.2):
        parts += _add_constraints(random, board, witness, random.choice((1, 2)))
    tiny = size <= LARGEST_TRIED and random.random() < 0.9
    _finish(random, board, witness, _least_givens(random, size, tiny))
    return Case(seed, number, board, tuple(parts), tiny)


def _open_cage(random: Random, seed: int, number: int) -> Case:
    """A cage whose cells have several candidates each: on boards most cells are given."""
    model = Model("cage")
    domain = random.sample(range(1, 9), random.choice((5, 6)))
    cells = [model.variable(f"x{place}", domain) for place in range(random.choice((4, 4, 5)))]
    witness = dict(zip(cells, random.sample(domain, len(cells)), strict=True))
    for cell in cells:
        model.restrict(cell, {value for value in domain if random.random() < 0.6} | {witness[cell]})
    model.add(*random_cage(random, cells, witness))
    parts = [("cage", TOP), *_add_constraints(random, model, witness, random.choice((0, 0, 1)))]
    _finish(random, model, witness, 0)
    return Case(seed, number, model, tuple(parts), True)


def _least_givens(random: Random, size: int, tiny: bool) -> int:
    """How many cells of a board are given at least, so that it can be tried, or has not too many solutions."""
    if tiny:
        return max(0, size * size - random.choice((3, 4, 6, 8, 9, 10, 12, 14)))
    return random.randint(size * size // 4, size * size * 2 // 3)


def _add_clues(
    random: Random, board: Sudoku, fresh_board: Callable[[], Sudoku], digits: Sequence[int], rules: Sequence[Rule]
) -> list[tuple[str, str]]:
    """Add some clues, each drawn on a board of its own; those that declare variables go first."""
    drawn: list[tuple[bool, AppliedRule, tuple[tuple[str, str], ...]]] = []

    def draw() -> tuple[AppliedRule, bool] | None:
        scratch = fresh_board()
        witness = dict(zip(scratch.grid, digits, strict=True))
        return random_clue(random, rules, scratch, witness, 12 if board.size <= 4 else 6)

    def holds(clue: AppliedRule) -> bool:
        scratch = fresh_board()
        witness = dict(zip(scratch.grid, digits, strict=True))
        return all(constraint.holds(witness) for constraint in clue.constraints(scratch))

    for _ in range(random.choice((1, 1, 1, 2, 2, 3))):
        found = draw()
        if found is None:
            continue
        clue, declares = found
        context = TOP if declares or random.random() < 0.55 else random.choice(CONTEXTS[1:])
        clues = [clue]
        if context in ("any of", "all of", "exactly", "at most"):
            further = draw()
            clues += [further[0]] if further is not None and not further[1] else []
        wrapped = _clue_in_context(random, clues, context)
        if not declares and random.random() < 0.75 and not holds(wrapped):
            wrapped, context = _clue_in_context(random, [wrapped], "not"), "not"
        drawn.append((declares, wrapped, tuple((clue.rule.name, context) for clue in clues)))
    parts: list[tuple[str, str]] = []
    for _, clue, named in sorted(drawn, key=lambda entry: not entry[0]):
        with suppress(ModelError):  # it may not go with the others
            board.add(clue)
            parts += named
    return parts


def _clue_in_context(random: Random, clues: list[AppliedRule], context: str) -> AppliedRule:
    match context:
        case "any of":
            return RULES["any_of"](clues)
        case "all of":
            return RULES["all_of"](clues)
        case "not":
            return RULES["none_of"](clues)
        case "exactly":
            return RULES["exactly"](random.choice((1, 1, 0, 2)), clues)
        case "at most":
            return RULES["at_most"](random.choice((1, 1, 0)), clues)
    return clues[0]


def _add_constraints(random: Random, model: Model, witness: Witness, number: int) -> list[tuple[str, str]]:
    """Add kernel constraints, which may be parts of combinations."""
    cells = [cell for cell in model.cells if cell in witness]
    parts: list[tuple[str, str]] = []
    for _ in range(number):
        if random.random() < CAGES:
            if isinstance(model, Sudoku) and random.random() < 0.5:
                house = random.choice(model.rows + model.columns + model.boxes)
                beside = [cell for cell in cells if cell not in set(house)]
                model.add(*random_cages(random, house, beside, witness))
                parts.append(("cages of a house", TOP))
            else:
                model.add(*random_cage(random, cells, witness))
                parts.append(("cage", TOP))
            continue
        context = random.choice((*(TOP,) * 6, *CONTEXTS[1:]))
        made = [random_constraint(random, cells, witness)]
        for _ in range(3):  # else few would stand at the top
            if context != TOP or made[0].holds(witness):
                break
            made = [random_constraint(random, cells, witness)]
        if context != TOP and context != "not":
            made += [random_constraint(random, cells, witness) for _ in range(random.choice((0, 1, 1, 2)))]
        constraint = _constraint_in_context(random, made, context)
        if random.random() < 0.15:
            constraint = AnyOf(Not(constraint), random_constraint(random, cells, witness))
        if random.random() < 0.75 and not constraint.holds(witness):
            constraint, context = Not(constraint), "not"
        model.add(constraint)
        parts += [(type(part).__name__, context) for part in made]
    return parts


def _constraint_in_context(random: Random, made: list[Constraint], context: str) -> Constraint:
    match context:
        case "any of":
            return AnyOf(*made)
        case "all of":
            return AllOf(*made)
        case "not":
            return Not(made[0])
        case "exactly":
            return Exactly(random.randint(0, len(made)), *made)
        case "at most":
            return Holding(tuple(made), Relation.AT_MOST, random.randint(0, len(made)))
    return made[0]


def _finish(random: Random, model: Model, witness: Witness, least: int) -> None:
    """Give cells as in the witness, at least so many, and perhaps one of them wrongly; add an objective."""
    known = [cell for cell in model.cells if cell in witness]
    given = random.sample(known, min(len(known), least + random.choice((0, 0, 0, 1, 2, 3))))
    for cell in given:
        model.give(cell, witness[cell])
    if given and random.random() < 0.15:
        cell = random.choice(given)
        model.give(cell, random.choice(cell.domain))
    if random.random() < 0.3:
        for cell in random.sample(known, min(len(known), random.choice((1, 2, 3, 5, 8)))):
            marks = {value for value in cell.domain if random.random() < 0.6}
            model.restrict(cell, marks | {witness[cell]} if random.random() < 0.9 else marks)
    if random.random() < 0.35:
        _score(random, model)


def _score(random: Random, model: Model) -> None:
    scored = model.cells if random.random() < 0.3 else random.sample(model.cells, min(3, len(model.cells)))
    weights = random.choice(((1,), (0, 1, 2), range(-3, 4), (1000, -1)))
    terms = tuple((random.choice(weights), cell) for cell in scored)
    expression = LinearExpression(terms, random.choice((0, 0, 0, -7, 5)))
    bonuses: dict[tuple[Cell, int], int] = {}
    if random.random() < 0.3:
        for cell in random.sample(model.cells, min(3, len(model.cells))):
            bonuses |= {(cell, value): random.randint(-4, 9) for value in cell.domain if random.random() < 0.5}
    (model.maximize if random.random() < 0.5 else model.minimize)(expression, bonuses=bonuses)
