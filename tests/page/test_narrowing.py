"""Answers that begin with those of a looser puzzle are the same as without."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from sudoku_cp.model.limits import NO_LIMITS
from sudoku_cp.page import live
from sudoku_cp.page.limits import Job
from sudoku_cp.page.puzzles import Known, board_of, conditions_of, narrowed, narrowest

START = "size = 4\n"
CLUES = (
    '[[killer]]\ncells = "r1c1 r1c2"\nsum = 5\n',
    '[[killer]]\ncells = "r3c3 r4c3"\nsum = 3\n',
    '[[thermo]]\nline = "r1c3 r2c3 r2c4"\n',
    '[[kropki_white]]\ncells = "r2c1 r3c1"\n',
    '[[any_of]]\n[[any_of.killer]]\ncells = "r4c1 r4c2"\nsum = 3\n[[any_of.thermo]]\nline = "r4c1 r4c2"\n',
)
JOB = Job(Event(), lambda answer: None)


def document(digits: dict[int, int], clues: set[int]) -> str:
    cells = "".join(str(digits.get(at, ".")) for at in range(16))
    return f'{START}grid = "{cells}"\n' + "".join(CLUES[at] for at in sorted(clues))


def known(text: str, seconds: float = 0.0) -> Known:
    return {"text": text, "values": live.candidates(JOB, text, 1)["values"], "seconds": seconds}


def plain(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key not in ("seconds", "nodes")}


@settings(deadline=None, max_examples=40)
@given(
    st.lists(
        st.tuples(st.dictionaries(st.integers(0, 15), st.integers(1, 4), max_size=4), st.sets(st.integers(0, 4))),
        min_size=2,
        max_size=4,
    ),
    st.sampled_from([0.0, 1.0]),
)
def test_answers_are_those_of_the_puzzle_alone(drawn: list[tuple[dict[int, int], set[int]]], seconds: float) -> None:
    """Whatever documents came before: looser ones, stricter ones, others; fast ones and slow ones."""
    texts = [document(digits, clues) for digits, clues in drawn]
    texts.append(document(drawn[0][0] | drawn[1][0], drawn[0][1] | drawn[1][1]))
    before = [known(text, seconds) for text in texts[:-1]]
    assert plain(live.status(JOB, texts[-1], before)) == plain(live.status(JOB, texts[-1]))
    assert plain(live.candidates(JOB, texts[-1], 3, before)) == plain(live.candidates(JOB, texts[-1], 3))


def test_what_is_known_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cell with one value is given; none at all need no search; a slow puzzle is compiled with pencil marks."""
    unique = known(document({}, {0}) + '[[killer]]\ncells = "r1c1"\nsum = 1\n')
    unique["values"] = {name: values[:1] for name, values in unique["values"].items()}
    stricter = unique["text"] + CLUES[2]
    puzzle, _ = narrowed(stricter, NO_LIMITS, [unique])
    assert puzzle is not None
    assert len(puzzle.givens) == 16
    nothing: Known = {**unique, "values": {name: [] for name in unique["values"]}}
    assert narrowed(stricter, NO_LIMITS, [nothing])[0] is None
    slow, _ = narrowed(stricter, NO_LIMITS, [{**unique, "seconds": 1.0}])
    assert slow is not None
    assert slow.board.domain_of(slow.board["r1c1"]) == (1,)
    board = board_of(stricter)
    assert board.domain_of(board["r1c1"]) == (1, 2, 3, 4)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + '[[killer]]\ncells = "r1c1 r1c2"\nsum = 6\n',  # stricter
        lambda text: text.replace("size = 4", 'size = 4\nname = "other"'),  # the same
        lambda text: text.replace("....", "1...", 1),
    ],
)
def test_stricter_documents_are_recognised(change: Callable[[str], str]) -> None:
    text = document({}, {2})
    assert narrowest(change(text), [known(text)]) is not None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (document({}, {0, 1}), document({}, {0})),
        (document({0: 1}, set()), document({0: 2}, set())),
        (document({}, {0}), document({}, {0}).replace("sum = 5", "sum = 6")),
        (START, "size = 6\nbox = [2, 3]\n"),
        (START, 'size = 4\nregions = ""\n'),
    ],
)
def test_others_are_not(before: str, after: str) -> None:
    assert narrowest(after, [known(before)]) is None


def test_a_clue_may_loosen_a_negative_constraint() -> None:
    """With a dot more, the rule that all dots are given allows more; so nothing is inferred."""
    digits = "." * 7 + "12" + "." * 27
    negative = f'size = 6\ngrid = "{digits}"\n[[negative_ratio]]\n'
    dotted = negative + '[[kropki_black]]\ncells = "r2c2 r2c3"\n'
    before = known(negative)
    assert not any(before["values"].values())
    assert conditions_of(negative) is None
    assert live.status(JOB, dotted, [before])["count"] > 0


def test_modifiers_are_left_alone() -> None:
    assert conditions_of(f"{START}[[doublers]]\n") is None
    assert conditions_of(START) is not None
