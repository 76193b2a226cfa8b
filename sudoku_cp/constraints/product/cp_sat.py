"""Products in CP-SAT."""

from __future__ import annotations

from collections.abc import Hashable

from sudoku_cp.kernel.cell import cells_in
from sudoku_cp.kernel.product import Product
from sudoku_cp.solvers.cp_sat.layers import define_reading
from sudoku_cp.solvers.cp_sat.lowering import Definitions


def define(constraint: Product, holds: int, definitions: Definitions) -> None:
    """Make ``holds`` true exactly if the product is the value; a state is the product of the cells read.

    Raises
    ------
    LoweringError
        If there are too many different intermediate products.
    """
    cells = (*constraint.cells, *cells_in(constraint.value))
    wanted = [*definitions.literals.values_of(constraint.value)]

    def step(read: int, state: Hashable, value: int) -> Hashable | None:
        assert isinstance(state, int)
        if read == len(constraint.cells):
            return state if state == value else None
        total = state * value
        return total if any(goal % total == 0 if total else goal == 0 for goal in wanted) else None

    accepts = wanted.__contains__
    define_reading(str(constraint), cells, 1, step, accepts, holds, definitions.literals)
