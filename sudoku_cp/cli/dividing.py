"""The options of commands that answer a hard question cube by cube."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from sudoku_cp.cli.options import add_patience_option, executor, file_to_write, positive_seconds
from sudoku_cp.model import InputError

if TYPE_CHECKING:
    from sudoku_cp.model.limits import CubeOptions

_NAMES = ("executor", "journal", "cube_seconds", "patience")


def add_cube_options(parser: ArgumentParser) -> None:
    """Declare the options."""
    group = parser.add_argument_group("one hard question, divided into cubes")
    group.add_argument(
        "--executor",
        metavar="NAME",
        type=executor,
        help="divide the question, and work on its parts by processes, threads (each with a number if wanted, as in "
        "processes:4), or dask:ADDRESS",
    )
    group.add_argument(
        "--journal",
        metavar="FILE",
        type=_journal,
        help="keep the answer for each part in this file, and go on from it; `verify` checks it",
    )
    group.add_argument(
        "--cube-seconds",
        metavar="S",
        type=positive_seconds,
        help="divide a part further after this time (default: 10)",
    )
    add_patience_option(group)


def divides(options: Namespace) -> bool:
    """Whether the options ask for cubes."""
    return any(getattr(options, name, None) is not None for name in _NAMES)


def cube_options(options: Namespace) -> CubeOptions:
    """The options as keywords of the questions of a compiled model; none if cubes are not asked for.

    Raises
    ------
    ModelError
        If the executor needs a package that is not installed.
    """
    if not divides(options):
        return {}
    from sudoku_cp.parallel.executors import executor_named

    chosen: CubeOptions = {"journal": options.journal}
    if options.executor is not None:
        chosen["executor"] = executor_named(options.executor)
    if options.cube_seconds is not None:
        chosen["cube_seconds"] = options.cube_seconds
    if options.patience is not None:
        chosen["patience"] = options.patience
    return chosen


def refuse_cubes(options: Namespace, *names: str) -> None:
    """Refuse options that ask a question which cannot be divided.

    Raises
    ------
    InputError
        If cubes are asked for, and one of the named options is given.
    """
    for name in names:
        if divides(options) and getattr(options, name.replace("-", "_"), None) not in (None, False):
            given = next(each for each in _NAMES if getattr(options, each) is not None)
            raise InputError(f"--{name} cannot be divided: leave out --{given.replace('_', '-')}")


def _journal(text: str) -> Path:
    path = file_to_write(text)
    if path.exists() and not path.is_file():
        raise ArgumentTypeError(f"{text} is not a file")
    return path
