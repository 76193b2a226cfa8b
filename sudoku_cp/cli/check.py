"""``sudoku-cp check``: cross-checks solvers, or judges the answers of an external one with ``--against``."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache, partial
from io import BufferedReader
from math import inf
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Any

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import heading, record
from sudoku_cp.cli.process import ExitCode, cancelled_by_signals, notify, signals_passed_over
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.running import answer_input, is_row_wise
from sudoku_cp.cli.session import Output, Session, drawn
from sudoku_cp.cross_check import COUNT_LIMIT, SET_LIMIT, CrossChecker, Report, Verdict, reproduction
from sudoku_cp.cross_check.external import FORMS, Cancelled, ExternalSolver, Mistake, Query, Trial, TrialResult, command
from sudoku_cp.cross_check.external.queries import QueryThread, interruptible
from sudoku_cp.cross_check.html_report import Entry, HtmlPage, report_entry
from sudoku_cp.cross_check.shrink import Budget
from sudoku_cp.model import Cell, InputError, LoweringError, Sudoku, UnsoundAnswerError
from sudoku_cp.model.answers import Statistics, Status, duration
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.registry import OPTIONAL, SOLVERS

if TYPE_CHECKING:
    from sudoku_cp.proofs.files import WrittenProof


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    parser.add_argument(
        "--solver",
        metavar="NAME,NAME",
        type=_solvers,
        default=SOLVERS[:2],
        help=f"two or more of {', '.join((*SOLVERS, *OPTIONAL))}, with settings such as cp-sat:workers=2,seed=7 "
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
    shared.add_target_option(parser, "with --proof: prove that no solution has a score this good")
    shared.add_html_option(parser)
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
    shared.add_output_options(parser, shared.TABLE, sat=True)


def run(options: Namespace) -> ExitCode:
    """Cross-check every puzzle of the input; for more than one, summarise the verdicts on standard error.

    Raises
    ------
    InputError
        If the options contradict each other.
    """
    if options.against is not None:
        return run_against(options)
    if options.target is not None and options.proof is None:
        raise InputError("--target needs --proof FILE: it is the score that the proof excludes")
    session = Session(options)
    verdicts: Counter[Verdict] = Counter()
    proofs: list[WrittenProof] = []
    page = HtmlPage(options.html, "sudoku-cp check")
    code = answer_input(session, partial(_answer, session, verdicts, proofs, page))
    words = ", ".join(f"{verdicts[verdict]:,} {verdict.value}" for verdict in Verdict if verdicts[verdict])
    summary = f"{verdicts.total():,} puzzles: {words or 'none'}"
    if proofs:
        from sudoku_cp.proofs.files import listed

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
            proof = _proof(session, puzzle, verdicts.total(), limits)
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


def _proof(session: Session, puzzle: Puzzle, number: int, limits: Limits) -> WrittenProof:
    """Write the proof of the puzzle with a number."""
    from sudoku_cp.proofs.files import proof_path, write_proof

    options = session.options
    if options.target is not None and puzzle.model.objective is None:
        raise InputError(f"{puzzle.model.name} has no score", puzzle.source, puzzle.line)
    target = options.target if isinstance(options.target, int) else None
    path = proof_path(options.proof, number)
    return write_proof(path, puzzle.model, puzzle.givens, options.limit, limits, target)


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


TIMEOUT = 10.0
"""The default time limit for a puzzle, in seconds."""

SMALLEST_TRIES, SMALLEST_SECONDS = 400, 30
"""The time limit for the search of a smaller puzzle that shows a mistake, in seconds."""

_CODES = {"right": ExitCode.ANSWERED, "open": ExitCode.UNKNOWN, "wrong": ExitCode.DISAGREE}


def run_against(options: Namespace) -> ExitCode:
    """Judge the answers to every puzzle of the input; shrink the first mistake of each kind.

    Raises
    ------
    InputError
        If the options ask for answers row by row.
    """
    if is_row_wise(options):
        raise InputError("--column and --errors do not go with --against")
    session = Session(options)
    solver = command(options.against, options.against_format, one_a_start=options.against_single)
    tally = AgainstTally(solver.name)
    page = HtmlPage(options.html, f"sudoku-cp check --against {options.against}")
    try:
        return answer_input(session, _unused, partial(_answer_stream, session, solver, tally, page))
    finally:
        with signals_passed_over():
            page.write(str(tally))
            if not options.quiet:
                notify(str(tally))


def _unused(puzzle: Puzzle, limits: Limits) -> Output:
    raise AssertionError("every stream is answered as a whole")


def _answer_stream(
    session: Session, solver: ExternalSolver, tally: AgainstTally, page: HtmlPage, stream: BufferedReader, source: str
) -> bool:
    """Judge the answers to the puzzles of a stream as they arrive; end at once when cancelled."""
    stopped = Event()
    answer_puzzles(session, solver, tally, page, session.reader.read(interruptible(stream, stopped), source), stopped)
    return True


def answer_puzzles(
    session: Session,
    solver: ExternalSolver,
    tally: AgainstTally,
    page: HtmlPage,
    puzzles: Iterator[Puzzle],
    stopped: Event,
) -> None:
    """Judge the answers to puzzles as they arrive; end at once when cancelled, and set the event."""
    options = session.options
    shows_smallest = page.wanted or session.format in ("jsonl", "text")
    with cancelled_by_signals() as cancel:
        limits = Limits(options.time_limit or TIMEOUT, options.node_limit, cancel)
        trial = Trial(solver, options.limit, limits, any_score=options.against_goal == "solution")
        tally.trials.append(trial)
        with QueryThread(map(_query, puzzles), stopped) as supply, suppress(Cancelled):
            for result in trial.run(supply):
                smallest = None
                try:
                    if tally.add(result) and shows_smallest:
                        smallest = trial.smallest(result, _budget(cancel))
                finally:
                    _write_result(session, solver, page, result, smallest)
            supply.check()
    if cancel.is_set():
        session.interrupt()


def _write_result(
    session: Session, solver: ExternalSolver, page: HtmlPage, result: TrialResult, smallest: tuple[Query, ...] | None
) -> None:
    puzzle: Puzzle = result.query.origin
    if page.wanted:
        page.add(_trial_entry(solver, puzzle, result, smallest))
    session.write_outcome(
        Output(
            _CODES[result.judgement.verdict],
            partial(_trial_record, solver, puzzle, result, smallest),
            partial(_trial_line, result),
            partial(_trial_text, session, solver, puzzle, result, smallest),
        )
    )


def _budget(cancel: Event) -> Budget:
    """A time limit that expires when the run is cancelled."""
    return Budget(SMALLEST_TRIES, SMALLEST_SECONDS, lambda: inf if cancel.is_set() else monotonic())


class AgainstTally:
    """The results so far, summarised in one line."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._verdicts: Counter[str] = Counter()
        self._mistakes: Counter[Mistake] = Counter()
        self.trials: list[Trial] = []

    def add(self, result: TrialResult) -> bool:
        """Count a verdict; return whether it is the first mistake of its kind."""
        self._verdicts[result.judgement.verdict] += 1
        mistake = result.judgement.mistake
        if mistake is None:
            return False
        self._mistakes[mistake] += 1
        return self._mistakes[mistake] == 1

    def __str__(self) -> str:
        words = ", ".join(f"{number:,} {verdict}" for verdict, number in self._verdicts.most_common())
        kinds = "; ".join(
            f"{mistake.value} {'once' if number == 1 else f'{number:,} times'}"
            for mistake, number in self._mistakes.most_common()
        )
        mistakes = f" (it {kinds})" if kinds else ""
        theirs, ours = sum(trial.theirs for trial in self.trials), sum(trial.ours for trial in self.trials)
        times = f"{self._name} {duration(theirs)} including its starts, our engine {duration(ours)}"
        number = self._verdicts.total()
        puzzles = "1 puzzle" if number == 1 else f"{number:,} puzzles"
        endings = sum((trial.endings for trial in self.trials), Counter[str]())
        ended = "".join(
            f"; {ending} {'once' if often == 1 else f'{often:,} times'}, after all answers"
            for ending, often in endings.most_common()
        )
        return f"{puzzles}: {words or 'none'}{mistakes}; {times}{ended}"


def _query(puzzle: Puzzle) -> Query:
    if not isinstance(puzzle.model, Sudoku) or not puzzle.symbols:
        raise InputError("--against needs single grids with one character for each digit", puzzle.source, puzzle.line)
    return Query(puzzle.model, puzzle.givens, puzzle.symbols, puzzle)


def _trial_record(
    solver: ExternalSolver, puzzle: Puzzle, result: TrialResult, smallest: tuple[Query, ...] | None
) -> dict[str, Any]:
    answer, ours, solution = result.answer, result.ours, _solution(puzzle, result)
    mistake = result.judgement.mistake
    return record(
        puzzle,
        status=ours.status.value,
        verdict=result.judgement.verdict,
        solver=solver.name,
        exact=ours.exact,
        solution=solution if mistake is None else None,
        count=answer.number if answer.number is not None else len(answer.solutions),
        statistics=ours.statistics,
        mistake=None if mistake is None else mistake.value,
        reason=result.judgement.reason,
        theirs=answer.text if solution is None else puzzle.text_of(solution),
        ours=puzzle.text_of(ours.solution) if ours.solution is not None else None,
        smallest=None if smallest is None else _texts(solver, smallest),
    )


def _texts(solver: ExternalSolver, queries: tuple[Query, ...]) -> str:
    """Puzzles in the form that the solver reads."""
    return "".join(query.text(solver.form) for query in queries)


def _solution(puzzle: Puzzle, result: TrialResult) -> dict[Cell, int] | None:
    """The solution that the solver gives, right or wrong."""
    solutions = result.answer.solutions
    return dict(zip(puzzle.model.grid, solutions[0], strict=True)) if solutions else None


def _trial_line(result: TrialResult) -> str:
    return f"{result.judgement.verdict}: {result.judgement.reason}"


def _shown_by(smallest: tuple[Query, ...]) -> str:
    """A heading for the smallest puzzles that show the mistake."""
    return "the same mistake with fewer givens" if len(smallest) == 1 else f"the same mistake on puzzle {len(smallest)}"


def _trial_text(
    session: Session, solver: ExternalSolver, puzzle: Puzzle, result: TrialResult, smallest: tuple[Query, ...] | None
) -> str:
    text = f"{drawn(session, puzzle, result.ours.solution)}\n{solver.name}: {_trial_line(result)}\n"
    return text if smallest is None else f"{text}\n{_shown_by(smallest)}:\n{_texts(solver, smallest)}"


def _trial_entry(
    solver: ExternalSolver, puzzle: Puzzle, result: TrialResult, smallest: tuple[Query, ...] | None
) -> Entry:
    """The section about a puzzle on the page."""
    rows = [["", solver.name, "exact-cover"]]
    solution, number = _solution(puzzle, result), len(result.answer.solutions)
    theirs = result.answer.text or result.answer.failed or "nothing"
    if solution is not None:
        theirs = "a solution" if number == 1 else f"{number:,} solutions"
    rows.append(["answer", theirs, result.ours.status.value])
    sources = {}
    if solution is not None and result.judgement.mistake is not None:
        sources["its solution"] = puzzle.line_of(solution)
    if smallest is not None:
        sources[_shown_by(smallest)] = _texts(solver, smallest)
    title, verdict = f"{heading(puzzle)}: {result.judgement.verdict}", result.judgement.verdict
    return Entry(title, verdict, [result.judgement.reason], rows, sources, puzzle.shown, result.ours.solution)
