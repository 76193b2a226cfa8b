"""``sudoku-cp verify``."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from sudoku_cp._base.files import read_text
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.exit_codes import ExitCode, most_severe
from sudoku_cp.cli.journals import is_journal, show_verdict, verify_journal
from sudoku_cp.cli.messages import notify
from sudoku_cp.cli.part_folders import verify_folder
from sudoku_cp.cli.progress import ProgressLine
from sudoku_cp.cli.proof_files import FORMULA, MOST_PROOF
from sudoku_cp.cli.puzzles import Puzzle, PuzzleReader
from sudoku_cp.cli.sources import opened
from sudoku_cp.cli.subjects import OtherPuzzleError, Subject, place_of
from sudoku_cp.model import InputError, Objective

if TYPE_CHECKING:
    from sudoku_cp.proofs.checker import Claim

_FIRST_WORDS = "pseudo-Boolean proof"
"""The beginning of a proof."""

_CERTIFICATE = '{"bound certificate"'
"""The beginning of a certificate, which former versions wrote instead of proofs."""


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a file written by `check --proof` or by --journal, or a folder written by corpus",
    )
    parser.add_argument(
        "--puzzle",
        metavar="DOC",
        help="a puzzle, as a file or by name; its formula is generated again and must be that of the proof; a journal "
        "must be about it, with right solutions and symmetries",
    )
    shared.add_reading_options(parser)
    shared.add_format_option(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress on standard error")


def run(options: Namespace) -> ExitCode:
    """Verify every file or folder; return 4 if one does not hold, 2 if a file cannot be read."""
    codes = []
    try:
        puzzles = _puzzles(options)
    except InputError as error:
        notify(str(error))
        return ExitCode.BAD_INPUT
    for path in options.files:
        try:
            codes.append(_verify(path, options, puzzles))
        except InputError as error:
            notify(str(error))
            codes.append(ExitCode.BAD_INPUT)
    return most_severe(codes)


def _puzzles(options: Namespace) -> list[Puzzle] | None:
    """The puzzles that the proofs must be about; None if any puzzle is accepted."""
    if options.puzzle is None:
        return None
    reader = PuzzleReader(options)
    with opened(options.puzzle) as (stream, source):
        return list(reader.read(stream, source))


def _verify(path: Path, options: Namespace, puzzles: list[Puzzle] | None) -> ExitCode:
    from sudoku_cp.proofs.checker import RejectedError, check

    if path.is_dir():
        if puzzles is not None:
            raise InputError("is a folder of parts, which are about no puzzle of --puzzle", str(path))
        return verify_folder(path, _form(options))
    if is_journal(path):
        return verify_journal(path, _form(options), puzzles)
    steps = _read_steps(path)
    formula = read_text(path.with_suffix(FORMULA), MOST_PROOF)
    progress = ProgressLine(shown=not options.quiet and sys.stderr.isatty())
    try:
        claim = check(formula, steps, lambda done, all_: progress.update(f"{path}: {done:,} of {all_:,} steps"))
        subject = Subject.of_formula(formula)
        puzzle = None if puzzles is None else subject.of_puzzle(puzzles)
        words, data = _words(claim, puzzle, subject), _data(claim, puzzle, subject)
        verdict, code = "verified", ExitCode.ANSWERED
    except (RejectedError, OtherPuzzleError) as error:
        words, data = str(error), {"reason": str(error)}
        verdict, code = "rejected", ExitCode.DISAGREE
    progress.wipe()
    show_verdict(path, _form(options), verdict, words, data)
    return code


def _form(options: Namespace) -> str:
    return str(options.format or ("text" if sys.stdout.isatty() else "jsonl"))


def _read_steps(path: Path) -> str:
    steps = read_text(path, MOST_PROOF)
    if steps.startswith(_CERTIFICATE):
        raise InputError(
            "is a certificate; proofs have replaced certificates: `check PUZZLE --proof FILE` writes one", str(path)
        )
    if not steps.startswith(_FIRST_WORDS):
        raise InputError(f"is not a proof: the first line must begin with {_FIRST_WORDS}", str(path))
    return steps


def _words(claim: Claim, puzzle: Puzzle | None, subject: Subject) -> str:
    if puzzle is None:
        return f"{claim} ({subject})"
    objective = puzzle.model.objective
    shown = str(claim) if objective is None else _in_scores(claim, objective)
    return f"{shown} (formula of {place_of(puzzle)})"


def _in_scores(claim: Claim, objective: Objective) -> str:
    """The proved range of a formula's objective, which is minimised, in words about the scores of the puzzle."""
    if claim.lower is None:
        return str(claim)
    constant = objective.expression.constant
    bound = objective.gain(-claim.lower) + constant
    if claim.optimum is not None:
        return f"the best score is {bound}"
    shown = "" if claim.upper is None else f", and a solution scores {objective.gain(-claim.upper) + constant}"
    return f"no score is better than {bound}{shown}"


def _data(claim: Claim, puzzle: Puzzle | None, subject: Subject) -> dict[str, object]:
    return {
        "claim": str(claim),
        "solutions": claim.solutions,
        "complete": claim.complete,
        "optimum": claim.optimum,
        "lower": claim.lower,
        "upper": claim.upper,
        "steps": claim.steps,
        **subject.as_dict(),
        "puzzle": None if puzzle is None else place_of(puzzle),
    }
