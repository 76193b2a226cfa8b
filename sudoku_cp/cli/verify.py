"""``sudoku-cp verify``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.exit_codes import ExitCode, most_severe
from sudoku_cp.cli.messages import show, tell
from sudoku_cp.cli.progress import ProgressLine
from sudoku_cp.cli.proof_files import FORMULA, read_text
from sudoku_cp.cli.puzzles import Puzzle, PuzzleReader
from sudoku_cp.cli.records import json_line
from sudoku_cp.cli.sources import opened
from sudoku_cp.cli.subjects import OtherPuzzleError, Subject, of_certificate, of_formula
from sudoku_cp.model import InputError

Verified = tuple[str, dict[str, Any], Subject]
"""What has been shown, in words and as data, and of what."""


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="what `check --proof` or `solve --certificate` wrote"
    )
    parser.add_argument(
        "--puzzle", metavar="DOC", help="whose formula, written anew, a proof must speak of: a file or a shipped puzzle"
    )
    shared.add_reading_options(parser)
    shared.add_format_option(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress on standard error")


def run(options: Namespace) -> ExitCode:
    """Verify every file; 4 where one does not hold, 2 where one cannot be read."""
    codes = []
    try:
        puzzles = _puzzles(options)
    except InputError as error:
        tell(str(error))
        return ExitCode.BAD_INPUT
    for path in options.files:
        try:
            codes.append(_verify(path, options, puzzles))
        except InputError as error:
            tell(str(error))
            codes.append(ExitCode.BAD_INPUT)
    return most_severe(codes)


def _puzzles(options: Namespace) -> list[Puzzle] | None:
    """The puzzles that the files are to speak of; None where any will do."""
    reader = PuzzleReader(options)  # it loads the rules, which a certificate may need, too
    if options.puzzle is None:
        return None
    with opened(options.puzzle) as (stream, source):
        return list(reader.read(stream, source))


def _verify(path: Path, options: Namespace, puzzles: list[Puzzle] | None) -> ExitCode:
    text = read_text(path)
    kind = next((kind for kind in _KINDS if text.startswith(kind)), None)
    if kind is None:
        raise InputError(f"is not a proof: its first line would begin with {' or '.join(_KINDS)}", str(path))
    progress = ProgressLine(shown=not options.quiet and sys.stderr.isatty())
    try:
        words, data, subject = _KINDS[kind](path, text, progress)
        place = None if puzzles is None else subject.of_puzzle(puzzles)
        words += f" ({subject})" if place is None else f" ({subject.kind} of {place})"
        data |= {**subject.as_dict(), "puzzle": place}
        verdict, code = "verified", ExitCode.ANSWERED
    except (RejectedFileError, OtherPuzzleError) as error:
        words, data = str(error), {"reason": str(error)}
        verdict, code = "rejected", ExitCode.DISAGREE
    progress.wipe()
    form = options.format or ("text" if sys.stdout.isatty() else "jsonl")
    record = json_line({"verdict": verdict, "source": str(path), **data})
    show(record if form == "jsonl" else f"{path}: {verdict}: {words}")
    sys.stdout.flush()
    return code


class RejectedFileError(Exception):
    """What a file says does not follow."""


def _verify_steps(path: Path, text: str, progress: ProgressLine) -> Verified:
    """Check the steps of a proof against the formula beside it."""
    from sudoku_cp.proofs.checker import RejectedError, check

    def tell(done: int, steps: int) -> None:
        progress.update(f"{path}: {done:,} of {steps:,} steps")

    formula = read_text(path.with_suffix(FORMULA))
    try:
        claim = check(formula, text, tell)
    except RejectedError as error:
        raise RejectedFileError(str(error)) from None
    data = {
        "claim": str(claim),
        "solutions": claim.solutions,
        "complete": claim.complete,
        "optimum": claim.optimum,
        "steps": claim.steps,
    }
    return str(claim), data, of_formula(formula)


def _verify_bound(path: Path, text: str, progress: ProgressLine) -> Verified:
    """Check the certificate of a bound."""
    from sudoku_cp.certificates import RejectedError, verify
    from sudoku_cp.certificates.certificate import read_certificate

    def tell(done: int, steps: int) -> None:
        progress.update(f"{path}: {done:,} of {steps:,} steps")

    certificate = read_certificate(text, str(path))
    try:
        claim = verify(certificate, tell)
    except RejectedError as error:
        raise RejectedFileError(str(error)) from None
    data = {
        "claim": str(claim),
        "beyond": claim.beyond,
        "best": claim.best,
        "optimum": claim.best if claim.optimal else None,
        "steps": claim.steps,
    }
    return str(claim), data, of_certificate(certificate)


_KINDS: Mapping[str, Callable[[Path, str, ProgressLine], Verified]] = {
    "pseudo-Boolean proof": _verify_steps,
    '{"bound certificate"': _verify_bound,
}
"""By the beginning of a file: what verifies it."""
