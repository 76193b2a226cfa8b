"""``sudoku-cp path``: the steps of a puzzle, or a setter's intended path, played on it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from typing import Any

from sudoku_cp._base.files import read_text, write_file
from sudoku_cp._base.text import counted
from sudoku_cp._base.version import __version__
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import heading
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.session import Output, Session, drawn
from sudoku_cp.cli.step_search import STOPPED, STUCK, Ending, StepSearch, add_step_options
from sudoku_cp.human.finder import SearchStoppedError
from sudoku_cp.human.step import Step
from sudoku_cp.human.walkthrough import Played, play, read_walkthrough
from sudoku_cp.model import Cell, InputError
from sudoku_cp.model.limits import Limits


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    add_step_options(parser)
    parser.add_argument(
        "--human",
        action="store_true",
        help="take the easiest named technique each time, and the smallest step only where none applies",
    )
    parser.add_argument(
        "--uniqueness",
        action="store_true",
        help="like --human, with techniques that are only right if the puzzle has one solution",
    )
    parser.add_argument(
        "--html",
        metavar="FILE",
        type=shared.file_to_write,
        help="write the path of one puzzle as an HTML page with a picture for each step",
    )
    parser.add_argument(
        "--walkthrough",
        metavar="FILE",
        type=Path,
        help="play the steps of a walkthrough (TOML) instead, and say which of them do not follow",
    )
    shared.add_time_limit_option(parser, "time limit in seconds for each puzzle")
    shared.add_output_options(parser, shared.TABLE)


def run(options: Namespace) -> ExitCode:
    """Solve every puzzle of the input by the smallest steps.

    Raises
    ------
    InputError
        If options contradict each other.
    """
    session = Session(options)
    if options.walkthrough is not None:
        ignored = {"--human": options.human, "--uniqueness": options.uniqueness, "--check": options.check}
        ignored["--most"] = options.most is not None
        if given := [name for name, is_given in ignored.items() if is_given]:
            raise InputError(f"{given[0]} is for steps that are searched for: --walkthrough names its own")
    return answer_input(session, partial(_answer, session))


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    if session.options.html is not None and session.answered:
        raise InputError("--html shows one puzzle, and this is a second one", puzzle.source, puzzle.line)
    if session.options.walkthrough is not None:
        return play_walkthrough(session, puzzle, limits)
    search = StepSearch(session.options, puzzle, limits)
    start = search.marks.copy()
    steps, ending = search.follow(
        lambda number: session.progress.update(f"{puzzle.source}:{puzzle.line}: {counted(number, 'step')}")
    )
    if session.options.html is not None:
        from sudoku_cp.human.pictures import page

        words = f"{counted(len(steps), 'step')}: {ending.words}."
        write_file(Path(session.options.html), page(puzzle.shown, start, steps, words))
    return Output(
        ending.code,
        lambda: search.record(puzzle, ending, steps, _found(search) if ending.status == "solved" else None),
        lambda: puzzle.line_of(_found(search)) if ending.status == "solved" else ending.status,
        partial(_text, session, puzzle, search, ending, steps),
    )


def _found(search: StepSearch) -> dict[Cell, int]:
    """The values of the cells that have one candidate."""
    marks = search.marks
    return {cell: marks.values(cell)[0] for cell in marks.model.cells if len(marks.values(cell)) == 1}


def _text(session: Session, puzzle: Puzzle, search: StepSearch, ending: Ending, steps: list[Step]) -> str:
    lines = [f"{number}. {step}" for number, step in enumerate(steps, 1)]
    return "\n".join([*lines, drawn(session, puzzle, _found(search)), f"{ending.words} after {len(steps)} steps"])


def play_walkthrough(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    """Play the walkthrough of the options on a puzzle."""
    path: Path = session.options.walkthrough
    search = StepSearch(session.options, puzzle, limits)
    walkthrough = read_walkthrough(read_text(path), search.finder, str(path))
    played: list[Played] = []
    try:
        for step in play(walkthrough, search.finder, search.marks):
            played.append(step)
            session.progress.update(f"{path}: {len(played)} steps")
        ending = search.ending(False)
    except SearchStoppedError:
        ending = STOPPED
    wrong = [step.action.number for step in played if not step.follows]
    words = "cells are left open" if ending.status == STUCK.status else ending.words
    if wrong:
        words += f"; {_do(wrong)} not follow"
    if session.options.html is not None:
        from sudoku_cp.human.pictures import walkthrough_page

        text = walkthrough_page(puzzle.shown, walkthrough.title, played, search.marks, words)
        write_file(Path(session.options.html), text)
    code = ExitCode.ANSWERED if ending.status == STUCK.status else ending.code
    return Output(
        ExitCode.DISAGREE if wrong else code,
        lambda: _played_record(puzzle, search, ending.status, played),
        lambda: words,
        lambda: "\n".join([heading(puzzle), *map(_played_text, played), words]),
    )


def _do(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"step {numbers[0]} does"
    return f"steps {', '.join(map(str, numbers))} do"


def _played_text(step: Played) -> str:
    return f"{step.action.number}. {step.words}" + (f" ({step.action.text})" if step.action.text else "")


def _played_record(puzzle: Puzzle, search: StepSearch, status: str, played: list[Played]) -> dict[str, Any]:
    return {
        "status": status,
        "follows": all(step.follows for step in played),
        "steps": [_step_record(step) for step in played],
        "seconds": round(search.statistics.seconds, 6),
        "source": puzzle.source,
        "line": puzzle.line,
        "version": __version__,
    }


def _step_record(step: Played) -> dict[str, Any]:
    return {
        "action": step.action.kind,
        "claims": [claim.text for claim in step.action.claims],
        "follows": step.follows,
        "open": [claim.text for claim in step.open_claims],
        "elements": [str(element) for element in step.elements],
        "heat": None if step.heat is None else {cell.name: size for cell, size in step.heat.items()},
        "text": step.action.text,
    }
