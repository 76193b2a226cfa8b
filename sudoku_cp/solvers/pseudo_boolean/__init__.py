"""Models as pseudo-Boolean formulas, for proofs, for solvers of such formulas, and as clauses for SAT solvers."""

from __future__ import annotations

from collections.abc import Mapping

from sudoku_cp.kernel.cell import Cell
from sudoku_cp.model import Model, ModelError
from sudoku_cp.model.limits import Limits
from sudoku_cp.solvers.pseudo_boolean.clauses import Clauses
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding
from sudoku_cp.solving.compiling import Pace


def opb(model: Model, givens: Mapping[Cell, int], limits: Limits) -> str:
    """A model as a formula in OPB, as in a proof."""
    return Encoding(model, givens, limits, "opb").formula.opb()


def lp(model: Model, givens: Mapping[Cell, int], limits: Limits) -> str:
    """A model as a linear program with variables of 0 and 1, in the LP format."""
    return Encoding(model, givens, limits, "lp").formula.lp()


def dimacs(model: Model, givens: Mapping[Cell, int], limits: Limits) -> str:
    """A model as clauses in DIMACS.

    Raises
    ------
    ModelError
        If the model has an objective, for which clauses have no place.
    """
    if model.objective is not None:
        raise ModelError(f"dimacs has no place for the score of {model.name}; opb, lp, minizinc and xcsp3 have")
    pace = Pace("dimacs", model, limits)
    return Clauses(Encoding(model, givens, limits, "dimacs").formula, pace.look).text()
