"""``sudoku-cp verify``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.exit_codes import ExitCode, most_severe
from sudoku_cp.cli.messages import tell
from sudoku_cp.cli.progress import ProgressLine
from sudoku_cp.cli.proof_files import FORMULA, read_text
from sudoku_cp.cli.records import json_line
from sudoku_cp.model import InputError

Verified = tuple[str, dict[str, Any]]
"""What has been shown, in words and as data."""


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="what `check --proof` or `solve --certificate` wrote"
    )
    shared.add_rules_option(parser)
    shared.add_format_option(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress on standard error")


def run(options: Namespace) -> ExitCode:
    """Verify every file; 4 where one does not hold, 2 where one cannot be read."""
    if options.rules:
        from sudoku_cp.rules import load_rules

        for rules in options.rules:
            load_rules(rules)
    codes = []
    for path in options.files:
        try:
            codes.append(_verify(path, options))
        except InputError as error:
            tell(str(error))
            codes.append(ExitCode.BAD_INPUT)
    return most_severe(codes)


def _verify(path: Path, options: Namespace) -> ExitCode:
    text = read_text(path)
    kind = next((kind for kind in _KINDS if text.startswith(kind)), None)
    if kind is None:
        raise InputError(f"is not a proof: its first line would begin with {' or '.join(_KINDS)}", str(path))
    progress = ProgressLine(shown=not options.quiet and sys.stderr.isatty())
    try:
        words, data = _KINDS[kind](path, text, progress)
        verdict, code = "verified", ExitCode.ANSWERED
    except RejectedFileError as error:
        words, data = str(error), {"reason": str(error)}
        verdict, code = "rejected", ExitCode.DISAGREE
    progress.wipe()
    form = options.format or ("text" if sys.stdout.isatty() else "jsonl")
    record = json_line({"verdict": verdict, "source": str(path), **data})
    print(record if form == "jsonl" else f"{path}: {verdict}: {words}", flush=True)
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
    return str(claim), data


def _verify_bound(path: Path, text: str, progress: ProgressLine) -> Verified:
    """Check the certificate of a bound."""
    from sudoku_cp.certificates import RejectedError, verify
    from sudoku_cp.certificates.certificate import read_certificate

    def tell(done: int, steps: int) -> None:
        progress.update(f"{path}: {done:,} of {steps:,} steps")

    try:
        claim = verify(read_certificate(text, str(path)), tell)
    except RejectedError as error:
        raise RejectedFileError(str(error)) from None
    data = {
        "claim": str(claim),
        "beyond": claim.beyond,
        "best": claim.best,
        "optimum": claim.best if claim.optimal else None,
        "steps": claim.steps,
    }
    return str(claim), data


_KINDS: Mapping[str, Callable[[Path, str, ProgressLine], Verified]] = {
    "pseudo-Boolean proof": _verify_steps,
    '{"bound certificate"': _verify_bound,
}
"""By the beginning of a file: what verifies it."""
