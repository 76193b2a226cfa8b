"""Why a puzzle has several solutions: two that differ little, and givens that leave only one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from sudoku_cp.authoring.hitting_sets import TooHard, elements, least_hitting_sets
from sudoku_cp.authoring.parts import cells_of, given_name
from sudoku_cp.authoring.sub_puzzles import SubPuzzles, Unfinished
from sudoku_cp.authoring.sufficient import Uniqueness, least, minimal
from sudoku_cp.model import Cell, LinearExpression, Model, Objective, Sense, Solution, Sudoku
from sudoku_cp.model.limits import Limits
from sudoku_cp.solving.answering import compiled_in_time

__all__ = ["Ambiguity"]

MOST_LISTED = 200
"""The number of solutions up to which all of them are compared, for exact answers."""

MOST_NODES = 2000
"""The nodes of one search for the solution that is closest to a given one: about 0.1 s."""


@dataclass(frozen=True)
class Ambiguity:
    """Two solutions that differ in few cells, and givens after which there is one solution."""

    first: Solution
    """A solution."""
    second: Solution
    """Another solution, which differs from it in few cells."""
    cells: tuple[Cell, ...]
    """The cells in which the two differ."""
    is_least: bool
    """Whether it is proved that no two solutions differ in fewer cells."""
    givens: Mapping[Cell, int]
    """Givens that leave one solution when they are added."""
    are_fewest: bool
    """Whether it is proved that no fewer givens leave one solution."""
    nodes: int = 0
    """The search nodes of all questions."""

    def __str__(self) -> str:
        cells = ", ".join(cell.name for cell in self.cells)
        least_ = "" if self.is_least else " (perhaps others differ in fewer)"
        fewest = "" if self.are_fewest else " (perhaps fewer do)"
        model = self.first.model
        names = ", ".join(given_name(model, *given) for given in self.givens.items()) if model else ""
        plural = "s" if len(self.cells) > 1 else ""
        return f"two solutions differ in {len(self.cells)} cell{plural}{least_}: {cells}; unique with{fewest}: {names}"


def find_ambiguity(model: Model, givens: Mapping[Cell, int], puzzles: SubPuzzles, trial: SubPuzzles) -> Ambiguity:
    """Find two solutions that differ little, and givens that leave one.

    Parameters
    ----------
    model
        The puzzle, which is known to have several solutions.
    givens
        Its fixed values.
    puzzles
        Its sub-puzzles.
    trial
        The same, with the limits for the search for better answers.

    Returns
    -------
    Ambiguity
        The solutions and the givens.
    """
    cells = cells_of(model)
    known = puzzles.solutions(puzzles.everything, 2)
    is_complete = False
    try:
        known = trial.solutions(trial.everything, MOST_LISTED + 1)
        is_complete = len(known) <= MOST_LISTED
    except Unfinished:
        pass
    pair = min(combinations(known, 2), key=lambda two: len(_differing(cells, *two)))
    if not is_complete:
        pair = _closer(pair, cells, givens, trial)
    differing = _differing(cells, *pair)
    is_least = is_complete or len(differing) <= _fewest_differing(model)
    added, are_fewest = _exact(known, cells) if is_complete else (None, False)
    if added is None:
        added, are_fewest = _for_one(model, givens, pair[0], cells, trial)
    return Ambiguity(*pair, tuple(differing), is_least, added, are_fewest or len(added) == 1)


def _differing(cells: Sequence[Cell], one: Solution, other: Solution) -> list[Cell]:
    return [cell for cell in cells if one[cell] != other[cell]]


def _fewest_differing(model: Model) -> int:
    """A number of cells in which any two solutions differ: in a house with all digits, one digit has no other place."""
    if not isinstance(model, Sudoku) or len(model.cells) > len(model.grid):
        return 1
    return 4 if model.is_square and len(model.digits) == model.size else 1


def _closer(
    pair: tuple[Solution, Solution], cells: Sequence[Cell], givens: Mapping[Cell, int], trial: SubPuzzles
) -> tuple[Solution, Solution]:
    """A pair that differs less, by searches for the solution closest to one of the two."""
    for start in (0, 1):
        centre = pair[start]
        try:
            limits = trial.limits_left()
        except Unfinished:
            break
        model = trial.model_of(trial.everything)
        agreement = {(cell, centre[cell]): 1 for cell in cells}
        model.objective = Objective(Sense.MAXIMIZE, LinearExpression(()), agreement)
        nodes = min(MOST_NODES, MOST_NODES if limits.nodes is None else limits.nodes)
        bounds = Limits(limits.seconds, nodes, limits.cancel)
        compiled, bounds = compiled_in_time(trial.solver, model, bounds)
        found = compiled.best(2, givens, bounds)
        trial.count_nodes(found.statistics.nodes)
        for other in found.solutions:
            if other != centre and len(_differing(cells, centre, other)) < len(_differing(cells, *pair)):
                pair = (centre, trial.model.solution(other.values_in_order))
    return pair


def _exact(known: Sequence[Solution], cells: Sequence[Cell]) -> tuple[dict[Cell, int] | None, bool]:
    """The fewest givens that leave one of all solutions."""
    best: dict[Cell, int] | None = None
    for solution in known:
        sets = [
            sum(1 << place for place, cell in enumerate(cells) if solution[cell] != other[cell])
            for other in known
            if other is not solution
        ]
        if not all(sets):
            continue  # they differ only in variables outside the grid
        try:
            found = elements(least_hitting_sets(sets, [1] * len(cells))[0])
        except TooHard:
            return best, False
        if best is None or len(found) < len(best):
            best = {cells[place]: solution[cells[place]] for place in found}
        if len(best) == 1:
            break
    return best, best is not None


def _for_one(
    model: Model, givens: Mapping[Cell, int], solution: Solution, cells: Sequence[Cell], trial: SubPuzzles
) -> tuple[dict[Cell, int], bool]:
    """Few givens that leave one solution; their number is not proved to be the fewest for other solutions."""
    offered = {cell: solution[cell] for cell in cells if cell not in givens}
    completions = trial.completions(givens, offered)
    purpose = Uniqueness(completions, solution)
    chosen = completions.everything
    try:
        chosen = minimal(purpose, range(len(completions.parts)))
        chosen = least(purpose, chosen, [1] * len(completions.parts)).sets[0]
    except Unfinished:
        pass
    return completions.givens_of(chosen), False
