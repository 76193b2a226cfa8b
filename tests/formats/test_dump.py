from __future__ import annotations

from collections.abc import Callable

import pytest

from sudoku_cp import models, rules
from sudoku_cp.formats import Document, GridText, write
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.kernel import AllDifferent
from sudoku_cp.model import InputError, LinearExpression, Model, ModelError, Sudoku
from sudoku_cp.model.sudoku import single_grid

ReadDocument = Callable[[str], Sudoku]


def weights(sudoku: Sudoku) -> dict[str, int]:
    assert sudoku.objective is not None
    return {cell.name: weight for weight, cell in sudoku.objective.expression.terms}


def points(sudoku: Sudoku) -> dict[str, dict[int, int]]:
    assert sudoku.objective is not None
    given = {cell.name: by_digit for cell, by_digit in sudoku.objective.points().items()}
    return {name: by_digit for name, by_digit in given.items() if any(by_digit.values())}


def same(one: Sudoku, other: Sudoku) -> bool:
    return (
        (one.name, one.height, one.width, one.box, one.digits, one.symbols)
        == (other.name, other.height, other.width, other.box, other.digits, other.symbols)
        and [constraint.describe() for constraint in one.constraints]
        == [constraint.describe() for constraint in other.constraints]
        and {cell.name: value for cell, value in one.givens.items()}
        == {cell.name: value for cell, value in other.givens.items()}
        and {cell.name: values for cell, values in one.pencilmarks.items()}
        == {cell.name: values for cell, values in other.pencilmarks.items()}
        and list(map(str, one.clues)) == list(map(str, other.clues))
    )


def killer() -> Sudoku:
    sudoku = Sudoku(9, name='a "killer"\n')
    sudoku.add(rules.killer("r1c1 r1c2", sum=3), rules.anti_knight(), rules.thermo("r3c3 r4c4 r5c5"))
    return sudoku.give("r1c1", 1).restrict("r2c2", (7, 8))


def jigsaw() -> Sudoku:
    return Sudoku(4, regions="AABBAACBDCCBDDDC").give("r1c1", 4)


def bonuses() -> Sudoku:
    sudoku = Sudoku(4)
    sudoku.minimize(2 * sudoku["r1c1"], bonuses={(sudoku["r1c1"], 3): -7, (sudoku["r2c4"], 1): 5})
    return sudoku.give("r4c4", 2)


def spoken_letters() -> Sudoku:
    return Sudoku(6, box=(3, 2), digits=range(6), symbols='ab"\\ef').give("r1c3", 2).give("r1c4", 3)


def large_digits() -> Sudoku:
    return Sudoku(4, digits=(40, 50, 60, 70)).give("r1c1", 70)


def latin() -> Sudoku:
    return Sudoku(5, regions=()).give("r1c1", 5)


def more_digits() -> Sudoku:
    return Sudoku(4, digits=range(1, 7)).give("r1c1", 6)


def oblong() -> Sudoku:
    sudoku = Sudoku((6, 9), digits=range(10), name="oblong")
    sudoku.add(rules.skyscraper("bottom", 9, 2), rules.killer("r6c8 r6c9", sum=12))
    sudoku.maximize(sudoku["r6c9"] + 2 * sudoku["r1c1"])
    return sudoku.give("r6c1", 9).give("r1c9", 0).restrict("r3c7", (7, 8))


def oblong_regions() -> Sudoku:
    return Sudoku((2, 4), regions="AABB CCDD", digits=range(30, 36)).give("r2c4", 35)


@pytest.mark.parametrize(
    "declare", [killer, jigsaw, bonuses, spoken_letters, large_digits, latin, more_digits, oblong, oblong_regions]
)
def test_dumped_and_read_again(read_document: ReadDocument, declare: Callable[[], Sudoku]) -> None:
    sudoku = declare()
    again = read_document(dump_document(sudoku))
    assert same(again, sudoku)
    assert not same(again, Sudoku(sudoku.size))


@pytest.mark.parametrize("name", ["classic", "hexadoku", "target", "x_sudoku", "windoku", "anti_knight"])
def test_shipped_models(read_document: ReadDocument, name: str) -> None:
    sudoku = single_grid(models.load(name))
    again = read_document(dump_document(sudoku))
    assert same(again, sudoku)
    assert (again.objective is None) == (sudoku.objective is None)
    if sudoku.objective is not None:
        assert again.objective is not None
        assert again.objective.sense is sudoku.objective.sense
        assert points(again) == points(sudoku)


def test_weights_of_a_cell_are_added_up(read_document: ReadDocument) -> None:
    sudoku = Sudoku(2)
    first = sudoku["r1c1"]
    sudoku.minimize(2 * first + 3 * first - sudoku["r2c2"])
    assert weights(read_document(dump_document(sudoku))) == {"r1c1": 5, "r2c2": -1}


def test_rules_may_have_auxiliary_variables(read_document: ReadDocument) -> None:
    sudoku = Sudoku(4, digits=range(5))
    sudoku.add(rules.doppelganger())
    variables = len(sudoku.cells)
    assert variables == 16 + 12
    assert same(read_document(dump_document(sudoku)), sudoku)
    assert len(sudoku.cells) == variables


def with_variable() -> Model:
    sudoku = Sudoku(4)
    sudoku.variable("total", range(10))
    return sudoku


def with_constraint() -> Model:
    sudoku = killer()
    sudoku.add(sudoku["r1c1"] + sudoku["r1c2"] == 4)
    return sudoku


def with_repeated_constraint() -> Model:
    sudoku = Sudoku(9)
    sudoku.add(rules.diagonals())
    sudoku.add(AllDifferent(sudoku.diagonals[0]))
    return sudoku


def with_constant() -> Model:
    sudoku = Sudoku(4)
    sudoku.maximize(LinearExpression(((1, sudoku["r1c1"]),), 5))
    return sudoku


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: Model("x"), "x is not a board"),
        (with_variable, "cannot declare the variable total"),
        (with_constraint, r"cannot express the constraint r1c1 \+ r1c2 = 4"),
        (with_repeated_constraint, "cannot express the constraint all different: r1c1 r2c2"),
        (with_constant, "no place for the constant 5 of the objective"),
    ],
)
def test_what_a_document_cannot_say(declare: Callable[[], Model], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        dump_document(declare())


def test_a_grid_becomes_a_document(read_document: ReadDocument, grid_of: Callable[..., GridText]) -> None:
    grid = grid_of(9)
    sudoku = read_document("".join(write([grid], "toml")))
    assert sum(rank > 0 for rank in grid.ranks) == len(sudoku.givens) > 0


def test_a_document_holds_one_puzzle(grid_of: Callable[..., GridText]) -> None:
    with pytest.raises(InputError, match=r"^puzzles.txt:1: a TOML document holds one puzzle"):
        list(write([grid_of(4), grid_of(4)], "toml"))


@pytest.mark.parametrize(
    ("sudoku", "unsaid"),
    [
        (killer(), "the clue killer r1c1 r1c2 sum=3"),
        (Sudoku(4).restrict("r1c1", (1, 2)), "the candidates"),
        (models.load("target"), "the objective"),
        (jigsaw(), "the boxes or regions"),
        (more_digits(), "the 6 digits"),
        (Sudoku(4, digits=range(4)), "the digits 0 to 3"),
    ],
)
def test_a_plain_format_does_not_drop_rules(sudoku: Sudoku, unsaid: str) -> None:
    with pytest.raises(ModelError, match=f"only a TOML document can express {unsaid}$"):
        list(write([Document(sudoku, "p", 1)], "line"))


def test_a_constraint_without_a_rule_has_no_format() -> None:
    sudoku = Sudoku(4)
    sudoku.add(sudoku[1, 1] + sudoku[1, 2] == 4)
    with pytest.raises(ModelError, match=r"no format can express the constraint r1c1 \+ r1c2 = 4, which has no rule$"):
        list(write([Document(sudoku, "p", 1)], "line"))


def test_a_plain_document_becomes_a_line() -> None:
    assert list(write([Document(Sudoku(4).give("r1c2", 3), "p", 1)], "line")) == [".3..............\n"]
