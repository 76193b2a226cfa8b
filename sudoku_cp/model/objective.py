"""The objective, which makes one solution better than another: a score, or several in the order of their importance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from sudoku_cp._base.arguments import integer, mapping, of_type, pair, refused
from sudoku_cp.kernel.cell import Cell, LinearExpression

Bonuses = Mapping[tuple[Cell, int], int]

MOST_TERMS = 6
"""The most terms of a score that are written out."""


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
    then
        The objective that decides among solutions with the same score; None for none. The methods of this one are about
        its own score alone, unless they say otherwise.
    replaced
        The objective of the model before this one, for `repr`; None for none.

    Raises
    ------
    ModelError
        If an argument is of another type.
    """

    sense: Sense
    expression: LinearExpression
    bonuses: Bonuses = field(default_factory=dict)
    then: Objective | None = None
    replaced: Objective | None = field(default=None, compare=False)

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
        for other, which in ((self.then, "second objective"), (self.replaced, "replaced objective")):
            if other is not None and not isinstance(other, Objective):
                raise refused(f"the {which}", "an Objective or None", other)

    def __str__(self) -> str:
        """The objective in words: ``maximize a + b, then minimize c``."""
        return ", then ".join(stage._in_words() for stage in self.stages)

    def _in_words(self) -> str:
        if self.bonuses or len(self.expression.terms) > MOST_TERMS:
            return f"{self.sense.value} a score of {len(self.points())} cells"
        return f"{self.sense.value} {self.expression}"

    def __repr__(self) -> str:
        return f"<Objective: {self}{'' if self.replaced is None else f'; replaces {self.replaced}'}>"

    @property
    def stages(self) -> tuple[Objective, ...]:
        """The objective and those that follow it, the most important first."""
        return (self,) if self.then is None else (self, *self.then.stages)

    def alone(self) -> Objective:
        """The objective without those that follow it.

        Returns
        -------
        Objective
            The objective.
        """
        return self if self.then is None else Objective(self.sense, self.expression, self.bonuses)

    def scores(self, assignment: Mapping[Cell, int]) -> tuple[int, ...]:
        """The scores of an assignment for this objective and those that follow it.

        Parameters
        ----------
        assignment
            A value for each cell.

        Returns
        -------
        tuple
            The scores, the most important first.
        """
        return tuple([stage.value(assignment) for stage in self.stages])

    def gains(self, scores: Iterable[int]) -> tuple[int, ...]:
        """Convert scores of this objective and those that follow it so that more is better.

        Parameters
        ----------
        scores
            The scores, the most important first.

        Returns
        -------
        tuple
            The gains; better scores have the larger tuple.
        """
        return tuple([stage.gain(score) for stage, score in zip(self.stages, scores, strict=True)])

    def score(self) -> LinearExpression:
        """The score as an expression that constraints can have.

        Returns
        -------
        LinearExpression
            The expression, with a condition for each bonus.
        """
        total = self.expression
        values: dict[tuple[Cell, int], set[int]] = {}
        for (cell, value), points in self.bonuses.items():
            values.setdefault((cell, points), set()).add(value)
        for (cell, points), those in values.items():
            total = total + points * cell.isin(those)
        return total

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

    def points(self, step: Callable[[int], object] = lambda _: None) -> dict[Cell, dict[int, int]]:
        """The points that each value of a cell adds to the score, without the constant of the expression.

        Parameters
        ----------
        step
            Called with numbers of values as they are looked at, to look at limits.

        Returns
        -------
        dict
            For each cell that matters, the points by value.
        """
        points: dict[Cell, dict[int, int]] = {}
        for weight, cell in self.expression.terms:
            step(len(cell.domain))
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

    def composed(self) -> Objective:
        """One score whose order is that of all scores: earlier ones weigh more than all that later ones can change.

        Returns
        -------
        Objective
            The objective, which is maximised.
        """
        weight, total = 1, LinearExpression(())
        bonuses: dict[tuple[Cell, int], int] = {}
        for stage in reversed(self.stages):
            sign = stage.gain(weight)
            total = total + sign * stage.expression
            for key, points in stage.bonuses.items():
                bonuses[key] = bonuses.get(key, 0) + sign * points
            lower, upper = stage.bounds()
            weight *= upper - lower + 1
        return Objective(Sense.MAXIMIZE, total, bonuses)

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
        then = None if self.then is None else self.then.moved(cells)
        return Objective(self.sense, LinearExpression(terms, self.expression.constant), bonuses, then)

    def opposite(self) -> Objective:
        """The objective whose best solutions are the worst ones of this and those that follow it.

        Returns
        -------
        Objective
            The objective in the opposite sense.
        """
        other = Sense.MINIMIZE if self.sense is Sense.MAXIMIZE else Sense.MAXIMIZE
        return Objective(other, self.expression, self.bonuses, None if self.then is None else self.then.opposite())

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
