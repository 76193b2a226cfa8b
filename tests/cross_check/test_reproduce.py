"""What a disagreement prints can be run again."""

from __future__ import annotations

from io import BytesIO
from typing import Any

from sudoku_cp import Model, Sudoku, formats
from sudoku_cp.cross_check import Report, Verdict, cross_check, reproduction
from sudoku_cp.model.answers import Result, Status
from sudoku_cp.model.limits import Limits


def disagreement(planted: Any, model: Model, **options: Any) -> Report:
    def deny(self: Any, givens: Any, limits: Limits) -> Result:
        return Result("liar", Status.INFEASIBLE)

    report = cross_check(model, [planted("honest"), planted("liar", _solve=deny)], **options)
    assert report.verdict is Verdict.DISAGREE
    return report


def test_a_document(planted: Any, three_solutions: Sudoku) -> None:
    givens = {three_solutions["r3c1"]: 4}
    text = reproduction(disagreement(planted, three_solutions, givens=givens))
    assert text.startswith("# sudoku-cp check --solver honest,liar THIS_FILE\n")
    [document] = formats.read(BytesIO(text.encode()), "again.toml")
    assert isinstance(document, formats.Document)
    assert {cell.name: value for cell, value in document.model.givens.items()} == {"r3c1": 4}
    assert three_solutions.givens.keys() != givens.keys()


def test_a_program_where_no_document_can_hold_the_model(planted: Any, three_solutions: Sudoku) -> None:
    three_solutions.add(three_solutions["r1c3"] + three_solutions["r1c4"] == 7)
    text = reproduction(disagreement(planted, three_solutions))
    assert text.startswith("# python THIS_FILE\nfrom sudoku_cp.kernel import ")
    names: dict[str, Any] = {"__name__": "replayed"}
    exec(text, names)
    again = disagreement(planted, names["model"])
    assert again.solution is not None
    assert three_solutions.violations(again.solution.values_in_order) == []


def test_variables_without_a_grid(planted: Any) -> None:
    model = Model("loose")
    a, b = model.variables("ab", domain=(1, 2))
    model.add(a < b)
    assert "model.variable('a', [1, 2])" in reproduction(disagreement(planted, model))
