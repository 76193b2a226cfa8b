"""Random kernel constraints for a case, required directly or within combinations."""

from __future__ import annotations

from random import Random

from sudoku_cp.cross_check.drawing import Witness
from sudoku_cp.cross_check.fuzz.board_clues import Parts
from sudoku_cp.cross_check.fuzz.cages import random_cage, random_cages
from sudoku_cp.cross_check.fuzz.contexts import CONTEXTS, TOP, constraint_in_context
from sudoku_cp.cross_check.instances import large_constraint, random_constraint
from sudoku_cp.model import AnyOf, Cell, Constraint, Model, Not, Sudoku

CAGES = 0.15
"""The share of cages among kernel constraints."""


def add_constraints(random: Random, model: Model, witness: Witness, number: int) -> Parts:
    """Add a number of kernel constraints, which may be parts of combinations; return their parts."""
    cells = [cell for cell in model.cells if cell in witness]
    parts: Parts = ()
    for _ in range(number):
        if random.random() < CAGES:
            parts += _add_cages(random, model, cells, witness)
            continue
        context = random.choice((*(TOP,) * 6, *CONTEXTS[1:]))
        constraint = random_constraint(random, cells, witness)
        for _ in range(3):  # otherwise few would be required directly
            if context != TOP or constraint.holds(witness):
                break
            constraint = random_constraint(random, cells, witness)
        parts += _require(random, model, witness, constraint, context)
    return parts


def add_large_constraint(random: Random, model: Model) -> tuple[Witness, Parts]:
    """Add a large constraint on new variables, directly or in a combination; return a value for each variable too."""
    constraint, witness = large_constraint(random, model)
    context = random.choice((TOP, TOP, "not", random.choice(CONTEXTS[1:])))
    return witness, _require(random, model, witness, constraint, context, mended=0.4)


def _add_cages(random: Random, model: Model, cells: list[Cell], witness: Witness) -> Parts:
    if isinstance(model, Sudoku) and random.random() < 0.5:
        house = random.choice(model.rows + model.columns + model.boxes)
        beside = [cell for cell in cells if cell not in set(house)]
        model.add(*random_cages(random, house, beside, witness))
        return (("cages of a house", TOP),)
    model.add(*random_cage(random, cells, witness))
    return (("cage", TOP),)


def _require(
    random: Random, model: Model, witness: Witness, first: Constraint, context: str, mended: float = 0.75
) -> Parts:
    """Add a constraint in a context; if it does not hold, replace it by its negation, with probability ``mended``."""
    cells = [cell for cell in model.cells if cell in witness]
    made = [first]
    if context not in (TOP, "not"):
        made += [random_constraint(random, cells, witness) for _ in range(random.choice((0, 1, 1, 2)))]
    constraint = constraint_in_context(random, made, context)
    if random.random() < 0.15:
        constraint = AnyOf(Not(constraint), random_constraint(random, cells, witness))
    if random.random() < mended and not constraint.holds(witness):
        constraint, context = Not(constraint), "not"
    model.add(constraint)
    return tuple((type(part).__name__, context) for part in made)
