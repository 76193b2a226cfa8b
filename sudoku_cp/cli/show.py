"""``sudoku-cp show``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from sudoku_cp._base.files import write_file
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import best_finding, finding
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.session import Output, Session, compile_once, drawn, no_record
from sudoku_cp.model import InputError, Solution
from sudoku_cp.model.answers import Result
from sudoku_cp.model.compiled import AUTO
from sudoku_cp.model.limits import Limits


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    parser.add_argument(
        "--solve", action="store_true", help="draw a solution as well, the best one for a scored puzzle"
    )
    parser.add_argument(
        "--svg",
        metavar="FILE",
        type=_file_or_output,
        help="draw one puzzle as SVG into a file instead; - for standard output",
    )
    shared.add_solver_option(parser, AUTO)
    shared.add_limit_options(parser)
    shared.add_colour_option(parser)
    parser.set_defaults(format="text", quiet=False)


def run(options: Namespace) -> ExitCode:
    """Draw every puzzle of the input."""
    session = Session(options)

    def answer(puzzle: Puzzle, limits: Limits) -> Output:
        if options.svg is not None and session.answered:
            raise InputError("--svg draws one puzzle, and this is a second one", puzzle.source, puzzle.line)
        code, solution = _solved(options.solver, puzzle, limits) if options.solve else (ExitCode.ANSWERED, None)

        def text() -> str:
            return drawn(session, puzzle, solution) if options.svg is None else _svg(options.svg, puzzle, solution)

        return Output(code, no_record, text, text)

    return answer_input(session, answer)


def _solved(solver: str, puzzle: Puzzle, limits: Limits) -> tuple[ExitCode, Solution | None]:
    compiled, limits = compile_once(solver, puzzle.model, limits)
    result: Result = compiled.solve(puzzle.givens, limits)
    found = finding(result.status, result.count, 1) if puzzle.model.objective is None else best_finding(result)
    return found.code, result.solution


def _file_or_output(text: str) -> str:
    if text != "-":
        shared.file_to_write(text)
    return text


def _svg(file: str, puzzle: Puzzle, solution: Solution | None) -> str:
    """The picture, or nothing if it goes to a file."""
    from sudoku_cp.render.svg import svg

    picture = svg(puzzle.shown, solution)
    if file == "-":
        return picture.rstrip("\n")
    write_file(Path(file), picture)
    return ""
