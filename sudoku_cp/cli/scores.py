"""Questions about scores: a target, the best solutions, the worst one."""

from __future__ import annotations

from argparse import SUPPRESS, Action, ArgumentParser, ArgumentTypeError
from functools import partial
from typing import TYPE_CHECKING, Any

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.dividing import cube_options
from sudoku_cp.cli.drawing import caption, drawn
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.records import Finding, record
from sudoku_cp.cli.session import Output, Session, compile_once
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import ModelError, Solution
from sudoku_cp.model.answers import Ranking, Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.lowered_model import LoweredModel

if TYPE_CHECKING:
    from argparse import _ActionsContainer

BEST = "best"


def add_target_option(parser: _ActionsContainer, meaning: str) -> None:
    """Declare the option for a score that is good enough."""
    parser.add_argument(
        "--target", metavar="SCORE", type=_target, help=f"{meaning}; `best` is the score of the best solution"
    )


def add_score_options(parser: ArgumentParser) -> None:
    """Declare the options of `solve` for scores."""
    group = parser.add_argument_group("scores")
    add_target_option(group, "is there a solution whose score is at least as good? With --all write all of them")
    group.add_argument("--best", metavar="N", type=shared.positive, help="write the N best solutions, best first")
    group.add_argument("--worst", action="store_true", help="find the worst score too")
    parser.add_argument("--certificate", metavar="FILE", action=_Replaced, help=SUPPRESS)


class _Replaced(Action):
    """Declare an option of former versions, which only explains its replacement."""

    def __call__(self, parser: ArgumentParser, *_: object) -> None:
        parser.error("--certificate: proofs have replaced certificates; use `check PUZZLE --proof FILE`")


def _target(text: str) -> int | str:
    try:
        return BEST if text == BEST else int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text} is neither a whole number nor {BEST!r}") from None


def asks_about_scores(session: Session) -> bool:
    """Whether the options ask a question that needs a scored puzzle."""
    wanted = ("target", "best", "worst")
    return any(getattr(session.options, name, None) not in (None, False) for name in wanted)


def target_score(session: Session, compiled: LoweredModel, givens: Givens, limits: Limits) -> int | None:
    """The score that solutions must reach; None if all solutions count, or there is none.

    Raises
    ------
    ModelError
        If the target is the best score and a limit is reached before it is known.
    """
    target: int | str | None = session.options.target
    if not isinstance(target, str):
        return target
    best = compiled.best(1, givens, limits)
    if best.status is Status.LIMIT:
        raise ModelError(f"a limit was reached before the best score was known; it is {best.bound} at best")
    return best.objectives[0] if best.objectives else None


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
    found = _finding(ranking)
    count = len(ranking.solutions)
    words = {"best": f"the best {count:,}", "all": f"all {count:,}", "none": "no solution"}.get(
        found.verdict, f"limit reached: {count:,} found, bound {ranking.bound}"
    )
    return Output(
        found.code,
        partial(_last_record, puzzle, ranking, found),
        lambda: "",
        lambda: caption(words, ranking.statistics, ranking.solver),
    )


def _finding(ranking: Ranking) -> Finding:
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


def _last_record(puzzle: Puzzle, ranking: Ranking, found: Finding) -> dict[str, Any]:
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
