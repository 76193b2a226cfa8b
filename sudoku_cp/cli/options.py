"""The options that several commands share, and the parsers of their values."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sudoku_cp._base.text import MOST_DIGITS
from sudoku_cp.model import InputError, ModelError
from sudoku_cp.model.compiled import AUTO
from sudoku_cp.model.limits import MOST_THREADS
from sudoku_cp.solving.registry import OPTIONAL, SOLVERS, load_solver

if TYPE_CHECKING:
    from argparse import _ActionsContainer, _ArgumentGroup

    from sudoku_cp.model.limits import CubeOptions


FORMATS = ("text", "line", "jsonl")
"""The output formats of every command with records."""

TABLE = "csv"
"""The further one of commands that read tables."""

ERRORS = ("stop", "skip", "record")

BEST = "best"
"""The target in place of the best score."""


def add_input_options(parser: ArgumentParser) -> None:
    """Declare the argument FILE… and the options for reading."""
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help="a file of puzzles, - for standard input (the default), the name of a puzzle that comes with sudoku-cp, "
        "or a puzzle itself, such as 81 characters or an f-puzzles address",
    )
    group = add_reading_options(parser)
    group.add_argument(
        "--column",
        metavar="NAME",
        help="read a table (CSV, TSV, or columns by blanks) with the puzzles in the column of that name or number; "
        "keep the other columns",
    )
    group.add_argument(
        "--key",
        metavar="NAME",
        help="read a JSON object on each line, with the puzzle in the field of that name (default: the one that looks "
        "like a grid)",
    )
    group.add_argument(
        "--errors",
        choices=ERRORS,
        default=ERRORS[0],
        help="at a row or line that is not a puzzle: stop (default), skip it, or record the error in its place",
    )


def add_reading_options(parser: ArgumentParser) -> _ArgumentGroup:
    """Declare the options for reading a puzzle, and return their group."""
    parser.set_defaults(column=None, key=None, errors=ERRORS[0])
    group = parser.add_argument_group("input")
    group.add_argument("--model", metavar="NAME", help="the variant of puzzles that do not name it (default: by size)")
    add_rules_option(group)
    group.add_argument(
        "--input-format", metavar="NAME", help="one of `sudoku-cp formats` (default: recognised by the first lines)"
    )
    group.add_argument(
        "--ignore-unsupported", action="store_true", help="ignore rules of a document that are not supported"
    )
    group.add_argument(
        "--read",
        metavar="KIND=RULE",
        action="append",
        default=[],
        help="read what is drawn as clues of a rule, such as 'violet line=renban', or as no clue, 'grey circle=drawn', "
        "whatever the text says; may be repeated",
    )
    group.add_argument("--symbols", metavar="CHARACTERS", help="the digits in ascending order (default: detected)")
    return group


def add_rules_option(parser: _ActionsContainer) -> None:
    """Declare the option for rules of the user's own."""
    parser.add_argument(
        "--rules",
        metavar="PY",
        action="append",
        default=[],
        help="a Python file that declares rules; it is executed, so use only files that you trust",
    )


def add_limit_options(parser: ArgumentParser) -> None:
    """Declare the options for the limits of questions to solvers."""
    group = add_time_limit_option(parser, "time limit in seconds for each question to a solver, including compilation")
    group.add_argument(
        "--node-limit", metavar="N", type=positive, help="limit on search nodes for each question to a solver"
    )


def add_time_limit_option(parser: ArgumentParser, meaning: str) -> _ArgumentGroup:
    """Declare the option for a time limit, for a command without nodes, and return its group."""
    parser.set_defaults(node_limit=None)
    group = parser.add_argument_group("limits")
    group.add_argument("--time-limit", metavar="S", type=positive_seconds, help=meaning)
    return group


def add_solver_option(parser: ArgumentParser, default: str = SOLVERS[0]) -> None:
    """Declare the option for one solver; where the default is `AUTO`, for it as well."""
    first = f"{AUTO}, the first of {' and '.join(SOLVERS[:2])} that can express the puzzle; " if default == AUTO else ""
    parser.add_argument(
        "--solver",
        metavar="NAME[:SETTING=VALUE,…]",
        type=solver_or_auto if default == AUTO else solver_name,
        default=default,
        help=f"{first}{', '.join((*SOLVERS, *OPTIONAL))}, or one that another package registers; "
        f"`sudoku-cp doctor` lists the settings (default: {default})",
    )


def add_threads_option(parser: ArgumentParser) -> None:
    """Declare the option for the processor cores that a long input or a hard puzzle may use."""
    parser.add_argument(
        "--threads",
        metavar="N",
        type=integer_up_to(MOST_THREADS),
        default=1,
        help="processor cores to use for a long input in lines, a hard puzzle, or a long count (default: 1)",
    )


def add_patience_option(parser: _ActionsContainer) -> None:
    """Declare the option for the time that a cluster may have no workers."""
    parser.add_argument(
        "--patience",
        metavar="S",
        type=positive_seconds,
        help="how long to wait for a cluster that has no workers, or whose scheduler has gone (default: 600)",
    )


def add_seed_option(parser: _ActionsContainer, of_what: str) -> None:
    """Declare the option for a seed."""
    parser.add_argument("--seed", metavar="N", type=seed, default=0, help=f"the seed {of_what} (default: 0)")


def add_target_option(parser: _ActionsContainer, meaning: str) -> None:
    """Declare the option for a score that is good enough."""
    parser.add_argument(
        "--target", metavar="SCORE", type=_target, help=f"{meaning}; `best` is the score of the best solution"
    )


def _target(text: str) -> int | str:
    try:
        return BEST if text == BEST else int(text)
    except ValueError:
        raise ArgumentTypeError(f"{text} is neither a whole number nor {BEST!r}") from None


def add_html_option(parser: _ActionsContainer) -> None:
    """Declare the option for a report."""
    parser.add_argument("--html", metavar="FILE", type=file_to_write, help="write an HTML report with pictures")


def add_output_options(parser: ArgumentParser, *further: str, sat: bool = False, pictures: bool = True) -> None:
    """Declare the options for the output.

    Parameters
    ----------
    further
        The output formats of the command beside those of all.
    sat
        Whether the command asks if there is a solution, which the exit codes of SAT solvers tell as well.
    pictures
        Whether its text has pictures, which may have colours.
    """
    group = parser.add_argument_group("output")
    add_format_option(group, *further)
    if sat:
        group.add_argument("--sat-exit-codes", action="store_true", help="exit with 10, 20 and 0 instead of 0, 1 and 3")
    group.add_argument("-q", "--quiet", action="store_true", help="no progress on standard error")
    if pictures:
        add_colour_option(group)
    else:
        parser.set_defaults(color="never")


def add_format_option(parser: _ActionsContainer, *further: str) -> None:
    """Declare the option for the output format, with the further formats of the command."""
    table = "csv with --column, " if TABLE in further else ""
    parser.add_argument(
        "--format", choices=(*FORMATS, *further), help=f"default: text on a terminal, {table}jsonl otherwise"
    )


def add_colour_option(parser: _ActionsContainer) -> None:
    """Declare the option for colours."""
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="default: auto")


def solver_or_auto(text: str) -> str:
    """Check the name of one solver, or `AUTO`; raises as `solver_name`."""
    return AUTO if text == AUTO else solver_name(text)


def solver_name(text: str) -> str:
    """Check the name of one solver, with settings if any.

    Raises
    ------
    ArgumentTypeError
        If there is no such solver or setting.
    """
    if text in SOLVERS:
        return text  # it is loaded when it is needed
    try:
        return load_solver(text).name
    except ModelError as error:
        raise ArgumentTypeError(str(error)) from None


def solver_names(text: str) -> tuple[str, ...]:
    """Split the names of solvers, separated by commas, with settings and relations if any.

    Raises
    ------
    ArgumentTypeError
        If there is no such solver, setting or relation.
    """
    from sudoku_cp.cross_check.configurations import configured
    from sudoku_cp.solving.registry import divided

    try:
        return tuple(configured(name).name for name in divided(text))
    except ModelError as error:
        raise ArgumentTypeError(str(error)) from None


def file_to_write(text: str) -> Path:
    """Check that a file can be written, in a folder that exists.

    Raises
    ------
    ArgumentTypeError
        If the file cannot be written.
    """
    path = Path(text)
    try:
        if not path.name or path.is_dir():
            raise ArgumentTypeError(f"{text!r} is not the name of a file")
        if not path.parent.is_dir():
            raise ArgumentTypeError(f"{text}: the folder {path.parent} does not exist")
        is_written_directly = path.exists() and not path.is_file()  # such as /dev/stdout
        places = (path,) if is_written_directly else (path, path.parent)
        if not all(os.access(place, os.W_OK) for place in places if place.exists()):
            raise ArgumentTypeError(f"{text}: no permission to write the file, or to its folder")
    except OSError as error:
        raise ArgumentTypeError(f"{text}: {error.strerror or error}") from None
    return path


def words(text: str) -> tuple[str, ...]:
    """Split what commas separate."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


LARGEST_NUMBER = 10**18
"""The largest limit, which is beyond any search."""


def integer_up_to(most: int) -> Callable[[str], int]:
    """A parser of integers from 1 to a maximum."""

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = 0
        if not 1 <= number <= most:
            raise ArgumentTypeError(f"{text} is not an integer from 1 to {most:,}")
        return number

    return read


positive = integer_up_to(LARGEST_NUMBER)


def seed(text: str) -> int:
    """Parse the seed of random choices.

    Raises
    ------
    ArgumentTypeError
        If the text is not a whole number, or has more digits than Python converts.
    """
    try:
        return int(text)
    except ValueError:
        is_long = len(text) > MOST_DIGITS and text.strip().lstrip("+-").isdecimal()
        fault = f"has more than {MOST_DIGITS:,} digits" if is_long else "is not a whole number"
        raise ArgumentTypeError(f"{text} {fault}") from None


def positive_seconds(text: str) -> float:
    """Parse a number of seconds greater than 0.

    Raises
    ------
    ArgumentTypeError
        If the text is not a positive number.
    """
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise ArgumentTypeError(f"{text} is not a number of seconds")
    return number


def executor(text: str) -> str:
    """Check the name of an executor.

    Raises
    ------
    ArgumentTypeError
        If there is no such executor, or Dask is not installed.
    """
    from sudoku_cp.parallel.executors import executor_named

    try:
        executor_named(text)
    except ModelError as error:
        raise ArgumentTypeError(str(error)) from None
    return text


_CUBE_OPTIONS = ("executor", "journal", "cube_seconds", "patience")


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
    return any(getattr(options, name, None) is not None for name in _CUBE_OPTIONS)


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
            given = next(each for each in _CUBE_OPTIONS if getattr(options, each) is not None)
            raise InputError(f"--{name} cannot be divided: leave out --{given.replace('_', '-')}")


def _journal(text: str) -> Path:
    path = file_to_write(text)
    if path.exists() and not path.is_file():
        raise ArgumentTypeError(f"{text} is not a file")
    return path
