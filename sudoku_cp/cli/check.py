"""``sudoku-cp check``."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from functools import lru_cache, partial
from typing import Any

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.drawing import drawn, heading
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.html_page import HtmlPage, add_html_option
from sudoku_cp.cli.messages import notify
from sudoku_cp.cli.proof_files import WrittenProof, listed, proof_path, write_proof
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.records import record
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.scores import add_target_option
from sudoku_cp.cli.session import Output, Session
from sudoku_cp.cross_check import COUNT_LIMIT, SET_LIMIT, CrossChecker, Report, Verdict, reproduction
from sudoku_cp.cross_check.external import FORMS
from sudoku_cp.cross_check.html_report import report_entry
from sudoku_cp.model import InputError, LoweringError, Sudoku, UnsoundAnswerError
from sudoku_cp.model.answers import Statistics, Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.registry import SOLVERS


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    parser.add_argument(
        "--solver",
        metavar="NAME,NAME",
        type=_solvers,
        default=SOLVERS[:2],
        help=f"two or more of {', '.join(SOLVERS)}, with settings such as cp-sat:workers=2,seed=7 "
        f"(default: {','.join(SOLVERS[:2])})",
    )
    parser.add_argument(
        "--limit",
        metavar="N",
        type=shared.positive,
        default=COUNT_LIMIT,
        help=f"count up to N solutions (default: {COUNT_LIMIT})",
    )
    parser.add_argument(
        "--set-limit",
        metavar="N",
        type=shared.positive,
        default=SET_LIMIT,
        help=f"compare the solutions themselves if there are at most N (default: {SET_LIMIT})",
    )
    parser.add_argument(
        "--proof",
        metavar="FILE",
        type=shared.file_to_write,
        help="write a proof of the answer for `verify`: FILE.opb and FILE.pbp, for further puzzles FILE-2.opb …",
    )
    add_target_option(parser, "with --proof: prove that no solution has a score this good")
    add_html_option(parser)
    group = parser.add_argument_group("external solver")
    group.add_argument(
        "--against",
        metavar="CMD",
        help="test an external solver: a command that reads puzzles and writes solutions or their number, or "
        "FILE.py:FUNCTION; it is executed, so use only code that you trust",
    )
    group.add_argument(
        "--against-format",
        metavar="NAME",
        choices=FORMS,
        default="line",
        help="the format of the puzzles that it reads (default: line)",
    )
    group.add_argument(
        "--against-goal",
        choices=("best", "solution"),
        default="best",
        help="the solution it gives for a scored puzzle: a best one (the default), or any one",
    )
    group.add_argument(
        "--against-single", action="store_true", help="start it again for each puzzle, if it answers only one per start"
    )
    shared.add_limit_options(parser)
    shared.add_output_options(parser)


def run(options: Namespace) -> ExitCode:
    """Cross-check every puzzle of the input; for more than one, summarise the verdicts on standard error.

    Raises
    ------
    InputError
        If the options contradict each other.
    """
    if options.against is not None:
        from sudoku_cp.cli.against import run_against

        return run_against(options)
    if options.target is not None and options.proof is None:
        raise InputError("--target needs --proof FILE: it is the score that the proof excludes")
    session = Session(options)
    verdicts: Counter[Verdict] = Counter()
    proofs: list[WrittenProof] = []
    page = HtmlPage(options, "sudoku-cp check")
    code = answer_input(session, partial(_answer, session, verdicts, proofs, page))
    words = ", ".join(f"{verdicts[verdict]:,} {verdict.value}" for verdict in Verdict if verdicts[verdict])
    summary = f"{verdicts.total():,} puzzles: {words or 'none'}"
    if proofs:
        summary += f"; proofs: {listed([proof.path for proof in proofs])}"
    page.write(summary)
    if verdicts.total() > 1 and not options.quiet:
        notify(summary)
    return code


def _solvers(text: str) -> tuple[str, ...]:
    names = shared.solver_names(text)
    if len(names) < 2 or len(set(names)) < len(names):
        raise ArgumentTypeError(f"{text}: name at least two different solvers")
    return names


@lru_cache(maxsize=4)
def _checker(model: Sudoku, solvers: tuple[str, ...]) -> CrossChecker:
    return CrossChecker(model, solvers)


def _answer(
    session: Session,
    verdicts: Counter[Verdict],
    proofs: list[WrittenProof],
    page: HtmlPage,
    puzzle: Puzzle,
    limits: Limits,
) -> Output:
    options = session.options
    report = _checker(puzzle.model, options.solver).check(
        puzzle.givens, count_limit=options.limit, set_limit=options.set_limit, limits=limits
    )
    verdicts[report.verdict] += 1
    if page.wanted:
        source = reproduction(report) if report.verdict is Verdict.DISAGREE else None
        page.add(report_entry(heading(puzzle), report, puzzle.shown, source))
    proof = None
    if options.proof is not None:
        try:
            path = proof_path(options.proof, verdicts.total())
            proof = write_proof(puzzle, path, options.limit, limits, options.target)
            proofs.append(proof)
        except LoweringError as error:
            session.complain(f"{puzzle.source}:{puzzle.line}: no proof is written: {error}", ExitCode.UNKNOWN)
        except UnsoundAnswerError as error:
            session.complain(f"{puzzle.source}:{puzzle.line}: no proof is written: {error}", ExitCode.DISAGREE)
    return Output(
        _code(report),
        partial(_record, puzzle, report, proof),
        partial(_line, report),
        partial(_text, session, puzzle, report, proof),
    )


def _code(report: Report) -> ExitCode:
    if report.verdict is Verdict.DISAGREE:
        return ExitCode.DISAGREE
    if report.verdict is Verdict.INCONCLUSIVE:
        return ExitCode.UNKNOWN
    return ExitCode.ANSWERED if report.solvable else ExitCode.NONE


def _record(puzzle: Puzzle, report: Report, proof: WrittenProof | None) -> dict[str, Any]:
    details = report.as_dict()
    costs = [answer.statistics for answer in report.answers]
    solves = [answer.results["solve"] for answer in report.answers if "solve" in answer.results]
    bounds = {solve.bound for solve in solves if solve.bound is not None}
    return record(
        puzzle,
        status=_status(report).value,
        verdict=report.verdict.value,
        solver=",".join(answer.solver for answer in report.answers),
        exact=report.count.exact,
        solution=report.solution,
        count=report.count.low,
        objective=report.objective,
        bound=bounds.pop() if len(bounds) == 1 else None,
        statistics=Statistics(
            sum(cost.nodes for cost in costs),
            sum(cost.propagations for cost in costs),
            sum(cost.seconds for cost in costs),
        ),
        questions=details["questions"],
        solvers=details["solvers"],
        faults=details["faults"],
        reasons=details["reasons"],
        reproduction=reproduction(report) if report.verdict is Verdict.DISAGREE else None,
        proof=None if proof is None else proof.as_dict(),
    )


def _status(report: Report) -> Status:
    """The answer on which the solvers agree."""
    if report.verdict is not Verdict.AGREE:
        return Status.LIMIT
    if not report.solvable:
        return Status.INFEASIBLE
    if report.model.objective is not None:
        return Status.OPTIMAL
    return Status.COMPLETE if report.count.exact else Status.SOLVED


def _line(report: Report) -> str:
    return ": ".join([report.verdict.value, *report.reasons[:1]])


def _text(session: Session, puzzle: Puzzle, report: Report, proof: WrittenProof | None) -> str:
    text = f"{drawn(session, puzzle, report.solution)}\n\n{report}"
    if proof is not None:
        text += f"\nproof: {proof}"
    if report.verdict is not Verdict.DISAGREE:
        return text
    return f"{text}\n\nreproduce it with:\n\n{reproduction(report)}"
