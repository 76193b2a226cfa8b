"""Explanations against brute force over all subsets of clues and givens, and against CP-SAT."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from threading import Event

import pytest

from sudoku_cp import Model, ModelError, Sudoku
from sudoku_cp.authoring import why
from sudoku_cp.authoring.ambiguity import Ambiguity
from sudoku_cp.authoring.parts import Part
from sudoku_cp.authoring.reasons import MinimalConflict, OpenClaim, Reason, Unique, Unknown
from sudoku_cp.authoring.sub_puzzles import SubPuzzles
from sudoku_cp.formats import load
from sudoku_cp.rules import killer
from tests.authoring.small import grids, puzzle, smallest_hitting, violated_by_grids

SEEDS = range(40)


def places(puzzles: SubPuzzles, parts: tuple[Part, ...]) -> set[int]:
    names = [part.name for part in parts]
    return {next(at for at, part in enumerate(puzzles.parts) if part.name == name) for name in names}


def asked_cp_sat(puzzles: SubPuzzles, parts: tuple[Part, ...]) -> str:
    kept = sum(1 << place for place in places(puzzles, parts))
    return puzzles.model_of(kept).solve(puzzles.givens_of(kept), solver="cp-sat").status.name


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_every_answer_is_that_of_brute_force(seed: int) -> None:
    model = puzzle(Random(seed), faults=seed % 3)
    violated = violated_by_grids(model)
    answer = why(model)
    solutions = [values for values, broken in zip(grids(), violated, strict=True) if not broken]
    if not solutions:
        assert isinstance(answer, MinimalConflict)
        check_minimal_conflict(model, answer, violated)
    elif len(solutions) == 1:
        assert isinstance(answer, Unique)
        assert answer.solution.values_in_order == solutions[0]
    else:
        assert isinstance(answer, Ambiguity)
        check_ambiguity(answer, solutions)


@pytest.mark.slow
def test_least_clashes_of_a_hundred_altered_puzzles() -> None:
    altered = 0
    for seed in range(1000, 2000):
        model = puzzle(Random(seed), faults=1)
        violated = violated_by_grids(model)
        if all(violated):
            answer = why(model)
            assert isinstance(answer, MinimalConflict)
            number, _ = smallest_hitting(violated, len(SubPuzzles(model).parts))
            chosen = places(SubPuzzles(model), answer.parts)
            assert (answer.is_least, len(answer.parts)) == (True, number)
            assert all(broken & chosen for broken in violated)
            altered += 1
        if altered == 100:
            return
    raise AssertionError(f"only {altered} puzzles have no solution")


def check_minimal_conflict(model: Sudoku, answer: MinimalConflict, violated: list[frozenset[int]]) -> None:
    puzzles = SubPuzzles(model)
    number, _ = smallest_hitting(violated, len(puzzles.parts))
    assert answer.is_least
    assert len(answer.parts) == number
    assert all(broken & places(puzzles, answer.parts) for broken in violated)
    assert asked_cp_sat(puzzles, answer.parts) == "INFEASIBLE"
    expected = {}
    for place, part in enumerate(puzzles.parts):
        left = [values for values, broken in zip(grids(), violated, strict=True) if broken <= {place}]
        if left and part.cell is not None:
            found = [values[part.cell.index] for values in left]
            changes = tuple((value, found.count(value) == 1) for value in sorted(set(found)))
            expected[part.name] = (len(left) == 1, changes)
        elif left:
            expected[part.name] = (len(left) == 1, ())
    assert {each.part.name: (each.is_unique, each.values) for each in answer.corrections} == expected
    assert answer.has_all_corrections


def check_ambiguity(answer: Ambiguity, solutions: list[tuple[int, ...]]) -> None:
    two = (answer.first.values_in_order, answer.second.values_in_order)
    assert set(two) <= set(solutions)
    differing = [place for place in range(16) if two[0][place] != two[1][place]]
    assert [cell.index for cell in answer.cells] == differing
    least = min(sum(map(int.__ne__, *pair)) for pair in combinations(solutions, 2))
    assert answer.is_least
    assert len(differing) == least
    left = [values for values in solutions if all(values[cell.index] == v for cell, v in answer.givens.items())]
    assert len(left) == 1
    fewest = 16
    for one in solutions:
        sets = [frozenset(p for p in range(16) if one[p] != other[p]) for other in solutions if other != one]
        fewest = min(fewest, smallest_hitting(sets, 16)[0])
    assert answer.are_fewest
    assert len(answer.givens) == fewest


def test_the_first_two_solutions_need_not_differ_least() -> None:
    sudoku = Sudoku(4)
    sudoku.give_grid(".........3..41.2")
    answer = why(sudoku)
    assert isinstance(answer, Ambiguity)
    check_ambiguity(answer, [solution.values_in_order for solution in sudoku.solutions()])


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_reasons_are_those_of_brute_force(seed: int) -> None:
    random = Random(seed)
    model = puzzle(random, faults=0)
    violated = violated_by_grids(model)
    cell, value, sign = random.choice(model.cells), random.randint(1, 4), random.choice(("=", "!="))
    answer = why(model, f"{cell.name}{sign}{value}")
    solutions = [values for values, broken in zip(grids(), violated, strict=True) if not broken]
    truths = {(values[cell.index] == value) is (sign == "=") for values in solutions}
    if len(truths) == 2:
        assert isinstance(answer, OpenClaim)
        assert {answer.right.values_in_order, answer.wrong.values_in_order} <= set(solutions)
        assert (answer.right[cell] == value) is (sign == "=") is not (answer.wrong[cell] == value)
        return
    assert isinstance(answer, Reason)
    assert (answer.claim.is_equality is (sign == "=")) is (truths == {True})
    against = [
        broken
        for values, broken in zip(grids(), violated, strict=True)
        if (values[cell.index] == value) is not answer.claim.is_equality
    ]
    puzzles = SubPuzzles(model)
    number, hits = smallest_hitting(against, len(puzzles.parts))
    assert answer.is_least
    assert len(answer.parts) == number
    assert frozenset(places(puzzles, answer.parts)) in hits


def altered_killer() -> Sudoku:
    """The killer that is shipped, with one sum altered."""
    altered = Sudoku(9)
    for number, clue in enumerate(load("killer").clues):
        parameters = dict(clue.parameters)  # type: ignore[attr-defined]
        parameters["sum"] = int(parameters["sum"]) + (number == 7)
        altered.add(killer(**parameters))
    return altered


@pytest.mark.slow
def test_a_killer_whose_clash_is_too_hard_to_make_least_is_minimal() -> None:
    model = altered_killer()
    answer = why(model, effort=0.01)
    assert isinstance(answer, MinimalConflict)
    assert answer.is_minimal
    assert not answer.is_least
    puzzles = SubPuzzles(model)
    assert asked_cp_sat(puzzles, answer.parts) == "INFEASIBLE"
    for part in answer.parts:
        assert asked_cp_sat(puzzles, tuple(each for each in answer.parts if each is not part)) == "SOLVED"


def test_a_part_that_is_there_twice_is_two_parts() -> None:
    sudoku = Sudoku(4)
    sudoku.add(killer("r1c1 r1c2", sum=9), killer("r1c1 r1c2", sum=9))
    answer = why(sudoku)
    assert isinstance(answer, MinimalConflict)
    assert len(answer.parts) == 1
    assert answer.corrections == ()


def test_constraints_without_a_clue_and_models_without_a_grid() -> None:
    model = Model()
    a, b, c = model.variables("abc", (1, 2, 3))
    model += [a < b, b < c, c < 3, a * b * c >= 1]
    answer = why(model)
    assert isinstance(answer, MinimalConflict)
    assert [str(part) for part in answer.parts] == ["a - b ≤ -1", "b - c ≤ -1", "c ≤ 2"]
    assert {str(each.part): each.is_unique for each in answer.corrections} == {
        "a - b ≤ -1": False,
        "b - c ≤ -1": False,
        "c ≤ 2": True,
    }


def test_the_sums_of_a_kakuro_are_parts() -> None:
    model = load("kakuro")
    assert all(" = " in part.name for part in SubPuzzles(model).parts)
    assert SubPuzzles(model).parts


def test_a_clue_that_declares_variables_is_part_of_the_frame() -> None:
    assert not any("chaos_construction" in part.name for part in SubPuzzles(load("chaos")).parts)


def test_a_frame_without_a_solution() -> None:
    sudoku = Sudoku(4)
    for cell in sudoku.rows[0][:3]:
        sudoku.restrict(cell, (1, 2))
    answer = why(sudoku)
    assert isinstance(answer, MinimalConflict)
    assert answer.parts == ()
    assert str(answer) == "there is no solution even without clues and givens"


def test_many_solutions_are_not_all_compared() -> None:
    sudoku = Sudoku(9)
    sudoku.give("r1c1", 1)
    answer = why(sudoku, effort=0.5)
    assert isinstance(answer, Ambiguity)
    assert not answer.are_fewest
    assert sudoku.count(2, dict(sudoku.givens) | dict(answer.givens)).count == 1
    assert answer.is_least
    assert len(answer.cells) == 4


def test_a_cancelled_question_is_unknown() -> None:
    cancel = Event()
    cancel.set()
    assert isinstance(why(load("classic"), cancel=cancel), Unknown)


@pytest.mark.parametrize("claim", ["r1c1", "r10c1=3", "r1c1=0", "r1c1=12", "=3", "r1c1=="])
def test_wrong_claims(claim: str) -> None:
    with pytest.raises(ModelError):
        why(Sudoku(9), claim)


def test_claims_in_symbols() -> None:
    sudoku = Sudoku(4, symbols="ABCD")
    sudoku.give_grid("AB..............")
    assert str(why(sudoku, "r1c3≠B")) == "r1c3≠B follows from r1c2=B"
    assert [str(why(sudoku, f"r1c3{sign}C")) for sign in ("=", "==")] == [
        "r1c3=C is right in some solutions and wrong in others"
    ] * 2


def test_a_claim_about_a_puzzle_without_a_solution_shows_the_clash() -> None:
    sudoku = Sudoku(4)
    sudoku.give_grid("1...............")
    sudoku.give("r1c4", 1)
    assert isinstance(why(sudoku, "r2c2=3"), MinimalConflict)


def test_all_claims_about_a_small_grid() -> None:
    sudoku = Sudoku(4)
    sudoku.give_grid("1234............")
    candidates = sudoku.candidates()
    for cell, value in product(sudoku.cells, sudoku.digits):
        answer = why(sudoku, f"{cell.name}={value}")
        if value not in candidates[cell]:
            assert str(answer).startswith(f"{cell.name}≠{value} follows from")
        elif candidates[cell] == (value,):
            assert str(answer).startswith(f"{cell.name}={value} follows from")
        else:
            assert isinstance(answer, OpenClaim)
