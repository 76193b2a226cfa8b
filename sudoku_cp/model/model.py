"""A constraint model: variables with givens and candidates, constraints and clues, and an objective."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol, Self, cast, runtime_checkable

import sudoku_cp.kernel  # noqa: F401 - operators make them
from sudoku_cp._base.arguments import integers, listed, refused, text
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.combination import condition_of, flattened, own_items
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.model import questions
from sudoku_cp.model.answers import Solution
from sudoku_cp.model.providers import Displayed
from sudoku_cp.model.variables import Variables

if TYPE_CHECKING:
    from sudoku_cp.kernel.expression import Condition, Operand
    from sudoku_cp.model.answers import Violation
    from sudoku_cp.model.auxiliary import Auxiliaries
    from sudoku_cp.model.goals import Goal
    from sudoku_cp.model.objective import Bonuses, Objective, Sense


@runtime_checkable
class Clue(Protocol):
    """A named rule applied to cells: people draw clues, and solvers read the constraints of clues.

    A clue whose meaning depends on the other clues of the model has a true attribute ``reads_clues``.
    """

    def constraints(self, model: Model) -> Iterable[Constraint]:
        """The kernel constraints that define the clue.

        Parameters
        ----------
        model
            The model that the clue is added to.

        Returns
        -------
        Iterable
            The constraints.
        """


class Declaration:
    """Something that was added to a model, with its constraints in the kernel's terms.

    Parameters
    ----------
    clue
        The clue; None for a single constraint.
    constraints
        The constraints that the model got for it.
    declares_variables
        Whether the clue declared variables of the solution, such as the regions of a chaos construction.
    name
        The name that the constraints were given; None for a clue, and without a name.
    """

    __slots__ = ("clue", "constraints", "declares_variables", "name")

    def __init__(
        self,
        clue: Clue | None,
        constraints: list[Constraint],
        declares_variables: bool = False,
        name: str | None = None,
    ) -> None:
        self.clue = clue
        self.constraints = constraints
        self.declares_variables = declares_variables
        self.name = name


class Model(Variables, Displayed):
    """Cells with finite domains, constraints on them, givens, and at most one objective.

    A model is declared step by step; compiling and solving do not change it. It prints as its grid, or as a list of its
    declarations, and is a picture in a notebook.

    Parameters
    ----------
    name
        The name in messages and above pictures.

    >>> model = Model()
    >>> a, b = model.variables("ab", domain=(1, 2, 3))
    >>> model.add(a + b == 5, a < b)
    >>> model.violations({a: 3, b: 2})
    [Violation(message='a - b ≤ -1 is broken: a=3 b=2', ...)]
    """

    def __init__(self, name: str = "model") -> None:
        super().__init__(text(name, "the name of a model"))
        self._constraints: list[Constraint] = []
        self._dependent: list[Declaration] = []
        self._outdated = False
        self.clues: list[Clue] = []
        self.declarations: list[Declaration] = []
        """What was added to the model, in order: clues and single constraints."""
        self.objective: Objective | None = None

    @cached_property
    def _auxiliaries(self) -> Auxiliaries:
        from sudoku_cp.model.auxiliary import Auxiliaries

        return Auxiliaries(self._declare_auxiliary, self._constraints.append)

    def _shown(self) -> tuple[Model, None]:
        return self, None

    def __repr__(self) -> str:
        declared = ("cells", "clues", "constraints", "givens")
        counts = ", ".join([f"{len(getattr(self, what))} {what}" for what in declared])
        return f"<{type(self).__name__} {self.name}: {counts}>"

    @property
    def constraints(self) -> list[Constraint]:
        """The constraints on solutions; those that depend on other clues come last."""
        if self._outdated:
            self._outdated = False
            stale = {id(constraint) for declared in self._dependent for constraint in declared.constraints}
            self._constraints[:] = (constraint for constraint in self._constraints if id(constraint) not in stale)
            for declared in self._dependent:
                assert declared.clue is not None
                declared.constraints = self._declare_clue(declared.clue)
        return self._constraints

    @property
    def auxiliary_cells(self) -> tuple[Cell, ...]:
        """The variables that stand for terms of constraints; each is a function of the other cells."""
        return tuple(self._auxiliaries.cells)

    @property
    def definitions(self) -> tuple[Constraint, ...]:
        """The constraints that define auxiliary variables, and belong to no single clue."""
        return tuple(self._auxiliaries.definitions)

    def add(self, *items: Condition | Clue | Iterable[Condition | Clue], name: str | None = None) -> None:
        """Require constraints or clues, one by one or in lists.

        Parameters
        ----------
        *items
            Constraints or clues, or lists of these. Truth values, and expressions with no values but 0 and 1, are
            constraints, too.
        name
            One name for all of the constraints, in messages and for `authoring.why`; by default each is its own name.

        Raises
        ------
        ModelError
            If an item is not a constraint or clue, or has a cell of another model; if there is a name, and it is taken
            or an item is a clue.
        """
        if name is not None:
            self._add_named(text(name, "the name of a constraint"), items)
            return
        for item in items:
            if isinstance(item, Constraint):
                self.declarations.append(Declaration(None, [self._require(item)]))
            elif callable(getattr(item, "constraints", None)):  # isinstance of a protocol takes ten times as long
                self._add_clue(cast("Clue", item))
            elif isinstance(item, Iterable) and not isinstance(item, str | bytes):
                self.add(*own_items(item))
            else:
                self.add(condition_of(item))

    def __iadd__(self, items: Condition | Clue | Iterable[Condition | Clue]) -> Self:
        """Require a constraint or a clue, or a list of them."""
        self.add(items)
        return self

    def _add_named(self, name: str, items: Iterable[object]) -> None:
        if any(declared.name == name for declared in self.declarations):
            raise ModelError(f"{self.name} has a constraint {name} already")
        named = []
        for constraint in flattened(items):
            named.append(copy(constraint))
            object.__setattr__(named[-1], "label", name)
        self.declarations.append(Declaration(None, list(map(self._require, named)), name=name))

    def _add_clue(self, clue: Clue) -> None:
        known = len(self._cells)
        constraints = self._declare_clue(clue)
        declares = len(self._cells) > known and not self._auxiliaries.cells.issuperset(self._cells[known:])
        declared = Declaration(clue, constraints, declares)
        self.clues.append(clue)
        self.declarations.append(declared)
        self._outdated = bool(self._dependent)
        if getattr(clue, "reads_clues", False):
            self._dependent.append(declared)

    def _declare_clue(self, clue: Clue) -> list[Constraint]:
        text = str(clue)
        made = [constraint.labelled(text) for constraint in clue.constraints(self)]
        return list(map(self._require, made))

    def _require(self, constraint: Constraint) -> Constraint:
        """Convert a constraint to the kernel, add and return it."""
        if not self.owns_all(constraint.scope):
            stray = next(cell for cell in constraint.scope if not self.owns(cell))
            raise ModelError(f"{constraint}: {stray.name} is not a cell of {self.name}")
        if constraint.has_terms:
            constraint = self._auxiliaries.kernel(constraint)
        self._constraints.append(constraint)
        return constraint

    def auxiliary(self, name: str, domain: Iterable[int]) -> Cell:
        """A variable for the constraints of clues, which is declared at its first use.

        Clues must define it as a function of the cells, otherwise solutions are counted several times.

        Parameters
        ----------
        name
            The name of the variable; if another variable has it, a prime is added.
        domain
            Its possible values, if it is new.

        Returns
        -------
        Cell
            The variable.
        """
        return self._auxiliaries.declare(text(name, "the name of a variable"), domain)

    def define(self, *definitions: Constraint) -> None:
        """Require constraints that define auxiliary variables and stay whichever clues are taken away.

        Parameters
        ----------
        *definitions
            Constraints in the kernel's terms.

        Raises
        ------
        ModelError
            If one of them is not a constraint.
        """
        for definition in definitions:
            if not isinstance(definition, Constraint):
                raise refused("a definition", "a constraint", definition)
            self._auxiliaries.define(definition)

    def _declare_auxiliary(self, name: str, domain: Iterable[int]) -> Cell:
        while name in self._by_name:
            name += "'"
        return self.variable(name, domain)

    def maximize(
        self,
        expression: Operand | Goal | None = None,
        then: Operand | Goal | Iterable[Operand | Goal] | None = None,
        *,
        bonuses: Bonuses | None = None,
    ) -> None:
        """Make the solutions with the largest score the best ones; the objective so far, if any, is replaced.

        Parameters
        ----------
        expression
            A weighted sum of cells, any other expression, a constraint or a constant.
        then
            What decides among solutions with the same score, if anything: a further score to be maximised,
            ``Minimize(…)``, or a list of these, the most important first.
        bonuses
            Points for a cell that has a value, by cell and value, in addition to the expression.

        Raises
        ------
        ModelError
            If an argument is anything else, or is not about the model's cells.

        >>> model = Model()
        >>> a, b = model.variables("ab", domain=(1, 2, 3))
        >>> model.maximize(2 * a + b, bonuses={(b, 1): 10})
        >>> model.objective.value({a: 3, b: 1})
        17
        >>> model.maximize(a, then=b)
        >>> model.objective
        <Objective: maximize a, then maximize b; replaces maximize a score of 2 cells>
        >>> model.solve().scores
        (3, 3)
        """
        from sudoku_cp.model.objective import Sense

        self._set_objective(Sense.MAXIMIZE, expression, then, bonuses)

    def minimize(
        self,
        expression: Operand | Goal | None = None,
        then: Operand | Goal | Iterable[Operand | Goal] | None = None,
        *,
        bonuses: Bonuses | None = None,
    ) -> None:
        """Make the solutions with the smallest score the best ones; see `maximize`.

        Parameters
        ----------
        expression, then, bonuses
            See `maximize`; what is in ``then`` is minimised, too, unless it is ``Maximize(…)``.
        """
        from sudoku_cp.model.objective import Sense

        self._set_objective(Sense.MINIMIZE, expression, then, bonuses)

    def _set_objective(self, sense: Sense, expression: Any, then: object, bonuses: Bonuses | None) -> None:
        from sudoku_cp.model.goals import GOALS, following, goals_of, in_order

        goals = [GOALS[sense](expression, bonuses), *goals_of(sense, following(then))]
        self.objective = in_order([goal.objective(self, self._auxiliaries) for goal in goals], self.objective)

    def with_constraints(self, constraints: Iterable[Constraint], clues: Iterable[Clue] = ()) -> Self:
        """The same cells with other constraints, without givens and without an objective; pencil marks stay.

        Parameters
        ----------
        constraints
            Constraints on cells of this model, in the kernel's terms.
        clues
            The clues that stand for them in pictures.

        Returns
        -------
        Model
            The new model; its solutions have a value for every cell of this one.

        Raises
        ------
        ModelError
            If an item is not a constraint, or not a clue.
        """
        made = listed(constraints, "the constraints", "a list of constraints")
        for constraint in made:
            if not isinstance(constraint, Constraint):
                raise refused("a constraint", "one of the kernel", constraint)
        shown_by = listed(clues, "the clues", "a list of clues")
        if not all(hasattr(clue, "constraints") for clue in shown_by):
            raise refused("the clues", "a list of clues", clues)
        other = copy(self)
        other._cells, other._own_cells, other._by_name = [*self._cells], {*self._own_cells}, {**self._by_name}
        other.__dict__.pop("_auxiliaries", None)  # it adds to the constraints of this model
        other._constraints, other.clues = list(made), list(shown_by)
        other.declarations, other._dependent, other._outdated = [], [], False
        other.givens, other.pencilmarks, other.objective = {}, dict(self.pencilmarks), None
        return other

    def with_objective(self, objective: Objective | None) -> Self:
        """The same model, with the same cells but another objective.

        Parameters
        ----------
        objective
            The new objective; None for none.

        Raises
        ------
        ModelError
            If it is not an objective.
        """
        from sudoku_cp.model.objective import Objective

        if objective is not None and not isinstance(objective, Objective):
            raise refused("the objective", "an Objective or None", objective)
        other = copy(self)
        other.objective = objective
        return other

    def solution(self, values: Iterable[int]) -> Solution:
        """Values in cell order as a `Solution`.

        Parameters
        ----------
        values
            A value for each cell, in the order of ``cells``.

        Returns
        -------
        Solution
            The values with their cells; the constraints are not checked.

        Raises
        ------
        ModelError
            If the number of values is not that of the cells.
        """
        ordered = integers(values, "the solution", "a list of integers, one for each cell")
        if len(ordered) != len(self._cells):
            raise ModelError(f"{self.name} has {len(self._cells)} cells, not {len(ordered)}")
        return Solution(self.cells, ordered, self)

    def violations(
        self, solution: Mapping[Cell, int] | Sequence[int], givens: Mapping[Cell, int] | None = None
    ) -> list[Violation]:
        """Check a solution by the constraints' own meaning alone.

        Parameters
        ----------
        solution
            A value for every cell, by cell or cell name, or in cell order. Cells that clues declare, such as the values
            of negators, count too.
        givens
            The fixed values; by default the model's own.

        Returns
        -------
        list
            A `Violation` for each broken constraint, given and list of candidates; empty if the solution is right.

        Raises
        ------
        ModelError
            If a cell has no value, or a value is no integer.
        """
        from sudoku_cp.model.answers import violations_of

        return violations_of(self, solution, self.givens if givens is None else givens)

    # The questions, which compile the model within their limits.
    compile = questions.compile_model
    solve = questions.solve
    count = questions.count
    solutions = questions.solutions
    candidates = questions.candidates
    best = questions.best
    pareto = questions.pareto
    check = questions.check
    # Those of setters, which other packages answer.
    why = questions.why
    reduce = questions.reduce
    equal = questions.equal
    explain = questions.explain
    path = questions.path
    rate = questions.rate
