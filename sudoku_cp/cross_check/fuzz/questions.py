"""The questions of `fuzz` that no comparison of solvers asks, such as paths, reasons, relations, cubes and fronts.

Each is asked about a model all of whose solutions are known, and is judged by these and by `holds` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from sudoku_cp.authoring.ambiguity import Ambiguity
from sudoku_cp.authoring.equalities import equal
from sudoku_cp.authoring.estimates import count_fillings
from sudoku_cp.authoring.parts import Part, cells_of, frame_of, given_name, parts_of
from sudoku_cp.authoring.reasons import Claim, MinimalConflict, OpenClaim, Reason, Unique, why
from sudoku_cp.authoring.reduction import reduce
from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.fuzz.cases import COUNT_LIMIT, QUESTION, question
from sudoku_cp.cubes.audit import audit
from sudoku_cp.cubes.checker import check
from sudoku_cp.cubes.entries import RejectedError
from sudoku_cp.human.finder import SearchStoppedError, StepFinder
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.paths import walk
from sudoku_cp.model import Cell, Goal, LinearExpression, LoweringError, Maximize, Minimize, Model, Objective, Status
from sudoku_cp.model.limits import Limits

Values = tuple[int, ...]

MOST_SOLUTIONS = 600
"""The most solutions of a model; `equal` and `why` compare 200 of them, and ask a solver about the others."""

SECONDS = 2.0
"""The processor time for one path."""

MOST_PATH_ELEMENTS = 2
"""The largest number of elements of a step."""

_REASONS = Limits(nodes=50_000)
"""The limits of the search for a solution that a reason allows."""


def solutions_of(model: Model) -> tuple[Values, ...] | None:
    """All solutions of a model, by brute force; None if they are too many, or take too long.

    Parameters
    ----------
    model
        The model.

    Returns
    -------
    tuple or None
        The values of each solution, in cell order.
    """
    stream = BruteForce().compile(model).solutions(limits=question(model))
    found = tuple(solution.values_in_order for solution in islice(stream, MOST_SOLUTIONS + 1))
    is_complete = len(found) <= MOST_SOLUTIONS and stream.status.value in ("complete", "infeasible")
    return found if is_complete else None


def wrong(model: Model, name: str) -> str:
    """What an answer says wrongly of a model, in words.

    Parameters
    ----------
    model
        The model.
    name
        The question, one of `QUESTIONS`.

    Returns
    -------
    str
        The reason; empty if nothing is wrong, or brute force does not know the solutions.
    """
    solutions = solutions_of(model)
    if solutions is None:
        return ""
    try:
        return QUESTIONS[name](model, solutions, Random(f"{name} {len(model.cells)} {len(solutions)}"))
    except LoweringError:
        return ""


def _path(model: Model, solutions: Sequence[Values], random: Random) -> str:
    """A path loses no solution, says "solved" of a solution alone, and refutes only what has none."""
    end = process_time() + SECONDS
    finder, marks = StepFinder(model, lambda: process_time() > end), Marks(model)
    visible = [cell for cell in model.cells if cell.index not in marks.hidden]
    if any(not _is_possible(marks, visible, values) for values in solutions):
        return "the candidates before the first step lose a solution"
    try:
        for step in walk(finder, marks, MOST_PATH_ELEMENTS):
            after = marks.copy()
            step.apply(after)
            if any(not _is_possible(after, visible, values) for values in solutions):
                return f"the step loses a solution: {step}"
    except SearchStoppedError:
        return ""
    if solutions and marks.is_refuted():
        return f"it says that there is no solution: {marks.why_refuted()}"
    if marks.is_solved() and {tuple(values[cell.index] for cell in visible) for values in solutions} != {
        tuple(marks.values(cell)[0] for cell in visible)
    }:
        return "it says that it is solved, and the grid is not the only solution"
    return ""


def _is_possible(marks: Marks, cells: Iterable[Cell], values: Values) -> bool:
    return all(values[cell.index] in marks.values(cell) for cell in cells)


def _why(model: Model, solutions: Sequence[Values], random: Random) -> str:
    """A clash has no solution, and one without each of its parts; two solutions are solutions; a claim is true."""
    answer = why(model, effort=0, nodes=QUESTION.nodes)
    match answer:
        case MinimalConflict(parts=parts, is_minimal=is_minimal):
            if solutions:
                return f"it finds a clash, and there is a solution: {answer}"
            if wrong_parts := _wrong_reason(model, parts, is_minimal, {}):
                return f"the clash {wrong_parts}: {answer}"
        case Ambiguity(first=first, second=second, cells=cells, is_least=is_least):
            pair = {first.values_in_order, second.values_in_order}
            if len(pair) < 2 or not pair <= {*solutions}:
                return f"it finds two solutions that are not: {answer}"
            least = min(_difference(model, one, other) for one, other in combinations(solutions, 2))
            if is_least and len(cells) > least:
                return f"it says that solutions differ in {len(cells)} cells at least, and two differ in {least}"
        case Unique() if len(solutions) != 1:
            return f"it says that there is one solution, and there are {len(solutions)}"
    cell = random.choice([cell for cell in model.cells if cell not in {*model.auxiliary_cells}])
    return _wrong_claim(model, solutions, Claim(cell, random.choice(cell.domain), True, ""))


def _difference(model: Model, one: Values, other: Values) -> int:
    hidden = {cell.index for cell in model.auxiliary_cells}
    return sum(first != second for at, (first, second) in enumerate(zip(one, other, strict=True)) if at not in hidden)


def _wrong_claim(model: Model, solutions: Sequence[Values], claim: Claim) -> str:
    seen = {values[claim.cell.index] == claim.value for values in solutions}
    match why(model, given_name(model, claim.cell, claim.value), effort=0, nodes=QUESTION.nodes):
        case OpenClaim() if len(seen) < 2:
            return f"it says that {claim.cell.name} = {claim.value} is open, and it is not"
        case Reason(claim=proved, parts=parts, is_minimal=is_minimal):
            if seen != {proved.is_equality}:
                return f"it proves {proved.text}, which does not follow"
            fixed = {proved.cell: proved.opposite.values}
            if wrong_parts := _wrong_reason(model, parts, is_minimal, fixed):
                return f"the reason for {proved.text} {wrong_parts}"
    return ""


def _wrong_reason(
    model: Model, parts: Sequence[Part], is_minimal: bool, candidates: Mapping[Cell, Sequence[int]]
) -> str:
    """What is wrong with parts that have no solution together, although they have one without any of them."""
    if _has_solution(model, parts, candidates):
        return "is not one: its parts have a solution"
    for part in parts if is_minimal else ():
        if _has_solution(model, [each for each in parts if each is not part], candidates) is False:
            return f"does not need {part}"
    return ""


def _has_solution(model: Model, parts: Sequence[Part], candidates: Mapping[Cell, Sequence[int]]) -> bool | None:
    """Whether parts and the frame have a solution; None if that takes too long."""
    reduced = _with_parts(model, parts)
    for cell, values in candidates.items():
        reduced.restrict(cell.name, set(values))
    for part in parts:
        if part.cell is not None and part.value is not None:
            if part.value not in reduced.domain_of(part.cell):
                return False
            reduced.give(part.cell.name, part.value)
    stream = BruteForce().compile(reduced).solutions(limits=_REASONS)
    if next(stream, None) is not None:
        return True
    return False if stream.status.value == "infeasible" else None


def _reduce(model: Model, solutions: Sequence[Values], random: Random) -> str:
    """What is kept has the same solutions; what can go alone follows from the rest, and what is needed does not."""
    answer = reduce(model, nodes=QUESTION.nodes)
    if answer.is_minimal and answer.number != min(2, len(solutions)):
        return f"it counts {answer.number} solutions, and there are {len(solutions)}"
    if not solutions:
        return ""
    everything = (*answer.needless, *answer.needed)
    for part in answer.needless:
        if _others_hold(model, [each for each in everything if each is not part], part, solutions) is False:
            return f"it says that {part} follows from the rest, which it does not"
    for part in answer.needed if answer.is_minimal else ():
        if _others_hold(model, [each for each in everything if each is not part], part, solutions) is True:
            return f"it says that {part} is needed, and it follows from the rest"
    for part in answer.removed:
        if _others_hold(model, answer.kept, part, solutions) is False:
            return f"it says that {part} follows from what is kept, which it does not"
    return ""


def _others_hold(model: Model, kept: Sequence[Part], part: Part, solutions: Sequence[Values]) -> bool | None:
    """Whether a part follows from some parts and the frame: none of their solutions breaks it; None if unknown."""
    reduced = _with_parts(model, kept)
    for other in kept:
        if other.cell is not None and other.value is not None:
            reduced.give(other.cell.name, other.value)
    stream = BruteForce().compile(reduced).solutions(limits=QUESTION)
    for number, solution in enumerate(stream):
        if not part.holds(dict(zip(model.cells, solution.values_in_order, strict=True))):
            return False
        if number > 10 * MOST_SOLUTIONS:
            return None
    return True if stream.status.value in ("complete", "infeasible") else None


def _with_parts(model: Model, parts: Sequence[Part]) -> Model:
    """The frame of a model and the constraints of some parts, without givens."""
    frame = {id(constraint) for constraint in frame_of(model, parts_of(model, {}))}
    kept = frame | {id(constraint) for part in parts for constraint in part.constraints}
    return model.with_constraints([constraint for constraint in model.constraints if id(constraint) in kept])


def _equal(model: Model, solutions: Sequence[Values], random: Random) -> str:
    """Each relation holds in all solutions, and every pair of open cells with a relation is in one."""
    answer = equal(model, nodes=QUESTION.nodes)
    if answer.is_complete and answer.number != min(2, len(solutions)):
        return f"it counts {answer.number} solutions, and there are {len(solutions)}"
    for relation in answer.relations:
        first, second = relation.first.index, relation.second.index
        if any(values[first] + relation.sign * values[second] != relation.constant for values in solutions):
            return f"it says that {relation}, which is not so in all solutions"
    for cell, value in answer.fixed.items():
        if any(values[cell.index] != value for values in solutions):
            return f"it says that {cell.name} is always {value}"
    if not answer.is_complete or len(solutions) < 2:
        return ""
    group = {cell: cell for cell in model.cells}
    for relation in answer.relations:
        old, new = group[relation.second], group[relation.first]
        group = {cell: new if of is old else of for cell, of in group.items()}
    for one, other in combinations(cells_of(model), 2):
        columns = [(values[one.index], values[other.index]) for values in solutions]
        is_open = all(len({column[place] for column in columns}) > 1 for place in (0, 1))
        related = any(len({first + sign * second for first, second in columns}) == 1 for sign in (1, -1))
        if is_open and related and group[one] is not group[other]:
            return f"it does not say that {one.name} and {other.name} are related"
    return ""


def _project(model: Model, solutions: Sequence[Values], random: Random) -> str:
    """The number of fillings of some cells is that of the different ones in all solutions."""
    cells = random.sample(model.cells, min(len(model.cells), random.choice((0, 1, 2, 3, 5))))
    answer = count_fillings(model.compile(), cells, limits=Limits(nodes=QUESTION.nodes))
    true = len({tuple(values[cell.index] for cell in cells) for values in solutions})
    if answer.exact and answer.count != true:
        return f"it counts {answer.count} fillings of {', '.join(cell.name for cell in cells)}, and there are {true}"
    return ""


def _cubes(model: Model, solutions: Sequence[Values], random: Random) -> str:
    """A question that is divided has the same answer, and its journal is verified and shows it."""
    compiled = model.compile()
    scores = _scores(model, solutions)
    kind = random.choice(("count", "candidates", *(("best", "best") if scores is not None else ())))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal"
        limits = Limits(seconds=SECONDS)
        result: object
        true: object
        match kind:
            case "count":
                counted = compiled.count(limits=limits, journal=path, cubes=6, cube_seconds=0.001)
                result, true, is_known = {"count": counted.count}, {"count": len(solutions)}, counted.exact
            case "best":
                ranked = compiled.best(3, limits=limits, journal=path, cubes=6, cube_seconds=0.001)
                result, true = {"scores": list(ranked.objectives)}, {"scores": list(scores or ())[:3]}
                is_known = ranked.status.value != "limit"
            case _:
                seen = compiled.candidates(limits=limits, journal=path, cubes=6, cube_seconds=0.001)
                masks = [_mask(cell, seen.values[cell]) for cell in model.cells]
                result = {"candidates": masks}
                true = {
                    "candidates": [_mask(cell, {values[cell.index] for values in solutions}) for cell in model.cells]
                }
                is_known = seen.status.value != "limit"
        if not is_known:
            return ""
        if result != true:
            return f"cube by cube it says {result}, and the truth is {true}"
        try:
            with path.open("rb") as lines:
                claim = check(lines)
            audit(claim, model, model.givens)
        except RejectedError as error:
            return f"its journal is refused: {error}"
        return "" if claim.is_complete and claim.result == true else f"its journal shows {claim}"


def _scores(model: Model, solutions: Sequence[Values]) -> tuple[int, ...] | None:
    """The scores of all solutions, the best first; None without an objective."""
    objective: Objective | None = model.objective
    if objective is None:
        return None
    scores = [objective.value(dict(zip(model.cells, values, strict=True))) for values in solutions]
    return tuple(sorted(scores, key=objective.gain, reverse=True))


def _order(model: Model, solutions: Sequence[Values], random: Random) -> str:
    """The best solution in the order of some scores is best by brute force, with its bounds and the number of such."""
    goals, gains = _goals(model, solutions, random)
    first, *then = goals
    scored = model.with_constraints(model.constraints)
    scored.givens = {**model.givens}
    (scored.maximize if isinstance(first, Maximize) else scored.minimize)(first.expression, then=then)
    compiled = scored.compile(random.choice(_SCORING))
    result = compiled.solve(limits=question(model))
    if result.status is Status.LIMIT:
        return ""
    if result.solution is None or result.objective is None:
        return "it finds no solution" if solutions else ""
    said = result.scores or (result.objective,)
    if _gains(goals, result.solution.values_in_order) != max(gains, default=()):
        return f"it says that {said} is the best of {scored.objective}, and {max(gains, default=())} is better"
    if said != (result.bounds or (result.bound,)):
        return f"its bounds of {said} are {result.bounds}"
    count = compiled.count(COUNT_LIMIT, target=list(said), limits=question(model))
    best = min(gains.count(max(gains)), COUNT_LIMIT)
    return f"it counts {count.count} best solutions of {best}" if count.exact and count.count != best else ""


def _pareto(model: Model, solutions: Sequence[Values], random: Random) -> str:
    """The front has all points that no solution dominates, and no others."""
    goals, gains = _goals(model, solutions, random)
    front = model.pareto(*goals, solver=random.choice(_SCORING), limits=question(model))
    different = set(gains)
    true = sorted((one for one in different if not any(_dominates(other, one) for other in different)), reverse=True)
    said = [_gains(goals, point.solution.values_in_order) for point in front.points]
    if said != (true[: len(said)] if front.status is Status.LIMIT else true):
        return f"it says that the front is {said}, and it is {true}"
    return ""


def _hint(model: Model, solutions: Sequence[Values], random: Random) -> str:
    """A hint, right or wrong, does not change whether there is a solution, nor the best score."""
    cells = random.sample(model.cells, random.randint(1, len(model.cells)))
    values = random.choice(solutions) if solutions and random.random() < 0.5 else None
    hint = {cell: random.choice(cell.domain) if values is None else values[cell.index] for cell in cells}
    result = model.solve(hint=hint, solver=random.choice(_SCORING), limits=question(model))
    if result.solution is not None and result.solution.values_in_order not in solutions:
        return f"its solution is none, with the hint {hint}"
    if result.status is Status.LIMIT:
        return ""
    if (result.solution is None) is bool(solutions):
        return f"it says {result.status.value} with the hint {hint}, and there are {len(solutions)} solutions"
    scores = _scores(model, solutions)
    if scores and result.objective != scores[0]:
        return f"it says that {result.objective} is the best score with the hint {hint}, and it is {scores[0]}"
    return ""


_SCORING = ("exact-cover", "cp-sat")


def _goals(model: Model, solutions: Sequence[Values], random: Random) -> tuple[list[Goal], list[Values]]:
    """Some goals, and how good each solution is."""
    goals: list[Goal] = []
    for _ in range(random.choice((1, 2, 2, 3))):
        a, b, c = random.choices(model.cells, k=3)
        score = random.choice((a, 2 * a - b, a + b + c, (a == b.domain[0]) + (b < c), a != b, 3))
        goals.append(random.choice((Maximize, Minimize))(score))
    return goals, [_gains(goals, values) for values in solutions]


def _gains(goals: Iterable[Goal], values: Values) -> Values:
    """The scores of a solution by the meaning of the expressions, so that more is better."""
    found = []
    for goal in goals:
        assert isinstance(goal.expression, LinearExpression)
        score = goal.expression.value({cell: values[cell.index] for cell in goal.expression.cells()})
        found.append(score if isinstance(goal, Maximize) else -score)
    return tuple(found)


def _dominates(one: Values, other: Values) -> bool:
    return one != other and all(mine >= theirs for mine, theirs in zip(one, other, strict=True))


def _mask(cell: Cell, values: Iterable[int]) -> int:
    return sum(1 << place for place, value in enumerate(cell.domain) if value in set(values))


QUESTIONS: dict[str, Callable[[Model, Sequence[Values], Random], str]] = {
    "path": _path,
    "why": _why,
    "reduce": _reduce,
    "equal": _equal,
    "project": _project,
    "cubes": _cubes,
    "order": _order,
    "pareto": _pareto,
    "hint": _hint,
}
"""Each returns what is wrong with an answer about a model with these solutions, in words."""
