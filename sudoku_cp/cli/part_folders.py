"""The part of ``sudoku-cp verify`` that checks folders of parts, which ``sudoku-cp corpus`` writes."""

from __future__ import annotations

from pathlib import Path

from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.journals import show_verdict
from sudoku_cp.model import InputError


def verify_folder(path: Path, form: str) -> ExitCode:
    """Check a folder of parts, and show the verdict.

    Parameters
    ----------
    path
        The folder.
    form
        The format of the output.

    Returns
    -------
    ExitCode
        4 if it is rejected, 3 if the job has not ended or blocks failed.

    Raises
    ------
    InputError
        If it is no such folder, or cannot be read.
    """
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise InputError("folders of parts need pyarrow: pip install pyarrow", str(path)) from None
    from sudoku_cp.corpus.checker import RejectedError, check

    if not (path / "_job.json").is_file():
        raise InputError("is a folder without the _job.json of a corpus", str(path))
    try:
        claim = check(path)
    except RejectedError as error:
        show_verdict(path, form, "rejected", str(error), {"reason": str(error)})
        return ExitCode.DISAGREE
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", error.filename or str(path)) from None
    data = {
        "claim": str(claim),
        "question": {"name": claim.job["ask"], "limit": claim.job["limit"]},
        "model": claim.job["model_hash"],
        "version": claim.job["version"],
        "parts": claim.parts,
        "rows": claim.rows,
        "statuses": dict(claim.statuses),
        "missing": claim.missing,
    }
    show_verdict(path, form, "verified" if claim.missing is None else "incomplete", str(claim), data)
    return ExitCode.ANSWERED if claim.missing is None else ExitCode.UNKNOWN
