"""``sudoku-cp generate``."""

from __future__ import annotations

import re
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from threading import Event, Timer
from time import monotonic
from typing import Any

from sudoku_cp import formats
from sudoku_cp._base.text import counted
from sudoku_cp.authoring.generation import Generated, generate
from sudoku_cp.authoring.wishes import SYMMETRIES
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import record
from sudoku_cp.cli.process import ExitCode, cancelled_by_signals, notify
from sudoku_cp.cli.puzzles import Puzzle, opened
from sudoku_cp.cli.session import Session, drawn
from sudoku_cp.cli.step_search import StepSearch, step_record
from sudoku_cp.human.paths import sizes_in_words, sizes_of
from sudoku_cp.human.step import Step
from sudoku_cp.model import Board, InputError, ModelError
from sudoku_cp.model.limits import Limits, Progress

MOST_CLUES = 200
"""The largest number of clues of one rule."""

NOTICE = 20.0
"""The seconds without a puzzle after which a run says why that may be."""

PATIENCE = 300.0
"""The seconds without a puzzle after which a run without ``--time-limit`` ends."""


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "files",
        nargs="?",
        metavar="FILE",
        help="a puzzle whose clues and givens are in all new ones (default: the model, or a plain 9×9 grid)",
    )
    shared.add_reading_options(parser)
    group = parser.add_argument_group("new puzzles")
    group.add_argument("--count", metavar="N", type=shared.positive, default=1, help="how many puzzles (default: 1)")
    shared.add_seed_option(group, "of the random choices")
    group.add_argument(
        "--symmetry",
        metavar="NAME,…",
        type=lambda text: tuple(text.split(",")),
        default=(),
        help=f"symmetries of the pattern of givens: {', '.join(SYMMETRIES)}",
    )
    group.add_argument(
        "--givens", metavar="LO..HI", type=_range, help="the number of givens (default: take away as many as possible)"
    )
    group.add_argument("--pattern", metavar="TEXT", help="which cells are given: a character for each cell, . for open")
    group.add_argument("--minimal", action="store_true", help="only puzzles in which each given is needed")
    group.add_argument(
        "--clues",
        metavar="RULE:N,…",
        type=_clues,
        default={},
        help="draw N clues of each rule, such as killer:12,thermo:3, that the solution satisfies",
    )
    group.add_argument(
        "--rating", metavar="LO..HI", type=_ratings, help="only classic puzzles rated so, such as 3.4..4.2 (see rate)"
    )
    group.add_argument(
        "--technique",
        metavar="NAME",
        help="only classic puzzles whose hardest step is of this kind, as rate calls it, or rate --hodoku",
    )
    group.add_argument(
        "--path", action="store_true", help="solve each puzzle by the smallest steps, and write them (see path)"
    )
    shared.add_solver_option(parser)
    shared.add_threads_option(parser)
    shared.add_time_limit_option(
        parser, f"stop after S seconds (default: after {PATIENCE:g} seconds in which no puzzle is found)"
    )
    shared.add_output_options(parser)
    parser.set_defaults(most=None, check=False)


def _range(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,6})(?:\.\.(\d{1,6}))?", text)
    if match is None:
        raise ArgumentTypeError(f"{text} is not a number or a range such as 24..28")
    low = int(match[1])
    return low, int(match[2] or low)


def _ratings(text: str) -> tuple[float, float]:
    match = re.fullmatch(r"(\d{1,2}(?:\.\d)?)(?:\.\.(\d{1,2}(?:\.\d)?))?", text)
    if match is None:
        raise ArgumentTypeError(f"{text} is not a rating or a range such as 3.4..4.2")
    return float(match[1]), float(match[2] or match[1])


def _clues(text: str) -> dict[str, int]:
    pairs = [word.partition(":") for word in text.split(",")]
    for name, _, number in pairs:
        if not re.fullmatch(r"\d{1,9}", number, re.ASCII) or not 1 <= int(number) <= MOST_CLUES:
            raise ArgumentTypeError(f"{name}:{number} is not a rule and a number up to {MOST_CLUES}, such as thermo:3")
    return {name.strip(): int(number) for name, _, number in pairs}


def run(options: Namespace) -> ExitCode:
    """Generate puzzles, and write each as soon as it is found.

    Raises
    ------
    InputError
        If the options contradict each other or the puzzle.
    """
    session = Session(options)
    if options.clues and session.format == "line":
        raise InputError("--format line has no place for clues: use text, or jsonl, whose documents are TOML")
    if options.path and session.format == "line":
        raise InputError("--format line has no place for a path: use text or jsonl")
    base = _base(session)
    if session.format == "line":
        _line(base)
    start, number, course = monotonic(), 0, _Course(session, base)
    with cancelled_by_signals() as cancel, course.ended_by(cancel):
        limits = Limits(options.time_limit, None, cancel, course.show)
        for made in islice(_puzzles(session, base, limits), options.count):
            course.go_on()
            board = made.board.with_objective(base.model.objective)
            puzzle = Puzzle(board, made.givens, base.symbols, base.source, base.line)
            steps = _path(session, puzzle, Limits(cancel=cancel)) if options.path else None
            if cancel.is_set():
                break
            number += 1
            data = partial(_record, session, puzzle, made, steps)
            session.write(data, partial(_line, puzzle), partial(_text, session, puzzle, made, steps))
    session.progress.wipe()
    if course.has_given_up:
        session.complain(
            f"{number} of {options.count} puzzles were found, the last {PATIENCE:g} seconds without one, in"
            f" {counted(course.attempts, 'attempt')}: {course.reason}; --time-limit S waits longer",
            ExitCode.UNKNOWN,
        )
    elif cancel.is_set():
        session.interrupt()
    elif number < options.count and (options.time_limit is None or monotonic() - start < options.time_limit):
        session.complain(
            f"{base.source} has one solution already, so every puzzle is the same: leave out its givens, or begin with"
            " an empty board (--model)",
            ExitCode.BAD_INPUT,
        )
    elif number < options.count:
        session.complain(
            f"{number} of {options.count} puzzles were found within the time limit, in"
            f" {counted(course.attempts, 'attempt')}",
            ExitCode.UNKNOWN,
        )
    return session.code


@dataclass
class _Course:
    """How far a run has come, and whether it should go on."""

    session: Session
    base: Puzzle
    attempts: int = 0
    """The number of finished attempts."""
    has_given_up: bool = False
    _has_noticed: bool = False
    _since: float = field(default_factory=monotonic)
    """The time of the last puzzle, or of the start."""
    _end: Callable[[], None] = lambda: None
    _timer: Timer | None = None

    @contextmanager
    def ended_by(self, cancel: Event) -> Iterator[None]:
        """Set the event when no puzzle is found for too long, unless the run has a time limit of its own."""

        def end() -> None:
            self.has_given_up = True
            cancel.set()

        self._end = end
        self.go_on()
        yield
        if self._timer is not None:
            self._timer.cancel()

    def go_on(self) -> None:
        """Wait for the next puzzle from now on."""
        self._since = monotonic()
        if self._timer is not None:
            self._timer.cancel()
        if self.session.options.time_limit is None:
            self._timer = Timer(PATIENCE, self._end)
            self._timer.daemon = True
            self._timer.start()

    @property
    def reason(self) -> str:
        """Why there may be no puzzle."""
        options = self.session.options
        if options.rating is not None or options.technique is not None:
            return "puzzles of such difficulty are rare"
        what = "clues and givens" if options.clues else "givens"
        return f"few {what} rarely leave one solution: ask for more"

    def show(self, progress: Progress) -> None:
        """Show the search for solutions of the base, and then the attempts."""
        if progress.attempts is None:
            self.session.show_search(self.base, progress)
            return
        self.attempts = progress.attempts
        if monotonic() - self._since > NOTICE and not self._has_noticed and not self.session.options.quiet:
            self._has_noticed = True
            self.session.progress.wipe()
            notify(f"no puzzle for {NOTICE:g} seconds, in {counted(self.attempts, 'attempt')}: {self.reason}")
        done = f"{progress.seconds:.0f} s, {counted(progress.attempts, 'attempt')}, {counted(progress.count, 'puzzle')}"
        self.session.progress.update(f"{self.base.source}:{self.base.line}: {done}")


def _base(session: Session) -> Puzzle:
    options = session.options
    if options.files is None:
        board: Board = session.reader.named_model() if options.model is not None else session.reader.model_of_size(9)
        return Puzzle(board, board.givens, board.symbols, board.name, 1)
    with opened(options.files) as (stream, source):
        puzzles = list(islice(session.reader.read(stream, source), 2))
    if len(puzzles) != 1:
        raise InputError(f"{'no' if not puzzles else 'more than one'} puzzle: generate reads one", source)
    return puzzles[0]


def _puzzles(session: Session, base: Puzzle, limits: Limits) -> Iterator[Generated]:
    options = session.options
    try:
        yield from generate(
            base.shown,
            seed=options.seed,
            symmetry=options.symmetry,
            givens=options.givens,
            pattern=options.pattern,
            minimal=options.minimal,
            clues=options.clues,
            rating=options.rating,
            technique=options.technique,
            threads=options.threads,
            solver=options.solver,
            seconds=limits.seconds,
            cancel=limits.cancel,
            on_progress=limits.on_progress,
        )
    except ModelError as error:
        raise InputError(str(error), base.source, base.line) from None


def _document(puzzle: Puzzle) -> formats.Document:
    return formats.Document(puzzle.shown, puzzle.source, puzzle.line)


def _line(puzzle: Puzzle) -> str:
    """The puzzle on one line.

    Raises
    ------
    InputError
        If it is more than a grid.
    """
    try:
        return "".join(formats.write([_document(puzzle)], "line")).rstrip("\n")
    except ModelError as error:
        message = f"{error}: use --format text, or jsonl, whose documents are TOML"
        raise InputError(message, puzzle.source, puzzle.line) from None


def _is_grid(puzzle: Puzzle) -> bool:
    """Whether a puzzle is a grid of givens and nothing else."""
    from sudoku_cp.formats.document import plain_grid

    try:
        plain_grid(_document(puzzle))
    except ModelError:
        return False
    return True


def _givens(puzzle: Puzzle) -> str:
    """The givens on one line."""
    texts = [puzzle.symbol_of[puzzle.givens[cell]] if cell in puzzle.givens else "." for cell in puzzle.model.grid]
    return ("" if puzzle.symbols else " ").join(texts)


def _path(session: Session, puzzle: Puzzle, limits: Limits) -> list[Step]:
    """The smallest steps to the solution, or as far as they lead before the run is interrupted."""
    return StepSearch(session.options, puzzle, limits).follow(lambda _: None)[0]


def _record(session: Session, puzzle: Puzzle, made: Generated, steps: Sequence[Step] | None) -> dict[str, Any]:
    """A record without times: the same seed gives the same bytes."""
    further: dict[str, Any] = {}
    if not _is_grid(puzzle):
        further["document"] = "".join(formats.write([_document(puzzle)], "toml"))
    if made.rating is not None:
        rating = made.rating
        further["explainer"] = {"er": rating.er, "ep": rating.ep, "ed": rating.ed, "hardest": rating.hardest}
    if steps is not None:
        further["steps"] = list(map(step_record, steps))
    return record(
        puzzle,
        status="complete",
        verdict="unique",
        solver=session.options.solver,
        exact=True,
        solution=made.solution,
        count=1,
        statistics=None,
        grid=_givens(puzzle),
        givens=len(made.givens),
        seed=made.seed,
        attempt=made.attempt,
        **further,
    )


def _text(session: Session, puzzle: Puzzle, made: Generated, steps: Sequence[Step] | None) -> str:
    words = f"{len(made.givens)} given{'s' * (len(made.givens) != 1)}, seed {made.seed}, attempt {made.attempt}"
    if made.rating is not None:
        words += f"; {made.rating}"
    if steps is not None:
        words += f"; {sizes_in_words(sizes_of(steps))}"
    return f"{drawn(session, puzzle)}\n{words}"
