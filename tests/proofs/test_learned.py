"""Proofs made of clauses that the engine has learned, of which only the needed ones are written."""

from __future__ import annotations

from random import Random
from threading import Event

import pytest

from sudoku_cp import AllDifferent, Constraint, Model, Sudoku, models
from sudoku_cp.cross_check.instances import random_constraint
from sudoku_cp.model import UnsoundAnswerError
from sudoku_cp.model.limits import Limits, Progress
from sudoku_cp.proofs import GivenUpError, Proof, prove
from sudoku_cp.proofs.checker import RejectedError, check
from sudoku_cp.proofs.refuter import CLAUSAL, Refuter
from sudoku_cp.solvers.exact_cover.compiled import ExactCoverSolver
from sudoku_cp.solvers.exact_cover.refutation import RefutationStoppedError, last_uses, learned_clauses
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding
from tests.support import brute_force

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
"""Arto Inkala's "world's hardest sudoku" of 2012."""


def _hard() -> Sudoku:
    sudoku = models.load("classic")
    assert isinstance(sudoku, Sudoku)
    for cell, mark in zip(sudoku.cells, HARD, strict=True):
        if mark != ".":
            sudoku.give(cell, int(mark))
    return sudoku


@pytest.fixture(scope="module")
def hard() -> Proof:
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(Refuter, "refute")
        return prove(_hard())


def test_a_hard_puzzle(hard: Proof) -> None:
    assert str(check(hard.formula, hard.steps)) == "exactly one solution"
    assert hard.steps.count("\nrup ") > 20
    assert hard.steps.count("\ndel id ") > 10


def test_no_clause_can_be_left_out(hard: Proof) -> None:
    """Nearly none: a clause is written if a conflict makes use of it, which may have another cause, too."""
    lines = hard.steps.splitlines()
    learned = [at for at, line in enumerate(lines) if line.startswith("rup ")][1:-1]
    missed = sum(not _holds(hard.formula, [*lines[:at], "rup 1 x8 >= 1 ;", *lines[at + 1 :]]) for at in learned)
    assert missed > 0.8 * len(learned)


def test_a_clause_that_lacks_a_literal_is_rejected(hard: Proof) -> None:
    lines = hard.steps.splitlines()
    first = [at for at, line in enumerate(lines) if line.startswith("rup ")][1]
    words = lines[first].split()
    literals = (len(words) - 4) // 2
    assert literals > 1
    for place in range(literals):
        weakened = " ".join([*words[: 1 + 2 * place], *words[3 + 2 * place :]])
        with pytest.raises(RejectedError, match=rf"line {first + 1}: this does not follow"):
            check(hard.formula, "\n".join([*lines[:first], weakened, *lines[first + 1 :]]))


def _holds(formula: str, lines: list[str]) -> bool:
    try:
        return check(formula, "\n".join(lines)).complete
    except RejectedError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_what_is_shown_of_random_grids(seed: int) -> None:
    """Latin squares and sudokus with further cells that differ, givens and pencil marks."""
    random = Random(seed)
    sudoku = Sudoku(4) if seed % 2 else Sudoku(4, regions=())
    for _ in range(random.randrange(4)):
        sudoku.add(AllDifferent(random.sample(sudoku.cells, random.choice((2, 3, 4)))))
    for cell in random.sample(sudoku.cells, random.randrange(6)):
        if seed % 3:
            sudoku.give(cell, random.choice(cell.domain))
        else:
            sudoku.restrict(cell, random.sample(cell.domain, random.choice((2, 3))))
    proof = prove(sudoku)
    claim = check(proof.formula, proof.steps)
    assert claim.complete
    assert claim.solutions == len(brute_force(sudoku))


@pytest.mark.slow
@pytest.mark.parametrize("kind", CLAUSAL)
def test_kinds_whose_clauses_follow(kind: type[Constraint], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kind in random Latin squares: nothing is left to the other search."""
    monkeypatch.delattr(Refuter, "refute")
    random = Random(7)
    learned = 0
    for _ in range(25):
        size = random.choice((4, 5))
        sudoku = Sudoku(size, regions=())
        witness = {cell: sum(divmod(at, size)) % size + 1 for at, cell in enumerate(sudoku.cells)}
        while len(sudoku.constraints) < 2 * size + 3:
            constraint = random_constraint(random, sudoku.cells, dict(witness))
            if type(constraint) is kind and constraint.holds(witness):
                sudoku.add(constraint)
        for cell in random.sample(sudoku.cells, size):
            sudoku.give(cell, witness[cell])
        proof = prove(sudoku)
        learned += proof.steps.count("\nrup ")
        assert check(proof.formula, proof.steps).solutions == len(brute_force(sudoku))
    assert learned > 100


def test_domains_of_several_kinds() -> None:
    """The engine puts the values of all cells into one table."""
    model = Model()
    cells = [model.variable("a", (1, 2, 7)), model.variable("b", (2, 7)), model.variable("c", (-3, 1, 2))]
    model.add(AllDifferent(cells))
    proof = prove(model)
    assert check(proof.formula, proof.steps).solutions == len(brute_force(model))


def test_cancelling_and_progress() -> None:
    cancel = Event()
    seen: list[Progress] = []

    def on_progress(progress: Progress) -> None:
        seen.append(progress)
        if progress.count == 1:
            cancel.set()

    with pytest.raises(GivenUpError, match=r"stopped after 0 s \(solutions shown: 1"):
        prove(_hard(), limits=Limits(cancel=cancel, on_progress=on_progress))
    assert seen


def test_limits() -> None:
    compiled = ExactCoverSolver().compile(Sudoku(4))
    literals = Encoding(compiled.model, {}).literals
    with pytest.raises(RefutationStoppedError):
        learned_clauses(compiled, {}, [], literals, 0.0, None)
    with pytest.raises(RefutationStoppedError):
        last_uses(1, [(((1, 0),), 1)], [[0]], 0.0, None)


def test_a_solution_that_is_not_known() -> None:
    compiled = ExactCoverSolver().compile(Sudoku(4))
    literals = Encoding(compiled.model, {}).literals
    with pytest.raises(UnsoundAnswerError, match="exact-cover: there is a solution that the search has lost"):
        learned_clauses(compiled, {}, [], literals, None, None)


# ---- Trimming: literals are 2·variable, + 1 for the negation


A, B, C, D, E = 0, 2, 4, 6, 8


def test_the_last_use_of_each() -> None:
    """A or B, A or not B: A. Not A or C, not A or not C: a contradiction. D has no part in it."""
    sums = [(((1, x), (1, y)), 1) for x, y in ((A, B), (A, B ^ 1), (A ^ 1, C), (A ^ 1, C ^ 1), (C, D))]
    assert last_uses(4, sums, [[A, D], [A], [A, C]], None, None) == [1, 1, 3, 3, -1, -1, 3, -1]


def test_what_does_not_follow() -> None:
    sums = [(((1, A), (1, B)), 1)]
    assert last_uses(4, sums, [[A], [B], [A ^ 1, B ^ 1]], None, None) is None
    assert last_uses(4, sums, [[A, B, C]], None, None) is None  # is no contradiction


@pytest.mark.parametrize(("bound", "clause", "follows"), [(4, [A], True), (3, [A], False), (3, [A, B], True)])
def test_weights(bound: int, clause: list[int], follows: bool) -> None:
    """3 A + 2 B + C ≥ 4 needs A, and ≥ 3 needs A or B; neither can be true, but not by unit propagation."""
    refuted = [(((1, x ^ 1), (1, d), (1, e)), 1) for x in (A, B) for d in (D, D ^ 1) for e in (E, E ^ 1)]
    sums = [(((3, A), (1, C), (2, B)), bound), *refuted]
    uses = last_uses(5, sums, [clause, [A ^ 1, D], [A ^ 1], [B ^ 1, D], [B ^ 1]], None, None)
    assert (uses is not None) is follows
    assert uses is None or uses[0] >= 0
