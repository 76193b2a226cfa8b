"""Findings: disagreements that are shrunk and written as source text.

They are kept in a folder, checked again later, and recognised when they recur.
"""

from __future__ import annotations

import re
import runpy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from sudoku_cp._base.files import ChangedFileError, read_text, replace_file
from sudoku_cp._base.version import __version__
from sudoku_cp.cross_check.brute_force import BruteForce
from sudoku_cp.cross_check.checker import cross_check
from sudoku_cp.cross_check.comparison import Fault, FaultKind, Question
from sudoku_cp.cross_check.configurations import plain_name
from sudoku_cp.cross_check.fuzz.cases import COUNT_LIMIT, Asker, question
from sudoku_cp.cross_check.fuzz.processes import survives
from sudoku_cp.cross_check.fuzz.terms import Comparisons, shrunk
from sudoku_cp.cross_check.report import Report
from sudoku_cp.cross_check.shrink import Budget, smallest_board, smallest_model
from sudoku_cp.cross_check.source_text import python_source
from sudoku_cp.formats import Document, read
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.kernel import Combination
from sudoku_cp.model import Constraint, InputError, Model, ModelError, SudokuError
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solving.registry import solver_named

QUESTION_PREFIX = "question "
"""The beginning of the name of a further question in place of a solver."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault, and the smallest model found that shows it."""

    solver: str | None
    """The guilty solver; None if no evidence shows which of two is wrong."""
    kind: FaultKind
    reason: str
    constraints: tuple[str, ...]
    """The kinds of constraints in the smallest model."""
    python: str
    """A program that shows it."""
    toml: str | None
    """A document that shows it, if possible."""
    rows: tuple[tuple[str, ...], ...] = ()
    """The answers of all solvers about the smallest model, as a table with its header first."""

    @property
    def key(self) -> str:
        """The identity of a fault: the solver with its version, the kind of fault, and the constraints."""
        guilty = "somebody" if self.solver is None else f"{self.solver} {solver_version(self.solver)}"
        return f"{guilty} {self.kind.value}: {', '.join(self.constraints) or 'no constraint'}"

    def __str__(self) -> str:
        return f"{self.key}\n  {self.reason}"


def solver_version(name: str) -> str:
    """The version of the package behind a solver, or ours for a further question."""
    if name.startswith(QUESTION_PREFIX):
        return __version__
    plain = plain_name(name)
    return (BruteForce if plain == BruteForce.plain_name else solver_named(plain)).version()


def ask(model: Model, solvers: Sequence[str]) -> Report:
    """Cross-check a model in the same way as each case of a run."""
    limits = question(model)
    return cross_check(model, solvers, count_limit=COUNT_LIMIT, set_limit=COUNT_LIMIT, limits=limits, thorough=True)


def find_smallest(model: Model, report: Report, fault: Fault) -> Finding:
    """Shrink the model of a disagreement to the smallest one that has the same fault.

    Parameters
    ----------
    report
        The answers of the solvers.
    fault
        One of its faults, whose guilty solver and kind are kept.
    """
    everyone = [answer.solver for answer in report.answers]

    def shows(smaller: Model, solvers: Sequence[str]) -> bool:
        found = ask(smaller, solvers).faults
        return any(other.solver == fault.solver and other.kind is fault.kind for other in found)

    pair = [name for name in everyone if name in (fault.solver, BruteForce.plain_name)]
    solvers = pair if len(pair) == 2 and shows(model, pair) else everyone

    def fails(smaller: Model) -> bool:
        return shows(smaller, solvers)

    # The model comes first: its givens become domains, which keep the questions easy; a board's givens are opened.
    smallest = smallest_model(model, fails, Budget())
    board = smallest_board(model, fails, Budget())
    last = ask(smallest, solvers)
    again = [other for other in last.faults if other.kind is fault.kind]
    reason = next((other.reason for other in again if other.solver == fault.solver), fault.reason)
    return _finding(fault.solver, fault.kind, reason, smallest, board, solvers, last.rows())


def find_wrong_answer(model: Model, name: str, wrong: Asker) -> Finding | None:
    """Ask a further question about a model, and shrink the model if the answer is wrong.

    Parameters
    ----------
    model
        A tiny model.
    name
        The question.
    wrong
        Asks it.

    Returns
    -------
    Finding or None
        What is wrong; None if nothing is.
    """

    def asked(smaller: Model) -> str:
        try:
            return wrong(smaller, name)
        except ModelError:
            raise
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    def fails(smaller: Model) -> bool:
        found = asked(smaller)
        return bool(found) and (found.split(":")[0] == reason.split(":")[0] or not _is_error(found, reason))

    reason = asked(model)
    if not reason:
        return None
    smallest, board = smallest_model(model, fails, Budget()), smallest_board(model, fails, Budget())
    return Finding(
        f"{QUESTION_PREFIX}{name}",
        FaultKind.ANSWER,
        asked(smallest) or reason,
        tuple(sorted({_kind(constraint) for constraint in smallest.constraints})),
        python_source(smallest, smallest.givens, (), question=name),
        None if board is None else dump_document(board),
    )


def _is_error(*reasons: str) -> bool:
    return any(re.match(r"\w*(Error|Exception|Interrupt): ", reason) for reason in reasons)


def find_wrong_terms(case: Comparisons, solver: str, limits: Limits) -> Finding | None:
    """Hold the solutions of a solver against the meaning of terms, and shrink the case if they are wrong.

    Parameters
    ----------
    case
        The comparisons.
    solver
        The name of the solver.
    limits
        When it stops.

    Returns
    -------
    Finding or None
        What is wrong; None if nothing is.
    """
    reason = case.wrong(solver, limits)
    if not reason:
        return None
    smallest = shrunk(case, solver, limits)
    constraints = tuple(sorted({name for name, _ in smallest.parts}))
    reason = smallest.wrong(solver, limits) or reason
    return Finding(solver, FaultKind.ANSWER, reason, constraints, smallest.program(solver), None)


def find_breakdown(model: Model, solvers: Sequence[str], reason: str) -> Finding:
    """Shrink a model on which a process crashes, to the smallest one on which the same solver does so.

    Each question is asked in a process of its own, which may crash.
    """

    def breaks(smaller: Model, names: Sequence[str]) -> bool:
        return not survives(lambda: ask(smaller, names))

    pairs = {name: (name, BruteForce.plain_name) for name in solvers if name != BruteForce.plain_name}
    guilty = next((name for name, pair in pairs.items() if breaks(model, pair)), None)
    if guilty is None:
        return Finding(
            None, FaultKind.FAILED, reason, (), python_source(model, model.givens, solvers, thorough=True), None
        )
    pair = pairs[guilty]

    def fails(smaller: Model) -> bool:
        return breaks(smaller, pair)

    smallest = smallest_model(model, fails, Budget(clock=monotonic))
    board = smallest_board(model, fails, Budget(clock=monotonic))
    return _finding(guilty, FaultKind.FAILED, reason, smallest, board, pair)


def _finding(
    guilty: str | None,
    kind: FaultKind,
    reason: str,
    smallest: Model,
    board: Model | None,
    solvers: Sequence[str],
    rows: Sequence[Sequence[str]] = (),
) -> Finding:
    """Write the smallest model and the smallest board as source text."""
    return Finding(
        guilty,
        kind,
        reason,
        tuple(sorted({_kind(constraint) for constraint in smallest.constraints})),
        python_source(smallest, smallest.givens, solvers, thorough=True),
        None if board is None else dump_document(board),
        tuple(map(tuple, rows)),
    )


def _kind(constraint: Constraint) -> str:
    if isinstance(constraint, Combination):
        return f"Combination({', '.join(sorted({_kind(part) for part in constraint.constraints}))})"
    return type(constraint).__name__


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
