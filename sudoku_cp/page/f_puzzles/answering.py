"""The answers to the user script, by the commands of its messages, and the puzzle of a message, compiled once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import inf, nan, sqrt
from random import Random
from threading import Event
from typing import Any

from sudoku_cp._base.errors import InputError
from sudoku_cp.authoring.estimates import NORMAL_95, estimate
from sudoku_cp.formats.addresses import unpack
from sudoku_cp.formats.f_puzzles.reading import CARRIED, MAY_STATE, sudoku_from
from sudoku_cp.formats.strict_json import parse_object
from sudoku_cp.human.finder import SearchStoppedError, StepFinder
from sudoku_cp.human.marks import Marks, mask_of
from sudoku_cp.human.paths import walk
from sudoku_cp.human.step import Step
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Cell, Sudoku
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.page.counting import count_candidates
from sudoku_cp.page.limits import Job
from sudoku_cp.solving.answering import Uncompiled, compiled_in_time
from sudoku_cp.solving.lowered_model import LoweredModel

Reply = dict[str, Any]

NONE = "No solutions found."
INITIAL = "Initial candidates."
LEFT_OVER = -1
"""The number of solutions of a candidate that is in none, although simple steps leave it."""

SIMPLE = 1
"""The number of houses and clues that a simple step looks at."""


def f_puzzles(job: Job, command: str, data: str) -> Reply:
    """Answer a question of the user script.

    Parameters
    ----------
    job
        The question; it takes intermediate answers.
    command
        One of `sudoku_cp.page.f_puzzles.bridge.QUESTIONS`.
    data
        The puzzle.

    Returns
    -------
    dict
        The members of the last answer but its number.
    """
    return _ANSWERS[command](job, puzzle_of(data, job.limits()))


def _invalid(message: str) -> Reply:
    return {"type": "invalid", "message": message}


def _true_candidates(job: Job, puzzle: DecodedPuzzle) -> Reply:
    found = puzzle.compiled.candidates(puzzle.givens, job.limits())
    if found.status is Status.INFEASIBLE:
        return _invalid(NONE)
    names = [cell.name for cell in puzzle.sudoku.grid]
    by_name = {cell.name: list(values) for cell, values in found.values.items()}
    values = {name: by_name[name] for name in names}
    counts: Mapping[str, list[int | None]] = {name: [1] * len(values[name]) for name in names}
    if puzzle.cap > 1:
        counts, _ = count_candidates(job, puzzle.compiled, puzzle.givens, values, puzzle.cap)
    size = len(puzzle.sudoku.digits)
    numbers = [0] * (len(names) * size)
    if puzzle.wants_logical:
        marks = Marks(puzzle.sudoku)
        for _ in walk(_finder(job, puzzle), marks, SIMPLE):
            pass
        for at, cell in enumerate(puzzle.sudoku.grid):
            for value in marks.values(cell):
                numbers[at * size + value - 1] = LEFT_OVER
    for at, name in enumerate(names):
        for value, count in zip(values[name], counts[name], strict=True):
            numbers[at * size + value - 1] = count or 1
    return {"type": "truecandidates", "solutionsPerCandidate": numbers}


def _solve(job: Job, puzzle: DecodedPuzzle) -> Reply:
    from sudoku_cp.authoring.estimates import random_solution

    givens = {puzzle.compiled.model[name]: value for name, value in puzzle.givens.items()}
    solution = random_solution(puzzle.compiled, givens, random=Random(), limits=job.limits())
    if solution is None:
        return _invalid(NONE)
    return {"type": "solved", "solution": [solution[cell.name] for cell in puzzle.sudoku.grid]}


def _check(job: Job, puzzle: DecodedPuzzle) -> Reply:
    return _counted(puzzle.compiled.count(2, puzzle.givens, job.limits()).count)


def _count(job: Job, puzzle: DecodedPuzzle) -> Reply:
    limits = Limits(None, None, job.cancel, lambda progress: job.report(_counted(progress.count, in_progress=True)))
    return _counted(puzzle.compiled.count(None, puzzle.givens, limits).count)


def _counted(count: int, *, in_progress: bool = False) -> Reply:
    return {"type": "count", "count": count, "inProgress": in_progress}


def _estimate(job: Job, puzzle: DecodedPuzzle) -> Reply:
    """Estimate until the question is cancelled, or the number is known."""
    compiled = puzzle.compiled
    if puzzle.entries.marks:
        for name, values in puzzle.entries.marks.items():
            puzzle.sudoku.restrict(name, values)
        compiled, _ = compiled_in_time("exact-cover", puzzle.sudoku, job.limits())
    givens = {compiled.model[name]: value for name, value in puzzle.entries.digits.items()}
    samples = Samples(compiled, givens, job.cancel)
    while not samples.is_exact:
        samples.draw()
        job.report(_estimated(samples))
    return _estimated(samples)


def _estimated(samples: Samples) -> Reply:
    return {
        "type": "estimate",
        "estimate": samples.mean,
        "stderr": samples.error,
        "iterations": samples.count,
        "ci95_lower": samples.low,
        "ci95_upper": samples.high,
        "relErrPercent": 100 * samples.error / samples.mean if samples.mean else nan,
    }


def _step(job: Job, puzzle: DecodedPuzzle) -> Reply:
    marks = _marks(puzzle)
    shown = {cell: puzzle.entries.marks.get(cell.name) for cell in puzzle.sudoku.grid if cell.index not in marks.placed}
    if any(marks.values(cell) != values for cell, values in shown.items()):
        return _logical(puzzle, marks, [INITIAL])
    steps = _finder(job, puzzle).steps(marks)
    if not steps:
        return _logical(puzzle, marks, [_end(puzzle, marks)])
    steps[0].apply(marks)
    return _logical(puzzle, marks, [_sentence(steps[0])])


def _solve_path(job: Job, puzzle: DecodedPuzzle) -> Reply:
    marks = _marks(puzzle)
    lines: list[str] = []
    try:
        lines.extend(_sentence(step) for step in walk(_finder(job, puzzle), marks))
    except SearchStoppedError:
        lines.append("Stopped.")
    else:
        lines.append(_end(puzzle, marks))
    return _logical(puzzle, marks, lines)


def _marks(puzzle: DecodedPuzzle) -> Marks:
    """The candidates: the player's digits and marks, less the digits in cells that differ."""
    entries = puzzle.entries
    marks = Marks(puzzle.sudoku, {puzzle.sudoku[name]: value for name, value in entries.digits.items()})
    for name, values in entries.marks.items():
        cell = puzzle.sudoku[name]
        marks.masks[cell.index] &= mask_of(cell, values)
    return marks


def _finder(job: Job, puzzle: DecodedPuzzle) -> StepFinder:
    finder = StepFinder(puzzle.sudoku)
    finder.should_stop = job.cancel.is_set
    return finder


def _sentence(step: Step) -> str:
    return f"{step.name}: {step.reason}: {step.conclusion}"


def _end(puzzle: DecodedPuzzle, marks: Marks) -> str:
    if marks.is_solved():
        return "Solved."
    why = marks.why_refuted()
    return f"{why}: there is no solution." if why else "No step follows."


def _logical(puzzle: DecodedPuzzle, marks: Marks, lines: list[str]) -> Reply:
    cells = [_cell(marks, cell) for cell in puzzle.sudoku.grid]
    return {"type": "logical", "cells": cells, "message": "\n".join(lines), "isValid": not marks.is_refuted()}


def _cell(marks: Marks, cell: Cell) -> Reply:
    values = list(marks.values(cell))
    is_placed = cell.index in marks.placed and len(values) == 1
    return {"value": values[0] if is_placed else 0, "candidates": values}


_ANSWERS: Mapping[str, Callable[[Job, DecodedPuzzle], Reply]] = {
    "truecandidates": _true_candidates,
    "solve": _solve,
    "check": _check,
    "count": _count,
    "estimate": _estimate,
    "solvepath": _solve_path,
    "step": _step,
}


MOST_COUNTED = 1_000
"""The largest number of solutions that is counted for each candidate."""

COLOURED = 8
"""The number of solutions that the option ``colored`` counts for each candidate."""

_COUNTED = "truecandidatesnumsolutions="
_OF_CELLS = ("value", "given", "centerPencilMarks", "cornerPencilMarks")
"""The members of a cell that are no constraints."""


@dataclass(frozen=True, slots=True)
class Entries:
    """What the player has entered."""

    digits: Mapping[str, int]
    """By cell."""
    marks: Mapping[str, tuple[int, ...]]
    """The centre marks, or the given ones, of the other cells that have some."""


@dataclass(frozen=True, slots=True)
class DecodedPuzzle:
    """A puzzle of f-puzzles, decoded, and compiled for the engine."""

    sudoku: Sudoku
    compiled: LoweredModel
    """Of a board with the same cells and constraints, but perhaps other givens."""
    givens: Mapping[str, int]
    entries: Entries
    cap: int
    """The number of solutions up to which each candidate is counted."""
    wants_logical: bool
    """Whether candidates are wanted that are in no solution, but that simple steps leave."""


def puzzle_of(data: str, limits: Limits) -> DecodedPuzzle:
    """Decode and compile a puzzle.

    Parameters
    ----------
    data
        An lz-string payload, or an address that ends in one.
    limits
        The limits of the question; a puzzle that is not compiled within them answers with the status LIMIT.

    Returns
    -------
    DecodedPuzzle
        The puzzle.

    Raises
    ------
    InputError
        If it is damaged, or no rule expresses one of its constraints.
    LoweringError
        If the engine cannot express a constraint.
    """
    document = parse_object(unpack(data.rpartition("?load=")[2]).text)
    found = sudoku_from(document)
    if found.unsupported:
        raise InputError(f"not supported: {'; '.join(found.unsupported)}")
    sudoku = found.sudoku
    cap, wants_logical = _options(document)
    givens = {cell.name: value for cell, value in sudoku.givens.items()}
    compiled = _compiled_in_time(json.dumps(_constraints(document)), limits)
    return DecodedPuzzle(sudoku, compiled, givens, _entries(document, sudoku), cap, wants_logical)


def _constraints(document: Mapping[str, Any]) -> dict[str, Any]:
    """A document without givens, digits, marks and drawings: the same for puzzles that compile alike."""
    left = {key: value for key, value in document.items() if key in MAY_STATE or key not in (*CARRIED, "title")}
    if isinstance(rows := document.get("grid"), list):
        left["grid"] = [[{key: cell[key] for key in cell if key not in _OF_CELLS} for cell in row] for row in rows]
    return left


def _compiled_in_time(document: str, limits: Limits) -> LoweredModel:
    known = _compiled(document)
    if not known:
        compiled, _ = compiled_in_time("exact-cover", sudoku_from(json.loads(document)).sudoku, limits)
        if isinstance(compiled, Uncompiled):
            return compiled
        known.append(compiled)
    return known[0]


@lru_cache(maxsize=4)
def _compiled(document: str) -> list[LoweredModel]:
    """The compiled puzzle, once there is one."""
    return []


def _entries(document: Mapping[str, Any], sudoku: Sudoku) -> Entries:
    digits: dict[str, int] = {}
    marks: dict[str, tuple[int, ...]] = {}
    cells = [entry for row in document.get("grid") or () for entry in row]
    for cell, entry in zip(sudoku.grid, cells, strict=False):
        found = entry.get("centerPencilMarks") or entry.get("givenPencilMarks")
        if _is_digit(entry.get("value"), sudoku):
            digits[cell.name] = int(entry["value"])
        elif isinstance(found, list) and found:
            marks[cell.name] = tuple(sorted({int(mark) for mark in found if _is_digit(mark, sudoku)}))
    return Entries(digits, marks)


def _is_digit(value: object, sudoku: Sudoku) -> bool:
    return isinstance(value, int | str) and str(value) in {str(digit) for digit in sudoku.digits}


def _options(document: Mapping[str, Any]) -> tuple[int, bool]:
    """How many solutions of a candidate to count, and whether to look for candidates that steps leave."""
    options = document.get("truecandidatesoptions")
    cap, wants_logical = 1, False
    for option in options if isinstance(options, list) else ():
        if option == "colored":
            cap = COLOURED
        elif option == "logical":
            wants_logical = True
        elif isinstance(option, str) and option.startswith(_COUNTED) and option[len(_COUNTED) :].isdecimal():
            cap = min(max(1, int(option[len(_COUNTED) :][:9])), MOST_COUNTED)
    return cap, wants_logical


DRAWN = 20
"""The number of random descents at a time."""


class Samples:
    """Random descents, drawn some at a time, and what is known of the mean of their weights.

    Parameters
    ----------
    compiled
        The puzzle.
    givens
        Its fixed values.
    cancel
        Ends a draw early.
    """

    def __init__(self, compiled: LoweredModel, givens: Givens, cancel: Event) -> None:
        self._compiled = compiled
        self._givens = givens
        self._limits = Limits(cancel=cancel)
        self._draws = 0
        self._squares = 0.0
        self.count = 0
        """The number of descents."""
        self.mean = 0.0
        self.is_exact = False
        """Whether the mean is the number of solutions."""

    def draw(self) -> None:
        """Draw further descents.

        Raises
        ------
        Unfinished
            If the draw is cancelled.
        """
        self._draws += 1
        found = estimate(self._compiled, self._givens, descents=DRAWN, seed=self._draws, limits=self._limits)
        error = (found.high - found.mean) / NORMAL_95
        squares = error**2 * found.descents * (found.descents - 1)
        count = self.count + found.descents
        away = found.mean - self.mean
        self._squares += squares + away**2 * self.count * found.descents / count
        self.mean += away * found.descents / count
        self.count = count
        self.is_exact = found.is_exact

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.is_exact:
            return 0.0
        return sqrt(self._squares / (self.count - 1) / self.count) if self.count > 1 else inf

    @property
    def low(self) -> float:
        """The lower end of the 95 % confidence interval."""
        return max(0.0, self.mean - NORMAL_95 * self.error)

    @property
    def high(self) -> float:
        """The upper end of the 95 % confidence interval."""
        return self.mean + NORMAL_95 * self.error
