"""Small models of different kinds, and what all their solutions are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sudoku_cp import Model, Sudoku
from sudoku_cp.rules import anti_knight, diagonals, thermo


def plain() -> Model:
    sudoku = Sudoku(4)
    sudoku.give("r1c1", 1)
    return sudoku


def diagonal() -> Model:
    sudoku = Sudoku(4, digits=range(1, 6))
    sudoku.add(diagonals())
    sudoku.give_grid("1.3............2")
    return sudoku


def knight() -> Model:
    sudoku = Sudoku(4, digits=range(1, 6))
    sudoku.add(anti_knight())
    sudoku.give_grid("1....2..........")
    return sudoku


def thermometer() -> Model:
    sudoku = Sudoku(4)
    sudoku.add(thermo("r1c1 r1c3"), sudoku["r4c4"] * sudoku["r4c3"] <= 6)
    return sudoku


def scored() -> Model:
    sudoku = Sudoku(4)
    sudoku.give("r4c4", 3)
    sudoku.add(sudoku["r1c1"] + sudoku["r2c2"] <= 5)
    sudoku.maximize(sum(weight * cell for weight, cell in zip((3, 1, 4, 1, 5, 9, 2, 6, 5), sudoku.cells, strict=False)))
    return sudoku


def least() -> Model:
    sudoku = Sudoku(4)
    sudoku.give("r1c2", 3)
    sudoku.minimize(sudoku["r1c1"] - 2 * sudoku["r3c4"] + sudoku["r2c2"] * sudoku["r4c4"])
    return sudoku


def impossible() -> Model:
    sudoku = Sudoku(4)
    sudoku.add(sudoku["r1c1"] + sudoku["r1c2"] >= 7, sudoku["r2c1"] + sudoku["r2c2"] >= 7)
    return sudoku


def variables() -> Model:
    model = Model()
    a, b, c, d = model.variables("abcd", domain=range(-2, 5))
    model.restrict(b, (-2, 0, 3))
    model.add(a + b + c == d, a != c)
    return model


MODELS: dict[str, Callable[[], Model]] = {
    each.__name__: each for each in (plain, diagonal, knight, thermometer, scored, least, impossible, variables)
}
SCORED = ("scored", "least")


@pytest.fixture(params=MODELS)
def model(request: pytest.FixtureRequest) -> Model:
    return MODELS[request.param]()
