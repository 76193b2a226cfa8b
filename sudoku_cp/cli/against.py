"""``sudoku-cp check --against CMD``: a solver from outside is asked about the puzzles, and judged."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from functools import partial
from io import BufferedReader
from time import monotonic
from typing import Any

from sudoku_cp.backends.contract import Limits
from sudoku_cp.cli.drawing import drawn, duration, heading
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.html_page import HtmlPage
from sudoku_cp.cli.messages import tell
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.records import record
from sudoku_cp.cli.session import Outcome, Session
from sudoku_cp.cross_check.html_report import Entry
from sudoku_cp.cross_check.outside import Asked, Mistake, command
from sudoku_cp.cross_check.outside.trial import Trial, Tried
from sudoku_cp.cross_check.shrink import Budget
from sudoku_cp.model import Cell, InputError, Sudoku

BLOCK = 500
"""Puzzles handed over at a time."""

PATIENCE = 10.0
"""Seconds for a puzzle where no limit says else."""

_CODES = {"right": ExitCode.ANSWERED, "open": ExitCode.UNKNOWN, "wrong": ExitCode.DISAGREE}


def run_against(options: Namespace) -> ExitCode:
    """Judge the answers to every puzzle of the input; the first mistake of each kind is made small."""
    session = Session(options)
    limits = Limits(options.time_limit or PATIENCE, options.node_limit)
    trial = Trial(command(options.against, options.against_format), options.limit, limits)
    verdicts: Counter[str] = Counter()
    mistakes: Counter[Mistake] = Counter()
    page = HtmlPage(options, f"sudoku-cp check --against {options.against}")

    def answer(tried: Iterator[Tried], puzzle: Puzzle, limits: Limits) -> Outcome:
        found = next(tried)
        verdicts[found.judgement.verdict] += 1
        mistake, smallest = found.judgement.mistake, None
        if mistake is not None:
            mistakes[mistake] += 1
            if mistakes[mistake] == 1:
                smallest = trial.smallest(found, Budget(tries=400, seconds=30, clock=monotonic))
        if page.wanted:
            page.add(_entry(trial, puzzle, found, smallest))
        return Outcome(
            _CODES[found.judgement.verdict],
            partial(_record, trial, puzzle, found, smallest),
            partial(_line, found),
            partial(_text, session, trial, puzzle, found, smallest),
        )

    def answer_all(stream: BufferedReader, source: str) -> bool:
        for block in _blocks(session.reader.read(stream, source)):
            tried = trial.run([_asked(puzzle) for puzzle in block])
            if not session.answer_all(block, partial(answer, tried)):
                break
        return True

    code = session.run(_unused, answer_all)
    summary = _summary(trial, verdicts, mistakes)
    page.write(summary)
    if not options.quiet:
        tell(summary)
    return code


def _unused(puzzle: Puzzle, limits: Limits) -> Outcome:
    raise AssertionError("every stream is answered as a whole")


def _blocks(puzzles: Iterator[Puzzle]) -> Iterator[list[Puzzle]]:
    """Puzzles of one model and one set of symbols together; those before a bad one, too."""
    block: list[Puzzle] = []
    try:
        for puzzle in puzzles:
            if block and (
                len(block) == BLOCK or puzzle.model is not block[0].model or puzzle.symbols != block[0].symbols
            ):
                yield block
                block = []
            block.append(puzzle)
    except InputError:
        if block:
            yield block
        raise
    if block:
        yield block


def _asked(puzzle: Puzzle) -> Asked:
    if not isinstance(puzzle.model, Sudoku) or not puzzle.symbols:
        raise InputError("--against takes single grids whose digits have a character each", puzzle.source, puzzle.line)
    return Asked(puzzle.model, puzzle.givens, puzzle.symbols)


def _record(trial: Trial, puzzle: Puzzle, tried: Tried, smallest: Asked | None) -> dict[str, Any]:
    said, ours, solution = tried.said, tried.ours, _solution(puzzle, tried)
    return record(
        puzzle,
        status=ours.status.value,
        verdict=tried.judgement.verdict,
        backend=trial.solver.name,
        exact=ours.exact,
        solution=solution if tried.judgement.mistake is None else None,
        count=said.number if said.number is not None else len(said.solutions),
        statistics=ours.statistics,
        mistake=None if tried.judgement.mistake is None else tried.judgement.mistake.value,
        reason=tried.judgement.reason,
        theirs=said.text if solution is None else puzzle.text_of(solution),
        ours=puzzle.text_of(ours.solution) if ours.solution is not None else None,
        smallest=None if smallest is None else smallest.text(trial.solver.form),
    )


def _solution(puzzle: Puzzle, tried: Tried) -> dict[Cell, int] | None:
    """What the solver gives as a solution, right or wrong."""
    solutions = tried.said.solutions
    return dict(zip(puzzle.model.grid, solutions[0], strict=True)) if solutions else None


def _line(tried: Tried) -> str:
    return f"{tried.judgement.verdict}: {tried.judgement.reason}"


def _text(session: Session, trial: Trial, puzzle: Puzzle, tried: Tried, smallest: Asked | None) -> str:
    verdict = f"{trial.solver.name}: {_line(tried)}"
    if smallest is None:
        return f"{drawn(session, puzzle, tried.ours.solution)}\n{verdict}\n"
    return (
        f"{drawn(session, puzzle, tried.ours.solution)}\n{verdict}\n\n"
        f"the same with fewer givens:\n{smallest.text(trial.solver.form)}"
    )


def _entry(trial: Trial, puzzle: Puzzle, tried: Tried, smallest: Asked | None) -> Entry:
    """The section of a puzzle on the page."""
    rows = [["", trial.solver.name, "exact-cover"]]
    solution, number = _solution(puzzle, tried), len(tried.said.solutions)
    theirs = tried.said.text or tried.said.failed or "nothing"
    if solution is not None:
        theirs = "a solution" if number == 1 else f"{number:,} solutions"
    rows.append(["answer", theirs, tried.ours.status.value])
    sources = {}
    if solution is not None and tried.judgement.mistake is not None:
        sources["what it gave"] = puzzle.line_of(solution)
    if smallest is not None:
        sources["the same with fewer givens"] = smallest.text(trial.solver.form)
    title, verdict = f"{heading(puzzle)}: {tried.judgement.verdict}", tried.judgement.verdict
    return Entry(title, verdict, [tried.judgement.reason], rows, sources, puzzle.shown, tried.ours.solution)


def _summary(trial: Trial, verdicts: Counter[str], mistakes: Counter[Mistake]) -> str:
    words = ", ".join(f"{number:,} {verdict}" for verdict, number in verdicts.most_common())
    kinds = "; ".join(
        f"{mistake.value} {'once' if number == 1 else f'{number:,} times'}"
        for mistake, number in mistakes.most_common()
    )
    told = f" (it {kinds})" if kinds else ""
    times = f"{trial.solver.name} {duration(trial.theirs)} with its starts, our engine {duration(trial.ours)}"
    puzzles = "1 puzzle" if verdicts.total() == 1 else f"{verdicts.total():,} puzzles"
    return f"{puzzles}: {words or 'none'}{told}; {times}"
