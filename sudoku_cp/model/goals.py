"""Goals: scores to maximise or to minimise, in the terms of a model, and the objective that several of them make."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from sudoku_cp._base.arguments import integer, is_integer, listed, mapping, refused
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Cell, LinearExpression, cell_of
from sudoku_cp.kernel.expression import Formula, Operand
from sudoku_cp.model.objective import Bonuses, Objective, Sense
from sudoku_cp.model.variables import domain_in_words

if TYPE_CHECKING:
    from sudoku_cp.model.auxiliary import Auxiliaries
    from sudoku_cp.model.variables import Variables


@dataclass(frozen=True, eq=False, slots=True)
class Goal:
    """A score and the direction that is better, in the terms of a model: `Maximize` or `Minimize`.

    Parameters
    ----------
    expression
        A weighted sum of cells, any other expression, a constraint or a constant; None if there are bonuses.
    bonuses
        Points for a cell that has a value, by cell and value, in addition to the expression.

    Raises
    ------
    ModelError
        If an argument is anything else, or there is neither.
    """

    sense: ClassVar[Sense]
    expression: Operand | None = None
    bonuses: Bonuses | None = None

    def __post_init__(self) -> None:
        expression = 0 if self.expression is None and self.bonuses is not None else self.expression
        if expression is None or not (isinstance(expression, Formula | bool) or is_integer(expression)):
            raise refused("an objective", "a sum of cells", expression)
        object.__setattr__(self, "expression", LinearExpression(()) + expression)
        object.__setattr__(self, "bonuses", _points_of(self.bonuses))

    def objective(self, variables: Variables, auxiliaries: Auxiliaries) -> Objective:
        """The objective over the cells of a model, with a variable for each term.

        Parameters
        ----------
        variables
            The model.
        auxiliaries
            The variables for its terms.

        Returns
        -------
        Objective
            The objective.

        Raises
        ------
        ModelError
            If it has a cell of another model, or a bonus for a value that the cell cannot have.
        """
        score, bonuses = self.expression, self.bonuses or {}
        assert isinstance(score, LinearExpression)
        for cell in (*score.cells(), *(cell for cell, _ in bonuses)):
            if not variables.owns(cell):
                raise ModelError(f"the objective contains {cell.name}, which is not a cell of {variables.name}")
        for cell, value in bonuses:
            if value not in cell.domain:
                raise ModelError(f"a bonus for {cell.name} = {value}: the digits are {domain_in_words(cell)}")
        total, points = auxiliaries.score(score)
        points.update(bonuses)
        return Objective(self.sense, total, dict(points))


class Maximize(Goal):
    """More is better.

    >>> from sudoku_cp import Model
    >>> model = Model()
    >>> a, b = model.variables("ab", domain=range(4))
    >>> model += a + b == 4
    >>> model.minimize(a, then=Maximize(b))
    >>> model.objective
    <Objective: minimize a, then maximize b>
    """

    __slots__ = ()
    sense = Sense.MAXIMIZE


class Minimize(Goal):
    """Less is better; see `Maximize`."""

    __slots__ = ()
    sense = Sense.MINIMIZE


GOALS: Mapping[Sense, type[Goal]] = {Sense.MAXIMIZE: Maximize, Sense.MINIMIZE: Minimize}

Wanted = Operand | Goal
"""A score to improve: a `Goal`, or an expression in the direction of the call."""


def goals_of(sense: Sense, items: Iterable[object]) -> list[Goal]:
    """What is to be improved, in order.

    Parameters
    ----------
    sense
        The direction that is better for what does not say it.
    items
        Goals, expressions, constraints and constants.

    Returns
    -------
    list
        The goals.

    Raises
    ------
    ModelError
        If an item is anything else.
    """
    return [item if isinstance(item, Goal) else GOALS[sense](item) for item in items]  # type: ignore[arg-type]


def following(then: object) -> tuple[object, ...]:
    """The further goals of `Model.maximize`: none, one, or a list of them.

    Raises
    ------
    ModelError
        If it is none of these.
    """
    if then is None:
        return ()
    if isinstance(then, Goal | Formula | int | str | bytes) or not isinstance(then, Iterable):
        return (then,)
    return listed(then, "then", "a score, or a list of scores")


def in_order(objectives: Iterable[Objective], replaced: Objective | None = None) -> Objective:
    """One objective for several, the most important first.

    Parameters
    ----------
    objectives
        The objectives, at least one.
    replaced
        The objective that it replaces; None for none.

    Returns
    -------
    Objective
        The objective.
    """
    chain: Objective | None = None
    for objective in reversed(tuple(objectives)):
        chain = Objective(objective.sense, objective.expression, objective.bonuses, chain)
    assert chain is not None
    return chain if replaced is None else replace(chain, replaced=replace(replaced, replaced=None))


def _points_of(bonuses: object) -> dict[tuple[Cell, int], int]:
    """Points by cell and value."""
    if bonuses is None:
        return {}
    what, expected = "the bonuses", "points by cell and value, such as {(cell, 1): 10}"
    found = {}
    for key, points in mapping(bonuses, what, expected).items():
        cell_and_value = listed(key, what, expected)
        if len(cell_and_value) != 2:
            raise refused(what, expected, bonuses)
        cell, value = cell_and_value
        found[cell_of(cell, "the cell of a bonus"), integer(value, "the value of a bonus")] = integer(
            points, "the points of a bonus"
        )
    return found
