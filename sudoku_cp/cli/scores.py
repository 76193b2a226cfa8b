"""``sudoku-cp solve`` with scores that options declare, with ``--best``, and with ``--pareto``."""

from __future__ import annotations

import ast
import operator
from argparse import ArgumentTypeError, Namespace
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from sudoku_cp._base.text import counted
from sudoku_cp.cli.options import cube_options
from sudoku_cp.cli.output import Finding, caption, record
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.session import AnswerFunction, Output, Session, compile_once, drawn
from sudoku_cp.kernel.expression import Operand
from sudoku_cp.kernel.functions import max_of, min_of, sum_of
from sudoku_cp.model import Board, InputError, ModelError, Sense, Solution
from sudoku_cp.model.answers import Front, Point, Ranking, Status
from sudoku_cp.model.goals import GOALS, Goal, in_order
from sudoku_cp.model.limits import Limits

_SENSES = {sense.value: sense for sense in Sense}

_OPERATORS: Mapping[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}

_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "abs": abs,
    "max": lambda *items: max_of(items),
    "min": lambda *items: min_of(items),
    "sum": lambda *items: sum_of(items),
}


@dataclass(frozen=True)
class ScoreText:
    """A score as an option has it."""

    text: str
    sense: Sense | None
    """The direction that the text names; None for none."""
    tree: ast.expr
    """The expression, which consists of numbers, names of cells, operators and calls of functions."""

    def expression(self, model: Board) -> Operand:
        """The score in terms of the cells of a model.

        Raises
        ------
        ModelError
            If there is no such cell, or an operator or a function does not take its operands.
        """
        score: Operand = _value(self.tree, model)
        return score


def read_score(text: str, *, with_direction: bool) -> ScoreText:
    """Read a score, which may begin with its direction where an option does not say it: ``minimize r1c1 + 2*r1c2``.

    Raises
    ------
    ArgumentTypeError
        If it is not an expression, or has a part that scores cannot have.
    """
    written, sense = text.strip(), None
    first, _, rest = written.partition(" ")
    if with_direction and first in _SENSES:
        written, sense = rest.strip(), _SENSES[first]
    try:
        tree = ast.parse(written, mode="eval").body
        _check(tree)
    except SyntaxError as error:
        place = f" at character {error.offset}" if error.offset else ""
        raise ArgumentTypeError(f"{written!r} is not a score such as r1c1 + 2*r1c2: {error.msg}{place}") from None
    except (RecursionError, MemoryError, ValueError):
        raise ArgumentTypeError(f"{written[:40]!r}… is not a score that can be read") from None
    return ScoreText(written, sense, tree)


def _check(node: ast.expr) -> None:
    """Refuse what scores cannot have."""
    match node:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return None
        case ast.Name():
            return None
        case ast.UnaryOp(op=operation, operand=operand) if type(operation) in _OPERATORS:
            return _check(operand)
        case ast.BinOp(op=operation, left=left, right=right) if type(operation) in _OPERATORS:
            _check(left)
            return _check(right)
        case ast.Compare(left=left, ops=[operation], comparators=[right]) if type(operation) in _OPERATORS:
            _check(left)
            return _check(right)
        case ast.Call(func=ast.Name(id=name), args=items, keywords=[]) if name in _FUNCTIONS:
            for item in items:
                _check(item)
            return None
    known = f"numbers, names of cells, + - * // % & | ~, one comparison, and {', '.join(_FUNCTIONS)}"
    raise ArgumentTypeError(f"{ast.unparse(node)!r} cannot be part of a score, which has {known}")


def _value(node: ast.expr, model: Board) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return model[name]
        case ast.UnaryOp(op=operation, operand=operand):
            return _OPERATORS[type(operation)](_value(operand, model))
        case (
            ast.BinOp(op=operation, left=left, right=right)
            | ast.Compare(ops=[operation], left=left, comparators=[right])
        ):
            return _OPERATORS[type(operation)](_value(left, model), _value(right, model))
        case ast.Call(func=ast.Name(id=name), args=items):
            return _FUNCTIONS[name](*[_value(item, model) for item in items])
    raise AssertionError(node)


def with_scores(options: Namespace, answer: AnswerFunction) -> AnswerFunction:
    """An answer about the scores of each puzzle, those included that the options declare."""
    return lambda puzzle, limits: answer(replace(puzzle, model=_scored(options, puzzle)), limits)


def _scored(options: Namespace, puzzle: Puzzle) -> Board:
    """The model of a puzzle with the scores of the puzzle and the options.

    Raises
    ------
    InputError
        If there is no score, or one does not fit the puzzle.
    """
    first = options.maximize or options.minimize
    if first is not None:
        first = replace(first, sense=Sense.MINIMIZE if options.maximize is None else Sense.MAXIMIZE)
    try:
        model = _model_with(puzzle.model, first, tuple(options.then))
    except ModelError as error:
        raise InputError(str(error), puzzle.source, puzzle.line) from None
    if model.objective is None:
        raise InputError(f"{model.name} has no score", puzzle.source, puzzle.line)
    return model


@lru_cache(maxsize=8)
def _model_with(model: Board, first: ScoreText | None, then: tuple[ScoreText, ...]) -> Board:
    """A model with another objective, or with further scores; one for all puzzles that share it."""
    if first is None and not then:
        return model
    if first is None and model.objective is None:
        raise ModelError(f"{model.name} has no score before --then: --maximize or --minimize declares one")
    scored = model.with_constraints(model.constraints, model.clues)
    goals = _goals_of(model) if first is None else []
    for score in then if first is None else (first, *then):
        goals.append((GOALS[score.sense] if score.sense else type(goals[0]))(_expression(score, scored)))
    scored.objective = in_order([goal.objective(scored, scored._auxiliaries) for goal in goals])
    return scored


def _expression(score: ScoreText, model: Board) -> Operand:
    try:
        return score.expression(model)
    except (ModelError, TypeError, ZeroDivisionError) as error:
        raise ModelError(f"the score {score.text}: {error}") from None


def rank_solutions(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    """Write the best solutions; the output at the end states whether they are proved to be the best."""
    compiled, limits = compile_once(session.options.solver, puzzle.model, limits, session.options.threads)
    ranking = compiled.best(session.options.best, puzzle.givens, limits, **cube_options(session.options))
    all_scores = ranking.scores or [()] * len(ranking.solutions)
    found_so_far = zip(ranking.solutions, ranking.objectives, all_scores, strict=True)
    for number, (solution, score, scores) in enumerate(found_so_far, 1):
        session.write(
            partial(_ranked_record, puzzle, number, solution, score, scores),
            partial(puzzle.line_of, solution),
            partial(_ranked_text, session, puzzle, number, solution, scores or (score,)),
        )
    found = _ranking_finding(ranking)
    count = len(ranking.solutions)
    words = {"best": f"the best {count:,}", "all": f"all {count:,}", "none": "no solution"}.get(
        found.verdict, f"limit reached: {count:,} found, bound {ranking.bound}"
    )
    return Output(
        found.code,
        partial(_ranking_record, puzzle, ranking, found),
        lambda: "",
        lambda: caption(words, ranking.statistics, ranking.solver),
    )


def _ranking_finding(ranking: Ranking) -> Finding:
    status = ranking.status.value
    match ranking.status:
        case Status.OPTIMAL:
            return Finding(status, "best", ExitCode.ANSWERED, exact=True)
        case Status.COMPLETE:
            return Finding(status, "all", ExitCode.ANSWERED, exact=True)
        case Status.INFEASIBLE:
            return Finding(status, "none", ExitCode.NONE, exact=True)
        case _:
            return Finding(status, "unknown", ExitCode.UNKNOWN, exact=False)


def _ranked_record(
    puzzle: Puzzle, number: int, solution: Solution, score: int, scores: tuple[int, ...]
) -> dict[str, Any]:
    return {
        "number": number,
        "solution": puzzle.text_of(solution),
        **puzzle.found_in(solution),
        "objective": score,
        **({"scores": list(scores)} if scores else {}),
        "source": puzzle.source,
        "line": puzzle.line,
    }


def _ranked_text(session: Session, puzzle: Puzzle, number: int, solution: Solution, scores: Iterable[int]) -> str:
    return f"{drawn(session, puzzle, solution)}\n{number:,}: {', then '.join(map(str, scores))}"


def _ranking_record(puzzle: Puzzle, ranking: Ranking, found: Finding) -> dict[str, Any]:
    return record(
        puzzle,
        status=found.status,
        verdict=found.verdict,
        solver=ranking.solver,
        exact=found.exact,
        count=len(ranking.solutions),
        objective=ranking.objectives[0] if ranking.objectives else None,
        bound=ranking.bound,
        statistics=ranking.statistics,
    )


def find_front(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    """Write a grid for each combination of scores that no other dominates; the output at the end has their number.

    Raises
    ------
    InputError
        If the puzzle has one score.
    """
    options, model = session.options, puzzle.model
    goals = _goals_of(model)
    if len(goals) < 2:
        example = "a front needs several; --then 'minimize r1c1' adds one"
        raise InputError(f"{model.name} has one score: {example}", puzzle.source, puzzle.line)
    compiled, limits = compile_once(options.solver, _without_score(model), limits, options.threads)
    front = compiled.pareto(*goals, givens=puzzle.givens, limits=limits)
    for number, point in enumerate(front.points, 1):
        session.write(
            partial(_point_record, puzzle, number, point),
            partial(puzzle.line_of, point.solution),
            partial(_point_text, session, puzzle, number, point),
        )
    found = _front_finding(front)
    return Output(
        found.code,
        partial(_front_record, puzzle, front, found),
        lambda: "",
        lambda: caption(_front_in_words(front), front.statistics, front.solver),
    )


def _goals_of(model: Board) -> list[Goal]:
    """The scores of a model as goals."""
    stages = () if model.objective is None else model.objective.stages
    return [GOALS[stage.sense](stage.expression, stage.bonuses) for stage in stages]


@lru_cache(maxsize=8)
def _without_score(model: Board) -> Board:
    """A model without its objective; one for all puzzles that share it."""
    return model.with_objective(None)


def _front_finding(front: Front) -> Finding:
    match front.status:
        case Status.COMPLETE:
            return Finding(front.status.value, "front", ExitCode.ANSWERED, exact=True)
        case Status.INFEASIBLE:
            return Finding(front.status.value, "none", ExitCode.NONE, exact=True)
        case _:
            return Finding(front.status.value, "unknown", ExitCode.UNKNOWN, exact=False)


def _front_in_words(front: Front) -> str:
    if front.status is Status.INFEASIBLE:
        return "no solution"
    points = counted(len(front.points), "point")
    start = f"a front of {points}" if front.status is Status.COMPLETE else f"limit reached: {points} of the front"
    return f"{start}: {'; '.join(front.goals)}"


def _point_record(puzzle: Puzzle, number: int, point: Point) -> dict[str, Any]:
    return {
        "number": number,
        "solution": puzzle.text_of(point.solution),
        **puzzle.found_in(point.solution),
        "scores": list(point.scores),
        "source": puzzle.source,
        "line": puzzle.line,
    }


def _point_text(session: Session, puzzle: Puzzle, number: int, point: Point) -> str:
    return f"{drawn(session, puzzle, point.solution)}\n{number:,}: {', '.join(map(str, point.scores))}"


def _front_record(puzzle: Puzzle, front: Front, found: Finding) -> dict[str, Any]:
    return record(
        puzzle,
        status=found.status,
        verdict=found.verdict,
        solver=front.solver,
        exact=found.exact,
        count=len(front.points),
        statistics=front.statistics,
        goals=list(front.goals),
    )
