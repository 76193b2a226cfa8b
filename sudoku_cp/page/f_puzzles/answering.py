"""The answers to the user script, by the commands of its messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import nan
from random import Random
from typing import Any

from sudoku_cp.human.finder import SearchStoppedError, StepFinder
from sudoku_cp.human.marks import Marks, mask_of
from sudoku_cp.human.path import walk
from sudoku_cp.human.step import Step
from sudoku_cp.model import Cell
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.page.counting import count_candidates
from sudoku_cp.page.f_puzzles.puzzle import Puzzle, puzzle_of
from sudoku_cp.page.f_puzzles.sampling import Samples
from sudoku_cp.page.job import Job
from sudoku_cp.solving.registry import load_solver
from sudoku_cp.solving.uncompiled import compiled_in_time

Answer = dict[str, Any]

NONE = "No solutions found."
INITIAL = "Initial candidates."
LEFT_OVER = -1
"""The number of solutions of a candidate that is in none, although simple steps leave it."""

SIMPLE = 1
"""The number of houses and clues that a simple step looks at."""


def f_puzzles(job: Job, command: str, data: str) -> Answer:
    """Answer a question of the user script.

    Parameters
    ----------
    job
        The question; it takes intermediate answers.
    command
        One of `sudoku_cp.page.f_puzzles.requests.QUESTIONS`.
    data
        The puzzle.

    Returns
    -------
    dict
        The members of the last answer but its number.
    """
    return _ANSWERS[command](job, puzzle_of(data, job.limits()))


def _invalid(message: str) -> Answer:
    return {"type": "invalid", "message": message}


def _true_candidates(job: Job, puzzle: Puzzle) -> Answer:
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


def _solve(job: Job, puzzle: Puzzle) -> Answer:
    from sudoku_cp.authoring.estimate import random_solution

    givens = {puzzle.compiled.model[name]: value for name, value in puzzle.givens.items()}
    solution = random_solution(puzzle.compiled, givens, random=Random(), limits=job.limits())
    if solution is None:
        return _invalid(NONE)
    return {"type": "solved", "solution": [solution[cell.name] for cell in puzzle.sudoku.grid]}


def _check(job: Job, puzzle: Puzzle) -> Answer:
    return _counted(puzzle.compiled.count(2, puzzle.givens, job.limits()).count)


def _count(job: Job, puzzle: Puzzle) -> Answer:
    limits = Limits(None, None, job.cancel, lambda progress: job.report(_counted(progress.count, in_progress=True)))
    return _counted(puzzle.compiled.count(None, puzzle.givens, limits).count)


def _counted(count: int, *, in_progress: bool = False) -> Answer:
    return {"type": "count", "count": count, "inProgress": in_progress}


def _estimate(job: Job, puzzle: Puzzle) -> Answer:
    """Estimate until the question is cancelled, or the number is known."""
    compiled = puzzle.compiled
    if puzzle.entries.marks:
        for name, values in puzzle.entries.marks.items():
            puzzle.sudoku.restrict(name, values)
        compiled, _ = compiled_in_time(load_solver("exact-cover"), puzzle.sudoku, job.limits())
    givens = {compiled.model[name]: value for name, value in puzzle.entries.digits.items()}
    samples = Samples(compiled, givens, job.cancel)
    while not samples.is_exact:
        samples.draw()
        job.report(_estimated(samples))
    return _estimated(samples)


def _estimated(samples: Samples) -> Answer:
    return {
        "type": "estimate",
        "estimate": samples.mean,
        "stderr": samples.error,
        "iterations": samples.count,
        "ci95_lower": samples.low,
        "ci95_upper": samples.high,
        "relErrPercent": 100 * samples.error / samples.mean if samples.mean else nan,
    }


def _step(job: Job, puzzle: Puzzle) -> Answer:
    marks = _marks(puzzle)
    shown = {cell: puzzle.entries.marks.get(cell.name) for cell in puzzle.sudoku.grid if cell.index not in marks.placed}
    if any(marks.values(cell) != values for cell, values in shown.items()):
        return _logical(puzzle, marks, [INITIAL])
    steps = _finder(job, puzzle).steps(marks)
    if not steps:
        return _logical(puzzle, marks, [_end(puzzle, marks)])
    steps[0].apply(marks)
    return _logical(puzzle, marks, [_sentence(steps[0])])


def _solve_path(job: Job, puzzle: Puzzle) -> Answer:
    marks = _marks(puzzle)
    lines: list[str] = []
    try:
        lines.extend(_sentence(step) for step in walk(_finder(job, puzzle), marks))
    except SearchStoppedError:
        lines.append("Stopped.")
    else:
        lines.append(_end(puzzle, marks))
    return _logical(puzzle, marks, lines)


def _marks(puzzle: Puzzle) -> Marks:
    """The candidates: the player's digits and marks, less the digits in cells that differ."""
    entries = puzzle.entries
    marks = Marks(puzzle.sudoku, {puzzle.sudoku[name]: value for name, value in entries.digits.items()})
    for name, values in entries.marks.items():
        cell = puzzle.sudoku[name]
        marks.masks[cell.index] &= mask_of(cell, values)
    return marks


def _finder(job: Job, puzzle: Puzzle) -> StepFinder:
    finder = StepFinder(puzzle.sudoku)
    finder.should_stop = job.cancel.is_set
    return finder


def _sentence(step: Step) -> str:
    return f"{step.name}: {step.reason}: {step.conclusion}"


def _end(puzzle: Puzzle, marks: Marks) -> str:
    if marks.is_solved():
        return "Solved."
    why = marks.why_refuted()
    return f"{why}: there is no solution." if why else "No step follows."


def _logical(puzzle: Puzzle, marks: Marks, lines: list[str]) -> Answer:
    cells = [_cell(marks, cell) for cell in puzzle.sudoku.grid]
    return {"type": "logical", "cells": cells, "message": "\n".join(lines), "isValid": not marks.is_refuted()}


def _cell(marks: Marks, cell: Cell) -> Answer:
    values = list(marks.values(cell))
    is_placed = cell.index in marks.placed and len(values) == 1
    return {"value": values[0] if is_placed else 0, "candidates": values}


_ANSWERS: Mapping[str, Callable[[Job, Puzzle], Answer]] = {
    "truecandidates": _true_candidates,
    "solve": _solve,
    "check": _check,
    "count": _count,
    "estimate": _estimate,
    "solvepath": _solve_path,
    "step": _step,
}
