"""The objective, which makes one solution better than another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from sudoku_cp._base.arguments import integer, mapping, of_type, pair, refused
from sudoku_cp.kernel.cell import Cell, LinearExpression


class Sense(Enum):
    """The direction that is better."""

    MAXIMIZE = "maximize"
    MINIMIZE = "minimize"


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Objective:
    """Maximise or minimise the score of a solution.

    Parameters
    ----------
    sense
        The direction that is better.
    expression
        The score, or a part of it: a weighted sum of cells.
    bonuses
        Additional points, positive or negative, for each of these cells that has this value.

    Raises
    ------
    ModelError
        If an argument is of another type.
    """

    sense: Sense
    expression: LinearExpression
    bonuses: Mapping[tuple[Cell, int], int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        of_type(Sense, "a Sense")(self.sense, "the sense of an objective")
        of_type(LinearExpression, "a weighted sum of cells")(self.expression, "the expression of an objective")
        if self.expression.has_terms:
            raise refused("the expression of an objective", "a weighted sum of cells", self.expression)
        what = "the bonuses of an objective"
        for key, points in mapping(self.bonuses, what, "points by cell and value").items():
            cell, value = pair(lambda item, _: item, "a cell and a value")(key, f"a key of {what}")
            of_type(Cell, "a cell")(cell, f"a cell in {what}")
            integer(value, f"a value in {what}")
            integer(points, f"the points in {what}")

    def __repr__(self) -> str:
        return f"<Objective: {self.sense.value} a score of {len(self.points())} cells>"

    def value(self, assignment: Mapping[Cell, int]) -> int:
        """The score of an assignment.

        Parameters
        ----------
        assignment
            A value for each cell.

        Returns
        -------
        int
            The score.
        """
        points = (points for (cell, value), points in self.bonuses.items() if assignment[cell] == value)
        return self.expression.value(assignment) + sum(points)

    def points(self) -> dict[Cell, dict[int, int]]:
        """The points that each value of a cell adds to the score, without the constant of the expression.

        Returns
        -------
        dict
            For each cell that matters, the points by value.
        """
        points: dict[Cell, dict[int, int]] = {}
        for weight, cell in self.expression.terms:
            of_cell = points.setdefault(cell, dict.fromkeys(cell.domain, 0))
            for value in cell.domain:
                of_cell[value] += weight * value
        for (cell, value), bonus in self.bonuses.items():
            points.setdefault(cell, dict.fromkeys(cell.domain, 0))[value] += bonus
        return points

    def without(self, cells: Iterable[Cell]) -> Objective:
        """The part of the score, without the constant, that other cells have.

        Parameters
        ----------
        cells
            The cells to leave out.

        Returns
        -------
        Objective
            The part of the objective.
        """
        out = frozenset(cells)
        terms = tuple((weight, cell) for weight, cell in self.expression.terms if cell not in out)
        bonuses = {key: points for key, points in self.bonuses.items() if key[0] not in out}
        return Objective(self.sense, LinearExpression(terms), bonuses)

    def bounds(self) -> tuple[int, int]:
        """Bounds on the score of every assignment, whatever the constraints.

        Returns
        -------
        tuple
            The lower and the upper bound.
        """
        points = [of_cell.values() for of_cell in self.points().values()]
        constant = self.expression.constant
        return constant + sum(map(min, points)), constant + sum(map(max, points))

    def moved(self, cells: Mapping[Cell, Cell]) -> Objective:
        """The same objective over other cells.

        Parameters
        ----------
        cells
            The new cell for each old one.

        Returns
        -------
        Objective
            The new objective; it lacks bonuses for missing cells and values.
        """
        terms = tuple((weight, cells[cell]) for weight, cell in self.expression.terms)
        bonuses = {
            (cells[cell], value): points
            for (cell, value), points in self.bonuses.items()
            if cell in cells and value in cells[cell].domain
        }
        return Objective(self.sense, LinearExpression(terms, self.expression.constant), bonuses)

    def opposite(self) -> Objective:
        """The objective whose best solutions are the worst ones of this.

        Returns
        -------
        Objective
            The objective in the opposite sense.
        """
        other = Sense.MINIMIZE if self.sense is Sense.MAXIMIZE else Sense.MAXIMIZE
        return Objective(other, self.expression, self.bonuses)

    def better(self, score: int, other: int) -> bool:
        """Return whether a score is strictly better than another one.

        Parameters
        ----------
        score
            A score.
        other
            The score to compare it with.

        Returns
        -------
        bool
            Whether it is strictly better.
        """
        return score > other if self.sense is Sense.MAXIMIZE else score < other

    def gain(self, score: int) -> int:
        """Convert a score so that more is better.

        Parameters
        ----------
        score
            A score.

        Returns
        -------
        int
            The score, or its negative if less is better.
        """
        return score if self.sense is Sense.MAXIMIZE else -score
