"""The search for readings: what is accepted, what is refused and with what reason, and that no fault is accepted."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sudoku_cp.formats.addresses import compress
from sudoku_cp.formats.document import CHOSEN
from sudoku_cp.model import InputError
from tests.formats.drawn.documents import arrow, cage, circle, clues, document, figure, line, read_one

SOLUTION = "123456456123231564564231312645645312"
"""A grid of six by six."""

RULES = (
    "Normal sudoku rules apply. Digits in a cage sum to the number in its corner. "
    "Purple lines are renbans. Digits along an arrow sum to the digit in its circle. Cells joined by a V sum to 5."
)
KEPT = {"r3c3": 1, "r3c5": 6, "r6c2": 4, "r6c6": 2}
"""Givens that the clues need, all of them."""


def drawings() -> dict[str, Any]:
    return {
        "cages": [cage("r2c1 r2c2", 9), cage("r4c1 r4c2", 11), cage("r5c1 r6c1", 9), cage("r1c4 r2c4", 5)],
        "lines": [line("r2c4 r2c5 r2c6"), line("r5c1 r5c2 r5c3")],
        "arrows": [arrow("r1c6 r2c6 r2c5 r2c4")],
        "overlays": [circle("r1c6"), figure("r3c1 r3c2", "white", text="V")],
    }


def test_an_accepted_reading() -> None:
    found = read_one(document(RULES, givens=KEPT, solution=SOLUTION, **drawings()))
    assert found.unsupported == ()
    assert clues(found) == [
        "arrow r1c6 line=r2c6,r2c5,r2c4",
        "killer r1c4 r2c4 sum=5",
        "killer r2c1 r2c2 sum=9",
        "killer r4c1 r4c2 sum=11",
        "killer r5c1 r6c1 sum=9",
        "renban r2c4 r2c5 r2c6",
        "renban r5c1 r5c2 r5c3",
        "xv r3c1 r3c2 sum=5",
    ]
    result = found.model.count(2)
    assert result.count == 1
    assert result.solution is not None
    assert "".join(str(result.solution[cell]) for cell in found.model.grid) == SOLUTION


@pytest.mark.parametrize("at", range(4))
def test_an_altered_sum_is_refused_with_the_clue_that_breaks(at: int) -> None:
    drawn = drawings()
    drawn["cages"][at]["value"] = str(int(drawn["cages"][at]["value"]) + 1)
    found = read_one(document(RULES, givens=KEPT, solution=SOLUTION, **drawn))
    assert found.is_partial
    assert "does not fit the published solution, which breaks killer" in found.unsupported[0]


def test_a_clue_left_out_is_refused_where_it_is_needed() -> None:
    drawn, refused = drawings(), 0
    for key, entries in drawn.items():
        for at in range(len(entries)):
            short = {**drawn, key: [each for place, each in enumerate(entries) if place != at]}
            found = read_one(document(RULES, givens=KEPT, solution=SOLUTION, **short))
            assert found.unsupported or found.model.count(2).count == 1
            refused += bool(found.unsupported)
    assert refused >= 5


@pytest.mark.parametrize(
    "sentence",
    [
        "Some of the cells hide a secret multiplier of their digits.",
        "Digits on the lines count twice for every row.",
        "All rules contain numerical mistakes.",
    ],
)
def test_a_sentence_that_is_not_read_is_said(sentence: str) -> None:
    found = read_one(document(f"{RULES} {sentence}", givens=KEPT, **drawings()))
    assert found.is_partial
    assert f'not read: "{sentence}"' in found.unsupported
    with pytest.raises(InputError, match="not supported: not read"):
        read_one(document(f"{RULES} {sentence}", givens=KEPT, **drawings()), ignore=False)


def test_what_is_drawn_without_a_word_is_said() -> None:
    found = read_one(document(RULES, givens=KEPT, **{**drawings(), "underlays": [figure("r5c5", "green", size=0.7)]}))
    assert found.unsupported == ("only drawn: 1 green circle",)


def test_what_the_user_says() -> None:
    text = document(
        "Normal sudoku rules apply. Lines are odd.",
        givens=KEPT,
        lines=[line("r2c4 r2c5 r2c6"), line("r5c1 r5c2", "green")],
    )
    assert len(read_one(text).unsupported) == 3
    chosen = CHOSEN.set(("violet line=renban", "green line=drawn"))
    try:
        found = read_one(text)
        assert clues(found) == ["renban r2c4 r2c5 r2c6"]
        assert found.notes == (
            "read: 1 purple line: renban (as you say)",
            "read: 1 green line: only drawn (as you say)",
        )
        for wrong, said in (
            ("red line=renban", "there are 1 purple line, 1 green line"),
            ("purple line=nonsense", "no rule"),
        ):
            CHOSEN.set((wrong,))
            with pytest.raises(InputError, match=said):
                read_one(text)
    finally:
        CHOSEN.reset(chosen)


def test_lines_that_touch_are_one_where_only_that_fits() -> None:
    """The published digits are 3 and 2 on the first line, 2 and 4 on the second: consecutive only together."""
    rest = {f"r{row}c{column}": int(SOLUTION[6 * row + column - 7]) for row in range(3, 7) for column in range(1, 7)}
    drawn = [line("r1c3 r1c2"), line("r1c2 r2c1")]
    text = document(
        "Digits on a purple line are consecutive and do not repeat.",
        lines=drawn,
        solution=SOLUTION,
        givens=rest | {"r1c1": 1, "r1c4": 4, "r1c5": 5, "r2c2": 5},
    )
    found = read_one(text)
    assert (clues(found), found.unsupported) == (["renban r1c3 r1c2 r2c1"], ())


def test_nothing_is_read_where_nothing_is_said() -> None:
    plain = document("Normal sudoku rules apply.", givens=KEPT)
    assert (read_one(plain).notes, read_one(plain).unsupported) == ((), ())


def test_two_readings_that_fit() -> None:
    """Two lines that touch are two renbans or one, with one solution each: the user chooses."""
    said = "Digits on purple lines are consecutive and do not repeat."
    drawn = [line("r1c1 r2c2"), line("r2c2 r2c3")]
    text = document(said, 4, givens={"r1c2": 2, "r4c1": 4, "r4c2": 3}, lines=drawn)
    (said_of_both,) = read_one(text).unsupported
    assert said_of_both.startswith("two readings fit, choose one with --read: 2 purple lines: renban")
    assert "(solution 3 2 1 4 1 4 3 2 2 1 4 3 4 3 2 1)" in said_of_both
    assert "(solution 3 2 4 1 1 4 2 3 2 1 3 4 4 3 1 2)" in said_of_both
    for chosen, expected in (
        ("purple line=renban", ["renban r1c1 r2c2", "renban r2c2 r2c3"]),
        ("purple line=renban joined", ["renban r1c1 r2c2 r2c3"]),
    ):
        token = CHOSEN.set((chosen,))
        try:
            found = read_one(text)
        finally:
            CHOSEN.reset(token)
        assert (clues(found), found.unsupported) == (expected, ())


def test_a_row_of_sudoku_bench_with_its_document() -> None:
    """The document under `encoded_puzzle` counts; rules and solution of the row fill what it lacks."""
    inner = json.loads(document("", givens=KEPT, **drawings()))
    del inner["metadata"]
    row = {
        "rules": RULES,
        "rows": 6,
        "cols": 6,
        "initial_board": "." * 36,
        "solution": SOLUTION,
        "encoded_puzzle": "scl" + compress(json.dumps(inner)),
    }
    found = read_one(json.dumps(row) + "\n")
    assert found.unsupported == ()
    assert clues(found) == clues(read_one(document(RULES, givens=KEPT, solution=SOLUTION, **drawings())))
    altered = read_one(json.dumps({**row, "solution": SOLUTION[::-1]}) + "\n")
    assert altered.is_partial
