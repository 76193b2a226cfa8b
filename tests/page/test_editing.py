"""Changes of a document leave the rest of its text alone, and give the puzzle that was meant."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from sudoku_cp._base.errors import InputError, ModelError
from sudoku_cp.model.limits import NO_LIMITS
from sudoku_cp.page import editing
from sudoku_cp.page.limits import Job
from sudoku_cp.page.opening import EMPTY, opened_document, partly
from sudoku_cp.page.puzzles import board_of, grid_values, meaning_of, puzzle_of
from sudoku_cp.page.views import change
from tests.support.pasted_texts import FORMS, NINE

DOCUMENT = '''# mine
name = "small"  # a name
size = 4
grid = """
1 . | . .
. . | . .
----+----
. . | . .
. . | . .
"""

[[killer]]  # the first
cells = "r1c3 r1c4"
sum = 7

[[any_of]]
[[any_of.killer]]
cells = "r2c1 r2c2"
sum = 7
[[any_of.thermo]]
line = "r3c1 r3c2"

[[killer]]
cells = "r4c1 r4c2"
'''


def test_a_given_changes_the_grid_alone() -> None:
    given = editing.give(DOCUMENT, ["r2c2", "r2c3"], 3)
    assert given == DOCUMENT.replace(". . | . .\n----", ". 3 | 3 .\n----", 1)
    assert editing.give(given, ["r2c2", "r2c3"], None) == DOCUMENT
    assert {cell.name: value for cell, value in board_of(given).givens.items()} == {"r1c1": 1, "r2c2": 3, "r2c3": 3}
    assert len(board_of(DOCUMENT).givens) == 1


@pytest.mark.parametrize(
    "text",
    ["", "size = 9", 'grid = "' + 81 * "." + '"', f"grid = '''\n{81 * '.'}\n'''\n[[thermo]]\nline = 'r1c1 r1c2'\n"],
)
def test_a_grid_is_made_or_replaced(text: str) -> None:
    given = editing.give(text, ["r9c9"], 5)
    assert {cell.name: value for cell, value in board_of(given).givens.items()} == {"r9c9": 5}
    assert len(board_of(given).clues) == text.count("[[")


def test_a_grid_whose_key_is_quoted_is_replaced() -> None:
    given = editing.give(f'size = 9\n"grid" = "{81 * "."}"\n', ["r1c1"], 5)
    assert given.count("grid") == 1
    assert {cell.name: digit for cell, digit in board_of(given).givens.items()} == {"r1c1": 5}


def test_a_clue_that_is_named_twice_is_removed_once() -> None:
    once = editing.remove_clues(DOCUMENT, [("killer", 0)])
    assert editing.remove_clues(DOCUMENT, [("killer", 0), ("killer", 0)]) == once != DOCUMENT


def test_impossible_givens_are_refused() -> None:
    for names, digit in ((["r1c1"], 5), (["r5c5"], 1)):
        with pytest.raises(ModelError):
            editing.give(DOCUMENT, names, digit)


def test_clues_are_added_at_the_end() -> None:
    added = editing.add_clue(DOCUMENT, "thermo", {"line": "r1c1 r2c1"})
    assert added == f'{DOCUMENT}\n[[thermo]]\nline = "r1c1 r2c1"\n'
    assert [clue.rule.name for clue in board_of(added).clues][-1] == "thermo"  # type: ignore[attr-defined]
    for rule, parameters in (("thermo", {"line": "r9c9"}), ("none", {}), ("thermo", {})):
        with pytest.raises(ModelError):
            editing.add_clue(DOCUMENT, rule, parameters)


def test_a_clue_is_changed_where_it_stands() -> None:
    changed = editing.change_clue(DOCUMENT, ["killer", 1], {"cells": "r4c1 r4c2", "sum": 3})
    assert changed.rstrip("\n") == DOCUMENT.rstrip("\n") + "\nsum = 3"
    changed = editing.change_clue(DOCUMENT, ["killer", 0], {"cells": "r1c3 r1c4", "sum": ""})
    assert changed == DOCUMENT.replace(
        '[[killer]]  # the first\ncells = "r1c3 r1c4"\nsum = 7', '[[killer]]\ncells = "r1c3 r1c4"'
    )


def test_clues_are_removed_with_all_that_is_inside() -> None:
    paths = [path for path, _ in editing.document_clues(DOCUMENT, board_of(DOCUMENT)) if path is not None]
    assert paths == [("killer", 0), ("killer", 1), ("any_of", 0)]
    for path in paths:
        left = editing.remove_clues(DOCUMENT, [path])
        kept = [str(clue) for at, clue in zip(paths, board_of(DOCUMENT).clues, strict=True) if at != path]
        assert sorted(str(clue) for clue in board_of(left).clues) == sorted(kept)
    assert board_of(editing.remove_clues(DOCUMENT, paths)).clues == []
    with pytest.raises(ModelError, match="no clue killer 7"):
        editing.remove_clues(DOCUMENT, [("killer", 7)])


def test_clues_are_combined_and_split_again() -> None:
    made = editing.combine_clues(DOCUMENT, "exactly", [("killer", 1), ("any_of", 0)], {"number": 1})
    assert [str(clue) for clue in board_of(made).clues] == [
        "killer r1c3 r1c4 sum=7",
        "exactly number=1 (killer r4c1 r4c2; any_of (killer r2c1 r2c2 sum=7; thermo r3c1 r3c2))",
    ]
    assert made.startswith(DOCUMENT[: DOCUMENT.index("[[any_of]]")])
    split = editing.split_clue(made, ("exactly", 0))
    assert sorted(map(str, board_of(split).clues)) == sorted(map(str, board_of(DOCUMENT).clues))
    wrong: list[Callable[[], str]] = [
        lambda: editing.combine_clues(DOCUMENT, "killer", [("killer", 0)], {}),
        lambda: editing.combine_clues(DOCUMENT, "any_of", [("killer", 2)], {}),
        lambda: editing.combine_clues(DOCUMENT, "exactly", [("killer", 0)], {}),
        lambda: editing.split_clue(DOCUMENT, ("killer", 0)),
        lambda: editing.split_clue(DOCUMENT, ("thermo", 0)),
    ]
    for each in wrong:
        with pytest.raises(ModelError):
            each()


def test_the_same_meaning_is_compiled_once() -> None:
    texts = DOCUMENT, editing.give(DOCUMENT, ["r1c1"], 2).replace("mine", "yours")
    one, other = (puzzle_of(text, NO_LIMITS)[0] for text in texts)
    assert one.compiled is other.compiled
    assert (one.givens, other.givens) == ({"r1c1": 1}, {"r1c1": 2})
    assert one.compiled is not puzzle_of(editing.remove_clues(DOCUMENT, [("killer", 0)]), NO_LIMITS)[0].compiled
    solution = other.compiled.solve(other.givens).solution
    assert solution is not None
    assert grid_values(other.board, solution)["r1c1"] == 2


def test_meanings() -> None:
    assert meaning_of(DOCUMENT) == meaning_of(DOCUMENT.replace("# mine", "# yours").replace("small", "large"))
    assert meaning_of(DOCUMENT) != meaning_of(DOCUMENT.replace("1 .", "2 ."))
    assert meaning_of(DOCUMENT) != meaning_of(DOCUMENT.replace("sum = 7", "sum = 6", 1))
    with pytest.raises(InputError):
        meaning_of("= 5")


def test_files_that_are_opened(tmp_path: Path) -> None:
    new, known, grid = tmp_path / "new.toml", tmp_path / "known.toml", tmp_path / "grid.txt"
    known.write_text(DOCUMENT)
    grid.write_text("1234341221......\n")
    assert opened_document(None) == (EMPTY, None, [])
    for path, shown, content in ((new, EMPTY, None), (known, DOCUMENT, DOCUMENT.encode())):
        text, saved, notes = opened_document(str(path))
        assert saved is not None
        assert (text, saved.path, saved.text, saved.known, notes) == (shown, path, shown, content, [])
    text, file, _ = opened_document(str(grid))
    assert (len(board_of(text).givens), file) == (10, None)
    assert opened_document("killer")[1] is None
    with pytest.raises(InputError):
        opened_document(str(tmp_path / "missing.txt"))


def test_what_an_import_leaves_out_is_at_its_clue(tmp_path: Path) -> None:
    """In the file that is opened as in a text that is pasted; an edit keeps it, and only its own clue loses it."""
    label = {"cells": [[0, 0], [0, 1]], "value": "<7", "unique": True}
    plain = {"cells": [[1, 0], [1, 1]], "value": "3", "unique": True}
    coloured = {"cells": [[2, 0], [2, 1]], "value": "5", "unique": True, "outlineC": "#F00"}
    pad = {
        "cells": [[{}] * 4] * 4,
        "cages": [plain, label, coloured],
        "lines": [{"wayPoints": [[0, 0], [1, 1]]}] * 2,
        "global": ["toroidal"],
    }
    file = tmp_path / "pad.json"
    file.write_text(json.dumps(pad))
    text, saved, notes = opened_document(str(file))
    shown = change(Job(Event(), lambda answer: None), "", {"kind": "import", "text": file.read_text()})
    assert (shown["text"], saved, shown["notes"]) == (text, None, notes)
    assert "partly enforced; left out: its colours, which are only drawn" in notes
    label_reasons, reasons = ["cages 2: its label <7, which is not a number"], ["its colours, which are only drawn"]
    assert {clue["name"]: clue["partly"] for clue in shown["clues"]} == {
        "killer r1c1 r1c2": label_reasons,
        "killer r2c1 r2c2 sum=3": [],
        "killer r3c1 r3c2 sum=5": reasons,
    }
    said = [(each["state"], each["words"]) for each in shown["left_out"]]
    assert said == [("not enforced", "global toroidal"), ("only drawn", "2 lines")]
    edited = editing.change_clue(text, ("killer", 2), {"cells": "r3c1 r3c2", "sum": 6})
    combined = editing.combine_clues(edited, "exactly", [("killer", 2), ("killer", 0)], {"number": 1})
    assert partly(combined) == {("killer", 0): label_reasons, ("exactly", 0): reasons}
    nested = editing.combine_clues(combined, "any_of", [("exactly", 0), ("killer", 0)], {})
    assert partly(nested) == {("any_of", 0): [*reasons, *label_reasons]}
    assert partly(editing.split_clue(nested, ("any_of", 0))) == partly(combined)
    split = editing.split_clue(combined, ("exactly", 0))
    assert partly(split) == {("killer", 0): label_reasons, ("killer", 1): reasons}
    removed = editing.remove_clues(edited, [("killer", 1)])
    assert partly(removed) == {("killer", 1): reasons}
    assert all(each["line"] in removed.split("\n") for each in shown["left_out"])


@pytest.mark.parametrize("form", FORMS)
def test_a_pasted_grid_becomes_the_document(form: str) -> None:
    shown = change(Job(Event(), lambda answer: None), "", {"kind": "import", "text": FORMS[form](NINE)})
    board = board_of(shown["text"])
    assert "".join(str(board.givens.get(cell, ".")) for cell in board.grid) == NINE
