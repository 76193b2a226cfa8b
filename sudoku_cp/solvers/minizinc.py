"""MiniZinc with Gecode, a solver of finite domains, as programs; and models in the language MiniZinc."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from shutil import which

from sudoku_cp.kernel.all_different import AllDifferent
from sudoku_cp.kernel.automaton import Automaton
from sudoku_cp.kernel.cell import Cell, Givens
from sudoku_cp.kernel.table import Table
from sudoku_cp.model import Model
from sudoku_cp.model.limits import NO_LIMITS, Limits
from sudoku_cp.model.objective import Sense
from sudoku_cp.solvers.expressions import LOGIC, Declared, Expression, used_transitions
from sudoku_cp.solving.programs import CompiledProgram, Values
from sudoku_cp.solving.solver import Solver

_SIGNS = {"eq": "=", "ne": "!=", "le": "<=", "ge": ">=", "and": "/\\", "or": "\\/", "iff": "<->", "mul": "*"}
_INCLUDED = ("alldifferent", "table", "regular")


class Document:
    """A model in MiniZinc, to which questions add lines. Only what it uses is included, not all globals."""

    def __init__(self, model: Model, limits: Limits, solver: str) -> None:
        self._model = model
        self._declared = Declared(model, limits, solver)
        declared = self._declared
        self._lines = [
            line
            for cell, name, domain in zip(model.cells, declared.names, declared.domains, strict=True)
            for line in (f"% {name}: {_comment(cell.name)}", f"var {_domain(domain)}: {name};")
        ]
        self._lines += [f"var 0..1: {flag};" for flag in declared.flags]
        said = ""
        for comment, part in declared.parts:
            if comment != said:
                self._lines.append(f"% {_comment(comment)}")
                said = comment
            self._lines.append(f"constraint {self._stated(part)};")

    def text(self, givens: Mapping[Cell, int], target: int | None, best: bool) -> str:
        """The text of a question: for solutions, for those that reach a target, or for the best one."""
        declared, objective = self._declared, self._model.objective
        included = [f'include "{name}.mzn";' for name in _INCLUDED if any(f" {name}(" in line for line in self._lines)]
        lines = [f"constraint {declared.name(cell)} = {value};" for cell, value in givens.items()]
        goal = "satisfy"
        if objective is not None and best:
            goal = f"{objective.sense.value} {_number(declared.score)}"
        if objective is not None and target is not None:
            sign = ">=" if objective.sense is Sense.MAXIMIZE else "<="
            lines.append(f"constraint {_number(declared.score)} {sign} {target};")
        search = f"int_search([{', '.join(declared.names)}], dom_w_deg, indomain_min, complete)"
        lines.append(f"solve{f' :: {search}' if declared.names else ''} {goal};")
        shown = "".join(f', " ", show({name})' for name in declared.names)
        lines.append(f'output ["v"{shown}, "\\n"];')
        return "\n".join([*included, *self._lines, *lines]) + "\n"

    def _stated(self, part: AllDifferent | Table | Automaton | Expression) -> str:
        name = self._declared.name
        match part:
            case AllDifferent():
                return f"alldifferent([{', '.join(map(name, part.cells))}])"
            case Table():
                rows = sorted(part.tuples)
                entries = ", ".join(str(entry) for row in rows for entry in row)
                array = f"array2d(1..{len(rows)}, 1..{len(part.cells)}, [{entries}])"
                return f"table([{', '.join(map(name, part.cells))}], {array})"
            case Automaton():
                return self._regular(part)
        return _truth(part)

    def _regular(self, automaton: Automaton) -> str:
        """A regular constraint, in which states count from 1, values too, and 0 is the state of rejection."""
        steps = used_transitions(automaton)
        values = [value for cell in automaton.cells for value in cell.domain]
        least, most = min(values), max(values)
        states = len(automaton.machine.transitions)
        after = {(state, value): target + 1 for state, value, target in steps}
        table = [after.get((state, value), 0) for state in range(states) for value in range(least, most + 1)]
        cells = ", ".join(f"{self._declared.name(cell)} - {least - 1}" for cell in automaton.cells)
        accepting = ", ".join(str(state + 1) for state in sorted(automaton.machine.accepting))
        array = f"array2d(1..{states}, 1..{most - least + 1}, {table})"
        start = getattr(automaton.machine, "start") + 1  # noqa: B009 (a deterministic machine has one)
        return f"regular([{cells}], {states}, {most - least + 1}, {array}, {start}, {{{accepting}}})"


def _comment(text: str) -> str:
    return " ".join(text.split())


def _domain(values: Sequence[int]) -> str:
    """The domain of a variable; an empty one is said with an empty range."""
    if values and values[-1] - values[0] + 1 == len(values):
        return f"{values[0]}..{values[-1]}"
    return f"{{{', '.join(map(str, values))}}}"


def _truth(expression: Expression) -> str:
    operation, *operands = expression
    write = _truth if operation in ("and", "or", "iff") else _number
    return f" {_SIGNS[operation]} ".join(f"({write(operand)})" for operand in operands)


def _number(expression: Expression) -> str:
    if not isinstance(expression, tuple):
        return str(expression)
    operation, *operands = expression
    if operation in LOGIC:
        return f"bool2int({_truth(expression)})"
    if operation == "mul":
        return " * ".join(f"({_number(operand)})" for operand in operands)
    function = {"add": "sum", "max": "max", "min": "min"}[operation]
    return f"{function}([{', '.join(map(_number, operands))}])"


def minizinc(model: Model, givens: Mapping[Cell, int], limits: Limits) -> str:
    """A model in MiniZinc."""
    return Document(model, limits, "minizinc").text(givens, None, model.objective is not None)


class CompiledMiniZinc(CompiledProgram):
    """A model in MiniZinc, which is translated for Gecode at each question."""

    suffix = ".mzn"

    def __init__(self, model: Model, solver: MiniZinc, limits: Limits = NO_LIMITS) -> None:
        super().__init__(model, solver)
        self._document = Document(model, limits, solver.plain_name)

    def _text(self, givens: Givens, target: int | None, best: bool) -> str:
        return self._document.text(givens, target, best)

    def _command(self, path: str, best: bool) -> Sequence[str]:
        return ["minizinc", "--solver", "gecode", "--all-solutions", path]

    def _parsed(self, lines: Iterator[str]) -> Values:
        for line in lines:
            if line == "v" or line.startswith("v "):
                yield tuple(map(int, line.split()[1:]))
            elif line in ("==========", "=====UNSATISFIABLE====="):
                return True
        return False


class MiniZinc(Solver):
    """The program minizinc with the solver Gecode."""

    plain_name = "minizinc"
    package = "minizinc"

    @classmethod
    def missing(cls) -> str | None:
        """The programs, if they are not installed."""
        if which("minizinc"):
            return None
        return "the program minizinc is not installed: `apt-get install minizinc` brings it, with Gecode"

    @classmethod
    def version(cls) -> str:
        """The version that the program reports."""
        shown = subprocess.run(["minizinc", "--version"], capture_output=True, text=True, check=False).stdout
        found = re.search(r"\d+(\.\d+)+", shown)
        return found[0] if found else "unknown"

    def compile(self, model: Model, limits: Limits = NO_LIMITS) -> CompiledMiniZinc:
        """Write a model in MiniZinc.

        Raises
        ------
        LoweringError
            If a constraint cannot be written, or a limit is reached.
        """
        return CompiledMiniZinc(model, self, limits)


SOLVER = MiniZinc
