"""``sudoku-cp solve``, with ``--all``, ``--random``, and questions about scores."""

from __future__ import annotations

from argparse import SUPPRESS, Action, ArgumentParser, Namespace
from dataclasses import replace
from functools import partial
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.bulk import Bulk
from sudoku_cp.cli.options import add_cube_options, cube_options, divides, refuse_cubes
from sudoku_cp.cli.output import SOLVED, Finding, best_finding, caption, finding, heading, record, solutions_in_words
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.session import Output, Session, compile_once, drawn, target_score
from sudoku_cp.model import InputError, Solution
from sudoku_cp.model.answers import Result, Statistics, Status
from sudoku_cp.model.compiled import AUTO
from sudoku_cp.model.limits import Limits

if TYPE_CHECKING:
    from sudoku_cp.cli.scores import ScoreText
    from sudoku_cp.cli.session import AnswerFunction


UNIQUENESS = 2
"""The number of solutions that shows whether the solution is unique."""

_WORDS = {
    "none": "no solution",
    "unique": "unique solution",
    "several": "several solutions",
    "solvable": "a solution",
    "unknown": "unknown: limit reached",
    "best": "best solution",
}

_OF_PARTS = {"unique": "solvable", "none": "unknown"}
"""What is known of a puzzle, by what was found without some of its rules."""


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    shared.add_solver_option(parser, AUTO)
    parser.add_argument(
        "--limit",
        metavar="N",
        type=shared.positive,
        help="look for up to N solutions (default: 2, to test uniqueness); ignored for scored puzzles without --all",
    )
    parser.add_argument(
        "--all",
        action="store_true",
        help="write every solution as soon as it is found, or N of them, whatever the score",
    )
    parser.add_argument(
        "--random",
        action="store_true",
        help="find a random solution: each has the same probability if there are up to 1,000, otherwise a similar one",
    )
    shared.add_seed_option(parser, "of --random")
    add_score_options(parser)
    shared.add_threads_option(parser)
    shared.add_limit_options(parser)
    add_cube_options(parser)
    shared.add_output_options(parser, shared.TABLE, sat=True)


def run(options: Namespace) -> ExitCode:
    """Solve every puzzle of the input.

    Raises
    ------
    InputError
        If the options contradict each other.
    """
    session = Session(options)
    refuse_cubes(options, "random", "all", "worst", "target", "pareto")
    if options.random and (options.all or options.limit is not None or asks_about_scores(options)):
        raise InputError("--random finds one solution: leave out --all, --limit and the options for scores")
    if options.pareto and (
        options.all or any((options.limit, options.best, options.worst, options.target is not None))
    ):
        raise InputError("--pareto finds a front: leave out --all, --limit, --target, --best and --worst")
    if options.random:
        return answer_input(session, partial(_answer_at_random, session))
    if asks_about_scores(options):
        return answer_input(session, _answer_with_scores(session))
    if options.all:
        return answer_input(session, partial(list_solutions, session))
    options.limit = options.limit or UNIQUENESS
    answer = partial(_answer, session)
    bulk = None if divides(options) else Bulk(session, answer, "solutions")
    return answer_input(session, answer, bulk)


def _answer_with_scores(session: Session) -> AnswerFunction:
    """The answers about scores, those included that the options declare."""
    from sudoku_cp.cli import scores

    options, answer = session.options, _answer_about_scores
    if options.all:
        answer = list_solutions
    elif options.pareto or options.best is not None:
        answer = scores.find_front if options.pareto else scores.rank_solutions
    return scores.with_scores(options, partial(answer, session))


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    compiled, limits = compile_once(session.options.solver, puzzle.model, limits, session.options.threads)
    wanted: int = session.options.limit
    if puzzle.model.objective is not None or wanted == 1:
        result = compiled.solve(puzzle.givens, limits, **cube_options(session.options))
    else:
        result = compiled.count(wanted, puzzle.givens, limits, **cube_options(session.options))
    scored = puzzle.model.objective is not None
    found = best_finding(result) if scored else finding(result.status, result.count, wanted)
    if puzzle.is_partial and found.verdict in _OF_PARTS:
        found = replace(found, verdict=_OF_PARTS[found.verdict], code=ExitCode.UNKNOWN, exact=False)
    return _outcome(session, puzzle, result, found)


def _answer_at_random(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    result = solved_at_random(session, puzzle, limits)
    return _outcome(session, puzzle, result, finding(result.status, result.count, 1))


def _answer_about_scores(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    """Reach the target, or find the best solution, and then the worst score on request."""
    options = session.options
    compiled, limits = compile_once(options.solver, puzzle.model, limits, options.threads)
    target = options.target if isinstance(options.target, int) else None
    further: dict[str, Any] = {}
    if target is None:
        result = compiled.solve(puzzle.givens, limits, **cube_options(options))
        found = best_finding(result)
    else:
        result = compiled.reach(target, puzzle.givens, limits)
        found = finding(result.status, result.count, 1)
    if options.worst:
        worst = compiled.worst(puzzle.givens, limits)
        further.update(worst=worst.objective, worst_bound=worst.bound)
        further["worst_solution"] = None if worst.solution is None else puzzle.text_of(worst.solution)
        if worst.status is Status.LIMIT:
            found = replace(found, code=ExitCode.UNKNOWN)
    return _outcome(session, puzzle, result, found, further)


def _outcome(
    session: Session, puzzle: Puzzle, result: Result, found: Finding, further: dict[str, Any] | None = None
) -> Output:
    further = further or {}
    return Output(
        found.code,
        partial(_record, puzzle, result, found, further),
        partial(puzzle.line_of, result.solution),
        partial(_text, session, puzzle, result, found, further),
    )


def _record(puzzle: Puzzle, result: Result, found: Finding, further: dict[str, Any]) -> dict[str, Any]:
    return record(
        puzzle,
        status=found.status,
        verdict=found.verdict,
        solver=result.solver,
        exact=found.exact,
        solution=result.solution,
        count=None if puzzle.model.objective is not None else result.count,
        objective=result.objective,
        bound=result.bound,
        statistics=result.statistics,
        **({"scores": list(result.scores), "bounds": list(result.bounds)} if result.scores else {}),
        **further,
    )


def _text(session: Session, puzzle: Puzzle, result: Result, found: Finding, further: dict[str, Any]) -> str:
    target: int | str | None = session.options.target
    words = _WORDS[found.verdict]
    if puzzle.is_partial:
        words = "unknown: not all rules were read" if found.verdict == "unknown" else f"{words} of what was read"
    if isinstance(target, int) and result.status is Status.INFEASIBLE:
        words += f" that scores {target} or better"
    if result.objective is not None:
        score = ", then ".join(map(str, result.scores or (result.objective,)))
        words += f": {score}" if found.exact else f" of value {score}"
        words += "" if found.exact or result.bound is None else f", bound {result.bound}"
    if further.get("worst") is not None:
        words += f", worst solution: {further['worst']}"
        words += "" if further["worst"] == further["worst_bound"] else f", bound {further['worst_bound']}"
    return f"{drawn(session, puzzle, result.solution)}\n{caption(words, result.statistics, result.solver)}"


def solved_at_random(session: Session, puzzle: Puzzle, limits: Limits) -> Result:
    """Find a random solution."""
    from random import Random

    from sudoku_cp.authoring.estimates import random_solution
    from sudoku_cp.authoring.sub_puzzles import Unfinished

    options, start = session.options, monotonic()
    compiled, limits = compile_once(options.solver, puzzle.model, limits, options.threads)
    result = partial(Result, compiled.solver_name)
    try:
        found = random_solution(compiled, puzzle.givens, random=Random(options.seed), limits=limits)
    except Unfinished:
        return result(Status.LIMIT)
    statistics = Statistics(0, 0, monotonic() - start)
    if found is None:
        return result(Status.INFEASIBLE, statistics=statistics)
    return result(Status.SOLVED, found, 1, statistics=statistics)


def list_solutions(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    """Write each solution at once; the output at the end has the count, and whether it is complete."""
    start, count, wanted = monotonic(), 0, session.options.limit
    compiled, limits = compile_once(session.options.solver, puzzle.model, limits, session.options.threads)
    target = target_score(session, compiled, puzzle.givens, limits)
    solutions = compiled.solutions(puzzle.givens, limits, target=target)
    for count, solution in enumerate(islice(solutions, wanted), 1):
        session.write(
            partial(_listed_record, puzzle, count, solution),
            partial(puzzle.line_of, solution),
            partial(_listed_text, session, puzzle, count, solution),
        )
    solutions.close()
    spent = Statistics(solutions.statistics.nodes, solutions.statistics.propagations, monotonic() - start)
    found = finding(solutions.status, count, wanted)
    return Output(
        found.code,
        partial(_listing_record, puzzle, compiled.solver_name, found, count, spent),
        lambda: "",
        lambda: f"{heading(puzzle)}: {caption(solutions_in_words(count, found.exact), spent, compiled.solver_name)}",
    )


def _listed_record(puzzle: Puzzle, number: int, solution: Solution) -> dict[str, Any]:
    objective = puzzle.model.objective
    return {
        "status": SOLVED,
        "number": number,
        "solution": puzzle.text_of(solution),
        **puzzle.found_in(solution),
        "objective": None if objective is None else objective.value(solution),
        **(
            {"scores": list(objective.scores(solution))} if objective is not None and objective.then is not None else {}
        ),
        "source": puzzle.source,
        "line": puzzle.line,
    }


def _listed_text(session: Session, puzzle: Puzzle, number: int, solution: Solution) -> str:
    return f"{drawn(session, puzzle, solution)}\nsolution {number:,}"


def _listing_record(puzzle: Puzzle, solver: str, found: Finding, count: int, spent: Statistics) -> dict[str, Any]:
    return record(
        puzzle,
        status=found.status,
        verdict=found.verdict,
        solver=solver,
        exact=found.exact,
        count=count,
        statistics=spent,
    )


def add_score_options(parser: ArgumentParser) -> None:
    """Declare the options of `solve` for scores."""
    group = parser.add_argument_group("scores")
    shared.add_target_option(group, "is there a solution whose score is at least as good? With --all write all of them")
    group.add_argument("--best", metavar="N", type=shared.positive, help="write the N best solutions, best first")
    group.add_argument("--worst", action="store_true", help="find the worst score too")
    wanted = group.add_mutually_exclusive_group()
    for sense in ("maximize", "minimize"):
        wanted.add_argument(
            f"--{sense}",
            metavar="SCORE",
            type=_score,
            help=f"{sense} this score, in place of the puzzle's: a sum such as 'r1c1 + 2*r1c2'; comparisons, abs(…), "
            "max(…) and min(…) may stand in it",
        )
    group.add_argument(
        "--then",
        metavar="SCORE",
        type=_further_score,
        action="append",
        default=[],
        help="a further score, which decides among grids with equal scores before it; 'minimize r1c1' and 'maximize "
        "r1c1' say its direction (default: that of the first score); repeat it for more scores",
    )
    group.add_argument(
        "--pareto",
        action="store_true",
        help="write a grid for each combination of the scores in which none can get better unless another gets worse",
    )
    parser.add_argument("--certificate", metavar="FILE", action=_Replaced, help=SUPPRESS)


class _Replaced(Action):
    """Declare an option of former versions, which only explains its replacement."""

    def __call__(self, parser: ArgumentParser, *_: object) -> None:
        parser.error("--certificate: proofs have replaced certificates; use `check PUZZLE --proof FILE`")


def _score(text: str, *, with_direction: bool = False) -> ScoreText:
    from sudoku_cp.cli.scores import read_score

    return read_score(text, with_direction=with_direction)


def _further_score(text: str) -> ScoreText:
    return _score(text, with_direction=True)


def asks_about_scores(options: Namespace) -> bool:
    """Whether the options ask a question that needs a scored puzzle, or declare scores."""
    wanted = ("target", "best", "worst", "maximize", "minimize", "then", "pareto")
    return any(getattr(options, name) not in (None, False, []) for name in wanted)
