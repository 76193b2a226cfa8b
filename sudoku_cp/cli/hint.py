"""``sudoku-cp hint``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from sudoku_cp._base.files import write_file
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import heading, record
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.session import Output, Session
from sudoku_cp.cli.step_search import (
    SOLVER,
    STOPPED,
    Ending,
    StepSearch,
    add_picture_option,
    add_step_options,
    require_one_picture,
    step_record,
)
from sudoku_cp.human.finder import SearchStoppedError
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.step import Step, listed, names
from sudoku_cp.model import Cell
from sudoku_cp.model.limits import Limits

WHERE, WHICH, WHAT = 1, 2, 3
"""The stages: where to look, at which houses and clues, and what follows."""

MOST_NAMED = 9
"""The largest number of cells that the sentence of the first stage names; the heat map shows all of them."""


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    parser.add_argument(
        "--stage",
        metavar="N",
        type=shared.integer_up_to(WHAT),
        default=WHERE,
        help="how much to reveal: 1 where to look, 2 at which houses and clues, 3 what follows (default: 1)",
    )
    add_step_options(parser)
    add_picture_option(parser, "the hint")
    shared.add_limit_options(parser)
    shared.add_output_options(parser)


def run(options: Namespace) -> ExitCode:
    """Give a hint for every puzzle of the input."""
    session = Session(options)
    return answer_input(session, partial(_answer, session))


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    require_one_picture(session, puzzle)
    search = StepSearch(session.options, puzzle, limits)
    step: Step | None = None
    heat: Mapping[Cell, int] = {}
    try:
        if session.options.stage == WHERE:
            sizes = search.finder.heat(search.marks)
            heat = {cell: size for cell, size in sizes.items() if search.most is None or size <= search.most}
        if not heat:
            step = next(iter(search.finder.steps(search.marks, search.most)), None)
        ending = search.ending(bool(heat) or step is not None, [] if step is None else [step])
    except SearchStoppedError:
        ending = STOPPED
    if step is not None:
        step = search.human.named(step, search.marks)
        search.check((step,), search.marks)
        heat = heat or dict.fromkeys((*step.placed, *step.eliminated), step.size.elements)
    stage: int = session.options.stage
    if session.options.svg is not None:
        write_file(Path(session.options.svg), _picture(search.marks, heat, step, stage))
    return Output(
        ending.code,
        partial(_record, puzzle, search, ending, stage, heat, step),
        lambda: _words(stage, heat, step, ending),
        lambda: "\n".join([heading(puzzle), *_map(puzzle, heat, stage), _words(stage, heat, step, ending)]),
    )


def _picture(marks: Marks, heat: Mapping[Cell, int], step: Step | None, stage: int) -> str:
    from sudoku_cp.human.pictures import heat_map, picture, sources

    if stage == WHERE or step is None:
        return heat_map(marks, heat, cell=64)
    return sources(marks, step, cell=64) if stage == WHICH else picture(marks, step, cell=64)


def _record(
    puzzle: Puzzle, search: StepSearch, ending: Ending, stage: int, heat: Mapping[Cell, int], step: Step | None
) -> dict[str, Any]:
    further: dict[str, Any] = {"stage": stage, "heat": {cell.name: size for cell, size in heat.items()}}
    if stage == WHICH and step is not None:
        further["elements"] = [str(element) for element in step.elements]
    if stage == WHAT and step is not None:
        further["step"] = step_record(step)
    return record(
        puzzle,
        status=ending.status,
        verdict=ending.verdict,
        solver=SOLVER,
        exact=step is None or step.is_least,
        statistics=search.statistics,
        **further,
    )


def _words(stage: int, heat: Mapping[Cell, int], step: Step | None, ending: Ending) -> str:
    if not heat:
        return ending.words
    if stage == WHAT and step is not None:
        return str(step)
    if stage == WHICH and step is not None:
        elements = listed(map(str, step.elements)) if step.elements else names(step.cells)
        return f"look at {elements}"
    least = min(heat.values())
    cells = [cell for cell, size in heat.items() if size == least]
    more = len(cells) - MOST_NAMED
    if more <= 1:
        return f"look at {names(cells)}"
    return f"look at {names(cells[:MOST_NAMED])} and {more} more cells"


def _map(puzzle: Puzzle, heat: Mapping[Cell, int], stage: int) -> list[str]:
    """For each cell how many houses and clues its smallest step needs."""
    if stage != WHERE:
        return []
    rows = [
        " ".join("." if cell is None or cell not in heat else str(heat[cell]) for cell in row)
        for row in puzzle.model.lattice
    ]
    return [*rows, "the number of houses and clues that the smallest step about a cell needs"]
