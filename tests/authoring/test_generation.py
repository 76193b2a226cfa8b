"""New puzzles against the wishes, and against CP-SAT."""

from __future__ import annotations

import threading
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from sudoku_cp import Model, ModelError, Sudoku, models
from sudoku_cp.authoring import generate
from sudoku_cp.authoring.generation import GROWTH, Generated
from sudoku_cp.authoring.wishes import SYMMETRIES, orbits
from sudoku_cp.formats import load
from sudoku_cp.model.compiled import CompiledModel
from sudoku_cp.model.limits import NO_LIMITS, Limits, Progress
from sudoku_cp.rating import rate, rate_many, score
from sudoku_cp.rating.classic import require_classic
from sudoku_cp.rules import AppliedRule, thermo
from sudoku_cp.solvers.exact_cover.compiled import ExactCoverSolver
from sudoku_cp.solving.compiling import CompilationStoppedError


def made(number: int, board: Sudoku, **wishes: Any) -> list[Generated]:
    return list(islice(generate(board, **wishes), number))


def in_names(puzzles: list[Generated]) -> list[dict[str, int]]:
    return [{cell.name: value for cell, value in each.givens.items()} for each in puzzles]


def check(board: Sudoku, puzzles: list[Generated], solver: str = "cp-sat") -> None:
    compiled = board.compile(solver)
    for each in puzzles:
        result = compiled.count(2, each.givens)
        assert (result.count, result.exact) == (1, True)
        assert result.solution == each.solution


@pytest.mark.slow
def test_classic_puzzles_are_minimal() -> None:
    board = Sudoku(9)
    puzzles = made(60, board, seed=3)
    check(board, puzzles[:5])
    check(board, puzzles, "exact-cover")
    assert len({tuple(each.solution.values_in_order) for each in puzzles}) == 60
    compiled = board.compile()
    for each in puzzles[:20]:
        for cell in each.givens:
            rest = {other: value for other, value in each.givens.items() if other is not cell}
            assert compiled.count(2, rest).count == 2
    assert [each.attempt for each in puzzles] == list(range(60))


@pytest.mark.slow
@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_symmetric_puzzles(symmetry: str) -> None:
    board = Sudoku(6)
    board = Sudoku(4) if symmetry == "rot90" else board
    puzzles = made(20, board, seed=5, symmetry=[symmetry])
    check(board, puzzles)
    for each in puzzles:
        for group in orbits(board, [symmetry]):
            assert len({cell in each.givens for cell in group}) == 1


@pytest.mark.slow
def test_numbers_of_givens_and_minimality() -> None:
    board = Sudoku(6)
    puzzles = made(30, board, seed=7, givens=(10, 12), minimal=True)
    check(board, puzzles)
    assert {len(each.givens) for each in puzzles} <= {10, 11, 12}
    compiled = board.compile()
    for each in puzzles:
        for cell in each.givens:
            rest = {other: value for other, value in each.givens.items() if other is not cell}
            assert compiled.count(2, rest).count == 2
    many = made(30, board, seed=7, givens=(20, 22))
    assert {len(each.givens) for each in many} == {20, 21, 22}


def test_the_seed_alone_decides() -> None:
    one, two = (in_names(made(40, Sudoku(6), seed=9, threads=threads)) for threads in (1, 2))
    assert one == two
    assert one != in_names(made(40, Sudoku(6), seed=10))
    assert len({tuple(each.items()) for each in one}) > 30


def test_batches_decide_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [Sudoku(6), Sudoku(6)]
    boards[1].add(thermo("r1c1 r1c2 r2c2"))
    boards[1].give("r6c6", 2)
    wanted = [in_names(made(150, board, seed=3, symmetry=["rot180"], givens=(10, 14))) for board in boards]
    monkeypatch.setattr("sudoku_cp.authoring.generation.ROWS", 7)
    assert [in_names(made(150, board, seed=3, symmetry=["rot180"], givens=(10, 14))) for board in boards] == wanted


def test_all_solutions_occur() -> None:
    found = Counter(each.solution for each in made(3000, Sudoku(4), givens=(16, 16)))
    assert len(found) == 288
    assert max(found.values()) < 4 * 3000 / 288


def test_a_pattern() -> None:
    board = Sudoku(4)
    pattern = "xx.. ...x x... ..x."
    puzzles = made(10, board, seed=1, pattern=pattern)
    check(board, puzzles)
    wanted = {cell for cell, mark in zip(board.grid, pattern.replace(" ", ""), strict=True) if mark == "x"}
    assert all(set(each.givens) == wanted for each in puzzles)


@pytest.mark.slow
def test_clues_givens_and_further_variables_of_the_board_stay() -> None:
    board = Sudoku(6)
    board.add(thermo("r1c1 r1c2 r2c2"), board["r3c3"] * board["r4c4"] == 12)
    board.give("r6c6", 2)
    puzzles = made(10, board, seed=2)
    check(board, puzzles)
    for each in puzzles:
        assert each.givens[board["r6c6"]] == 2
        assert not board.violations(each.solution, each.givens)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["butterfly", "hexadoku", "windoku", "anti_knight"])
def test_other_boards(name: str) -> None:
    board = models.load(name)
    puzzles = list(islice(generate(board, seed=4), 2))
    for each in puzzles:
        assert board.count(2, each.givens, solver="cp-sat" if name != "hexadoku" else "exact-cover").count == 1


def test_a_board_with_one_solution_needs_no_givens_and_gives_one_puzzle() -> None:
    killer = load("killer")
    assert isinstance(killer, Sudoku)
    [puzzle] = made(3, killer)
    assert puzzle.givens == {}


def test_clues_that_do_not_fit() -> None:
    with pytest.raises(ModelError, match="no room for these clues: 9 of killer"):
        made(1, Sudoku(4), clues={"killer": 9})


def test_regions_to_be_found_need_clues() -> None:
    """Rows and columns are regions for all digits; the clues of a puzzle leave one choice."""
    for size in (4, 9):
        empty = models.load("chaos", size=size)
        assert isinstance(empty, Sudoku)
        with pytest.raises(ModelError, match="regions to be found"):
            made(1, empty)
        with pytest.raises(ModelError, match="regions to be found"):
            made(1, empty, clues={"region_view": 4})
    chaos = load("chaos")
    assert isinstance(chaos, Sudoku)
    [puzzle] = made(2, chaos)
    assert set(puzzle.givens) == set(chaos.givens)


def test_a_loop_to_be_found_needs_clues() -> None:
    empty, clued = models.load("loop"), load("loop")
    assert isinstance(empty, Sudoku)
    assert isinstance(clued, Sudoku)
    with pytest.raises(ModelError, match="a loop to be found"):
        made(1, empty)
    [puzzle] = made(1, clued)
    assert puzzle.board.count(2).count == 1


def test_clues_leave_room_for_each_other() -> None:
    [puzzle] = made(1, Sudoku(6), clues={"killer": 16}, seed=1)
    assert len(puzzle.board.clues) == 16


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["killer", "thermo", "kropki_white", "arrow", "palindrome", "calcudoku", "xv", "even"])
def test_new_clues(rule: str) -> None:
    base = Sudoku(6)
    base.give("r1c1", 3)
    puzzles = made(4, base, seed=6, clues={rule: 3})
    assert len(puzzles) == 4
    for each in puzzles:
        [name] = {clue.rule.name for clue in each.board.clues if isinstance(clue, AppliedRule)}
        assert (name, len(each.board.clues)) == (rule, 3)
        assert each.board.givens == each.givens
        assert each.givens[base["r1c1"]] == 3
        result = each.board.count(2, solver="cp-sat")
        assert (result.count, result.exact) == (1, True)
        assert result.solution is not None
        assert [result.solution[cell] for cell in base.grid] == [each.solution[cell] for cell in base.grid]
    again = made(4, base, seed=6, clues={rule: 3}, threads=2)
    assert [(list(map(str, each.board.clues)), each.givens) for each in again] == [
        (list(map(str, each.board.clues)), each.givens) for each in puzzles
    ]
    assert (base.clues, len(base.cells)) == ([], 36)


def test_clues_that_fit_now_and_then_are_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_cp.authoring.generation.TRIES_OF_CLUES", 1)
    monkeypatch.setattr("sudoku_cp.authoring.clue_stock.TRIES", 25)
    assert [each.attempt for each in made(3, Sudoku(6), seed=5, clues={"arrow": 2})] == [0, 4, 5]
    with pytest.raises(ModelError, match="no room for these clues: 2 of arrow"):
        made(1, Sudoku(6), seed=4, clues={"arrow": 2})


def test_thermometers_grow_and_arrows_have_circles_of_one_cell() -> None:
    lengths, circles = [], []
    for each in made(4, Sudoku(9), clues={"thermo": 3, "arrow": 3}):
        assert len(each.board.clues) == 6
        for clue in each.board.clues:
            name, *words = str(clue).split()
            if name == "thermo":
                values = [each.solution[each.board[word]] for word in words]
                assert values == sorted(set(values))
                lengths.append(len(words))
            else:
                circles.append(len(words) - 1)
    assert max(lengths) >= 5
    assert sum(lengths) > 3 * len(lengths)
    assert circles.count(1) > len(circles) / 2


@pytest.mark.slow
def test_killers_without_givens() -> None:
    for each in made(3, Sudoku(9), clues={"killer": 24}, givens=(0, 0)):
        assert each.givens == {}
        cells = [cell for clue in each.board.clues for cell in str(clue).split()[1:-1]]
        assert len(cells) == len(set(cells))
        assert each.board.count(2, solver="cp-sat").count == 1


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"clues": {"nope": 2}}, "there is no rule nope"),
        ({"clues": {"doubler": 2}}, "declare variables"),
        ({"clues": {"anti_knight": 1}}, "no cells of its own"),
        ({"clues": {"regular_line": 1}}, "neither cells nor a number"),
        ({"seed": -1}, "at least 0"),
        ({"symmetry": ["rot45"]}, "there is no symmetry rot45"),
        ({"givens": (5, 4)}, "5..4 givens"),
        ({"givens": (5, 99)}, "5..99 givens"),
        ({"pattern": "x"}, "1 characters"),
        ({"pattern": "x" * 16, "givens": (3, 4)}, "leave out"),
    ],
)
def test_wrong_wishes(wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        generate(Sudoku(4), **wishes)


def test_symmetries_that_the_board_lacks() -> None:
    with pytest.raises(ModelError, match="does not have the symmetry rot90"):
        generate(Sudoku((4, 6), box=(2, 3)), symmetry=["rot90"])
    broken = Sudoku(4)
    broken.give_grid("11..............")
    with pytest.raises(ModelError, match="has no solution"):
        generate(broken)


def test_a_time_limit_ends_the_search() -> None:
    assert list(generate(Sudoku(9), givens=(17, 17), seconds=0.05)) == []  # hardly ever found


@pytest.mark.slow
def test_ratings_and_techniques_are_as_wanted_on_any_number_of_threads() -> None:
    board = Sudoku(9)
    wishes: dict[str, Any] = {"seed": 2, "givens": (32, 34)}
    puzzles = made(6, board, rating=(1.3, 1.9), **wishes)
    assert [each.rating for each in puzzles] == rate_many(
        ["".join(str(each.givens.get(cell, 0)) for cell in board.grid) for each in puzzles]
    )
    ratings = [each.rating.er for each in puzzles if each.rating is not None and each.rating.er is not None]
    assert len(ratings) == 6
    assert all(1.3 <= rating <= 1.9 for rating in ratings)
    assert in_names(made(6, board, rating=(1.3, 1.9), threads=2, **wishes)) == in_names(puzzles)
    every = made(max(each.attempt for each in puzzles) + 1, board, **wishes)
    attempts = {each.attempt for each in every if 1.3 <= (rate(require_classic(each.board)).er or 0) <= 1.9}
    assert [each.attempt for each in puzzles] == sorted(attempts)[:6]
    hidden = [each.attempt for each in every if rate(require_classic(each.board)).hardest == "hidden single"]
    assert 0 < len(hidden) < len(every)
    found = made(len(hidden), board, technique="hidden single", **wishes)
    assert [each.attempt for each in found] == hidden


@pytest.mark.slow
def test_techniques_of_the_catalogue() -> None:
    board, technique = Sudoku(9), "skyscraper"
    found = [each.attempt for each in made(2, board, seed=4, givens=(28, 30), technique=technique)]
    every = [each for each in made(max(found) + 1, board, seed=4, givens=(28, 30)) if each.attempt <= max(found)]
    scored = [score(require_classic(each.board)).hardest for each in every if rate(require_classic(each.board)).er]
    attempts = [each.attempt for each in every if rate(require_classic(each.board)).er]
    assert found == [attempt for attempt, hardest in zip(attempts, scored, strict=True) if hardest == technique]


@pytest.mark.parametrize(
    ("wishes", "message"),
    [
        ({"rating": (3.0, 2.0)}, "must not exceed"),
        ({"rating": (99.0, 99.0)}, "ratings 99.0..99.0: the rater's are from 1.0 to 14.6"),
        ({"rating": (0.0, 0.9)}, "the rater's are from 1.0 to 14.6"),
        ({"technique": "naked part"}, "there is no technique naked part: did you mean naked pa"),
        ({"rating": (1.0, 2.0), "clues": {"thermo": 1}}, "new clues have no rating"),
    ],
)
def test_wishes_about_ratings_that_cannot_be(wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        generate(Sudoku(9), **wishes)
    with pytest.raises(ModelError, match="only classic 9×9 sudokus"):
        generate(models.load("windoku"), rating=(1.0, 2.0))


@pytest.mark.parametrize(
    ("board", "wishes", "message"),
    [
        (Sudoku(9), {"givens": (0, 16)}, "at most 16 givens has one solution: classic puzzles need 17"),
        (Sudoku(9), {"pattern": "x" * 16 + "." * 65}, "at most 16 givens has one solution: classic puzzles need 17"),
        (Sudoku(9), {"givens": (81, 81), "minimal": True}, "needs each of 81 or more givens: .* at most 72 are needed"),
        (Sudoku(9), {"pattern": "x" * 81, "minimal": True}, "needs each of 81 or more givens"),
        (Sudoku(6), {"givens": (0, 4)}, "at most 4 givens has one solution: 5 digits must be among them"),
        (Sudoku(4, regions=()), {"givens": (13, 16), "minimal": True}, "needs each of 13 or more givens"),
    ],
)
def test_impossible_numbers_of_givens_are_refused(board: Sudoku, wishes: dict[str, Any], message: str) -> None:
    with pytest.raises(ModelError, match=message):
        next(generate(board, **wishes))


def test_bounds_of_givens_hold_for_all_puzzles_of_4_by_4() -> None:
    """Of the minimal puzzles of a small grid, the fewest and the most givens."""
    board = Sudoku(4)
    numbers = {len(each.givens) for each in made(400, board, minimal=True, givens=(3, 12))}
    assert numbers <= {4, 5, 6}


def test_digits_that_need_not_occur_need_no_givens() -> None:
    board = Sudoku(2, regions=(), digits=range(1, 10))
    assert len(next(generate(board, givens=(0, 4))).givens) == 4


def test_a_search_without_luck_reports_and_ends() -> None:
    """4×4 puzzles need four givens, which nothing here knows."""
    cancel, reports = threading.Event(), []

    def report(progress: Progress) -> None:
        if progress.attempts is None:  # the search for two solutions of the board
            return
        reports.append((progress.attempts, progress.count))
        if len(reports) == 3:
            cancel.set()

    assert list(generate(Sudoku(4), givens=(3, 3), cancel=cancel, on_progress=report)) == []
    assert [attempts for attempts, _ in reports] == [1, 1 + GROWTH, 1 + GROWTH + GROWTH**2]  # by batches
    assert {found for _, found in reports} == {0}


def test_boards_with_new_clues_are_compiled_within_the_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, cancel, taken = ExactCoverSolver.compile, threading.Event(), list[Limits]()

    def compile_(self: ExactCoverSolver, model: Model, limits: Limits = NO_LIMITS) -> CompiledModel:
        taken.append(limits)
        if len(taken) == 3:
            cancel.set()
            raise CompilationStoppedError("exact-cover: stopped")
        return usual(self, model, limits)

    monkeypatch.setattr(ExactCoverSolver, "compile", compile_)
    assert len(list(generate(Sudoku(4), clues={"thermo": 1}, seconds=1000.0, cancel=cancel))) == 1
    assert [limits.cancel for limits in taken] == [cancel] * 3
    assert None not in [limits.seconds for limits in taken]


def test_attempts_with_clues_are_reported_one_by_one() -> None:
    reports: list[tuple[int | None, int]] = []
    puzzles = generate(
        Sudoku(4),
        clues={"thermo": 1},
        on_progress=lambda progress: reports.append((progress.attempts, progress.count)),
    )
    attempts = [each.attempt for each in islice(puzzles, 12)]
    found = [(made, count) for made, count in reports if made is not None]
    assert found == sorted(found)
    for made, count in found:
        assert count == sum(attempt < made for attempt in attempts)
    assert found[-1][0] == attempts[-1]  # the last one is not finished until the next is asked for
