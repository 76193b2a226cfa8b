"""``sudoku-cp doctor``."""

from __future__ import annotations

import platform
from argparse import ArgumentParser, Namespace
from importlib import import_module
from time import perf_counter

import sudoku_cp
from sudoku_cp.backends import BACKENDS, backend, solver_named
from sudoku_cp.backends.installed import installed_names
from sudoku_cp.backends.solver import Setting
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.table import write_table
from sudoku_cp.model import Sudoku, SudokuError


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_format_option(parser)


def run(options: Namespace) -> ExitCode:
    """Try every part that can be missing: exit code 0 if all work, else 2."""
    names = (*BACKENDS, *installed_names())
    rows = [
        {"part": "sudoku-cp", "text": sudoku_cp.__version__},
        {"part": "Python", "text": f"{platform.python_version()} on {platform.machine()}"},
        {"part": "native core", "text": _native_core()},
        *({"part": f"backend {name}", "text": _backend(name)} for name in names),
        *({"part": f"setting {name}:{each.name}", "text": str(each)} for name in names for each in _settings(name)),
    ]
    write_table(options.format, rows)
    return ExitCode.BAD_INPUT if any("does not work" in row["text"] for row in rows) else ExitCode.ANSWERED


def _native_core() -> str:
    try:
        native = import_module("sudoku_cp._native")
        return f"CPU level {native.cpu_level()} of {', '.join(native.cpu_levels())}"
    except (ImportError, SudokuError) as error:
        return f"does not work: {error}"


def _backend(name: str) -> str:
    """The version of the solver behind a backend, after it has solved a grid."""
    try:
        start = perf_counter()
        solver = backend(name)
        result = solver.compile(Sudoku(4)).solve()
        seconds = perf_counter() - start
    except Exception as error:  # whatever is broken on this machine is what is asked for
        return f"does not work: {type(error).__name__}: {error}"
    if result.solution is None:
        return f"does not work: it says {result.status.value} of an empty 4×4 grid"
    return f"{solver.package} {solver.version()}, ready after {seconds * 1000:.0f} ms"


def _settings(name: str) -> tuple[Setting, ...]:
    """What can be set about a backend; nothing where it does not work."""
    try:
        return solver_named(name).settings()
    except Exception:  # `_backend` says what it is
        return ()
