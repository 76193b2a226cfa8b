"""``sudoku-cp step``: the next step, or as much of it as is wanted."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
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
from sudoku_cp.cli.step_search import SOLVER, STEP, STOPPED, Ending, StepSearch, add_step_options, step_record
from sudoku_cp.human.finder import SearchStoppedError
from sudoku_cp.human.marks import Marks
from sudoku_cp.human.step import Step, listed, names
from sudoku_cp.model import Cell, InputError
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
        default=WHAT,
        help="how much to reveal: 1 where to look, 2 at which houses and clues, 3 what follows (default: 3)",
    )
    parser.add_argument("--all", action="store_true", help="show all steps of the least size, not only the first one")
    add_step_options(parser)
    parser.add_argument(
        "--svg", metavar="FILE", type=shared.file_to_write, help="draw the stage for one puzzle as SVG into a file"
    )
    shared.add_time_limit_option(parser, "time limit in seconds for each puzzle")
    shared.add_output_options(parser, shared.TABLE)


def run(options: Namespace) -> ExitCode:
    """Find the next step of every puzzle of the input.

    Raises
    ------
    InputError
        If all steps are asked for, and not what follows from them.
    """
    if options.all and options.stage != WHAT:
        raise InputError(f"--all shows what follows: leave out --stage {options.stage}")
    session = Session(options)
    return answer_input(session, partial(_answer, session))


def _answer(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    options = session.options
    if options.svg is not None and session.answered:
        raise InputError("--svg draws one puzzle, and this is a second one", puzzle.source, puzzle.line)
    search = StepSearch(options, puzzle, limits)
    steps: list[Step] = []
    heat: Mapping[Cell, int] = {}
    stage: int = options.stage
    try:
        if stage == WHERE:
            sizes = search.finder.heat(search.marks)
            heat = {cell: size for cell, size in sizes.items() if search.most is None or size <= search.most}
        if not heat:
            steps = search.finder.steps(search.marks, search.most)
        ending = search.ending(bool(heat or steps), steps)
    except SearchStoppedError:
        ending = STOPPED
    steps = [search.human.named(step, search.marks) for step in (steps if options.all else steps[:1])]
    search.check(steps, search.marks)
    heat = heat or {cell: each.size.elements for each in steps for cell in (*each.placed, *each.eliminated)}
    if options.svg is not None:
        write_file(Path(options.svg), _picture(search.marks, heat, steps, stage))
    return Output(
        ending.code,
        partial(_record, puzzle, search, ending, stage, heat, steps),
        lambda: _words(stage, heat, steps, ending),
        partial(_text, session, puzzle, search, ending, stage, heat, steps),
    )


def _picture(marks: Marks, heat: Mapping[Cell, int], steps: Sequence[Step], stage: int) -> str:
    from sudoku_cp.human.pictures import heat_map, picture, sources

    if stage == WHAT:
        return picture(marks, steps[0] if steps else None, cell=64)
    return sources(marks, steps[0], cell=64) if stage == WHICH and steps else heat_map(marks, heat, cell=64)


def _record(
    puzzle: Puzzle, search: StepSearch, ending: Ending, stage: int, heat: Mapping[Cell, int], steps: Sequence[Step]
) -> dict[str, Any]:
    further: dict[str, Any] = {"stage": stage, "heat": {cell.name: size for cell, size in heat.items()}}
    if stage == WHICH:
        further["elements"] = [str(element) for step in steps for element in step.elements]
    if stage == WHAT:
        further["steps"] = list(map(step_record, steps))
    return record(
        puzzle,
        status=ending.status,
        verdict=ending.verdict,
        solver=SOLVER,
        exact=all(step.is_least for step in steps),
        statistics=search.statistics,
        **further,
    )


def _words(stage: int, heat: Mapping[Cell, int], steps: Sequence[Step], ending: Ending) -> str:
    if not heat:
        return ending.words
    if stage == WHAT and steps:
        return "; ".join(map(str, steps))
    if stage == WHICH and steps:
        return f"look at {listed(map(str, steps[0].elements)) if steps[0].elements else names(steps[0].cells)}"
    least = min(heat.values())
    cells = [cell for cell, size in heat.items() if size == least]
    more = len(cells) - MOST_NAMED
    if more <= 1:
        return f"look at {names(cells)}"
    return f"look at {names(cells[:MOST_NAMED])} and {more} more cells"


def _text(
    session: Session,
    puzzle: Puzzle,
    search: StepSearch,
    ending: Ending,
    stage: int,
    heat: Mapping[Cell, int],
    steps: Sequence[Step],
) -> str:
    if stage != WHAT:
        return "\n".join([heading(puzzle), *_map(puzzle, heat, stage), _words(stage, heat, steps, ending)])
    from sudoku_cp.render import show_candidates

    grid = show_candidates(puzzle.shown, search.marks.shown(), colour=session.colour, unicode=session.unicode)
    lines = [f"{step} ({step.size.in_words()}{'' if step.is_least else ', perhaps not the least'})" for step in steps]
    return "\n".join([heading(puzzle), grid, *lines, *([] if ending == STEP else [ending.words])])


def _map(puzzle: Puzzle, heat: Mapping[Cell, int], stage: int) -> list[str]:
    """For each cell how many houses and clues its smallest step needs."""
    if stage != WHERE:
        return []
    rows = [
        " ".join("." if cell is None or cell not in heat else str(heat[cell]) for cell in row)
        for row in puzzle.model.lattice
    ]
    return [*rows, "the number of houses and clues that the smallest step about a cell needs"]
