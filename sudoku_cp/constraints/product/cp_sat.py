"""Products in CP-SAT."""

from __future__ import annotations

from collections.abc import Hashable

from sudoku_cp.kernel.cell import Cell, cells_in
from sudoku_cp.kernel.expression import Relation
from sudoku_cp.kernel.product import Product
from sudoku_cp.solvers.cp_sat.layers import define_reading
from sudoku_cp.solvers.cp_sat.lowering import Definitions, define_sum, product_terms


def define(constraint: Product, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if the product is the value; a state is the product of the cells read.

    With wide cells, a variable has the product.

    Raises
    ------
    LoweringError
        If there are too many different intermediate products.
    """
    cells = (*constraint.cells, *cells_in(constraint.value))
    if definitions.literals.any_wide(*cells):
        value = constraint.value
        products = [(1, constraint.cells), (-1, (value,))] if isinstance(value, Cell) else [(1, constraint.cells)]
        terms, more = product_terms(str(constraint), products, definitions.literals)
        number = 0 if isinstance(value, Cell) else value
        define_sum(terms, Relation.EQUAL, number - more, holds, definitions.literals)
        return
    wanted = [*definitions.literals.values_of(constraint.value)]

    def step(read: int, state: Hashable, value: int) -> Hashable | None:
        assert isinstance(state, int)
        if read == len(constraint.cells):
            return state if state == value else None
        total = state * value
        return total if any(goal % total == 0 if total else goal == 0 for goal in wanted) else None

    accepts = wanted.__contains__
    define_reading(str(constraint), cells, 1, step, accepts, holds, definitions.literals)
