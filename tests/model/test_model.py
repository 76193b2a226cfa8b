from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pytest

from sudoku_cp import AllDifferent, Cell, Constraint, Model, ModelError, Sudoku


@dataclass(frozen=True)
class Rising:
    """A clue of two cells."""

    cells: tuple[Cell, Cell]

    def constraints(self, model: Model) -> Iterable[Constraint]:
        low, high = self.cells
        yield low < high
        yield AllDifferent(self.cells, label="own label")

    def __str__(self) -> str:
        return "rising"


def test_variables() -> None:
    model = Model()
    a = model.variable("a", [3, 1, 3, 2])
    b, c = model.variables(["b", "C"], (x for x in (5, 4)))
    assert (a.domain, b.domain, c.domain) == ((1, 2, 3), (4, 5), (4, 5))
    assert model.cells == (a, b, c)
    assert [cell.index for cell in model.cells] == [0, 1, 2]
    assert (model["a"], model["C"], a.row, a.column) == (a, c, None, None)


def test_wrong_variables() -> None:
    model = Model("mine")
    model.variable("a", (1,))
    with pytest.raises(ModelError, match="two variables a"):
        model.variable("a", (2,))
    with pytest.raises(ModelError, match="b has an empty domain"):
        model.variable("b", ())
    with pytest.raises(ModelError, match="mine has no cell b"):
        model["b"]


def test_constraints_and_clues_are_added_in_order() -> None:
    model = Model()
    a, b = model.variables("ab", (1, 2))
    plain = a + b == 3
    model.add(plain, Rising((a, b)))
    assert model.constraints[0] is plain
    assert [str(constraint) for constraint in model.constraints[1:]] == ["rising", "own label"]
    assert [str(clue) for clue in model.clues] == ["rising"]


def test_wrong_constraints() -> None:
    model, other = Model("mine"), Model()
    (a,) = model.variables("a", (1, 2))
    foreign = other.variables("xyz", (1, 2))
    with pytest.raises(ModelError, match="x is not a cell of mine"):
        model.add(AllDifferent((a, foreign[0])))
    with pytest.raises(ModelError, match="z is not a cell of mine"):
        model.add(a < foreign[2])
    with pytest.raises(ModelError, match="neither a constraint nor a clue"):
        model.add(7)  # type: ignore[arg-type]
    assert model.constraints == []


def test_givens_and_pencil_marks() -> None:
    sudoku = Sudoku(4)
    cell = sudoku[1, 1]
    assert sudoku.give("r1c1", 3).restrict(cell, [4, 3, 1]).restrict("R1C1", (1, 2, 3)) is sudoku
    assert sudoku.givens[cell] == 3
    assert sudoku.domain_of(cell) == (1, 3)
    assert sudoku.domain_of(sudoku[1, 2]) == (1, 2, 3, 4)
    with pytest.raises(ModelError, match="r1c1 = 5: the digits are 1–4"):
        sudoku.give(cell, 5)
    with pytest.raises(ModelError, match="candidate 0 of r1c1: the digits are 1–4"):
        sudoku.restrict(cell, [0, 1])


class Contradictory(Constraint):
    """A constraint that is broken, of parts that are not."""

    __slots__ = ("cells", "label")

    def __init__(self, cells: tuple[Cell, ...]) -> None:
        self.cells, self.label = cells, "odd"

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    @property
    def parts(self) -> tuple[Constraint, ...]:
        return ()

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return False

    def describe(self) -> str:
        return "never"


def test_a_broken_constraint_is_named_even_if_no_part_is() -> None:
    model = Model()
    model.add(Contradictory(model.variables("ab", (1, 2))))
    assert [str(violation) for violation in model.violations((1, 2))] == ["odd is broken: a=1 b=2"]


def test_violations_name_what_is_wrong() -> None:
    model = Model()
    a, b = model.variables("ab", (1, 2, 3))
    model.add(AllDifferent(a, b, label="pair"))
    model.give(a, 1)
    model.restrict(b, (1, 2))
    assert model.violations((1, 2)) == []
    assert [str(violation) for violation in model.violations((3, 3))] == [
        "a=3 overrides the given 1",
        "b=3 is not among its candidates",
        "pair is broken: a=3 b=3",
    ]
    assert [violation.constraint for violation in model.violations({a: 1, b: 1})] == model.constraints
    assert model.violations((2, 1), givens={}) == []
    assert model.violations((2, 1), givens={a: 2}) == []
    assert [str(violation) for violation in model.violations((2, 1), givens={a: 3})] == ["a=2 overrides the given 3"]
    assert [str(violation) for violation in model.violations((4, 2), givens={})] == ["a=4 is not among its candidates"]


def test_solution_needs_a_value_for_every_cell() -> None:
    model = Model("mine")
    model.variables("ab", (1, 2))
    for values in ((1,), (1, 2, 1)):
        with pytest.raises(ModelError, match="mine has 2 cells"):
            model.solution(values)


def test_ownership_is_by_identity() -> None:
    model, twin = Model(), Model()
    (a,) = model.variables("a", (1, 2))
    strangers = twin.variables("ab", (1, 2))
    assert model.owns(a)
    assert not any(model.owns(cell) for cell in strangers)


class Total:
    """A clue that reads the others: the first cell is the number of those that rise."""

    reads_clues = True

    def constraints(self, model: Model) -> list[Constraint]:
        return [model.cells[0] == sum(isinstance(clue, Rising) for clue in model.clues)]

    def __str__(self) -> str:
        return "total"


def test_a_clue_that_reads_others_is_made_anew() -> None:
    model = Model()
    a, b = model.variables("ab", domain=range(5))
    model.add(Total(), a < b)
    declared = model.constraints
    assert [str(constraint) for constraint in declared] == ["total", "a - b ≤ -1"]
    assert declared[0].holds({a: 0})
    model.add(Rising((a, b)), Rising((a, b)))
    assert model.constraints is declared
    assert declared[-1].holds({a: 2})
    assert [str(constraint) for constraint in declared].count("total") == 1
    model.add(Total())
    assert [constraint.holds({a: 2}) for constraint in model.constraints if str(constraint) == "total"] == [True, True]
