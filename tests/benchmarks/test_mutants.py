"""The faults that are planted fit the source text, wherever it stands."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import EllipsisType

import pytest

from benchmarks.mutants.catalogue import FAULTS, sampled
from benchmarks.mutants.engine_faults import ENGINE_FAULTS
from benchmarks.mutants.fault import Fault, Sources
from benchmarks.mutants.python_faults import PYTHON_FAULTS
from benchmarks.mutants.workshop import ROOT


@pytest.fixture(scope="module")
def sources() -> Sources:
    return Sources(ROOT)


@pytest.mark.slow
def test_every_text_stands_in_one_place(sources: Sources) -> None:
    assert len(FAULTS) > 100
    assert {
        fault.name: [place.file for place in places] for fault in FAULTS if len(places := sources.places(fault)) != 1
    } == {}


@pytest.mark.slow
def test_names_are_unique_and_something_changes(sources: Sources) -> None:
    assert [name for name, number in Counter(fault.name for fault in FAULTS).items() if number > 1] == []
    for fault in FAULTS:
        (place,) = sources.places(fault)
        assert place.planted(sources.texts[place.file]) != sources.texts[place.file], fault.name


@pytest.mark.slow
def test_planted_python_can_be_read(sources: Sources) -> None:
    for fault in PYTHON_FAULTS:
        (place,) = sources.places(fault)
        compile(place.planted(sources.texts[place.file]), fault.name, "exec")


@pytest.mark.slow
def test_whom_to_ask(sources: Sources) -> None:
    def asked(faults: list[Fault]) -> set[str]:
        return {place.solvers for fault in faults for place in sources.places(fault)}

    assert asked(ENGINE_FAULTS) == {"exact-cover"}
    assert asked(PYTHON_FAULTS) == {"exact-cover", "cp-sat", "exact-cover,cp-sat"}


MOVED = "{\n  if (\n    a <= b)\n    return c;\n}"


@pytest.mark.parametrize(
    ("name", "texts", "planted"),
    [
        ("sum: < for ≤", {"sum.cpp": "x; if (a <= b) return c;"}, {"sum.cpp": "x; if (a < b) return c;"}),
        ("sum: < for ≤", {"deep/linear.hpp": MOVED, "b.cpp": "b"}, {"deep/linear.hpp": "{\n  if (a < b) return c;\n}"}),
        ("sum: < for ≤", {"sum.cpp": "if (a < b) return c;"}, {}),
        ("sum: < for ≤", {"sum.py": MOVED}, {}),
        ("sum: < for ≤", dict.fromkeys(["one.cpp", "two.cpp"], MOVED), dict.fromkeys(["one.cpp", "two.cpp"], ...)),
        (
            "cp-sat: < for ≤",
            dict.fromkeys(["sum/exact_cover.cpp", "sum/cp_sat.cpp"], MOVED),
            {"sum/cp_sat.cpp": "{\n  if (a < b) return c;\n}"},
        ),
    ],
)
def test_a_fault_follows_its_text(
    name: str, texts: dict[str, str], planted: dict[str, str | EllipsisType], tmp_path: Path
) -> None:
    for path, text in texts.items():
        file = tmp_path / "sudoku_cp" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    sources = Sources(tmp_path)
    places = sources.places(Fault(name, "if (a <= b) return c;", "if (a < b) return c;"))
    assert [place.file for place in places] == [f"sudoku_cp/{path}" for path in planted]
    for place, wrong in zip(places, planted.values(), strict=True):
        assert wrong is ... or place.planted(sources.texts[place.file]) == wrong


def test_a_sample_is_drawn_by_its_seed() -> None:
    numbers = list(range(300))
    first = sampled(numbers, 40, 1)
    assert first == sampled(numbers, 40, 1) == sorted(set(first))
    assert len(first) == 40
    assert first != sampled(numbers, 40, 2)
    assert {number for seed in range(100) for number in sampled(numbers, 40, seed)} == set(numbers)
    assert sampled(numbers, 1000, 1) == numbers
