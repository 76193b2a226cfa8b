"""What holds for any expression: its values are among the possible ones, and its source makes it again."""

from __future__ import annotations

import operator
from itertools import product
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from sudoku_cp import AllDifferent, AllOf, AnyOf, Array, Exactly, Model, ModelError, Not, count_of, distinct_of, max_of
from sudoku_cp.kernel import Maximum
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.expression import Expression, Formula

NAMES = {
    **{each.__name__: each for each in (AllDifferent, AllOf, AnyOf, Exactly, Maximum, Not, count_of, distinct_of)},
    **{each.__name__: each for each in (max_of, Array)},
}
MODEL = Model()
CELLS = (*MODEL.variables("ab", (-2, 0, 1, 3)), MODEL.variable("c", (0, 1)))
BINARY = (
    *(operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod),
    *(operator.eq, operator.ne, operator.lt, operator.ge),
)


def extended(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    lists = st.lists(inner, min_size=1, max_size=3)
    return st.one_of(
        st.tuples(st.sampled_from(BINARY), inner, inner).map(lambda drawn: _applied(drawn[0], *drawn[1:])),
        inner.map(abs),
        st.tuples(inner, st.integers(0, 3)).map(lambda drawn: drawn[0] ** drawn[1]),
        lists.map(max_of),
        lists.map(distinct_of),
        lists.map(AllDifferent),
        st.tuples(lists, inner).map(lambda drawn: count_of(*drawn)),
        st.tuples(lists, inner).map(lambda drawn: Array(drawn[0], first=0)[drawn[1]]),
        st.tuples(lists, inner).map(lambda drawn: Maximum(*drawn)),
    )


def _applied(function: Any, left: Any, right: Any) -> Any:
    """The term of an operator; the left side alone where it has no value at all."""
    try:
        return function(left, right)
    except (ModelError, ZeroDivisionError):
        return left


def formulas() -> st.SearchStrategy[Any]:
    leaves = st.one_of(st.sampled_from(CELLS), st.integers(-3, 4))
    return st.recursive(leaves, extended, max_leaves=6).filter(lambda made: isinstance(made, Formula))


def assignments() -> list[dict[Cell, int]]:
    return [dict(zip(CELLS, row, strict=True)) for row in product(*(cell.domain for cell in CELLS))]


def values_of(expression: Expression) -> list[int | None]:
    """Its value for each assignment; None where it has none."""
    found: list[int | None] = []
    for assignment in assignments():
        try:
            found.append(expression.value(assignment))
        except (IndexError, ArithmeticError):
            found.append(None)
    return found


@given(formulas())
@settings(deadline=None)
def test_values_are_possible(formula: Formula) -> None:
    expression = formula.as_term()
    assert {value for value in values_of(expression) if value is not None} <= expression.possible_values()


@given(formulas())
@settings(deadline=None)
def test_the_source_makes_it_again(formula: Formula) -> None:
    again = eval(repr(formula), {**NAMES, **{cell.name: cell for cell in CELLS}})
    expression = again.as_term() if isinstance(again, Formula) else Model().variable("x", [again])
    if isinstance(again, Formula):
        assert values_of(expression) == values_of(formula.as_term())
    else:
        assert {*values_of(formula.as_term())} == {again}
    assert str(formula)


@pytest.mark.slow
@given(formulas(), st.sampled_from(["exact-cover", "cp-sat"]), st.booleans())
@settings(deadline=None, max_examples=60)
def test_a_variable_equals_it_once(formula: Formula, solver: str, as_variable: bool) -> None:
    """Each assignment with a value has one solution: the variables inside are functions of the cells."""
    model = Model()
    cells = [model.variable(cell.name, cell.domain) for cell in CELLS]
    own = eval(repr(formula), {**NAMES, **{cell.name: cell for cell in cells}})
    expression = formula.as_term()
    result = model.variable("result", expression.possible_values())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sudoku_cp.model.auxiliary.MAX_ROWS", 0 if as_variable else 1000)
        model += result == own
    found = [solution.values_in_order[: len(cells) + 1] for solution in model.solutions(solver=solver)]
    wanted = {
        (*assignment.values(), value)
        for assignment, value in zip(assignments(), values_of(expression), strict=True)
        if value is not None
    }
    assert set(found) == wanted
    assert len(found) == len(wanted)
