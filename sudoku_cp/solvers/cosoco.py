"""Cosoco, a solver of finite domains, as a program; and models in XCSP3, which it reads."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from xml.sax.saxutils import escape

from sudoku_cp.kernel.all_different import AllDifferent
from sudoku_cp.kernel.automaton import Automaton
from sudoku_cp.kernel.cell import Cell, Givens
from sudoku_cp.kernel.table import Table
from sudoku_cp.model import Model
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.model.objective import Sense
from sudoku_cp.solvers.expressions import FALSE, Declared, Expression, is_linear, used_transitions
from sudoku_cp.solving.programs import CompiledProgram, Values
from sudoku_cp.solving.solver import Solver


class Document:
    """A model in XCSP3, to which questions add constraints."""

    def __init__(self, model: Model, limits: Limits, solver: str) -> None:
        self._model = model
        self._declared = Declared(model, limits, solver)
        declared = self._declared
        self._constraints: list[str] = []
        self._variables = [
            line
            for cell, name, domain in zip(model.cells, declared.names, declared.domains, strict=True)
            for line in (f"<!-- {name}: {_comment(cell.name)} -->", f'<var id="{name}"> {_domain(domain)} </var>')
        ]
        if not declared.names:  # an instance has a variable
            self._variables.append('<var id="c0"> 0 </var>')
            self._constraints.append(_intension(("eq", "c0", 0)))
        self._variables += [f'<var id="{flag}"> 0..1 </var>' for flag in declared.flags]
        used: set[str] = set()
        said = ""
        for comment, part in declared.parts:
            if comment != said:
                self._constraints.append(f"<!-- {_comment(comment)} -->")
                said = comment
            self._constraints.append(self._stated(part))
            used.update(re.findall(r"c\d+", self._constraints[-1]))
        for name, domain in zip(declared.names, declared.domains, strict=True):
            if name not in used:  # cosoco gives no value to a variable that occurs nowhere
                self._constraints.append(_intension(("ge", name, min(domain, default=0))))

    def text(self, givens: Mapping[Cell, int], target: int | None, best: bool) -> str:
        """The text of a question: for solutions, for those that reach a target, or for the best one."""
        declared, objective = self._declared, self._model.objective
        more = [_intension(("eq", declared.name(cell), value)) for cell, value in givens.items()]
        goal = []
        if objective is not None and best:
            name = objective.sense.value
            goal = ["<objectives>", f"<{name}> {_written(declared.score)} </{name}>", "</objectives>"]
        if objective is not None and target is not None:
            more.append(_condition(("ge" if objective.sense is Sense.MAXIMIZE else "le", declared.score, target)))
        kind = "COP" if goal else "CSP"
        return "\n".join(
            [
                f'<instance format="XCSP3" type="{kind}">',
                *("<variables>", *self._variables, "</variables>"),
                *("<constraints>", *self._constraints, *more, "</constraints>"),
                *(*goal, "</instance>"),
            ]
        )

    def _stated(self, part: AllDifferent | Table | Automaton | Expression) -> str:
        name = self._declared.name
        match part:
            case AllDifferent():
                return f"<allDifferent> {' '.join(map(str, map(name, part.cells)))} </allDifferent>"
            case Table():
                cells = " ".join(str(name(cell)) for cell in part.cells)
                rows = sorted(part.tuples)
                tuples = (
                    " ".join(str(row[0]) for row in rows)
                    if len(part.cells) == 1
                    else "".join(f"({','.join(map(str, row))})" for row in rows)
                )
                return f"<extension> <list> {cells} </list> <supports> {tuples} </supports> </extension>"
            case Automaton():
                return self._regular(part)
        if part is FALSE:  # a value that the cell has not: constraints have variables
            return _intension(("lt", "c0", min(self._declared.domains[0], default=0) if self._declared.domains else 0))
        return _condition(part)

    def _regular(self, automaton: Automaton) -> str:
        cells = " ".join(str(self._declared.name(cell)) for cell in automaton.cells)
        steps = "".join(f"(s{state},{value},s{target})" for state, value, target in used_transitions(automaton))
        final = " ".join(f"s{state}" for state in sorted(automaton.machine.accepting))
        start = getattr(automaton.machine, "start")  # noqa: B009 (a deterministic machine has one)
        return (
            f"<regular> <list> {cells} </list> <transitions> {steps} </transitions> "
            f"<start> s{start} </start> <final> {final} </final> </regular>"
        )


def _comment(text: str) -> str:
    """A text without what ends a comment."""
    return escape(" ".join(text.split())).replace("--", "- -").rstrip("-")


def _domain(values: Sequence[int]) -> str:
    if len(values) > 1 and values[-1] - values[0] + 1 == len(values):
        return f"{values[0]}..{values[-1]}"
    return " ".join(map(str, values))


def _condition(expression: Expression) -> str:
    """A constraint that an expression is true: a sum where it is one."""
    terms = is_linear(expression)
    if terms is None or len(terms) < 2:
        return _intension(expression)
    names, weights = " ".join(name for _, name in terms), " ".join(str(weight) for weight, _ in terms)
    condition = f"({expression[0]},{expression[2]})"
    return f"<sum> <list> {names} </list> <coeffs> {weights} </coeffs> <condition> {condition} </condition> </sum>"


def _intension(expression: Expression) -> str:
    return f"<intension> {_written(expression)} </intension>"


def _written(expression: Expression) -> str:
    if not isinstance(expression, tuple):
        return str(expression)
    operation, *operands = expression
    return f"{operation}({','.join(map(_written, operands))})"


def xcsp3(model: Model, givens: Mapping[Cell, int], limits: Limits) -> str:
    """A model in XCSP3."""
    return Document(model, limits, "xcsp3").text(givens, None, model.objective is not None) + "\n"


def _program() -> str | None:
    """The path of the program: that of its package, without the package's start of Python, or else of the system."""
    package = find_spec("cosoco_bin")
    for folder in package.submodule_search_locations or () if package else ():
        if os.access(own := Path(folder) / "cosoco", os.X_OK):
            return str(own)
    return which("cosoco")


class CompiledCosoco(CompiledProgram):
    """A model in XCSP3."""

    suffix = ".xml"

    def __init__(self, model: Model, solver: Cosoco, limits: Limits = NO_LIMITS) -> None:
        super().__init__(model, solver)
        self._document = Document(model, limits, solver.plain_name)

    def _text(self, givens: Givens, target: int | None, best: bool) -> str:
        return self._document.text(givens, target, best)

    def _command(self, path: str, best: bool) -> Sequence[str]:
        return [_program() or "cosoco", path, *([] if best else ["-nbsols=0"]), "-model=1", "-colors=0", "-verb=0"]

    def _parsed(self, lines: Iterator[str]) -> Values:
        number, complete = len(self.model.cells), False
        for line in lines:
            if line.startswith("v "):  # the best solution follows the status
                yield tuple(map(int, line.split()[1 : number + 1]))
            elif line == "s UNSATISFIABLE":  # while it reads, and it may go on without the constraint
                return True
            elif line.startswith("s "):
                complete = "UNKNOWN" not in line
        return complete


class Cosoco(Solver):
    """The program cosoco, which reads XCSP3."""

    plain_name = "cosoco"
    package = "cosoco"

    @classmethod
    def missing(cls) -> str | None:
        """The program, if it is not installed."""
        return None if _program() else "the program cosoco is not installed: `pip install cosoco` brings it"

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> CompiledCosoco:
        """Write a model in XCSP3.

        Raises
        ------
        LoweringError
            If a constraint cannot be written, or a limit is reached.
        """
        return CompiledCosoco(model, self, limits)


SOLVER = Cosoco
