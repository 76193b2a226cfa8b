"""Random grids in texts of every form, with other separators, numbers, frames and headings, are read or refused."""

from __future__ import annotations

import tracemalloc
from random import Random

import pytest

from tests.support.readings import takes_too_much, wrong_readings
from tests.support.text_forms import FORMS, grids_of, long_text, written

GRIDS = 12


@pytest.mark.parametrize("changes", [0, 1, 2])
@pytest.mark.parametrize("form", FORMS)
def test_the_same_grids_or_a_refusal(form: str, changes: int) -> None:
    random = Random(f"{form} {changes}")
    done = 0
    while done < GRIDS:
        grids = grids_of(random)
        if round(len(grids[0]) ** 0.5) not in FORMS[form][2]:
            continue
        done += 1
        text = written(random, grids, form, changes)
        assert wrong_readings(text) == []


@pytest.mark.parametrize("form", FORMS)
def test_a_long_text_takes_at_most_ten_times_its_bytes(form: str) -> None:
    text = long_text(Random(form), form)
    short = text if len(text.grids) == 1 else written(Random(form), text.grids[:1], form, 0)
    assert wrong_readings(short) == []  # which loads what its reader imports
    tracemalloc.start()
    try:
        assert takes_too_much(text) is None
    finally:
        tracemalloc.stop()
