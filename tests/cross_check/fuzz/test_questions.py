"""The fuzzer's further questions: right answers pass, and a fault of each kind is seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sudoku_cp import Model, MultiGrid, Sudoku, max_of, min_of
from sudoku_cp.cross_check import Verdict
from sudoku_cp.cross_check.fuzz import questions
from sudoku_cp.cross_check.fuzz.cases import GRIDS, Plan, questions_of, random_case
from sudoku_cp.cross_check.fuzz.findings import find_wrong_answer, keep, replay
from sudoku_cp.cross_check.fuzz.questions import QUESTIONS, solutions_of, wrong
from sudoku_cp.cross_check.fuzz.run import examine
from sudoku_cp.human.marks import Marks
from sudoku_cp.rules import killer

Patch = pytest.MonkeyPatch


def several() -> Model:
    """Fourteen solutions or so, with parts that can go."""
    sudoku = Sudoku(4)
    sudoku.give_grid("1234341.2.......")
    sudoku.add(killer("r1c1 r1c2", sum=3))
    sudoku.maximize(sum(weight * cell for weight, cell in enumerate(sudoku.cells)))
    return sudoku


def broken() -> Model:
    """A full grid that breaks a comparison of terms."""
    sudoku = Sudoku(4)
    sudoku.give_grid("1234341221434321")
    cells = [sudoku["r1c1"], sudoku["r1c3"], sudoku["r2c2"], sudoku["r3c1"], sudoku["r4c1"], sudoku["r4c4"]]
    sudoku.add(max_of(cells) - min_of(cells) <= 1)
    assert sudoku.auxiliary_cells
    return sudoku


def single() -> Model:
    sudoku = Sudoku(4)
    sudoku.give_grid("1234341221434321")
    return sudoku


@pytest.mark.parametrize("make", [several, broken, single])
@pytest.mark.parametrize("name", QUESTIONS)
def test_right_answers(name: str, make: Callable[[], Model]) -> None:
    assert solutions_of(make()) is not None
    assert wrong(make(), name) == ""


def _unchecked(patch: Patch) -> None:
    """The check of a full grid, left out."""
    patch.setattr(Marks, "broken", lambda self: None)
    patch.setattr(Marks, "is_solved", Marks.is_filled)


def _changed(name: str, change: Callable[[Any], Any]) -> Callable[[Patch], None]:
    """Change the answers of a function that the questions call."""

    def plant(patch: Patch) -> None:
        real = getattr(questions, name)
        patch.setattr(questions, name, lambda *arguments, **named: change(real(*arguments, **named)))

    return plant


def _with_method(name: str, change: Callable[..., Any]) -> Callable[[Patch], None]:
    """Change a method of models; the change gets the method and its arguments."""

    def plant(patch: Patch) -> None:
        real = getattr(Model, name)
        patch.setattr(Model, name, lambda *arguments, **named: change(real, *arguments, **named))

    return plant


def _without_a_point(pareto: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    front = pareto(*arguments, **named)
    return replace(front, points=front.points[1:])


def _opposite(patch: Patch) -> None:
    maximize, minimize = Model.maximize, Model.minimize
    patch.setattr(Model, "maximize", minimize)
    patch.setattr(Model, "minimize", maximize)


def _given_the_hint(solve: Callable[..., Any], model: Model, *, hint: Any, **named: Any) -> Any:
    (cell, value), *_ = hint.items()
    wrong_value = next(each for each in cell.domain if each != value)
    return solve(model, {**model.givens, cell: wrong_value}, **named)


FAULTS: dict[str, tuple[str, Callable[[], Model], Callable[[Patch], None]]] = {
    "solved though a constraint is broken": ("path", broken, _unchecked),
    "a clash that misses a part": (
        "why",
        broken,
        _changed("why", lambda answer: replace(answer, parts=answer.parts[1:]) if hasattr(answer, "parts") else answer),
    ),
    "a part too many that can go": (
        "reduce",
        several,
        _changed("reduce", lambda answer: replace(answer, kept=answer.kept[1:])),
    ),
    "a relation too few": ("equal", several, _changed("equal", lambda answer: replace(answer, relations=()))),
    "a filling too few": (
        "project",
        several,
        _changed("count_fillings", lambda answer: replace(answer, count=answer.count - 1)),
    ),
    "a point that is dominated": ("pareto", several, _with_method("pareto", _without_a_point)),
    "an order of scores that is not proved": ("order", several, _opposite),
    "a hint that is taken for a given": ("hint", single, _with_method("solve", _given_the_hint)),
    "a journal of another result": ("cubes", several, _changed("check", lambda claim: replace(claim, share=0.5))),
}
"""A question, a model, and how to plant a fault."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_seen(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, make, plant = FAULTS[fault]
    assert wrong(make(), name) == ""
    plant(monkeypatch)
    assert wrong(make(), name) != ""


def test_a_fault_is_shrunk_and_asked_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    _unchecked(monkeypatch)
    finding = find_wrong_answer(broken(), "path", wrong)
    assert finding is not None
    assert finding.reason == "it says that it is solved, and the grid is not the only solution"
    assert finding.key.startswith("question path ")
    assert finding.python.count("model.add(") < 5
    file = keep(tmp_path, finding)[0]
    [(fault, report)] = replay(file, ())
    assert (fault, report.verdict) == (finding.key, Verdict.DISAGREE)
    monkeypatch.undo()
    [(_, report)] = replay(file, ())
    assert (report.verdict, report.faults) == (Verdict.AGREE, ())


def test_an_unexpected_error_is_a_finding() -> None:
    def fails(model: Model, name: str) -> str:
        raise ZeroDivisionError("no reason")

    finding = find_wrong_answer(single(), "path", fails)
    assert finding is not None
    assert finding.reason == "ZeroDivisionError: no reason"


def test_runs_ask_further_questions() -> None:
    plan = Plan(seed=3, sometimes=(), questions=tuple(QUESTIONS), wrong=lambda model, name: f"{name} is wrong")
    for number in range(8):
        asked = questions_of(plan, random_case(3, number))
        found = {finding.solver for finding in examine(plan, number).findings}
        assert found == {f"question {name}" for name in asked}


def test_several_grids_and_large_boards_are_drawn() -> None:
    cases = [random_case(0, number) for number in range(1, 800, 2)]
    grids = [case for case in cases if isinstance(case.model, MultiGrid)]
    large = [case for case in cases if isinstance(case.model, Sudoku) and case.model.size > 9]
    assert len(grids) > 2
    assert len(large) > 2
    assert any((GRIDS, "top") in case.parts for case in grids)
    assert any(case.comparisons is not None for case in cases)
    assert any(isinstance(case.model, Sudoku) and case.model.auxiliary_cells for case in cases)
    assert all(case.tiny for case in (*grids, *large))


def test_all_questions_agree_on_random_models() -> None:
    random, asked = Random(5), 0
    for number in range(40):
        case = random_case(9, number)
        if case.tiny:
            asked += 1
            name = random.choice([*QUESTIONS])
            assert wrong(case.model, name) == "", (number, name)
    assert asked > 20
