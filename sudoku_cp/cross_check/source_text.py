"""A model as a self-contained Python program, and a disagreement as the text that reproduces it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import MISSING, fields
from enum import Enum

from sudoku_cp._base.arguments import checked, of_type
from sudoku_cp.cross_check.report import Report
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.kernel import DFA, NFA
from sudoku_cp.model import Cell, Constraint, LinearExpression, Model, ModelError


def python_source(
    model: Model,
    givens: Mapping[Cell, int],
    solvers: Sequence[str],
    *,
    thorough: bool = False,
    question: str | None = None,
) -> str:
    """A program that declares the model constraint by constraint, and cross-checks it, thoroughly if requested.

    With a question, it asks this one of the fuzzer's further questions instead.

    It supports every kernel constraint: a frozen dataclass is written as a call with its fields, optional ones by name.

    Raises
    ------
    ModelError
        If a constraint holds a value without source text, such as a function.
    """
    names = {("sudoku_cp.model", "Model")}
    body = ["cells = ["]
    hidden = {*model.auxiliary_cells}
    body += [
        f"    model.{'auxiliary' if cell in hidden else 'variable'}({cell.name!r}, {list(cell.domain)}),"
        for cell in model.cells
    ]
    body.append("]")
    body += [f"model.restrict({cell.name!r}, {list(values)})" for cell, values in model.pencilmarks.items()]
    for constraint in model.constraints:
        body.append(f"model.add({_expression(constraint, names)})")
    if model.objective is not None:
        scores = []
        for stage in model.objective.stages:
            points = ", ".join(f"(cells[{cell.index}], {value}): {n}" for (cell, value), n in stage.bonuses.items())
            scores.append(f"{_expression(stage.expression, names)}{f', bonuses={{{points}}}' if points else ''}")
        senses = [stage.sense.value.capitalize() for stage in model.objective.stages]
        names.update(("sudoku_cp.model", sense) for sense in senses[1:])
        then = ", ".join(f"{sense}({score})" for sense, score in zip(senses[1:], scores[1:], strict=True))
        body.append(f"model.{model.objective.sense.value}({scores[0]}{f', then=[{then}]' if then else ''})")
    body += [f"model.give({cell.name!r}, {value})" for cell, value in givens.items()]
    modules: dict[str, list[str]] = {}
    for module, name in sorted(names):
        modules.setdefault(module, []).append(name)
    head = [
        *(f"from {module} import {', '.join(of_module)}" for module, of_module in modules.items()),
        "from sudoku_cp.cross_check.fuzz.questions import wrong"
        if question
        else "from sudoku_cp.cross_check import cross_check",
        "",
        f"model = Model({'' if model.name == 'model' else repr(model.name)})",
    ]
    asked = f"cross_check(model, solvers{', thorough=True' if thorough else ''})"
    if question:
        body += [f"question = {question!r}"]
        asked = "wrong(model, question) or 'right'"
    else:
        body += [f"solvers = {tuple(solvers)!r}"]
    body += ['if __name__ == "__main__":', f"    print({asked})"]
    return "\n".join([*head, *body, ""])


def _origin(kind: type) -> tuple[str, str]:
    """The module to import a class from: for our classes the package that exports it, otherwise the class's own."""
    if kind.__module__.startswith("sudoku_cp."):
        return "sudoku_cp.kernel" if issubclass(kind, (Constraint, DFA, NFA)) else "sudoku_cp.model", kind.__name__
    return kind.__module__, kind.__name__


def _expression(value: object, names: set[tuple[str, str]]) -> str:
    match value:
        case bool() | int() | str() | None:
            return repr(value)
        case Cell():
            return f"cells[{value.index}]"
        case LinearExpression():
            names.add(_origin(type(value)))
            return f"LinearExpression({_expression(value.terms, names)}, {value.constant})"
        case Enum():
            names.add(_origin(type(value)))
            return f"{type(value).__name__}.{value.name}"
        case Constraint() | DFA() | NFA():
            names.add(_origin(type(value)))
            arguments = []
            for field in fields(value):
                if not field.init:
                    continue
                part = getattr(value, field.name)
                if field.default is MISSING:
                    arguments.append(_expression(part, names))
                elif part != field.default:
                    arguments.append(f"{field.name}={_expression(part, names)}")
            return f"{type(value).__name__}({', '.join(arguments)})"
        case Mapping():
            return (
                "{" + ", ".join(f"{_expression(key, names)}: {_expression(value[key], names)}" for key in value) + "}"
            )
        case tuple() | list():
            return "(" + "".join(f"{_expression(item, names)}, " for item in value).rstrip() + ")"
        case frozenset() | set():
            return "frozenset([" + ", ".join(sorted(_expression(item, names) for item in value)) + "])"
    raise ModelError(f"{value!r} cannot be written as source text")


@checked(report=of_type(Report, "a report"))
def reproduction(report: Report) -> str:
    """The puzzle of a report as a TOML document, or as a Python program if a document cannot express it.

    A comment on the first line shows the command that runs it.

    Parameters
    ----------
    report
        The report of a cross-check.

    Returns
    -------
    str
        TOML or Python source text, with a comment on the first line that shows how to run it.
    """
    solvers = [answer.solver for answer in report.answers]
    try:
        return f"# sudoku-cp check --solver {','.join(solvers)} THIS_FILE\n{_document(report)}"
    except ModelError:
        return f"# python THIS_FILE\n{python_source(report.model, report.givens, solvers)}"


def _document(report: Report) -> str:
    puzzle = copy(report.model)
    puzzle.givens = dict(report.givens)
    return dump_document(puzzle)
