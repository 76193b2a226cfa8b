"""Findings kept as source text in a folder, to be checked again, and recognised when they recur."""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator
from pathlib import Path

from sudoku_cp._base.files import ChangedFileError, read_text, replace_file
from sudoku_cp.cross_check.fault import Fault, FaultKind, Question
from sudoku_cp.cross_check.fuzz.findings import QUESTION_PREFIX, Finding, ask
from sudoku_cp.cross_check.fuzz.terms import Comparisons
from sudoku_cp.cross_check.report import Report
from sudoku_cp.formats import Document, read
from sudoku_cp.model import InputError, Model, ModelError, SudokuError
from sudoku_cp.model.limits import NO_LIMITS

_FAULT = "# fault: "


def keep(folder: Path, finding: Finding) -> list[Path]:
    """Write a finding as a Python program, and as a document if possible; return the files.

    Raises
    ------
    OSError
        If the folder cannot be written to.
    """
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"[^a-z0-9]+", "_", finding.key.lower()).strip("_")[:80]
    head = f"# sudoku-cp fuzz --replay THIS_FILE\n{_FAULT}{finding.key}\n"
    texts = {"py": finding.python, "toml": finding.toml}
    number = 0
    while True:
        number += 1
        files = {folder / f"{name}_{number}.{suffix}": text for suffix, text in texts.items()}
        if any(file.exists() for file in files):
            continue
        try:
            return [_written(file, head + text) for file, text in files.items() if text is not None]
        except ChangedFileError:  # of another run
            continue


def _written(file: Path, text: str) -> Path:
    replace_file(file, text.encode(), known=None)
    return file


def known_faults(folder: Path) -> set[str]:
    """The keys of the findings kept in a folder."""
    return {key for file in sorted(folder.glob("*.py")) if (key := _fault(file.read_text(encoding="utf-8")))}


def _fault(text: str) -> str | None:
    match = re.search(rf"^{_FAULT}(.*)$", text, re.M)
    return match[1] if match else None


def replay(path: Path, solvers: tuple[str, ...]) -> Iterator[tuple[str | None, Report]]:
    """Check the models of a file again; yield the recorded fault and the current report for each.

    Parameters
    ----------
    solvers
        The solvers for a document; a program names its own.

    Raises
    ------
    InputError
        If the file cannot be read.
    """
    text = read_text(path)
    if path.suffix == ".py":
        try:
            yield _fault(text), _asked_again(path)
        except ModelError as error:
            raise InputError(str(error), str(path)) from error
        return
    with path.open("rb") as stream:
        for puzzle in read(stream, str(path)):
            if not isinstance(puzzle, Document):
                raise InputError("is not a document; `sudoku-cp check` reads puzzles of all formats", str(path))
            yield _fault(text), ask(puzzle.model, solvers)


def _asked_again(path: Path) -> Report:
    """The answers to what a program asks: solvers, a further question, or a solver about terms."""
    try:
        names = runpy.run_path(str(path), run_name="replay")
    except Exception as error:
        message = str(error) if isinstance(error, SudokuError) else f"{type(error).__name__}: {error}"
        raise InputError(message, str(path)) from error
    match names:
        case {"case": Comparisons() as case, "solver": str(solver)}:
            return _judged(case.model(), solver, case.wrong(solver, NO_LIMITS))
        case {"model": Model() as asked, "question": str(question), "wrong": wrong} if callable(wrong):
            return _judged(asked, f"{QUESTION_PREFIX}{question}", wrong(asked, question))
    model, solvers = names.get("model"), names.get("solvers")
    if not isinstance(model, Model) or not isinstance(solvers, tuple):
        raise InputError("declares no `model`, or no tuple of names `solvers`", str(path))
    return ask(model, solvers)


def _judged(model: Model, name: str, reason: str) -> Report:
    """The report about one answer that is wrong for a reason, or right."""
    faults = (Fault(Question.SET, name, FaultKind.ANSWER, reason),) if reason else ()
    return Report(model, model.givens, (), (), faults, None)
