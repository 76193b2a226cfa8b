"""CaDiCaL, a SAT solver, through the package python-sat.

Calls of the package do not end at a limit. A process of its own therefore reads the clauses and prints solutions; it is
this module as a program: ``python -m sudoku_cp.solvers.cadical FILE``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec

from sudoku_cp.kernel.cell import Givens
from sudoku_cp.model import Model
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.solvers.pseudo_boolean.clauses import Clauses, dimacs, reaching
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding
from sudoku_cp.solvers.pseudo_boolean.formula import AtLeast
from sudoku_cp.solving.compiling import Pace
from sudoku_cp.solving.programs import CompiledProgram, Values
from sudoku_cp.solving.solver import Solver

SHOWN, GAIN = "c p show", "c gain"
"""The lines with the variables that distinguish solutions, and with the bits of the score, from the lowest."""


class CompiledCadical(CompiledProgram):
    """A model as clauses. The score is a binary number, of which a better solution must have a larger one."""

    suffix = ".cnf"

    def __init__(self, model: Model, solver: Cadical, limits: Limits = NO_LIMITS) -> None:
        super().__init__(model, solver)
        pace = Pace(solver.plain_name, model, limits)
        self._encoding = Encoding(model, {}, limits, solver.plain_name)
        self._clauses = Clauses(self._encoding.formula, pace.look)
        self._bits: list[int] = []
        if self._encoding.formula.objective is not None:
            gain = AtLeast.of([(-weight, literal) for weight, literal in self._encoding.formula.objective], 0)
            self._bits = self._clauses.bits([(weight, dimacs(literal)) for weight, literal in gain.terms])
            self._least = gain.bound
            """What a gain of 0 is as a binary number."""

    def _text(self, givens: Givens, target: int | None, best: bool) -> str:
        literals = self._encoding.literals
        further = [[dimacs(literals[cell.index][value])] for cell, value in givens.items()]
        if target is not None:
            further += reaching(self._bits, max(0, self._encoding.gain_of(target) + self._least))
        comments = [f"gain {' '.join(map(str, self._bits))}"] if best else []
        return self._clauses.text(further, comments)

    def _command(self, path: str, best: bool) -> Sequence[str]:
        return [sys.executable, "-m", "sudoku_cp.solvers.cadical", path]

    def _parsed(self, lines: Iterator[str]) -> Values:
        for line in lines:
            if line.startswith("v"):
                yield self._encoding.values_of({2 * int(word) - 2 for word in line.split()[1:]})
            elif line.startswith("s "):
                return True
        return False


class Cadical(Solver):
    """CaDiCaL, as the package python-sat has it."""

    plain_name = "cadical"
    package = "python-sat"

    @classmethod
    def missing(cls) -> str | None:
        """The package, if it is not installed."""
        return None if find_spec("pysat") else "python-sat is not installed: `pip install --pre python-sat` brings it"

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> CompiledCadical:
        """Write a model as clauses.

        Raises
        ------
        LoweringError
            If a constraint has no encoding or too large a one, or a limit is reached.
        """
        return CompiledCadical(model, self, limits)


SOLVER = Cadical


def print_solutions(path: str) -> None:
    """Print the true variables of each solution of a file, or, if it has a gain, of ever better ones."""
    from pysat.solvers import Solver as SatSolver

    shown: list[int] = []
    gain: list[int] | None = None
    with SatSolver("cadical195") as solver, open(path, encoding="utf-8") as stream:
        for line in stream:
            if line.startswith(SHOWN):
                shown = [int(word) for word in line.split()[3:-1]]
            elif line.startswith(GAIN):
                gain = [int(word) for word in line.split()[2:]]
            elif line[0] not in "cp":
                _add(solver, [int(word) for word in line.split()[:-1]])
        while solver.solve():
            true = {literal for literal in solver.get_model() or () if literal > 0}
            found = [number for number in shown if number in true]
            print("v", *found, flush=True)
            if gain is None:
                _add(solver, [-number for number in found])
                continue
            value = sum((abs(bit) in true) == (bit > 0) and 1 << place for place, bit in enumerate(gain))
            for clause in reaching(gain, value + 1):
                _add(solver, clause)
    print("s COMPLETE", flush=True)


def _add(solver: object, clause: list[int]) -> None:
    """Add a clause; the package forgets an empty one."""
    for each in [clause] if clause else [[1], [-1]]:
        solver.add_clause(each)  # type: ignore[attr-defined]


if __name__ == "__main__":
    print_solutions(sys.argv[1])
