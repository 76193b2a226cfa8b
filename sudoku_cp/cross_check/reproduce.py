"""A disagreement as source text that reproduces it."""

from __future__ import annotations

from copy import copy

from sudoku_cp._base.arguments import checked, of_type
from sudoku_cp.cross_check.report import Report
from sudoku_cp.cross_check.source_text import python_source
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.model import ModelError


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
