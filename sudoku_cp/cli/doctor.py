"""``sudoku-cp doctor``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from time import perf_counter

from sudoku_cp._base.version import __version__
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.commands import engine_fact, python_fact
from sudoku_cp.cli.output import write_table
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.model import Sudoku
from sudoku_cp.solving.registry import OPTIONAL, SOLVERS, installed_names, load_solver, solver_named
from sudoku_cp.solving.solver import Setting


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_format_option(parser)


def run(options: Namespace) -> ExitCode:
    """Test every part that may be missing; return exit code 0 if all work, otherwise 2."""
    names = (*SOLVERS, *OPTIONAL, *installed_names())
    rows = [
        {"part": "sudoku-cp", "text": __version__},
        {"part": "Python", "text": python_fact()},
        {"part": "native core", "text": engine_fact()},
        *({"part": f"solver {name}", "text": _solver(name)} for name in names),
        *({"part": f"setting {name}:{each.name}", "text": str(each)} for name in names for each in _settings(name)),
    ]
    write_table(options.format, rows)
    return ExitCode.BAD_INPUT if any("does not work" in row["text"] for row in rows) else ExitCode.ANSWERED


def _solver(name: str) -> str:
    """The version of a solver's package, after it has solved a grid."""
    try:
        missing = solver_named(name).missing()
        if missing is not None:
            return f"not there: {missing}"
        start = perf_counter()
        solver = load_solver(name)
        result = solver.compile(Sudoku(4)).solve()
        seconds = perf_counter() - start
    except Exception as error:  # anything that is broken on this machine belongs in the report
        return f"does not work: {type(error).__name__}: {error}"
    if result.solution is None:
        return f"does not work: its status for an empty 4×4 grid is {result.status.value}"
    return f"{solver.package} {solver.version()}, ready after {seconds * 1000:.0f} ms"


def _settings(name: str) -> tuple[Setting, ...]:
    """The settings of a solver; empty if it does not work."""
    try:
        return solver_named(name).settings()
    except Exception:  # `_solver` reports it
        return ()
