"""The state of a command's run: its input, output and limits."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from time import monotonic
from typing import Any, TypeVar

from sudoku_cp._base.errors import WorkerError
from sudoku_cp._base.text import counted
from sudoku_cp.cli.output import ProgressLine, heading, json_line, knows_unicode, wants_colour
from sudoku_cp.cli.process import ExitCode, cancelled_by_signals, most_severe, notify, show
from sudoku_cp.cli.puzzles import Puzzle, PuzzleReader
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Cell, InputError, LoweringError, Model, ModelError, UnsoundAnswerError
from sudoku_cp.model.answers import Status
from sudoku_cp.model.compiled import Target
from sudoku_cp.model.limits import NO_LIMITS, Limits, Progress
from sudoku_cp.solving.answering import Uncompiled, compiled_in_time
from sudoku_cp.solving.lowered_model import LoweredModel


@dataclass(frozen=True, slots=True)
class Output:
    """The answer to one puzzle in each output format; only the requested one is made."""

    code: ExitCode
    record: Callable[[], dict[str, Any]]
    line: Callable[[], str]
    text: Callable[[], str]


def no_record() -> dict[str, Any]:
    """The record of a command that writes only text."""
    return {}


AnswerFunction = Callable[[Puzzle, Limits], Output]

_Found = TypeVar("_Found")


class Session:
    """The input, output and limits of a run, made from its options.

    Raises
    ------
    InputError
        If the options contradict each other.
    """

    def __init__(self, options: Namespace) -> None:
        self.options = options
        usual = "text" if sys.stdout.isatty() else "jsonl"
        self.format: str = options.format or (usual if options.column is None else "csv")
        if self.format == "csv" and options.column is None:
            raise InputError("--format csv needs --column, which names the column of the puzzles")
        self.colour = wants_colour(options.color, sys.stdout)
        self.unicode = knows_unicode(sys.stdout)
        self.progress = ProgressLine(shown=not options.quiet and sys.stderr.isatty())
        self.reader = PuzzleReader(options)
        self.answered = 0
        self._codes: set[ExitCode] = set()
        self.interrupted = False
        self.as_csv: Callable[[str, str], str] = lambda answer, status: f"{answer},{status}\n"
        """The row of a table for an answer and its status."""
        self.carried: Mapping[str, str] | None = None
        """The other fields in the row of the puzzle."""

    def answer_all(self, puzzles: Iterable[Puzzle], answer: AnswerFunction) -> bool:
        """Answer puzzle by puzzle; return False if a signal ends the run."""
        for puzzle in puzzles:
            with cancelled_by_signals() as cancel:
                limits = Limits(
                    self.options.time_limit, self.options.node_limit, cancel, partial(self.show_search, puzzle)
                )
                try:
                    outcome = answer(puzzle, limits)
                except UnsoundAnswerError as error:
                    self.complain(f"{puzzle.source}:{puzzle.line}: {error}", ExitCode.DISAGREE)
                except (LoweringError, WorkerError) as error:
                    self.complain(f"{puzzle.source}:{puzzle.line}: {error}", ExitCode.UNKNOWN)
                except MemoryError:
                    self.complain(f"{puzzle.source}:{puzzle.line}: out of memory", ExitCode.OUT_OF_MEMORY)
                else:
                    self.write_outcome(outcome)
            if cancel.is_set():
                self.interrupt()
                return False
        return True

    def write_outcome(self, outcome: Output) -> None:
        """Write the answer to a puzzle, and make the exit code at least as severe as its code."""
        self.record_code(outcome.code)
        self.write(outcome.record, outcome.line, outcome.text)
        self.answered += 1
        self.progress.puzzles(self.answered)

    def write(self, record: Callable[[], dict[str, Any]], line: Callable[[], str], text: Callable[[], str]) -> None:
        """Write an answer, or a part of one, in the requested format; an empty text writes no line."""
        match self.format:
            case "jsonl":
                written = json_line(record() | ({} if self.carried is None else {"columns": self.carried}))
            case "csv":
                found = line()
                written = self.as_csv(found, record()["status"]).rstrip("\n") if found else ""
            case "line":
                written = line()
            case _:
                written = text()
        self.progress.wipe()
        if written:
            show(written, self.colour)
            sys.stdout.flush()

    def write_bulk(self, text: bytes, puzzles: int) -> None:
        """Write the answers to many puzzles at once."""
        self.progress.wipe()
        sys.stdout.flush()
        sys.stdout.buffer.write(text)
        sys.stdout.buffer.flush()
        self.answered += puzzles
        self.progress.puzzles(self.answered)

    @property
    def code(self) -> ExitCode:
        """The exit code of the run so far."""
        return most_severe(self._codes)

    def record_code(self, code: ExitCode) -> None:
        """Make the exit code at least as severe as a code."""
        self._codes.add(code)

    def interrupt(self) -> None:
        """End the run after a signal."""
        self.interrupted = True
        self.record_code(ExitCode.INTERRUPTED)

    def complain(self, message: str, code: ExitCode) -> None:
        """Report an error on standard error."""
        self.progress.wipe()
        notify(message)
        self.record_code(code)

    def show_search(self, puzzle: Puzzle, progress: Progress) -> None:
        """Show the progress of a search."""
        self.progress.wait_for(progress.waits_for)
        if progress.waits_for is not None:
            return
        known = [] if progress.best is None else [f"best {progress.best}"]
        known += [] if progress.bound is None else [f"bound {progress.bound}"]
        if progress.best is not None and progress.bound is not None:
            known.append(f"gap {abs(progress.best - progress.bound)}")
        found = "".join(f", {words}" for words in known)
        count = f", {counted(progress.count, 'solution')}" if progress.count else ""
        left = "" if progress.left is None else f", about {progress.left:,.0f} s left"
        spent = f"{progress.seconds:.0f} s, {counted(progress.nodes, 'node')}"
        self.progress.update(f"{puzzle.source}:{puzzle.line}: {spent}{count}{found}{left}")


def drawn(session: Session, puzzle: Puzzle, solution: Mapping[Cell, int] | None = None) -> str:
    """The place of the puzzle, and its grid."""
    from sudoku_cp.render import show

    grid = show(puzzle.shown, solution, colour=session.colour, unicode=session.unicode)
    return f"{heading(puzzle)}\n{grid}"


def compile_once(name: str, model: Model, limits: Limits = NO_LIMITS, threads: int = 1) -> tuple[LoweredModel, Limits]:
    """Compile a model once for all puzzles that share it; return also the limits that are left.

    A model that is not compiled within the limits answers each question with the status LIMIT.
    """
    start, known = monotonic(), _compiled(name, model)
    if not known:
        compiled, left = compiled_in_time(name, model, limits)
        if isinstance(compiled, Uncompiled):
            return compiled, left
        for refusal in compiled.refusals:
            notify(f"{refusal}; {compiled.solver_name} answers")
        known.append(compiled)
    return known[0].with_threads(threads), limits.after(start)


@lru_cache(maxsize=8)
def _compiled(name: str, model: Model) -> list[LoweredModel]:
    """The compiled model, once there is one."""
    return []


def target_score(session: Session, compiled: LoweredModel, givens: Givens, limits: Limits) -> Target | None:
    """The score that solutions must reach, or the scores; None if all solutions count, or there is none.

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
    if best.scores:
        return best.scores[0]
    return best.objectives[0] if best.objectives else None


def asked(
    session: Session, puzzle: Puzzle, limits: Limits, question: Callable[..., _Found], **options: Any
) -> tuple[_Found, float]:
    """Ask a question of `sudoku_cp.authoring` about a puzzle; return the answer and the seconds that it took.

    Raises
    ------
    InputError
        If the options do not fit the puzzle.
    """
    start = monotonic()
    try:
        answer = question(
            puzzle.shown,
            solver=session.options.solver,
            seconds=limits.seconds,
            nodes=limits.nodes,
            cancel=limits.cancel,
            on_progress=limits.on_progress,
            **options,
        )
    except ModelError as error:
        raise InputError(str(error), puzzle.source, puzzle.line) from None
    return answer, monotonic() - start
