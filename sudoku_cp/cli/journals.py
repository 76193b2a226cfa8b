"""The part of ``sudoku-cp verify`` that checks journals of divided questions."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.messages import show
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.records import json_line
from sudoku_cp.cli.subjects import place_of
from sudoku_cp.model import InputError

_BEGINNING = b'{"journal"'


def is_journal(path: Path) -> bool:
    """Whether a file begins like a journal.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    try:
        with path.open("rb") as stream:
            return stream.read(len(_BEGINNING)) == _BEGINNING
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", str(path)) from None


def verify_journal(path: Path, form: str, puzzles: list[Puzzle] | None) -> ExitCode:
    """Check a journal, and show the verdict.

    Parameters
    ----------
    path
        The file.
    form
        The format of the output.
    puzzles
        The puzzles that it must be about; None if any is accepted.

    Returns
    -------
    ExitCode
        4 if it is rejected, 3 if the run that wrote it has not ended.
    """
    from sudoku_cp.cubes.checker import RejectedError, check

    try:
        with path.open("rb") as stream:
            claim = check(stream)
        about = _audited(claim, puzzles) if puzzles is not None else None
    except RejectedError as error:
        show_verdict(path, form, "rejected", str(error), {"reason": str(error)})
        return ExitCode.DISAGREE
    data = {
        "claim": str(claim),
        "question": claim.header["question"],
        "model": claim.header["model"],
        "version": claim.header["version"],
        "cubes": claim.leaves,
        "copies": claim.copies,
        "share": claim.share,
        "result": claim.result,
        "puzzle": about,
    }
    verdict = "verified" if claim.is_complete else "incomplete"
    words = f"{claim} (version {claim.header['version']})"
    show_verdict(path, form, verdict, words, data)
    return ExitCode.ANSWERED if claim.is_complete else ExitCode.UNKNOWN


def _audited(claim: object, puzzles: list[Puzzle]) -> str:
    """The place of the puzzle that a journal is about.

    Raises
    ------
    RejectedError
        If there is none.
    """
    from sudoku_cp.cubes.audit import audit
    from sudoku_cp.cubes.checker import Claim, RejectedError

    assert isinstance(claim, Claim)
    reasons = []
    for puzzle in puzzles:
        try:
            audit(claim, puzzle.model, puzzle.givens)
        except RejectedError as error:
            reasons.append(f"{place_of(puzzle)}: {error}")
        else:
            return place_of(puzzle)
    raise RejectedError(reasons[0] if reasons else "there is no puzzle")


def show_verdict(path: Path, form: str, verdict: str, words: str, data: Mapping[str, object]) -> None:
    """Write the verdict about a file.

    Parameters
    ----------
    path
        The file.
    form
        The format of the output.
    verdict, words
        The verdict in one word, and in some.
    data
        The further fields of the record.
    """
    record = json_line({"verdict": verdict, "source": str(path), **data})
    show(record if form == "jsonl" else f"{path}: {verdict}: {words}")
    sys.stdout.flush()
