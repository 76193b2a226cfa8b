"""Random requirements of a case: kernel constraints, clues of each rule in turn, cages and houses.

Each is required directly, or within a combination. Cages and houses imply more together than one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from sudoku_cp.cross_check.fuzz.boards import Ground
from sudoku_cp.cross_check.fuzz.clues import Drawn, random_clue
from sudoku_cp.cross_check.instances import NEAR, Witness, large_constraint, random_constraint
from sudoku_cp.kernel import AllDifferent, AllOf, AnyOf, Combination, Exactly, Linear, Not
from sudoku_cp.model import Cell, Constraint, Model, ModelError, Relation, Sudoku
from sudoku_cp.rules import RULES, AppliedRule, Rule

TOP = "top"
"""The context of clues and constraints that are required directly."""

CONTEXTS = (TOP, "any of", "all of", "not", "exactly", "at most")


def clue_in_context(random: Random, clues: list[AppliedRule], context: str) -> AppliedRule:
    """The clue that combines the clues; only the first one if the context takes just one."""
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


def constraint_in_context(random: Random, constraints: list[Constraint], context: str) -> Constraint:
    """The constraint that combines the constraints; only the first one if the context takes just one."""
    match context:
        case "any of":
            return AnyOf(*constraints)
        case "all of":
            return AllOf(*constraints)
        case "not":
            return Not(constraints[0])
        case "exactly":
            return Exactly(random.randint(0, len(constraints)), *constraints)
        case "at most":
            return Combination(tuple(constraints), Relation.AT_MOST, random.randint(0, len(constraints)))
    return constraints[0]


def random_cage(random: Random, cells: Sequence[Cell], witness: Witness) -> list[Constraint]:
    """Up to five cells that differ, and their sum: together they imply more than one by one."""
    scope = _differing(random, cells, witness, random.choice((3, 4, 4, 5, 5)))
    weight = random.choice((1, 1, 1, 2, -1))
    total = sum(witness[cell] for cell in scope) + (random.choice(NEAR) if random.random() < 0.1 else 0)
    terms = tuple((weight, cell) for cell in scope)
    return [AllDifferent(scope), Linear(terms, Relation.EQUAL, weight * total)]


def random_cages(random: Random, house: Sequence[Cell], beside: Sequence[Cell], witness: Witness) -> list[Constraint]:
    """Cages that cover a house except some of its cells, or with some extra cells: the difference has a known sum."""
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
    """Cells that differ in the witness: a pair, a few, or as many as possible."""
    return AllDifferent(_differing(random, cells, witness, random.choice((2, 2, 3, len(cells)))))


def _differing(random: Random, cells: Sequence[Cell], witness: Witness, number: int) -> list[Cell]:
    """A number of cells with different values, or as many as there are."""
    by_value = {witness[cell]: cell for cell in random.sample(cells, len(cells))}
    return random.sample(list(by_value.values()), min(len(by_value), number))


Parts = tuple[tuple[str, str], ...]
"""The rule or kind of each clue or constraint, with its context."""

WITNESSES = 4
"""The number of solutions tried to find one for which the first clue holds."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The requirements on the first clue of a case.

    Parameters
    ----------
    rules
        The rules of all clues of the case.
    rule
        The rule whose turn it is.
    alone
        Whether the clue is required directly, otherwise within a combination.
    """

    rules: tuple[Rule, ...]
    rule: Rule
    alone: bool


def turn_of(seed: int, number: int, rules: tuple[Rule, ...]) -> Turn:
    """The rule whose turn it is: each rule once in successive numbers of cases, directly every other time."""
    lap, place = divmod(number, len(rules))
    order = Random(f"{seed} lap {lap}").sample(rules, len(rules))
    return Turn(rules, order[place], lap % 2 == 0)


def add_clues(random: Random, ground: Ground, board: Sudoku, turn: Turn) -> tuple[tuple[int, ...], Parts] | None:
    """Add some clues to a board of the ground; clues that declare variables come first.

    Returns the digits of the solution that the clues are built around, and the parts; None if the board refuses every
    clue of the rule whose turn it is.
    """
    found = _first_clue(random, ground, turn)
    if found is None:
        return None
    digits, first = found
    context = TOP if turn.alone or first.declares else random.choice(CONTEXTS[1:])
    drawn = [_combined(random, ground, digits, turn.rules, first, context)]
    for _ in range(random.choice((0, 0, 0, 1, 1, 2))):
        further = _draw(random, ground, digits, random.choice(turn.rules), turn.rules)
        if further is not None:
            context = TOP if further.declares or random.random() < 0.55 else random.choice(CONTEXTS[1:])
            drawn.append(_combined(random, ground, digits, turn.rules, further, context))
    parts: Parts = tuple((clue.rule.name, TOP) for clue in ground.first)
    for _, clue, named in sorted(drawn, key=lambda entry: not entry[0]):
        with suppress(ModelError):  # it may be incompatible with the others
            board.add(clue)
            parts += named
    return (digits, parts) if turn.rule.name in {name for name, _ in parts} else None


def _first_clue(random: Random, ground: Ground, turn: Turn) -> tuple[tuple[int, ...], Drawn] | None:
    """A clue of the rule whose turn it is, and digits for which it holds, if found."""
    last: tuple[tuple[int, ...], Drawn] | None = None
    for _ in range(WITNESSES):
        digits = ground.solution(random)
        drawn = None if digits is None else _draw(random, ground, digits, turn.rule, turn.rules)
        if digits is None or drawn is None:
            return last
        last = digits, drawn
        if drawn.holds or drawn.declares:
            return last
    if last is not None and turn.alone:
        digits = ground.solution_with(random, last[1].clue)
        if digits is not None:
            return digits, Drawn(last[1].clue, declares=False, holds=True)
    return last


def _draw(random: Random, ground: Ground, digits: tuple[int, ...], rule: Rule, rules: tuple[Rule, ...]) -> Drawn | None:
    """A random clue of a rule, made on a board of its own."""
    board = ground.fresh()
    return random_clue(random, rule, rules, board, ground.witness(board, digits), 12 if board.size <= 4 else 6)


def _combined(
    random: Random, ground: Ground, digits: tuple[int, ...], rules: tuple[Rule, ...], drawn: Drawn, context: str
) -> tuple[bool, AppliedRule, Parts]:
    """Whether the clue declares variables, the clue in its context, mostly one that holds, and its parts."""
    clues = [drawn.clue]
    if context in ("any of", "all of", "exactly", "at most"):
        further = _draw(random, ground, digits, random.choice(rules), rules)
        clues += [further.clue] if further is not None and not further.declares else []
    combined = clue_in_context(random, clues, context)
    holds = drawn.holds or drawn.declares if context == TOP else _holds(ground, digits, combined)
    if not holds and random.random() < (0.4 if context == TOP else 0.75):
        combined, context = clue_in_context(random, [combined], "not"), "not"
    return drawn.declares, combined, tuple((clue.rule.name, context) for clue in clues)


def _holds(ground: Ground, digits: tuple[int, ...], clue: AppliedRule) -> bool:
    board = ground.fresh()
    witness = ground.witness(board, digits)
    return all(constraint.holds(witness) for constraint in clue.constraints(board))


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
