"""Models of the same houses share a problem of the engine; models that differ in anything do not."""

from __future__ import annotations

from collections.abc import Callable

from sudoku_cp import AllDifferent, Model, Sudoku
from sudoku_cp.solving.registry import load_solver
from tests.support import brute_force


def plain(digits: range = range(1, 4), *houses: str) -> Model:
    model = Model()
    cells = {cell.name: cell for cell in model.variables("abcd", domain=digits)}
    for house in houses:
        model.add(AllDifferent(cells[name] for name in house))
    return model


def marked() -> Model:
    model = plain(range(1, 4), "abc", "cd")
    return model.restrict("a", (1, 3))


def summed() -> Model:
    model = plain(range(1, 4), "abc", "cd")
    model.add(model["a"] + model["d"] == 4)
    return model


def split() -> Model:
    model = plain(range(1, 4), "abc", "cd")
    model.add((model["a"] == 1) | (model["d"] == 1))
    return model


def own_domains(second: tuple[int, int]) -> Model:
    model = Model()
    cells = [
        model.variable(name, domain) for name, domain in zip("abcd", ((1, 2), second, (1, 2), (2, 3)), strict=True)
    ]
    model.add(AllDifferent(cells[:2]))
    return model


MODELS: list[Callable[[], Model]] = [
    lambda: plain(range(1, 4), "abc", "cd"),
    lambda: plain(range(2, 5), "abc", "cd"),
    lambda: plain(range(1, 4), "abc", "bd"),
    lambda: plain(range(1, 4), "abc"),
    lambda: plain(range(1, 5), "abc", "cd"),
    marked,
    summed,
    split,
    lambda: own_domains((2, 3)),
    lambda: own_domains((4, 7)),
]


def test_each_model_has_its_own_solutions() -> None:
    expected = [sorted(brute_force(make())) for make in MODELS]
    assert all(expected)
    for _ in range(3):
        for make, solutions in zip(MODELS, expected, strict=True):
            compiled = load_solver().compile(make())
            assert sorted(solution.values_in_order for solution in compiled.solutions()) == solutions


def test_a_score_is_not_lost() -> None:
    for _ in range(2):
        assert load_solver().compile(plain(range(1, 4), "abc", "cd")).count().count == 12
        scored = plain(range(1, 4), "abc", "cd")
        scored.maximize(scored["a"] + scored["d"])
        assert load_solver().compile(scored).solve().objective == 6


def test_many_sizes_in_turn() -> None:
    """More than are kept."""
    for _ in range(2):
        for size in range(1, 10):
            assert load_solver().compile(Sudoku(size)).solve().solution is not None
