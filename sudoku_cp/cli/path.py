"""``sudoku-cp path``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path
from typing import Any

from sudoku_cp.backends.contract import Limits
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.drawing import drawn
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.records import record
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.session import Output, Session
from sudoku_cp.cli.step_search import BACKEND, STOPPED, Ending, StepSearch, add_step_options, step_record
from sudoku_cp.files import write_file
from sudoku_cp.model import Cell, InputError
from sudoku_cp.steps.finder import SearchStoppedError
from sudoku_cp.steps.path import walk
from sudoku_cp.steps.step import Step


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    add_step_options(parser)
    parser.add_argument(
        "--html",
        metavar="FILE",
        type=shared.file_to_write,
        help="write the path of one puzzle as an HTML page with a picture for each step",
    )
    shared.add_limit_options(parser)
    shared.add_output_options(parser)


def run(options: Namespace) -> ExitCode:
    """Solve every puzzle of the input by the smallest steps."""
    session = Session(options)
    return answer_input(session, partial(_answer, session))


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    if session.options.html is not None and session.answered:
        raise InputError("--html shows one puzzle, and this is a second one", puzzle.source, puzzle.line)
    search = StepSearch(session.options, puzzle, limits)
    start = search.marks.copy()
    steps: list[Step] = []
    try:
        for step in walk(search.finder, search.marks, search.most):
            search.check((step,), search.marks)
            steps.append(step)
            session.progress.update(f"{puzzle.source}:{puzzle.line}: {len(steps)} steps")
        ending = search.ending(False)
    except SearchStoppedError:
        ending = STOPPED
    if session.options.html is not None:
        from sudoku_cp.steps.pictures import page

        words = f"{len(steps)} steps: {ending.words}."
        write_file(Path(session.options.html), page(puzzle.shown, start, steps, words))
    return Output(
        ending.code,
        partial(_record, puzzle, search, ending, steps),
        lambda: puzzle.line_of(_found(search)) if ending.status == "solved" else ending.status,
        partial(_text, session, puzzle, search, ending, steps),
    )


def _found(search: StepSearch) -> dict[Cell, int]:
    """The values of the cells that have one candidate."""
    marks = search.marks
    return {cell: marks.values(cell)[0] for cell in marks.model.cells if len(marks.values(cell)) == 1}


def _record(puzzle: Puzzle, search: StepSearch, ending: Ending, steps: list[Step]) -> dict[str, Any]:
    return record(
        puzzle,
        status=ending.status,
        verdict=ending.verdict,
        backend=BACKEND,
        exact=all(step.is_least for step in steps),
        solution=_found(search) if ending.status == "solved" else None,
        statistics=search.statistics,
        steps=[step_record(step) for step in steps],
    )


def _text(session: Session, puzzle: Puzzle, search: StepSearch, ending: Ending, steps: list[Step]) -> str:
    lines = [f"{number}. {step}" for number, step in enumerate(steps, 1)]
    return "\n".join([*lines, drawn(session, puzzle, _found(search)), f"{ending.words} after {len(steps)} steps"])
