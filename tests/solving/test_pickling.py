"""Pickled models, compiled models, answers and errors mean the same in another process."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from copy import copy
from multiprocessing import get_context
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from sudoku_cp import Model, Sudoku, count_of, formats, max_of, models
from sudoku_cp._base.errors import InputError, LoweringError, ModelError, SudokuError, UnsoundAnswerError
from sudoku_cp.cross_check.fuzz.cases import random_case
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.model.answers import Status
from sudoku_cp.model.fingerprint import fingerprint
from sudoku_cp.model.limits import Limits
from sudoku_cp.rules import RULES, load_rules, loading, registry
from sudoku_cp.solving.registry import load_solver

SHORT = Limits(nodes=200)


def copied(model: Model) -> Model:
    copy = pickle.loads(pickle.dumps(model))
    assert isinstance(copy, Model)
    return copy


def assert_same(model: Model, copy: Model) -> None:
    assert type(copy) is type(model)
    assert [(type(each), each.label, str(each.scope)) for each in copy.constraints] == [
        (type(each), each.label, str(each.scope)) for each in model.constraints
    ]
    assert [str(each) for each in copy.clues] == [str(each) for each in model.clues]
    assert [(cell.name, cell.domain, cell.index) for cell in copy.cells] == [
        (cell.name, cell.domain, cell.index) for cell in model.cells
    ]
    assert {cell.name: value for cell, value in copy.givens.items()} == {
        cell.name: value for cell, value in model.givens.items()
    }
    assert {cell.name for cell in copy.auxiliary_cells} == {cell.name for cell in model.auxiliary_cells}
    assert fingerprint(copy) == fingerprint(model)
    assert not copy.owns_all(model.cells[:1])


def values_of(model: Model) -> object:
    """The answers of a solver under a limit on nodes, which are the same for the same model."""
    compiled = model.compile()
    if model.objective is not None:
        ranking = compiled.best(1, limits=SHORT)
        return ranking.status, ranking.objectives, ranking.bound
    result = compiled.count(3, limits=SHORT)
    return result.status, result.count, result.solution and result.solution.values_in_order


@pytest.mark.slow
@pytest.mark.parametrize("name", models.puzzles())
def test_shipped_puzzles(name: str) -> None:
    model = formats.load(name)
    copy = copied(model)
    assert_same(model, copy)
    assert values_of(copy) == values_of(model)


@pytest.mark.slow
@given(st.integers(0, 2**20), st.integers(0, 40))
@settings(max_examples=40)
def test_fuzz_cases(seed: int, number: int) -> None:
    model = random_case(seed, number).model
    copy = copied(model)
    assert_same(model, copy)
    assert values_of(copy) == values_of(model)


def test_a_copy_takes_further_constraints_and_clues() -> None:
    sudoku = Sudoku(4)
    sudoku.add(sudoku["r1c1"] * sudoku["r1c2"] == 6, RULES["negative_sum"](5))
    copy = copied(sudoku)
    assert isinstance(copy, Sudoku)
    for model in (sudoku, copy):
        model.add(RULES["xv"]("r3c3 r3c4", sum=5), model["r1c1"] * model["r1c2"] <= model["r4c4"] * 3)
    assert_same(sudoku, copy)


def test_a_compiled_model_is_compiled_once_in_a_process() -> None:
    compiled = Sudoku(4).compile("exact-cover:seed=3")
    data = pickle.dumps(compiled)
    copy = pickle.loads(data)
    assert pickle.loads(data) is copy
    assert copy.solver_name == "exact-cover:seed=3"
    assert copy.count().count == 288


def test_a_compiled_model_keeps_its_threads_and_givens() -> None:
    sudoku = Sudoku(4)
    sudoku.give_grid("1...............")
    copy = pickle.loads(pickle.dumps(sudoku.compile().with_threads(2)))
    assert copy.solver_name == "exact-cover:threads=2"
    assert copy.count().count == 72


def test_a_copy_in_the_same_process_has_the_same_model() -> None:
    sudoku = Sudoku(4)
    compiled = sudoku.compile()
    for other in (copy(compiled), compiled.with_threads(2)):
        assert other.model is sudoku
        assert other.count(givens={sudoku["r1c1"]: 1}).count == 72


def test_a_model_changed_after_it_was_compiled_is_refused() -> None:
    for change in ("constraint", "pencil mark", "objective", "cell"):
        sudoku = Sudoku(4)
        compiled = sudoku.compile()
        pickle.dumps(compiled)
        match change:
            case "constraint":
                sudoku.add(sudoku["r1c1"] < sudoku["r1c2"])
            case "pencil mark":
                sudoku.restrict("r1c1", (1, 2))
            case "objective":
                sudoku.maximize(sudoku["r1c1"])
            case _:
                sudoku.variable("extra", (1, 2))
        with pytest.raises(ModelError, match="changed after it was compiled"):
            pickle.dumps(compiled)


def test_answers() -> None:
    sudoku = Sudoku(4)
    sudoku.maximize(sudoku["r1c1"])
    compiled = sudoku.compile()
    result, ranking, candidates = compiled.solve(), compiled.best(2), compiled.candidates()
    same = pickle.loads(pickle.dumps((result, ranking, candidates)))
    assert [str(each) for each in same] == [str(result), str(ranking), str(candidates)]
    assert same[0].status is Status.OPTIMAL
    assert same[0].solution["r1c1"] == 4


@pytest.mark.parametrize(
    "error",
    [
        SudokuError("a"),
        ModelError("b"),
        LoweringError("c"),
        UnsoundAnswerError("d"),
        InputError("e", "file", 3, 7),
        InputError("f"),
    ],
    ids=repr,
)
def test_errors(error: SudokuError) -> None:
    copy = pickle.loads(pickle.dumps(error))
    assert (type(copy), str(copy), vars(copy)) == (type(error), str(error), vars(error))


RULE = """
from sudoku_cp.rules import Cells, rule

@rule("pickled_rise")
def pickled_rise(line: Cells):
    "Digits rise."
    for lower, higher in zip(line, line[1:]):
        yield lower < higher
"""


@pytest.fixture
def ruled(tmp_path: Path) -> Sudoku:
    path = tmp_path / "mine.py"
    path.write_text(RULE)
    (own,) = load_rules(path)
    path.unlink()  # another machine has no such file
    sudoku = Sudoku(4)
    sudoku.add(own("r1c1 r1c2 r1c3"))
    return sudoku


@pytest.fixture(autouse=True)
def _rules_as_before() -> object:
    before = dict(registry._rules)
    yield
    registry._rules.clear()
    registry._rules.update(before)


def test_rules_of_a_file_travel_with_the_model(ruled: Sudoku) -> None:
    data = pickle.dumps(ruled)
    del registry._rules["pickled_rise"]
    copy = pickle.loads(data)
    assert str(copy.clues[0]) == "pickled_rise r1c1 r1c2 r1c3"
    assert copy.clues[0].rule is RULES["pickled_rise"]
    assert_same(ruled, copy)


def test_another_rule_of_the_same_name_is_refused(ruled: Sudoku, tmp_path: Path) -> None:
    data = pickle.dumps(ruled)
    del registry._rules["pickled_rise"]
    (tmp_path / "other.py").write_text(RULE.replace("lower < higher", "lower > higher"))
    load_rules(tmp_path / "other.py")
    with pytest.raises(ModelError, match="not the one declared here"):
        pickle.loads(data)


def test_a_rule_that_is_nowhere_is_refused(ruled: Sudoku) -> None:
    loading.ORIGINS.pop(RULES["pickled_rise"])
    data = pickle.dumps(ruled)
    del registry._rules["pickled_rise"]
    with pytest.raises(ModelError, match="pickled_rise of a pickled model is unknown here"):
        pickle.loads(data)


def counted(compiled: object, cpu: str) -> tuple[int, str]:
    from sudoku_cp import _native
    from sudoku_cp.solving.lowered_model import LoweredModel

    assert isinstance(compiled, LoweredModel)
    assert cpu == _native.cpu_level()
    return compiled.count().count, str(compiled.solve().solution)


@pytest.mark.slow
def test_spawned_processes_of_another_cpu_level(ruled: Sudoku, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = ruled.compile()
    monkeypatch.setenv("SUDOKU_CP_CPU", "baseline")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        count, solution = pool.submit(counted, compiled, "baseline").result(60)
        with pytest.raises(ModelError, match="no cell r9c9"):
            pool.submit(compiled.count, givens={"r9c9": 1}).result(60)
    assert (count, solution) == (compiled.count().count, str(compiled.solve().solution))


@pytest.mark.slow
def test_fingerprints_do_not_depend_on_the_process() -> None:
    program = (
        "from sudoku_cp import formats; from sudoku_cp.model.fingerprint import fingerprint;"
        "print(*[fingerprint(formats.load(name)) for name in ('thermo', 'killer', 'chaos')])"
    )
    found = [
        subprocess.run(
            [sys.executable, "-c", program], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert found[0] == found[1]


def test_fingerprints_of_different_models_differ() -> None:
    seen = {fingerprint(formats.load(name)): name for name in ("killer", "thermo", "target", "windoku", "classic")}
    assert len(seen) == 5


def test_what_a_fingerprint_reads() -> None:
    def model(change: str = "") -> Model:
        sudoku = Sudoku(4)
        first, second = sudoku["r1c1"], sudoku["r1c2"]
        if change == "order":
            sudoku.add(second < sudoku["r2c2"], first + second <= 6)
        else:
            sudoku.add(first + second <= (7 if change == "constant" else 6), second < sudoku["r2c2"])
        sudoku.maximize(first + (5 if change == "score" else 0), bonuses={(second, 2): 3 if change == "bonus" else 4})
        if change == "pencil mark":
            sudoku.restrict(first, (1, 2))
        if change == "given":
            sudoku.give(first, 1)
        return sudoku

    usual = fingerprint(model())
    assert {change: fingerprint(model(change)) == usual for change in CHANGES} == CHANGES


def test_fingerprints_tell_constraints_of_the_same_name_apart() -> None:
    class Own(AllDifferent):
        __qualname__ = "AllDifferent"

    shipped, own = Sudoku(4), Sudoku(4)
    shipped.add(AllDifferent(shipped.cells[:2]))
    own.add(Own(own.cells[:2]))
    assert fingerprint(own) != fingerprint(shipped)


CHANGES = {
    "": True,
    "order": True,
    "given": True,
    "constant": False,
    "score": False,
    "bonus": False,
    "pencil mark": False,
}


def test_solvers_answer_alike_after_pickling() -> None:
    sudoku = Sudoku(4)
    sudoku.give_grid("1...2...........")
    for name in ("exact-cover", "cp-sat", "python-constraint"):
        assert pickle.loads(pickle.dumps(load_solver(name).compile(sudoku))).count().count == sudoku.count().count


def test_constraints_as_terms() -> None:
    model = Model()
    cells = model.variables("abcdef", range(7))
    a, b, c, *_ = cells
    model += (a * b < c + 1) + (count_of(cells, 3) == 1) + max_of([a, a * b == c, b]) >= 3
    assert any(cell.name.startswith("(") for cell in model.auxiliary_cells)
    counted = model.compile()
    assert pickle.loads(pickle.dumps(counted)).count(100).count == counted.count(100).count == 100
