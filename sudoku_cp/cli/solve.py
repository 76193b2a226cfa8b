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
from sudoku_cp.model.answers import Ranking, Result, Statistics, Status
from sudoku_cp.model.compiled import AUTO
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel

if TYPE_CHECKING:
    pass


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
    shared.add_output_options(parser)


def run(options: Namespace) -> ExitCode:
    """Solve every puzzle of the input.

    Raises
    ------
    InputError
        If the options contradict each other.
    """
    session = Session(options)
    refuse_cubes(options, "random", "all", "worst", "target")
    if options.random:
        if options.all or options.limit is not None or asks_about_scores(session):
            raise InputError("--random finds one solution: leave out --all, --limit, --target, --best and --worst")
        return answer_input(session, partial(_answer_at_random, session))
    if options.best is not None:
        return answer_input(session, partial(rank_solutions, session))
    if options.all:
        return answer_input(session, partial(list_solutions, session))
    options.limit = options.limit or UNIQUENESS
    answer = partial(_answer, session)
    bulk = None if asks_about_scores(session) or divides(options) else Bulk(session, answer, "solutions")
    return answer_input(session, answer, bulk)


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    compiled, limits = compile_once(session.options.solver, puzzle.model, limits, session.options.threads)
    wanted: int = session.options.limit
    if asks_about_scores(session):
        return _answer_about_scores(session, puzzle, compiled, limits)
    if puzzle.model.objective is not None or wanted == 1:
        result = compiled.solve(puzzle.givens, limits, **cube_options(session.options))
    else:
        result = compiled.count(wanted, puzzle.givens, limits, **cube_options(session.options))
    scored = puzzle.model.objective is not None
    found = best_finding(result) if scored else finding(result.status, result.count, wanted)
    return _outcome(session, puzzle, result, found)


def _answer_at_random(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    result = solved_at_random(session, puzzle, limits)
    return _outcome(session, puzzle, result, finding(result.status, result.count, 1))


def _answer_about_scores(session: Session, puzzle: Puzzle, compiled: LoweredModel, limits: Limits) -> Output:
    """Reach the target, or find the best solution, and then the worst score on request."""
    if puzzle.model.objective is None:
        raise InputError(f"{puzzle.model.name} has no score", puzzle.source, puzzle.line)
    options = session.options
    target = options.target if isinstance(options.target, int) else None
    further: dict[str, Any] = {}
    if target is None:
        result = compiled.solve(puzzle.givens, limits)
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
        "objective": None if objective is None else objective.value(solution),
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
    parser.add_argument("--certificate", metavar="FILE", action=_Replaced, help=SUPPRESS)


class _Replaced(Action):
    """Declare an option of former versions, which only explains its replacement."""

    def __call__(self, parser: ArgumentParser, *_: object) -> None:
        parser.error("--certificate: proofs have replaced certificates; use `check PUZZLE --proof FILE`")


def asks_about_scores(session: Session) -> bool:
    """Whether the options ask a question that needs a scored puzzle."""
    wanted = ("target", "best", "worst")
    return any(getattr(session.options, name, None) not in (None, False) for name in wanted)


def rank_solutions(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    """Write the best solutions; the output at the end states whether they are proved to be the best."""
    compiled, limits = compile_once(session.options.solver, puzzle.model, limits, session.options.threads)
    ranking = compiled.best(session.options.best, puzzle.givens, limits, **cube_options(session.options))
    for number, (solution, score) in enumerate(zip(ranking.solutions, ranking.objectives, strict=True), 1):
        session.write(
            partial(_ranked_record, puzzle, number, solution, score),
            partial(puzzle.line_of, solution),
            partial(_ranked_text, session, puzzle, number, solution, score),
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


def _ranked_record(puzzle: Puzzle, number: int, solution: Solution, score: int) -> dict[str, Any]:
    return {
        "number": number,
        "solution": puzzle.text_of(solution),
        "objective": score,
        "source": puzzle.source,
        "line": puzzle.line,
    }


def _ranked_text(session: Session, puzzle: Puzzle, number: int, solution: Solution, score: int) -> str:
    return f"{drawn(session, puzzle, solution)}\n{number:,}: {score}"


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
