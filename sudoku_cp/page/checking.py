"""Whether the digits of a player contradict the rules, each rule by itself, without a word about the solution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sudoku_cp.authoring.parts import frame_of, parts_of
from sudoku_cp.human.step import listed
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.model import Board, Cell, Constraint
from sudoku_cp.model.answers import Status
from sudoku_cp.model.limits import Limits
from sudoku_cp.page.limits import Job
from sudoku_cp.page.puzzles import board_of
from sudoku_cp.rules import AppliedRule

MOST_NODES = 20_000
"""The nodes of the search for a way to complete one clue; after these, it counts as kept."""


def differing(board: Board) -> list[list[str]]:
    """The groups of cells whose digits differ: houses, and those of clues.

    Parameters
    ----------
    board
        The board.

    Returns
    -------
    list
        The names of the cells of each group.
    """
    grid = set(board.grid)
    return [
        [cell.name for cell in constraint.scope]
        for constraint in board.constraints
        if isinstance(constraint, AllDifferent) and grid.issuperset(constraint.scope)
    ]


def contradictions(job: Job, text: str, entries: Mapping[str, int]) -> dict[str, Any]:
    """What each clue and each house says of the digits of a player: which of them it forbids.

    Parameters
    ----------
    job
        The question.
    text
        The document.
    entries
        The digits that the player has entered.

    Returns
    -------
    dict
        ``words``; ``clues``, the numbers of those that cannot be satisfied any more; ``cells``, the entered ones that
        these and the houses concern; ``solved``, whether all cells have their digits, and these are a solution.
    """
    board = board_of(text)
    entered = {board[name]: value for name, value in entries.items() if board[name] not in board.givens}
    fixed = {**board.givens, **entered}
    numbers = {id(clue): number for number, clue in enumerate(board.clues)}
    clues: list[int] = []
    cells: dict[str, None] = {}
    reasons: list[str] = []
    limits = Limits(None, MOST_NODES, job.cancel)
    for name, constraints, number in _rules_of(board, numbers):
        scope = dict.fromkeys(cell for constraint in constraints for cell in constraint.scope)
        concerned = [cell for cell in scope if cell in entered]
        if not concerned or _can_hold(board, constraints, {c: fixed[c] for c in scope if c in fixed}, limits):
            continue
        guilty = _repeated(set(concerned), constraints, fixed) or concerned
        cells |= dict.fromkeys(cell.name for cell in guilty)
        if number is not None:
            clues.append(number)
            reasons.append(name)
    complete = not cells and all(cell in fixed for cell in board.grid)
    solved = complete and _can_hold(board, board.constraints, fixed, limits)
    return {"words": _in_words(reasons, cells, solved), "clues": clues, "cells": list(cells), "solved": solved}


def _rules_of(board: Board, numbers: Mapping[int, int]) -> Iterator[tuple[str, list[Constraint], int | None]]:
    """Each clue with its constraints and its number; each other constraint alone."""
    parts = parts_of(board, {})
    for part in parts:
        number = numbers.get(id(part.clue)) if isinstance(part.clue, AppliedRule) else None
        yield part.name, list(part.constraints), number
    for constraint in frame_of(board, parts):
        yield str(constraint), [constraint], None


def _can_hold(board: Board, constraints: list[Constraint], fixed: Mapping[Cell, int], limits: Limits) -> bool:
    """Whether constraints alone have a solution with these digits, unless a limit comes first."""
    answer = board.with_constraints(constraints).count(1, givens=fixed, limits=limits)
    return answer.status is not Status.INFEASIBLE


def _repeated(concerned: set[Cell], constraints: list[Constraint], fixed: Mapping[Cell, int]) -> list[Cell]:
    """The entered cells with a digit that another cell of a house has."""
    found = []
    for constraint in constraints:
        if isinstance(constraint, AllDifferent):
            values = [fixed[cell] for cell in constraint.scope if cell in fixed]
            found += [cell for cell in constraint.scope if cell in concerned and values.count(fixed[cell]) > 1]
    return list(dict.fromkeys(found))


def _in_words(reasons: list[str], cells: Mapping[str, None], solved: bool) -> str:
    if solved:
        return "Solved"
    if not cells:
        return "No digit contradicts a rule"
    ending = "s" if len(cells) == 1 else ""
    return f"{listed(cells)} " + (f"contradict{ending} {listed(reasons)}" if reasons else f"repeat{ending} a digit")
