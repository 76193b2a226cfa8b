from __future__ import annotations

import pytest

from sudoku_cp import ModelError, models
from sudoku_cp.model import Board

NAMES = (
    "anti_knight",
    "blank",
    "butterfly",
    "calcudoku",
    "chaos",
    "classic",
    "clueless_1",
    "clueless_2",
    "gattai_8",
    "hexadoku",
    "jigsaw",
    "kakuro",
    "killer",
    "loop",
    "masyu",
    "samurai",
    "shogun",
    "slitherlink",
    "sohei",
    "sumo",
    "target",
    "windmill",
    "windoku",
    "x_sudoku",
    "yin_yang",
)


def test_names() -> None:
    assert models.names() == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_load(name: str) -> None:
    needed = {"layout": "# ."} if name == "kakuro" else {}
    sudoku = models.load(name, **needed)
    assert isinstance(sudoku, Board)
    assert sudoku.name == name
    assert sudoku is not models.load(name, **needed), "a model is the caller's own"


@pytest.mark.parametrize("name", NAMES)
def test_rule_text(name: str) -> None:
    first_word = models.rule_text(name).replace("Sudoku X", "x_sudoku").split(maxsplit=1)[0].strip(":").lower()
    assert first_word.replace("-", "_") == {"classic": "sudoku"}.get(name, name)


def test_unknown_model() -> None:
    with pytest.raises(ModelError, match=r"^there is no model hexdoku: did you mean hexadoku"):
        models.load("hexdoku")
    with pytest.raises(ModelError, match=r"^there is no model puzzles"):
        models.rule_text("puzzles")


def test_a_puzzle_is_no_model() -> None:
    with pytest.raises(ModelError, match=r"^garden is a puzzle, not a model: sudoku_cp.formats.load\('garden'\) loads"):
        models.load("garden")


def test_unknown_parameter() -> None:
    with pytest.raises(ModelError, match=r"^jigsaw has no parameter region: did you mean regions\?$"):
        models.load("jigsaw", region="")
    with pytest.raises(ModelError, match=r"^jigsaw has no parameter size; it has regions$"):
        models.load("jigsaw", size=9)
    with pytest.raises(ModelError, match=r"^windoku has no parameter size; it has none$"):
        models.load("windoku", size=9)


def test_missing_parameter() -> None:
    with pytest.raises(ModelError, match=r"^kakuro needs the parameter layout: declare it in a TOML document$"):
        models.load("kakuro")


def test_classic_of_other_sizes() -> None:
    assert models.load("classic", size=6).box == (2, 3)
    assert models.load("classic", size=6, box=(3, 2)).box == (3, 2)


@pytest.mark.parametrize(
    ("symbols", "written", "digits"),
    [
        ("A-P", "ABCDEFGHIJKLMNOP", range(1, 17)),
        ("0-F", "0123456789ABCDEF", range(16)),
        ("1-G", "123456789ABCDEFG", range(1, 17)),
    ],
)
def test_hexadoku(symbols: str, written: str, digits: range) -> None:
    sudoku = models.load("hexadoku", symbols=symbols)
    assert (sudoku.height, sudoku.box, sudoku.symbols, sudoku.digits) == (16, (4, 4), written, tuple(digits))


def test_calcudoku() -> None:
    sudoku = models.load("calcudoku", size=5)
    assert (sudoku.height, sudoku.boxes, len(sudoku.constraints)) == (5, (), 10)


def test_hexadoku_of_other_symbols() -> None:
    with pytest.raises(ModelError, match=r"^hexadoku: the symbols are A-P, 0-F, 1-G, not 'A–P'$"):
        models.load("hexadoku", symbols="A–P")


def test_target_weights() -> None:
    objective = models.load("target").objective
    assert objective is not None
    weights = [weight for weight, _ in objective.expression.terms]
    assert [weights[start : start + 9] for start in range(0, 81, 9)] == [
        [6, 6, 6, 6, 6, 6, 6, 6, 6],
        [6, 7, 7, 7, 7, 7, 7, 7, 6],
        [6, 7, 8, 8, 8, 8, 8, 7, 6],
        [6, 7, 8, 9, 9, 9, 8, 7, 6],
        [6, 7, 8, 9, 10, 9, 8, 7, 6],
        [6, 7, 8, 9, 9, 9, 8, 7, 6],
        [6, 7, 8, 8, 8, 8, 8, 7, 6],
        [6, 7, 7, 7, 7, 7, 7, 7, 6],
        [6, 6, 6, 6, 6, 6, 6, 6, 6],
    ]


@pytest.mark.parametrize(("name", "further"), [("x_sudoku", 2), ("windoku", 4), ("anti_knight", 224), ("killer", 0)])
def test_constraints_beyond_the_houses(name: str, further: int) -> None:
    assert len(models.load(name).constraints) == 27 + further


def test_killer_cages() -> None:
    sudoku = models.load("killer", cages=[("r1c1 r1c2", 3), ("r1c3", 9)])
    assert list(map(str, sudoku.clues)) == ["killer r1c1 r1c2 sum=3", "killer r1c3 sum=9"]


def test_jigsaw_regions() -> None:
    regions = [{cell.name for cell in region} for region in models.load("jigsaw").boxes]
    turned = [{f"r{10 - int(name[1])}c{10 - int(name[3])}" for name in region} for region in regions]
    assert sorted(map(sorted, regions)) == sorted(map(sorted, turned)), "our layout is symmetric"
    own = "".join(label * 9 for label in "abcdefghi")
    rows = models.load("jigsaw", regions=own)
    assert rows.boxes == rows.rows
