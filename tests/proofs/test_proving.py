from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import Any

import pytest
from hypothesis import given, settings

from sudoku_cp import NFA, AllDifferent, Automaton, Cell, Constraint, Model, ModelError, Sudoku, models
from sudoku_cp.model import Sense, UnsoundAnswerError
from sudoku_cp.model.answers import Result, Status
from sudoku_cp.model.limits import Limits, Progress
from sudoku_cp.proofs import GivenUpError, NotCoveredError, Proof, prove
from sudoku_cp.proofs.checker import RejectedError, check
from sudoku_cp.rules import killer
from sudoku_cp.solvers.exact_cover.compiled import CompiledExactCover
from tests.support import brute_force, tiny_models


@pytest.mark.slow
@settings(max_examples=60)
@given(model=tiny_models())
def test_what_is_shown_of_any_model(model: Model) -> None:
    """The formula has just as many solutions as the model, and the proof says so; or which score is the best."""
    expected = brute_force(model)
    proof = prove(model)
    claim = check(proof.formula, proof.steps)
    assert claim.complete
    if model.objective is None or not expected:
        assert claim.solutions == proof.solutions == len(expected)
        assert claim.optimum is None
    else:
        scores = [model.objective.value(model.solution(values)) for values in expected]
        assert proof.best == (max(scores) if model.objective.sense is Sense.MAXIMIZE else min(scores))
        assert claim.optimum is not None


@pytest.mark.slow
def test_a_hard_puzzle() -> None:
    """Arto Inkala's "world's hardest sudoku" of 2012."""
    classic = models.load("classic")
    grid = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    givens = {cell: int(mark) for cell, mark in zip(classic.cells, grid, strict=True) if mark != "."}
    proof = prove(classic, givens)
    assert str(check(proof.formula, proof.steps)) == "exactly one solution"
    del givens[classic["r1c1"]]
    proof = prove(classic, givens, limit=3)
    assert str(check(proof.formula, proof.steps)) == "at least 3 solutions"
    assert not proof.complete


def test_prices_of_a_sum_of_different_cells() -> None:
    """Three different digits come to 6 at least: a line of the proof says it, no search."""
    model = Model()
    cells = model.variables("abc", range(1, 10))
    model.add(AllDifferent(cells), sum(cells, 0 * cells[0]) <= 5)
    proof = prove(model)
    assert proof.steps.count("pol ") == 1
    assert check(proof.formula, proof.steps).solutions == 0


def test_names_that_opb_does_not_know() -> None:
    model = Model()
    model.variable("é-1 x", (-2, 5))
    proof = prove(model)
    assert proof.formula.splitlines()[1:3] == ["* x1: é-1 x = -2", "* x2: é-1 x = 5"]
    assert "1 x1 1 x2 = 1 ;" in proof.formula
    assert check(proof.formula, proof.steps).solutions == 2


def _remainder(total: Any, value: int) -> int:
    return int(3 * total + value) % 4999


def test_what_is_not_covered_is_named() -> None:
    model = Model()
    cells = model.variables([f"x{number}" for number in range(9)], range(10))
    model.add(Automaton.stepping(cells, 0, _remainder))
    with pytest.raises(
        NotCoveredError, match=r"formulas do not cover x0 x1 .* is accepted by .* more than 50,000 steps"
    ):
        prove(model)


@pytest.mark.parametrize(
    ("combined", "solutions"), [(lambda c, a: c, 54), (lambda c, a: ~c, 27), (lambda c, a: c | (a == 0), 63)]
)
def test_words_with_several_runs(combined: Callable[[Constraint, Cell], Constraint], solutions: int) -> None:
    """The second of four values is 1 or 2; any run may guess which value is the third from the end."""
    row = {value: frozenset({0, 1} if value else {0}) for value in range(3)}
    later = [dict.fromkeys(range(3), frozenset({state})) for state in (2, 3)]
    model = Model()
    cells = model.variables("abcd", range(3))
    model.add(combined(Automaton(cells, NFA((row, *later, {}), frozenset({3}))), cells[0]))
    proof = prove(model)
    assert check(proof.formula, proof.steps).solutions == proof.solutions == solutions


def test_limits() -> None:
    sudoku = Sudoku(9)
    with pytest.raises(GivenUpError, match=r"stopped after \d+ s \(solutions shown: 0"):
        prove(sudoku, limits=Limits(seconds=1e-9))


def test_prices_of_a_sum_over_the_whole_grid() -> None:
    """A few hundred clauses are enough for the best score; without the prices of houses it takes thousands."""
    sudoku = Sudoku(6)
    sudoku.maximize(sum((weight * weight % 23 - 9) * cell for weight, cell in enumerate(sudoku.cells)))
    cancel = Event()
    seen: list[Progress] = []

    def on_progress(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) > 2000:
            cancel.set()

    proof = prove(sudoku, limits=Limits(cancel=cancel, on_progress=on_progress))
    assert proof.best == 68
    assert proof.steps.count("rup ") < 1000


@pytest.fixture(scope="module")
def empty_target() -> Proof:
    """The proof of the best score of the empty target grid."""
    return prove(models.load("target"), {})


def test_the_best_score_of_the_empty_target_grid(empty_target: Proof) -> None:
    """A few vectors of prices are the whole proof: what they leave, unit propagation refutes."""
    assert empty_target.best == 2906
    assert empty_target.steps.count("pol ") < 10
    claim = check(empty_target.formula, empty_target.steps)
    assert (claim.complete, claim.optimum) == (True, -2906)


@pytest.mark.slow
def test_prices_that_are_forged_or_left_out_are_rejected(empty_target: Proof) -> None:
    """The line with the prices of the whole grid is what the rest follows from; the message names where it fails."""
    lines = empty_target.steps.splitlines()
    longest = max((at for at, line in enumerate(lines) if line.startswith("pol")), key=lambda at: len(lines[at]))
    words = lines[longest].split()
    price = max(at for at, word in enumerate(words) if words[at + 1 : at + 2] == ["*"])
    dearer = " ".join([*words[:price], str(int(words[price]) + 200_000), *words[price + 1 :]])
    weaker = " ".join([*words[:2], "1", *words[3:]])  # the score itself counts for less
    for forged in ([dearer], [weaker], ["pol 1 ;"], []):
        with pytest.raises(RejectedError, match=r"line \d+: "):
            check(empty_target.formula, "\n".join([*lines[:longest], *forged, *lines[longest + 1 :]]))


@pytest.mark.parametrize("sense", Sense)
@pytest.mark.parametrize("beyond", [1, 6, 10**30])
def test_a_target_out_of_reach(sense: Sense, beyond: int) -> None:
    """The proof says that no score is as good; a target that is reached has none."""
    sudoku = Sudoku(4).give("r1c1", 1)
    score = sum((weight * weight % 23 - 9) * cell for weight, cell in enumerate(sudoku.cells)) + 100
    (sudoku.maximize if sense is Sense.MAXIMIZE else sudoku.minimize)(score)
    assert sudoku.objective is not None
    scores = [sudoku.objective.value(sudoku.solution(values)) for values in brute_force(sudoku)]
    best = max(scores) if sense is Sense.MAXIMIZE else min(scores)
    target = best + beyond if sense is Sense.MAXIMIZE else best - beyond
    proof = prove(sudoku, target=target)
    assert (proof.best, proof.complete, proof.solutions) == (None, False, 0)
    claim = check(proof.formula, proof.steps)
    assert (claim.complete, claim.upper) == (False, None)
    assert proof.bound is not None
    if beyond < 10**30:
        assert proof.bound == target - 1 if sense is Sense.MAXIMIZE else target + 1
    assert claim.lower == (100 - proof.bound if sense is Sense.MAXIMIZE else proof.bound - 100)
    with pytest.raises(GivenUpError, match=f"a solution scores {best}"):
        prove(sudoku, target=best)


def test_a_target_needs_a_score() -> None:
    with pytest.raises(ModelError, match="sudoku has no score"):
        prove(Sudoku(4), target=1)


def test_no_solution_has_no_best_score() -> None:
    sudoku = Sudoku(4).give("r1c1", 1).give("r1c2", 1)
    sudoku.maximize(sum(sudoku.rows[0]))
    proof = prove(sudoku)
    assert (proof.best, proof.bound, proof.complete) == (None, None, True)
    assert str(check(proof.formula, proof.steps)) == "no solution"
    proof = prove(sudoku, target=3)
    assert (proof.best, proof.bound, proof.complete) == (None, 2, False)
    assert str(check(proof.formula, proof.steps)) == "the objective is at least -2"


def test_a_limit_leaves_a_proof_of_the_bound() -> None:
    sudoku = Sudoku(9)
    sudoku.maximize(sum((weight * weight % 23 - 9) * cell for weight, cell in enumerate(sudoku.cells)))
    proof = prove(sudoku, limits=Limits(nodes=0))
    claim = check(proof.formula, proof.steps)
    assert proof.best is None
    assert proof.bound is not None
    assert proof.bound > 515  # the best score
    assert (claim.lower, claim.upper, claim.optimum) == (-proof.bound, None, None)
    proof = prove(sudoku, limits=Limits(nodes=100))
    claim = check(proof.formula, proof.steps)
    assert proof.bound is not None
    assert claim.lower == -proof.bound
    assert claim.upper is not None
    assert claim.lower < claim.upper
    with pytest.raises(GivenUpError, match="stopped before any score was proved"):
        prove(sudoku, limits=Limits(seconds=0))


def test_progress_counts_the_clauses_that_are_learned() -> None:
    seen: list[Progress] = []
    sudoku = Sudoku(4)
    sudoku.add(killer("r1c1 r1c2", sum=5))
    prove(sudoku, limits=Limits(on_progress=seen.append))
    last = seen[-1].nodes
    assert [progress.nodes for progress in seen[-3:]] == [last - 2, last - 1, last]


@pytest.mark.parametrize("lost", [0, 5, 11])
def test_a_search_that_loses_a_solution(monkeypatch: pytest.MonkeyPatch, lost: int) -> None:
    sudoku = Sudoku(4)
    sudoku.give("r1c1", 1).give("r2c3", 1).give("r2c4", 2)
    assert prove(sudoku).solutions == 12
    genuine: Callable[..., Any] = CompiledExactCover._enumerate

    def losing(self: CompiledExactCover, *arguments: Any) -> Any:
        found = genuine(self, *arguments)
        for _ in range(lost):
            yield next(found)
        next(found)
        return (yield from found)

    monkeypatch.setattr(CompiledExactCover, "_enumerate", losing)
    with pytest.raises(UnsoundAnswerError, match="exact-cover: there is a solution that the search has lost"):
        prove(sudoku)


def test_a_search_that_misses_the_best_score(monkeypatch: pytest.MonkeyPatch) -> None:
    sudoku = Sudoku(4)
    sudoku.maximize(sum(sudoku.rows[0][:3]))
    best = prove(sudoku).best
    assert best == 9

    def missing(self: CompiledExactCover, *arguments: Any) -> Result:
        found = self.best(100, *arguments)
        at = next(at for at, score in enumerate(found.objectives) if score < 9)
        return Result("exact-cover", Status.OPTIMAL, found.solutions[at], 1, found.objectives[at])

    monkeypatch.setattr(CompiledExactCover, "_solve", missing)
    with pytest.raises(UnsoundAnswerError, match="exact-cover: there is a solution that the search has lost"):
        prove(sudoku)
