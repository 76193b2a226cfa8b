"""``sudoku-cp explain``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path

from sudoku_cp._base.files import write_file
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import heading
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.session import Output, Session
from sudoku_cp.cli.step_search import (
    STEP,
    STOPPED,
    Ending,
    StepSearch,
    add_picture_option,
    add_step_options,
    require_one_picture,
)
from sudoku_cp.human.finder import SearchStoppedError
from sudoku_cp.human.step import Step
from sudoku_cp.model.limits import Limits


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    parser.add_argument("--all", action="store_true", help="show all steps of the least size, not only the first one")
    add_step_options(parser)
    add_picture_option(parser, "the first step")
    shared.add_limit_options(parser)
    shared.add_output_options(parser)


def run(options: Namespace) -> ExitCode:
    """Explain the next step of every puzzle of the input."""
    session = Session(options)
    return answer_input(session, partial(_answer, session))


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    require_one_picture(session, puzzle)
    search = StepSearch(session.options, puzzle, limits)
    steps: list[Step] = []
    try:
        steps = search.finder.steps(search.marks, search.most)
        ending = search.ending(bool(steps), steps)
    except SearchStoppedError:
        ending = STOPPED
    shown = [search.human.named(step, search.marks) for step in (steps if session.options.all else steps[:1])]
    search.check(shown, search.marks)
    if session.options.svg is not None:
        from sudoku_cp.human.pictures import picture

        write_file(Path(session.options.svg), picture(search.marks, shown[0] if shown else None, cell=64))
    return Output(
        ending.code,
        lambda: search.record(puzzle, ending, shown),
        lambda: "; ".join(step.conclusion for step in shown),
        partial(_text, session, puzzle, search, ending, shown),
    )


def _text(session: Session, puzzle: Puzzle, search: StepSearch, ending: Ending, steps: list[Step]) -> str:
    from sudoku_cp.render import show_candidates

    grid = show_candidates(puzzle.shown, search.marks.shown(), colour=session.colour, unicode=session.unicode)
    lines = [f"{step} ({step.size.in_words()}{'' if step.is_least else ', perhaps not the least'})" for step in steps]
    closing = [] if ending == STEP else [ending.words]
    return "\n".join([heading(puzzle), grid, *lines, *closing])
