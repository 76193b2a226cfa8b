"""``sudoku-cp corpus``."""

from __future__ import annotations

import json
import os
import re
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sudoku_cp._base.errors import NoWorkersError
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import ProgressLine, json_line
from sudoku_cp.cli.process import ExitCode, cancelled_by_signals, most_severe, notify, show
from sudoku_cp.model import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sudoku_cp.corpus.folder import BlockFailure, Summary
    from sudoku_cp.corpus.inputs import Input
    from sudoku_cp.corpus.job import Job
    from sudoku_cp.corpus.run import Progress

QUESTIONS = ("count", "solution", "candidates", "rating", "score")

SOLUTIONS = ("packed", "text")

_UNITS = {"": 1, "k": 10**3, "m": 10**6}


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "inputs",
        nargs="+",
        metavar="INPUT",
        help="a file of puzzles, one a line (plain, gzip, zstd), a table (--column), a Parquet file, or a pattern",
    )
    parser.add_argument("--out", metavar="DIR", type=Path, required=True, help="the folder of the parts")
    parser.add_argument(
        "--ask", metavar="QUESTION", choices=QUESTIONS, default="count", help=f"{', '.join(QUESTIONS)} (default: count)"
    )
    parser.add_argument(
        "--solutions",
        choices=SOLUTIONS,
        help="how --ask solution and score write them: packed (default), or text with a character for each digit",
    )
    parser.add_argument("--limit", metavar="N", type=shared.positive, help="stop counting at N solutions (default: 2)")
    parser.add_argument("--node-limit", metavar="N", type=shared.positive, help="limit on search nodes for each puzzle")
    group = parser.add_argument_group("input")
    group.add_argument(
        "--model",
        metavar="NAME",
        default="classic",
        help="the variant (default: classic), or a document such as a TOML file that declares it",
    )
    group.add_argument(
        "--symbols", metavar="CHARACTERS", help="the digits in ascending order (default: those of the model)"
    )
    group.add_argument(
        "--column",
        metavar="NAME",
        help="the column of the puzzles in a table (CSV, TSV), by name or number; or in Parquet (default: puzzle)",
    )
    group.add_argument(
        "--keep", metavar="NAME", action="append", default=[], help="carry over this column, too; may be repeated"
    )
    group.add_argument(
        "--block", metavar="N", type=lines, default=10**6, help="the number of lines in a block (default: 1M)"
    )
    group = parser.add_argument_group("work")
    group.add_argument(
        "--executor",
        metavar="NAME",
        type=shared.executor,
        default="processes",
        help="processes (default) or threads, as many as there are cores, or with a number as in processes:4; or "
        "dask:ADDRESS for the workers of a Dask scheduler",
    )
    shared.add_patience_option(group)
    again = group.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="continue the job in DIR")
    again.add_argument("--overwrite", action="store_true", help="replace the job in DIR")
    group = parser.add_argument_group("output")
    group.add_argument("--format", choices=("text", "jsonl"), help="of the summary (default: text on a terminal)")
    group.add_argument("-q", "--quiet", action="store_true", help="no progress on standard error")


def lines(text: str) -> int:
    """Parse a number of lines such as ``1M`` or ``50k``.

    Raises
    ------
    ArgumentTypeError
        If it is not one.
    """
    match = re.fullmatch(r"(\d{1,9})([kM]?)", text, re.ASCII)
    number = int(match[1]) * _UNITS[match[2].lower()] if match else 0
    if not 1 <= number <= 10**9:
        raise ArgumentTypeError(f"{text} is not a number of lines, such as 1000, 50k or 1M")
    return number


def run(options: Namespace) -> ExitCode:
    """Answer the corpus.

    Raises
    ------
    InputError
        If pyarrow is missing, or the job cannot be done here.
    """
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise InputError("corpus needs pyarrow: pip install pyarrow") from None
    from sudoku_cp.corpus.folder import locked, prepare
    from sudoku_cp.corpus.inputs import find_inputs
    from sudoku_cp.corpus.rows import require_columns
    from sudoku_cp.corpus.run import JobRun
    from sudoku_cp.parallel.executors import executor_named
    from sudoku_cp.parallel.workers import PATIENCE, Workers

    job = _job(options)
    inputs = find_inputs(options.inputs, options.column)
    _require_columns(options.keep, inputs)
    for source in inputs:
        require_columns(source, job)
    progress = ProgressLine(shown=not options.quiet and sys.stderr.isatty())
    with locked(options.out):
        make = executor_named(options.executor)
        workers = Workers(make(), make, options.patience or PATIENCE)
        try:
            prepare(options.out, job, inputs, resume=options.resume, overwrite=options.overwrite)
            with cancelled_by_signals() as cancel:
                work = JobRun(job, inputs, options.out.resolve(), workers, cancel, partial(_show, progress))
                summary = work()
        except NoWorkersError as error:
            progress.wipe()
            notify(f"{options.out}: {error}")
            return ExitCode.UNKNOWN
        finally:
            workers.end()
            progress.wipe()
    _write(summary, options)
    return _report(summary, work.failures, options, cancelled=cancel.is_set())


def _require_columns(keep: Sequence[str], inputs: Sequence[Input]) -> None:
    """Refuse columns to keep that cannot be.

    Raises
    ------
    InputError
        If one occurs twice, or an input has no columns.
    """
    if len(set(keep)) < len(keep):
        raise InputError("--keep names a column twice")
    if keep and (plain := next((source for source in inputs if source.kind == "lines"), None)):
        raise InputError("has no columns to --keep: name the column of the puzzles with --column", plain.name)


def _job(options: Namespace) -> Job:
    import pickle

    from sudoku_cp import models
    from sudoku_cp.corpus.job import Job, require_answerable, require_one_grid
    from sudoku_cp.model.fingerprint import fingerprint

    if options.limit is not None and options.ask not in ("count", "solution"):
        raise InputError(f"--limit is for --ask count and solution, not {options.ask}")
    if options.solutions is not None and options.ask not in ("solution", "score"):
        raise InputError(f"--solutions is for --ask solution and score, not {options.ask}")
    if options.node_limit is not None and options.ask == "rating":
        raise InputError("--node-limit is for questions that are searched, not rating")
    is_document = options.model not in models.names() and os.path.exists(options.model)
    if is_document:
        from sudoku_cp.formats import load

        board = load(options.model)
    else:
        board = models.load(options.model)
    model = require_one_grid(options.model, board)
    symbols = options.symbols or model.symbols
    job = Job(
        options.ask,
        options.model,
        fingerprint(model),
        options.limit or 2,
        options.node_limit,
        symbols,
        options.column,
        tuple(options.keep),
        options.block,
        solutions=options.solutions or SOLUTIONS[0],
        program=pickle.dumps(model) if is_document else None,
    )
    require_answerable(job)
    return job


def _show(progress: ProgressLine, now: Progress) -> None:
    progress.wait_for(now.waits_for)
    if now.waits_for is None:
        progress.update(_line(now))


def _line(now: Progress) -> str:
    rate = now.rows / max(now.seconds, 1e-9)
    left = now.seconds * (1 - now.share) / now.fresh if now.fresh else None
    ending = "" if left is None else f", {_time(left)} left"
    return f"{now.share:.1%}, {now.rows:,} puzzles, {rate:,.0f} a second{ending}"


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _write(summary: Summary, options: Namespace) -> None:
    if (options.format or ("text" if sys.stdout.isatty() else "jsonl")) == "jsonl":
        show(json_line(summary.record()))
        return
    rows = [("puzzles", summary.rows), *summary.statuses.items(), ("nodes", summary.nodes), ("parts", summary.parts)]
    rows += [("rows that are not puzzles", summary.failed_rows), ("blocks that failed", summary.failed_blocks)]
    shown = [f"{name:<26} {number:>16,}" for name, number in rows if number or name == "puzzles"]
    show("\n".join([*shown, f"{'time':<26} {summary.seconds:>14,.1f} s"]))


def _report(summary: Summary, failures: Sequence[BlockFailure], options: Namespace, *, cancelled: bool) -> ExitCode:
    codes = [ExitCode.ANSWERED]
    rows, blocks = summary.failed_rows, summary.failed_blocks
    if rows or blocks:
        found = [f"{rows:,} {'row is not a puzzle' if rows == 1 else 'rows are not puzzles'}"] if rows else []
        found += [f"{blocks:,} {'block' if blocks == 1 else 'blocks'} failed"] if blocks else []
        notify(f"{options.out}: {', '.join(found)}{'' if cancelled else _first_failure(options.out)}")
        is_bad = rows or any(failure.kind == InputError.__name__ for failure in failures)
        codes.append(ExitCode.BAD_INPUT if is_bad else ExitCode.UNKNOWN)
    if summary.statuses.get("none"):
        codes.append(ExitCode.NONE)
    if summary.statuses.get("unknown") or summary.statuses.get("beyond"):
        codes.append(ExitCode.UNKNOWN)
    if cancelled:
        done = "1 part is" if summary.parts == 1 else f"{summary.parts:,} parts are"
        notify(f"interrupted: {done} done; continue with --resume")
        codes.append(ExitCode.INTERRUPTED)
    return most_severe(codes)


def _first_failure(folder: Path) -> str:
    """The first of the failures, and where all are."""
    from sudoku_cp.corpus.folder import FAILURES

    with (folder / FAILURES).open(encoding="utf-8") as lines:
        first = json.loads(next(lines))
    row = "" if first["row"] is None else f":{first['row']}"
    return f"; the first is {first['input']}{row}: {first['message']} (all: {folder / FAILURES})"
