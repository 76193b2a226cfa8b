"""The cases of a run, their solvers, and the limits of their questions.

A case depends only on its number and the seed of the run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.fuzz.boards import Ground, free_variables, random_board, solved
from sudoku_cp.cross_check.fuzz.requirements import (
    TOP,
    Parts,
    Turn,
    add_clues,
    add_constraints,
    add_large_constraint,
    random_cage,
    random_house,
    turn_of,
)
from sudoku_cp.cross_check.fuzz.terms import Comparisons, random_comparison, random_comparisons
from sudoku_cp.cross_check.instances import Witness
from sudoku_cp.cross_check.relations import RELATIONS
from sudoku_cp.kernel import AllDifferent, NoSquares, Not, Shading
from sudoku_cp.model import Cell, LinearExpression, Model, ModelError, MultiGrid, Sudoku
from sudoku_cp.model.limits import Limits
from sudoku_cp.rules import RULES
from sudoku_cp.solving.registry import SOLVERS

HOUSES = "houses alone"
"""The part of a board without clues and constraints."""

GRIDS = "several grids"
"""The part of overlapping grids without constraints."""

SIZES = (1, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4, 4, 5, 6, 6, 9)
PLAIN_SIZES = (2, 3, 4, 4, 5, 6, 9, 9, 9)

LARGEST_TRIED = 6
"""The largest boards for brute force, as a rule; the answers about others are compared with transformed models."""

LARGE_SIZES = (10, 12, 16)
"""The sizes of boards above 9."""

ATTEMPTS = 20
"""The number of further attempts at a case if the board refuses every clue of a rule."""


@dataclass(frozen=True, slots=True)
class Case:
    """A model to check."""

    seed: int
    number: int
    model: Model
    parts: Parts
    tiny: bool
    """Whether every assignment can be tried."""
    comparisons: Comparisons | None = None
    """What the model says in terms, if nothing else."""


def random_case(seed: int, number: int, rules: Sequence[str] = (), sizes: Sequence[int] = ()) -> Case:
    """Draw a case: every second one has clues of each rule in turn, the others have kernel constraints.

    Parameters
    ----------
    rules
        The rules of clues, in every case; if empty, all declared rules.
    sizes
        The sizes of boards; if empty, 1 to 16, mostly small, and free variables.
    """
    random = Random(f"{seed} {number}")
    if not rules and number % 2:
        return _kernel_case(random, seed, number, sizes)
    turn = turn_of(seed, number if rules else number // 2, tuple(RULES[name] for name in rules or RULES))
    for attempt in range(ATTEMPTS):
        # If a board refuses the rule, try others: larger ones, and ones with regions that are to be found.
        size = random.choice(sizes or (SIZES if attempt < ATTEMPTS // 4 else range(2, 10)))
        ground = Ground(random, size, open_regions=attempt % 4 == 3)
        case = _case_with_clues(random, seed, number, ground, turn, kernel=not rules)
        if case is not None:
            return case
    return Case(seed, number, free_variables(random), (), True)


def _case_with_clues(
    random: Random, seed: int, number: int, ground: Ground, turn: Turn, *, kernel: bool
) -> Case | None:
    board = ground.fresh()
    made = add_clues(random, ground, board, turn)
    if made is None:
        return None
    digits, parts = made
    witness = ground.witness(board, digits)
    if kernel and random.random() < 0.15:
        parts += add_constraints(random, board, witness, random.choice((1, 2)))
    tiny = random.random() < (0.9 if board.size <= LARGEST_TRIED else 0.4)
    _finish(random, board, witness, _least_givens(random, len(witness), tiny))
    return Case(seed, number, board, parts, tiny)


def _kernel_case(random: Random, seed: int, number: int, sizes: Sequence[int]) -> Case:
    """Draw a case without clues."""
    kinds = (_board_with_constraints, _houses) if sizes else _KERNEL_KINDS
    weights = (2, 1) if sizes else _KERNEL_WEIGHTS
    [draw] = random.choices(kinds, weights)
    return draw(random, seed, number, sizes)


def _free(random: Random, seed: int, number: int, sizes: Sequence[int]) -> Case:
    model = free_variables(random)
    witness = {cell: random.choice(cell.domain) for cell in model.cells}
    parts = add_constraints(random, model, witness, random.choice((1, 1, 2, 2, 3)))
    _finish(random, model, witness, 0)
    return Case(seed, number, model, parts, True)


def _large(random: Random, seed: int, number: int, sizes: Sequence[int]) -> Case:
    model = Model("large")
    witness, parts = add_large_constraint(random, model)
    parts += add_constraints(random, model, witness, random.choice((0, 0, 1)))
    _finish(random, model, witness, 0)
    return Case(seed, number, model, parts, True)


def _terms(random: Random, seed: int, number: int, sizes: Sequence[int]) -> Case:
    """Comparisons of terms, whose meaning is known without their lowering."""
    while True:
        comparisons = random_comparisons(random)
        try:
            return Case(seed, number, comparisons.model(), comparisons.parts, True, comparisons)
        except ModelError:  # too many values
            continue


def _add_terms(random: Random, board: Model, witness: Witness) -> Parts:
    """Add a comparison of terms of a few cells of a board."""
    cells = random.sample([*witness], min(len(witness), random.choice((2, 4, 5, 6))))
    comparison = random_comparison(random, len(cells), tuple(witness[cell] for cell in cells))
    try:
        board.add(comparison.constraint(cells))
    except ModelError:
        return ()
    return comparison.parts


def _several_grids(random: Random, seed: int, number: int, sizes: Sequence[int]) -> Case:
    """Two or three small grids that overlap, with a constraint on cells of any of them."""
    size, corners = random.choice(_OVERLAPS)
    digits = range(random.choice((0, 1, 1, -1)), 9)
    board = MultiGrid(corners, size=size, digits=digits[:size])
    found = islice(BruteForce().compile(board).solutions(limits=Limits(nodes=4000)), 20)
    witness = dict(random.choice([*found]))
    parts = _add_terms(random, board, witness) if random.random() < 0.4 else ()
    parts += add_constraints(random, board, witness, random.choice((0, 1)))
    _finish(random, board, witness, _least_givens(random, len(witness), True))
    return Case(seed, number, board, parts or ((GRIDS, TOP),), True)


_OVERLAPS: tuple[tuple[int, tuple[str, ...]], ...] = (
    (4, ("r1c1", "r3c3")),
    (4, ("r1c1", "r1c3")),
    (4, ("r1c1", "r3c3", "r5c5")),
    (2, ("r1c1", "r2c2", "r1c3")),
)
"""The sizes of several grids, and their corners."""


def _large_board(random: Random, seed: int, number: int, sizes: Sequence[int]) -> Case:
    """A board above 9, most of whose cells are given."""
    board, witness = _solved_board(random, LARGE_SIZES)
    parts = _add_terms(random, board, witness) if random.random() < 0.3 else ()
    parts += add_constraints(random, board, witness, random.choice((0, 1, 2)))
    _finish(random, board, witness, _least_givens(random, len(witness), True), scored=0.1)
    return Case(seed, number, board, parts or ((HOUSES, TOP),), True)


def _wide(random: Random, seed: int, number: int, sizes: Sequence[int]) -> Case:
    """A cell or two with more values than a mask of the engine has bits, and some with few."""
    model = Model("wide")
    for values in random.choice(((70, 75), (66, 5, 4), (130, 6), (200, 4, 3), (600, 5), (4200,))):
        low, step = random.choice((-40, -3, 0, 0, 1, 10)), random.choice((1, 1, 1, 3, 7))
        domain: Sequence[int] = range(low, low + values * step, step)
        if values > 9 and random.random() < 0.3:  # with gaps, or far apart
            others = random.sample(range(low, low + 3 * values), values)
            domain = random.choice((others, [value * value for value in domain if value >= 0] or domain))
        model.variable(f"x{len(model.cells)}", domain)
    witness = {cell: random.choice(cell.domain) for cell in model.cells}
    parts = _add_terms(random, model, witness) if random.random() < 0.5 else ()
    parts += add_constraints(random, model, witness, random.choice((1, 1, 2, 3)))
    _finish(random, model, witness, 0, scored=0.2)
    return Case(seed, number, model, parts, True)


def _shaded(random: Random, seed: int, number: int, sizes: Sequence[int]) -> Case:
    """A small plane whose cells are shaded by their values, or have no square of one value."""
    model = Model("shaded")
    height, width = random.choice(((2, 2), (2, 3), (3, 3), (3, 4), (1, 5)))
    domain = random.choice(((0, 1), (0, 1), (1, 2, 3), (-1, 4)))
    places = [(row, column) for row in range(1, height + 1) for column in range(1, width + 1)]
    cells = [model.variable(f"r{row}c{column}", domain, row, column) for row, column in places]
    chosen = cells if random.random() < 0.6 else random.sample(cells, random.randint(1, len(cells)))
    values = random.sample(domain, random.choice((1, 1, len(domain) - 1)))
    size = random.choice((1, 2, 2, 2, 3))
    name, made = random.choice(
        (
            ("shading", Shading(chosen, values, both=random.random() < 0.6)),
            ("no squares", NoSquares(chosen, values, size)),
        )
    )
    is_negated = random.random() < 0.2
    model.add(Not(made) if is_negated else made)
    witness = {cell: random.choice(cell.domain) for cell in cells}
    parts = ((name, "not" if is_negated else TOP), *add_constraints(random, model, witness, random.choice((0, 0, 1))))
    _finish(random, model, witness, 0)
    return Case(seed, number, model, parts, len(domain) ** len(cells) <= 5000)


def _open_cage(random: Random, seed: int, number: int, sizes: Sequence[int]) -> Case:
    """A cage whose cells have several candidates each, as most cells of boards are given."""
    model = Model("cage")
    domain = random.sample(range(1, 9), random.choice((5, 6)))
    cells = [model.variable(f"x{place}", domain) for place in range(random.choice((4, 4, 5)))]
    witness = dict(zip(cells, random.sample(domain, len(cells)), strict=True))
    for cell in cells:
        model.restrict(cell, {value for value in domain if random.random() < 0.6} | {witness[cell]})
    model.add(*random_cage(random, cells, witness))
    parts = (("cage", TOP), *add_constraints(random, model, witness, random.choice((0, 0, 1))))
    _finish(random, model, witness, 0)
    return Case(seed, number, model, parts, True)


def _board_with_constraints(random: Random, seed: int, number: int, sizes: Sequence[int]) -> Case:
    board, witness = _solved_board(random, sizes or SIZES)
    parts = _add_terms(random, board, witness) if random.random() < 0.3 else ()
    parts += add_constraints(random, board, witness, random.choice((1, 2)))
    tiny = board.size <= LARGEST_TRIED and random.random() < 0.9
    _finish(random, board, witness, _least_givens(random, len(witness), tiny))
    return Case(seed, number, board, parts, tiny)


def _houses(random: Random, seed: int, number: int, sizes: Sequence[int]) -> Case:
    """A board with houses only: the engine has separate code for many puzzles of such a model."""
    board, witness = _solved_board(random, sizes or PLAIN_SIZES)
    board.add(*(random_house(random, board.grid, witness) for _ in range(random.choice((0, 0, 1, 2, 5)))))
    tiny = board.size <= LARGEST_TRIED and random.random() < 0.9
    _finish(random, board, witness, _least_givens(random, len(witness), tiny))
    return Case(seed, number, board, ((HOUSES, TOP),), tiny)


def _classic(random: Random, seed: int, number: int, sizes: Sequence[int]) -> Case:
    """A plain 9×9 grid, for which the engine has separate code, with as few givens as real puzzles, or fewer."""
    board = Sudoku(9)
    digits = solved(board, random)
    assert digits is not None
    witness = dict(zip(board.grid, digits, strict=True))
    _finish(random, board, witness, random.choice((14, 17, 20, 23, 26, 30, 36)), scored=0.05)
    return Case(seed, number, board, ((HOUSES, TOP),), False)


def _solved_board(random: Random, sizes: Sequence[int]) -> tuple[Sudoku, Witness]:
    """A board and a solution of it."""
    while True:
        board = random_board(random, random.choice(sizes))
        digits = solved(board, random)
        if digits is not None:
            return board, dict(zip(board.grid, digits, strict=True))


_KERNEL_KINDS = (
    *(_free, _large, _terms, _open_cage, _board_with_constraints, _houses, _classic, _several_grids, _large_board),
    *(_wide, _shaded),
)
_KERNEL_WEIGHTS = (25, 25, 18, 6, 8, 6, 6, 3, 3, 10, 4)


def _least_givens(random: Random, cells: int, tiny: bool) -> int:
    """The least number of givens on a board so that brute force is possible, or solutions are not too many."""
    if tiny:
        return max(0, cells - random.choice((3, 4, 6, 8, 9, 10, 12, 14)))
    return random.randint(cells // 4, cells * 2 // 3)


def _finish(random: Random, model: Model, witness: Witness, least: int, scored: float = 0.35) -> None:
    """Add at least a number of givens as in the witness, perhaps with one of them wrong, and an objective."""
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
    if random.random() < scored:
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


COUNT_LIMIT = 200
"""The largest number of solutions that are counted and listed."""

QUESTION = Limits(seconds=5, nodes=10_000)
"""The limits of one question to one solver."""

LARGE = 60
"""The number of cells from which on a model is large, so that nodes cost more with each cell."""

LARGE_NODES = 60_000
"""The limit on nodes times cells for one question about a large model."""

SOMETIMES = 0.2
"""The share of cases in which `Plan.sometimes` is asked."""

_CP_SAT = (":presolve=true", ":workers=2", ":seed=2", ":presolve=true,seed=3")


MOST_ASKED = 2
"""The number of further questions about a case."""

Asker = Callable[[Model, str], str]


@dataclass(frozen=True, slots=True)
class Plan:
    """The inputs of a case other than its number.

    Parameters
    ----------
    seed
        The seed of the random cases.
    solvers
        The names of the solvers under test in every case.
    sometimes
        The names of slower solvers, which are asked in some cases.
    rules
        The rules of clues; if empty, all rules, and kernel constraints as well.
    sizes
        The sizes of boards; if empty, a mixture, and free variables as well.
    questions
        The names of further questions about tiny models, beyond those to solvers.
    wrong
        Asks one of them about a model, and returns what is wrong with the answer; empty if nothing is.
    """

    seed: int = 0
    solvers: tuple[str, ...] = SOLVERS[:1]
    sometimes: tuple[str, ...] = SOLVERS[1:2]
    rules: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    questions: tuple[str, ...] = ()
    wrong: Asker | None = None


def question(model: Model) -> Limits:
    """The limits of one question about a model."""
    cells = len(model.cells)
    return QUESTION if cells < LARGE else Limits(seconds=1, nodes=LARGE_NODES // cells)


def solvers_of(plan: Plan, case: Case) -> tuple[str, ...]:
    """The solvers for a case: those of the plan, with brute force for a tiny case, otherwise with two relations.

    Now and then, one of them is also asked with other settings; always if the engine has separate code for many puzzles
    of the model.
    """
    random = Random(f"{plan.seed} {case.number} solvers")
    tested = [*plan.solvers, *(plan.sometimes if random.random() < SOMETIMES else ())]
    names = [*tested, BruteForce.plain_name] if case.tiny else tested[:]
    plain = all(isinstance(part, AllDifferent) for part in case.model.constraints)
    if not case.tiny:
        related = random.sample(tuple(RELATIONS), 1 if plain else 2)
        names += [f"{tested[0]}~{relation}" for relation in related]
    if random.random() < 0.3 and (others := _others(random.choice(tested))):
        names.append(random.choice(others))
    if SOLVERS[0] in tested and plain:
        names += [f"{SOLVERS[0]}{setting}" for setting in ("~batch", random.choice(_OF_HOUSES))]
    return tuple(dict.fromkeys(names))


def questions_of(plan: Plan, case: Case) -> tuple[str, ...]:
    """The further questions about a case."""
    random = Random(f"{plan.seed} {case.number} questions")
    if not case.tiny or plan.wrong is None:
        return ()
    return tuple(random.sample(plan.questions, min(MOST_ASKED, len(plan.questions))))


_OF_HOUSES = ("~no-node-limit", "~no-node-limit~batch", ":threads=2,learn_after=0", ":learn_after=0", ":learn_after=3")
"""Settings of the engine that matter most for models with houses only."""


def _others(name: str) -> tuple[str, ...]:
    """The names of a solver with other settings."""
    return tuple(f"{name}{setting}" for setting in _settings(name))


def _settings(name: str) -> tuple[str, ...]:
    match name:
        case "exact-cover":
            from sudoku_cp import _native

            cpus = (f":cpu={level}" for level in _native.cpu_levels())
            threads = (":threads=2,learn_after=0", ":threads=2,learn_after=1", ":threads=3,learn_after=2")
            at_random = (f":learn_after=0,seed={seed}" for seed in (1, 2, 3))
            return ("~batch", ":learn_after=0", ":learn_after=3", *at_random, *threads, *cpus)
        case "cp-sat":
            return _CP_SAT
    return ()
