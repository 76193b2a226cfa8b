"""Needless parts against brute force over all subsets and all grids."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from threading import Event

import pytest

from sudoku_cp import ModelError, Sudoku
from sudoku_cp.authoring import reduce
from sudoku_cp.authoring.parts import Part, selected, weighted
from sudoku_cp.authoring.sub_puzzles import SubPuzzles
from sudoku_cp.formats import load
from sudoku_cp.human.paths import path
from sudoku_cp.rules import killer, kropki_white, negative_difference
from tests.authoring.small import puzzle, smallest_hitting, violated_by_grids


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_every_answer_is_that_of_brute_force(seed: int) -> None:
    random = Random(seed)
    model = puzzle(random, faults=0)
    for cell in random.sample(model.cells, 3):  # more parts that may go
        model.give(cell, next(iter(model.solutions()))[cell])
    if seed % 3 == 0:
        model.givens = dict(list(model.givens.items())[: len(model.givens) // 3])
    violated = violated_by_grids(model)
    others = [broken for broken in violated if broken]
    parts = SubPuzzles(model).parts
    number = len(violated) - len(others)
    found = reduce(model, least_for=20)
    assert found.number == min(2, number)
    needed = {min(broken) for broken in others if len(broken) == 1}
    assert [part.name for part in found.needed] == [parts[place].name for place in sorted(needed)]
    assert len(found.needed) + len(found.needless) == len(parts)
    kept = {part.name for part in found.kept}
    places = {place for place, part in enumerate(parts) if part.name in kept}
    assert all(broken & places for broken in others)
    assert all(any(broken & places == {place} for broken in others) for place in places)
    _, hits = smallest_hitting(others, len(parts))
    assert found.is_least
    assert found.are_all is (len(hits) < 100)
    if found.are_all:
        names = {frozenset(parts[place].name for place in hit) for hit in hits}
        assert {frozenset(map(str, each)) for each in found.least} == names


def test_no_solution() -> None:
    sudoku = Sudoku(4)
    sudoku.give_grid("1..1............")
    found = reduce(sudoku)
    assert (found.number, str(found)) == (0, "there is no solution")


def test_what_is_kept_and_what_goes_first() -> None:
    sudoku = Sudoku(4)
    sudoku.add(killer("r1c1 r1c2", sum=3))
    sudoku.give_grid("1234341221434321")
    kept = {str(part) for part in reduce(sudoku, keep=["killer", "r1c1"]).kept}
    assert {"killer r1c1 r1c2 sum=3", "r1c1=1"} <= kept
    assert str(reduce(sudoku, keep=["killer", "givens"])) == "all 17 parts are kept"
    light = reduce(sudoku, weights={"killer": 9, "r4c4": 5})
    assert not {"killer r1c1 r1c2 sum=3", "r4c4=1"} & set(map(str, light.kept))
    heavy = reduce(sudoku, weights={"givens": 9}, least_for=9)
    assert "killer r1c1 r1c2 sum=3" in map(str, heavy.kept)
    assert heavy.is_least
    assert all("killer r1c1 r1c2 sum=3" in map(str, each) or len(each) == 4 for each in heavy.least)


def test_wrong_words() -> None:
    with pytest.raises(ModelError, match="thermo"):
        reduce(load("killer"), keep=["thermo"])
    with pytest.raises(ModelError, match="at least 1"):
        reduce(load("killer"), weights={"killer": 0})
    assert selected(SubPuzzles(load("killer")).parts, ["givens"]) == 0
    assert set(weighted(SubPuzzles(load("killer")).parts, {"killer": 3})) == {3}


def test_dots_that_a_negative_constraint_reads_are_kept() -> None:
    sudoku = Sudoku(4)
    dots = [("r1c1", "r1c2"), ("r1c2", "r1c3"), ("r1c3", "r1c4"), ("r2c1", "r2c2"), ("r2c3", "r2c4")]
    sudoku.add([kropki_white(" ".join(pair)) for pair in dots])
    sudoku.give_grid("1234341221434321")
    weights = {"kropki_white": 9}
    assert not any("kropki" in part.name for part in reduce(sudoku, weights=weights).kept)
    plain = Sudoku(4)
    plain.add([kropki_white(" ".join(pair)) for pair in dots], negative_difference(values="7"))
    plain.give_grid("1234341221434321")
    kept = set(map(str, reduce(plain, weights=weights).kept))
    assert {f"kropki_white {' '.join(pair)}" for pair in dots} <= kept


def test_a_cancelled_question_keeps_everything() -> None:
    cancel = Event()
    cancel.set()
    found = reduce(load("classic"), cancel=cancel)
    assert not found.is_minimal
    assert len(found.kept) == 28


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
def test_a_path_of_small_steps_is_kept(seed: int) -> None:
    random = Random(seed)
    model = puzzle(random, faults=0)
    solution = next(iter(model.solutions()))
    for cell in random.sample(model.cells, 6):
        model.give(cell, solution[cell])
    parts = SubPuzzles(model)
    most = 1 + seed % 3

    def is_solvable(kept: Iterable[Part]) -> bool:
        names = set(map(str, kept))
        chosen = sum(1 << place for place, part in enumerate(parts.parts) if str(part) in names)
        return path(parts.model_of(chosen), givens=parts.givens_of(chosen), most_elements=most).is_solved

    if not is_solvable(parts.parts):
        with pytest.raises(ModelError, match=r"not solvable by steps( of up to (1 element|[23] elements))?$"):
            reduce(model, keep_path=most)
        return
    found = reduce(model, keep_path=most)
    assert found.is_minimal
    assert is_solvable(found.kept)
    for part in found.kept:
        assert not is_solvable(other for other in found.kept if other is not part)
    needless = [part for part in parts.parts if is_solvable(other for other in parts.parts if other is not part)]
    assert list(map(str, found.needless)) == list(map(str, needless))


def test_what_is_removed_and_what_is_kept_are_all_parts() -> None:
    sudoku = Sudoku(4)
    sudoku.add(killer("r1c1 r1c2", sum=3), killer("r1c1 r1c2 r1c3", sum=6))
    sudoku.give_grid("12344312........")
    found = reduce(sudoku)
    parts = [*map(str, sudoku.clues), *(f"{cell.name}={value}" for cell, value in sudoku.givens.items())]
    assert found.removed
    assert sorted([*map(str, found.removed), *map(str, found.kept)]) == sorted(parts)
