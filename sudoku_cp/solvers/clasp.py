"""Clasp, a solver of pseudo-Boolean formulas that learns clauses, as a program."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from shutil import which

from sudoku_cp._base.errors import LoweringError
from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Model
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding
from sudoku_cp.solvers.pseudo_boolean.formula import AtLeast
from sudoku_cp.solving.programs import CompiledProgram, Values
from sudoku_cp.solving.solver import Solver

MOST = 2**31 - 1
"""The largest sum of weights that clasp reads."""


class CompiledClasp(CompiledProgram):
    """A model as a formula in OPB."""

    suffix = ".opb"

    def __init__(self, model: Model, solver: Clasp, limits: Limits = NO_LIMITS) -> None:
        super().__init__(model, solver)
        self._encoding = Encoding(model, {}, limits, solver.plain_name)
        for constraint in self._encoding.formula.constraints.values():
            _limit_weights(constraint)
        if self._encoding.formula.objective is not None:
            _limit_weights(AtLeast.of(self._encoding.formula.objective, 0))

    def _text(self, givens: Givens, target: int | None, best: bool) -> str:
        encoding = self._encoding
        further = [encoding.formula.inequality(*constraint) for constraint in encoding.restrictions(givens, target)]
        return encoding.formula.opb(further, with_objective=best)

    def _command(self, path: str, best: bool) -> Sequence[str]:
        return ["clasp", path, "--models=0", "--quiet=0", "--outf=1"]

    def _parsed(self, lines: Iterator[str]) -> Values:
        values_of, number = self._encoding.values_of, self._encoding.formula.variables
        words: list[str] = []
        for line in lines:
            if line.startswith("v "):
                words += line.split()[1:]
                if len(words) == number:
                    yield values_of({2 * int(word[1:]) - 2 for word in words if word[0] == "x"})
                    words.clear()
            elif line.startswith("s "):
                return "UNKNOWN" not in line
        return False


def _limit_weights(constraint: AtLeast) -> None:
    total = sum(weight for weight, _ in constraint.terms) + abs(constraint.bound)
    if total > MOST:
        raise LoweringError(f"clasp reads sums up to {MOST:,}, and a sum of the formula may be {total:,}")


class Clasp(Solver):
    """The program clasp of the Potassco collection."""

    plain_name = "clasp"
    package = "clasp"

    @classmethod
    def missing(cls) -> str | None:
        """The program, if it is not installed."""
        return None if which("clasp") else "the program clasp is not installed: `apt-get install clasp` brings it"

    @classmethod
    def version(cls) -> str:
        """The version that the program reports."""
        shown = subprocess.run(["clasp", "--version"], capture_output=True, text=True, check=False).stdout
        found = re.search(r"\d+(\.\d+)+", shown)
        return found[0] if found else "unknown"

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> CompiledClasp:
        """Write a model as a formula.

        Raises
        ------
        LoweringError
            If a constraint has no encoding or too large a one, or a limit is reached.
        """
        return CompiledClasp(model, self, limits)


SOLVER = Clasp
