"""Several scores in documents, on the command line, and in formats for other solvers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.cli import main
from sudoku_cp.cross_check.source_text import python_source
from sudoku_cp.formats import as_model
from sudoku_cp.formats.toml.writing import dump_document
from sudoku_cp.model import Maximize, Minimize
from sudoku_cp.proofs import prove
from tests.support import brute_force

TEXT = """
size = 4
grid = '1...............'
maximize = '''
0 1 0 0
0 1 0 0
0 0 0 0
0 0 0 0
'''
then_minimize = '''
0 0 0 0
0 0 1 0
0 0 1 0
0 0 0 2
'''

[then_maximize]
r1c3 = [0, 5, 0, 0]
"""


@pytest.fixture
def document(tmp_path: Path) -> Path:
    path = tmp_path / "scored.toml"
    path.write_text(TEXT)
    return path


def best_scores() -> list[int]:
    """The scores of the best grids, by brute force."""
    sudoku = Sudoku(4)
    sudoku.give("r1c1", 1)
    found = []
    for values in brute_force(sudoku):
        value = dict(zip((cell.name for cell in sudoku.cells), values, strict=True))
        low = value["r2c3"] + value["r3c3"] + 2 * value["r4c4"]
        found.append((value["r1c2"] + value["r2c2"], -low, 5 * (value["r1c3"] == 2)))
    first, second, third = max(found)
    return [first, -second, third]


def test_the_command_line(document: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(document), "--format", "jsonl"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["scores"] == record["bounds"] == best_scores()
    assert (record["status"], record["objective"]) == ("optimal", best_scores()[0])
    assert main(["solve", str(document), "--format", "text"]) == 0
    assert f"best solution: {', then '.join(map(str, best_scores()))}" in capsys.readouterr().out
    assert main(["check", str(document), "--format", "jsonl"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["verdict"] == "agree"
    assert main(["solve", str(document), "--best", "2", "--format", "text"]) == 0
    assert main(["check", str(document), "--proof", str(document.with_suffix(".out"))]) != 0


def test_documents_are_written_as_they_are_read(document: Path) -> None:
    model = as_model(document)
    again = as_model(dump_document(model))
    assert str(model.objective) == str(again.objective)
    assert model.solve().scores == again.solve().scores == tuple(best_scores())


def test_what_documents_and_proofs_cannot_say_is_refused() -> None:
    sudoku = Sudoku(4)
    cell = sudoku["r1c1"]
    sudoku.maximize(cell, then=[cell, Minimize(cell)])
    assert "then_minimize" in dump_document(sudoku)
    sudoku.maximize(cell, then=[cell, Minimize(cell), cell])
    with pytest.raises(ModelError, match="no place for a second then_maximize"):
        dump_document(sudoku)
    with pytest.raises(ModelError, match="a proof is about one score, and sudoku has 4"):
        prove(sudoku)


def test_programs_have_all_scores() -> None:
    sudoku = Sudoku(4)
    sudoku.minimize(sudoku["r1c1"], then=[Maximize(sudoku["r2c2"], {(sudoku["r1c2"], 3): 4}), sudoku["r3c3"]])
    names: dict[str, object] = {}
    exec(python_source(sudoku, {}, ("exact-cover", "cp-sat")), names)
    made = names["model"]
    assert str(made.objective) == str(sudoku.objective)  # type: ignore[attr-defined]
