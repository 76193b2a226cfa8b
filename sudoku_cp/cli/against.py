"""``sudoku-cp check --against CMD``: ask an external solver about the puzzles, and judge its answers."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from contextlib import suppress
from functools import partial
from io import BufferedReader
from math import inf
from threading import Event
from time import monotonic
from typing import Any

from sudoku_cp.cli.drawing import drawn, heading
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.html_page import HtmlPage
from sudoku_cp.cli.interrupt import cancelled_by_signals, signals_passed_over
from sudoku_cp.cli.interruptible import interruptible
from sudoku_cp.cli.messages import notify
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.records import record
from sudoku_cp.cli.rows import is_row_wise
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.session import Output, Session
from sudoku_cp.cross_check.external import Cancelled, ExternalSolver, Mistake, Query, Trial, TrialResult, command
from sudoku_cp.cross_check.external.queries import QueryThread
from sudoku_cp.cross_check.html_report import Entry
from sudoku_cp.cross_check.shrink import Budget
from sudoku_cp.model import Cell, InputError, Sudoku
from sudoku_cp.model.answers import duration
from sudoku_cp.model.limits import Limits

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
    tally = _Tally(solver.name)
    page = HtmlPage(options, f"sudoku-cp check --against {options.against}")
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
    session: Session, solver: ExternalSolver, tally: _Tally, page: HtmlPage, stream: BufferedReader, source: str
) -> bool:
    """Judge the answers to the puzzles of a stream as they arrive; end at once when cancelled."""
    options = session.options
    stopped = Event()
    puzzles = session.reader.read(interruptible(stream, stopped), source)
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
                    _write(session, solver, page, result, smallest)
            supply.check()
    if cancel.is_set():
        session.interrupt()
    return True


def _write(
    session: Session, solver: ExternalSolver, page: HtmlPage, result: TrialResult, smallest: tuple[Query, ...] | None
) -> None:
    puzzle: Puzzle = result.query.origin
    if page.wanted:
        page.add(_entry(solver, puzzle, result, smallest))
    session.write_outcome(
        Output(
            _CODES[result.judgement.verdict],
            partial(_record, solver, puzzle, result, smallest),
            partial(_line, result),
            partial(_text, session, solver, puzzle, result, smallest),
        )
    )


def _budget(cancel: Event) -> Budget:
    """A time limit that expires when the run is cancelled."""
    return Budget(SMALLEST_TRIES, SMALLEST_SECONDS, lambda: inf if cancel.is_set() else monotonic())


class _Tally:
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


def _record(
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


def _line(result: TrialResult) -> str:
    return f"{result.judgement.verdict}: {result.judgement.reason}"


def _shown_by(smallest: tuple[Query, ...]) -> str:
    """A heading for the smallest puzzles that show the mistake."""
    return "the same mistake with fewer givens" if len(smallest) == 1 else f"the same mistake on puzzle {len(smallest)}"


def _text(
    session: Session, solver: ExternalSolver, puzzle: Puzzle, result: TrialResult, smallest: tuple[Query, ...] | None
) -> str:
    text = f"{drawn(session, puzzle, result.ours.solution)}\n{solver.name}: {_line(result)}\n"
    return text if smallest is None else f"{text}\n{_shown_by(smallest)}:\n{_texts(solver, smallest)}"


def _entry(solver: ExternalSolver, puzzle: Puzzle, result: TrialResult, smallest: tuple[Query, ...] | None) -> Entry:
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
