"""The faults that are planted fit the source text."""

from __future__ import annotations

from collections import Counter

from benchmarks.mutants.engine_faults import ENGINE_FAULTS
from benchmarks.mutants.python_faults import PYTHON_FAULTS
from benchmarks.mutants.workshop import ROOT

FAULTS = [*PYTHON_FAULTS, *ENGINE_FAULTS]


def test_every_text_stands_once_in_its_file() -> None:
    assert len(FAULTS) > 100
    assert [f"{fault.file}: {fault.name}" for fault in FAULTS if not fault.fits(ROOT)] == []


def test_names_are_unique_and_something_changes() -> None:
    assert [name for name, number in Counter(fault.name for fault in FAULTS).items() if number > 1] == []
    assert all(fault.right != fault.wrong for fault in FAULTS)


def test_whom_to_ask() -> None:
    assert {fault.backends for fault in ENGINE_FAULTS} == {"exact-cover"}
    assert {fault.backends for fault in PYTHON_FAULTS} == {"exact-cover", "cp-sat", "exact-cover,cp-sat"}
