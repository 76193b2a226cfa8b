"""Random clues of a rule that a solution satisfies, drawn by the types of the rule's parameters."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from sudoku_cp.model import Board, Cell, ModelError, Sudoku
from sudoku_cp.rules import RULES, AppliedRule, Cells, Pair, Parameter, Rule
from sudoku_cp.rules.registry import suggestion

TRIES = 500
"""The number of draws of cells before a clue is given up."""

MOST_CELLS = 4
"""The largest number of cells that are drawn for one parameter."""

MOST_ON_LINE = 7
"""The largest number of cells on a line that grows while the solution still satisfies the clue."""

LINE = "line"
"""The name of the parameter of a rule whose cells follow one another on a line, also diagonally."""

STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL_STEPS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def drawable_rule(name: str) -> Rule:
    """The rule with a name, if its clues can be drawn at random.

    Parameters
    ----------
    name
        The name.

    Returns
    -------
    Rule
        The rule.

    Raises
    ------
    ModelError
        If there is no such rule, it has no cells, or it needs something other than cells and numbers.
    """
    if name not in RULES:
        raise ModelError(f"there is no rule {name}{suggestion(name) or '; `sudoku-cp rules` lists them'}")
    rule = RULES[name]
    strange = [each.name for each in rule.parameters if each.required and not (each.is_cells or each.annotation is int)]
    if strange:
        raise ModelError(f"clues of the rule {name} cannot be drawn: {strange[0]} is neither cells nor a number")
    if rule.reads_clues or not any(each.is_cells for each in _drawn(rule)):
        raise ModelError(f"clues of the rule {name} cannot be drawn: it has no cells of its own")
    if _declares_variables(rule):
        raise ModelError(f"clues of the rule {name} cannot be drawn: they declare variables of the solution")
    return rule


def _declares_variables(rule: Rule) -> bool:
    """Whether a clue of the rule on an empty board declares variables."""
    board = Sudoku(9)
    row = iter(board.rows[0])
    given: dict[str, object] = {each.name: 1 for each in _drawn(rule) if not each.is_cells}
    for each in _drawn(rule):
        if each.is_cells:
            given[each.name] = [next(row) for _ in range(each.cells_wanted or 2)]
    with suppress(ModelError):
        list(rule.clue(given).constraints(board))
    return len(board.cells) > len(board.grid)


@dataclass
class ClueStock:
    """Draws clues that a solution satisfies; clues of one rule have no cell in common."""

    board: Board
    solution: Mapping[Cell, int]
    source: np.random.Generator

    def clues(self, rule: Rule, number: int) -> list[AppliedRule] | None:
        """Draw clues of a rule.

        Parameters
        ----------
        rule
            The rule.
        number
            The number of clues.

        Returns
        -------
        list or None
            The clues; None if there are too few.
        """
        taken: set[Cell] = set()
        found: list[AppliedRule] = []
        least = sum(each.cells_wanted or 2 for each in _drawn(rule) if each.is_cells)
        for _ in range(TRIES * number):
            free = [cell for cell in self.board.grid if cell not in taken]
            room = len(free) // (number - len(found))
            if room < least:
                return None
            cells = self._cells(rule, free, max(2, min(MOST_CELLS, room)))
            clue = None if cells is None else self._fitting(rule, cells)
            if clue is None or cells is None:
                continue
            cells, clue = self._grown(rule, cells, clue, set(free), room)
            found.append(clue)
            taken.update(cell for group in cells.values() for cell in group)
            if len(found) == number:
                return found
        return None

    def _cells(self, rule: Rule, free: list[Cell], most: int) -> dict[str, tuple[Cell, ...]] | None:
        """Free cells for each parameter, up to ``most`` each, on one path that does not cross itself."""
        wanted = [parameter for parameter in _drawn(rule) if parameter.is_cells]
        sizes = [each.cells_wanted or int(self.source.integers(2, most + 1)) for each in wanted]
        if len(wanted) > 1 and wanted[0].cells_wanted is None and self.source.random() < 0.75:
            sizes[0] = 1  # such as the circle of an arrow
        path = [free[int(self.source.integers(len(free)))]]
        left = set(free) - {path[0]}
        while len(path) < sum(sizes):
            near = self._near(rule, path[-1], left)
            if not near:
                return None
            path.append(near[int(self.source.integers(len(near)))])
            left.remove(path[-1])
        ends = np.cumsum(sizes)
        parts = zip(wanted, ends - sizes, ends, strict=True)
        return {each.name: tuple(path[start:end]) for each, start, end in parts}

    def _near(self, rule: Rule, cell: Cell, left: set[Cell]) -> list[Cell]:
        """The cells to which a path of a clue can go on."""
        steps = STEPS + DIAGONAL_STEPS * any(each.name == LINE for each in _drawn(rule))
        return [near for step in steps if (near := self._at(cell, step)) in left]

    def _grown(
        self, rule: Rule, cells: dict[str, tuple[Cell, ...]], clue: AppliedRule, free: set[Cell], room: int
    ) -> tuple[dict[str, tuple[Cell, ...]], AppliedRule]:
        """A clue whose only cells are a line, with a longer line if the solution satisfies that too.

        Random paths seldom ascend, so that thermometers would be short without this.
        """
        if [each.name for each in _drawn(rule)] != [LINE]:
            return cells, clue
        for _ in range(int(self.source.integers(min(MOST_ON_LINE, room)))):
            near = self._near(rule, cells[LINE][-1], free - set(cells[LINE]))
            self.source.shuffle(near)
            longer = ({LINE: (*cells[LINE], cell)} for cell in near)
            fitting = ((each, grown) for each in longer if (grown := self._fitting(rule, each)) is not None)
            found = next(fitting, None)
            if found is None or len(cells[LINE]) >= min(MOST_ON_LINE, room):
                break
            cells, clue = found
        return cells, clue

    def _at(self, cell: Cell, step: tuple[int, int]) -> Cell | None:
        row, column = (cell.row or 0) - 1 + step[0], (cell.column or 0) - 1 + step[1]
        if not (0 <= row < self.board.height and 0 <= column < self.board.width):
            return None
        return self.board.lattice[row][column]

    def _fitting(self, rule: Rule, cells: Mapping[str, tuple[Cell, ...]]) -> AppliedRule | None:
        """The clue that the solution satisfies, with the first number that fits if it has one."""
        number = next((each.name for each in _drawn(rule) if each.annotation is int), None)
        most = sum(self.solution[cell] for group in cells.values() for cell in group)
        given = {name: " ".join(cell.name for cell in group) for name, group in cells.items()}
        for value in [None] if number is None else range(most, -1, -1):
            try:
                clue = rule.clue(given if number is None else {**given, number: value})
                constraints = list(clue.constraints(self.board))
                if constraints and all(constraint.holds(self.solution) for constraint in constraints):
                    return clue
            except (ModelError, KeyError):
                return None
        return None


def _drawn(rule: Rule) -> list[Parameter]:
    """The parameters that drawn clues have: the required ones, and numbers that may be missing."""
    return [
        each
        for each in rule.parameters
        if (each.required and (each.annotation in (Cells, Pair, Cell) or each.annotation is int))
        or (each.annotation is int and each.optional)
    ]
