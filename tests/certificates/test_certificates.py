"""Certificates show what they claim, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings

from sudoku_cp import Model, Sense, Sudoku, UnsoundAnswerError, models
from sudoku_cp.backends.contract import Limits
from sudoku_cp.backends.exact_cover.program import ExactCover, ExactCoverProgram
from sudoku_cp.certificates import Certificate, NotCertifiedError, RejectedError, certify, verify
from sudoku_cp.certificates.certificate import read_certificate
from sudoku_cp.certificates.inference import Inference
from sudoku_cp.model import InputError
from sudoku_cp.rules import diagonals, killer, thermo
from tests.support import brute_force, tiny_models


def weighted(sudoku: Sudoku, sense: Sense = Sense.MAXIMIZE) -> Sudoku:
    """The grid with a weight for each cell that is like no other."""
    score = sum((weight * weight % 23 - 9) * cell for weight, cell in enumerate(sudoku.cells))
    (sudoku.maximize if sense is Sense.MAXIMIZE else sudoku.minimize)(score)
    return sudoku


@pytest.fixture(scope="module")
def branched() -> Certificate:
    """A certificate with branchings."""
    sudoku = weighted(Sudoku(6))
    sudoku.add(diagonals(), killer("r1c1 r1c2 r2c2", sum=9), thermo("r4c4 r5c5 r5c6"))
    certificate = certify(sudoku)
    assert sum(isinstance(step[0], str) for step in certificate.steps) > 2
    return certificate


@settings(max_examples=25)
@given(model=tiny_models().filter(lambda model: model.objective is not None))
def test_the_best_score_of_any_model_is_certified(model: Model) -> None:
    objective = model.objective
    assert objective is not None
    scores = [objective.value(model.solution(values)) for values in brute_force(model)]
    claim = verify(certify(model))
    if scores:
        best = max(scores, key=objective.gain)
        assert (claim.best, claim.optimal) == (best, True)
        assert objective.gain(claim.beyond) == objective.gain(best) + 1
    else:
        assert (claim.best, claim.optimal) == (None, False)


@settings(max_examples=25)
@given(model=tiny_models())
def test_inference_keeps_solutions(model: Model) -> None:
    inference = Inference(model)
    domains = list(inference.start)
    consistent = inference.propagate(domains)
    solutions = brute_force(model)
    assert consistent or not solutions
    for values in solutions:
        assert all(inference.bit_of[value] & domain for value, domain in zip(values, domains, strict=True))


@pytest.mark.parametrize("sense", Sense)
def test_a_certificate_is_written_and_read_again(sense: Sense) -> None:
    sudoku = weighted(Sudoku(6), sense).give("r1c1", 3)
    certificate = certify(sudoku)
    again = read_certificate(str(certificate), "it")
    assert str(again) == str(certificate)
    assert verify(again) == verify(certificate)
    assert verify(again).sense is sense


def test_the_empty_target_grid() -> None:
    claim = verify(certify(models.load("target")))
    assert claim.optimal
    assert str(claim).startswith(f"no solution of target scores {claim.beyond} or more; one of score {claim.best}")


def test_a_target_out_of_reach() -> None:
    sudoku = weighted(Sudoku(4))
    best = ExactCover().compile(sudoku).solve().objective
    assert best is not None
    claim = verify(certify(sudoku, target=best + 5))
    assert (claim.beyond, claim.best, claim.optimal) == (best + 5, None, False)
    assert str(claim) == f"no solution of sudoku scores {best + 5} or more"
    with pytest.raises(NotCertifiedError, match=f"a solution of sudoku scores {best}"):
        certify(sudoku, target=best)


def test_no_solution_at_all() -> None:
    claim = verify(certify(weighted(Sudoku(4)).give("r1c1", 1).give("r1c2", 1)))
    assert (claim.best, claim.steps) == (None, 0)


def test_givens_belong_to_the_certificate() -> None:
    sudoku = weighted(Sudoku(4))
    certificate = certify(sudoku, {sudoku["r1c1"]: 1})
    assert certificate.model.givens == {sudoku["r1c1"]: 1}
    assert sudoku.givens == {}


def test_a_planted_wrong_bound_is_rejected(branched: Certificate) -> None:
    best = verify(branched).best
    assert best is not None
    for too_good in (best, best - 1):
        with pytest.raises(RejectedError, match=r"left open|all branches are closed|excluded already"):
            verify(replace(branched, beyond=too_good))


def test_a_dropped_leaf_is_rejected(branched: Certificate) -> None:
    for place in range(0, len(branched.steps), len(branched.steps) // 6):
        steps = branched.steps[:place] + branched.steps[place + 1 :]
        try:
            verify(replace(branched, steps=steps))
        except RejectedError:
            continue
        # What is left may do without a step; never without its last one.
        assert place < len(branched.steps) - 1
    with pytest.raises(RejectedError, match="left open"):
        verify(replace(branched, steps=branched.steps[:-1]))


def test_multipliers_cannot_lie(branched: Certificate) -> None:
    """Whatever the multipliers, a bound that is not there is not shown: only the best score is out of reach."""
    best = verify(branched).best
    assert best is not None
    width = next(len(step) for step in branched.steps if not isinstance(step[0], str))
    for size in (0, 1000, -1000, 10**9):
        steps = (tuple(size * (place % 3 - 1) for place in range(width)),) * 4
        with pytest.raises(RejectedError):
            verify(replace(branched, beyond=best, steps=steps))


def test_steps_that_are_not_allowed(branched: Certificate) -> None:
    house = branched.houses[0]
    for wrong, message in (
        (replace(branched, steps=(("r9c9", 1),)), "r9c9 = 1 is not to be had"),
        (replace(branched, steps=(("r1c1", 7),)), "r1c1 = 7 is not to be had"),
        (replace(branched, steps=((1, 2, 3),)), "3 multipliers for"),
        (replace(branched, steps=(*branched.steps, ("r1c1", 1))), "all branches are closed already"),
        (replace(branched, houses=(house[:-1], *branched.houses[1:])), "is no house that holds each value once"),
        (replace(branched, houses=((*house, house[0]), *branched.houses[1:])), "is no house that holds"),
        (replace(branched, solution=(1,)), "the solution has 1 values"),
        (replace(branched, solution=(1,) * 36), "the solution is none"),
    ):
        with pytest.raises(RejectedError, match=message):
            verify(wrong)


def test_a_solution_that_is_not_the_best_is_not_called_so() -> None:
    sudoku = weighted(Sudoku(4))
    certificate = certify(sudoku)
    worst = ExactCover().compile(sudoku).opposite.solve().solution
    assert worst is not None
    claim = verify(replace(certificate, solution=worst.values_in_order))
    assert not claim.optimal
    assert not str(claim).endswith("it is the best")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it:1: not JSON"),
        ("{}", "it:1: the first line is no header"),
        ('{"bound certificate":1}', "it:1: puzzle must be of type str"),
        ('{"bound certificate":1,"puzzle":"size = 0","beyond":1,"scale":1,"houses":[]}', "a grid has a size"),
        ('{"bound certificate":1,"puzzle":"size = 1","beyond":1,"scale":0,"houses":[]}', "scale must be positive"),
        ('{"bound certificate":1,"puzzle":"size = 1","beyond":1,"scale":1,"houses":[]}\n["a"]', "it:2: a step is"),
        ('{"bound certificate":1,"puzzle":"size = 1","beyond":1,"scale":1,"houses":[]}\n[', "it:2: not JSON"),
        ('{"bound certificate":1,"puzzle":"","solution":[true],"beyond":1,"scale":1,"houses":[]}', "solution must be"),
    ],
)
def test_texts_that_are_no_certificates(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_certificate(text, "it")


def test_a_puzzle_without_score_has_nothing_to_certify() -> None:
    plain = '{"bound certificate":1,"puzzle":"size = 1","beyond":1,"scale":1,"houses":[]}'
    with pytest.raises(RejectedError, match="has no score"):
        verify(read_certificate(plain, "it"))


def test_a_limit_leaves_a_certificate_of_the_bound() -> None:
    sudoku = weighted(Sudoku(9))
    claim = verify(certify(sudoku, limits=Limits(nodes=0)))
    best = ExactCover().compile(sudoku).solve().objective
    assert best is not None
    assert not claim.optimal
    assert claim.beyond > best
    with pytest.raises(NotCertifiedError, match="a limit came"):
        certify(sudoku, limits=Limits(seconds=0))


def test_a_solution_that_the_engine_lost_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    sudoku = weighted(Sudoku(4))
    program = ExactCover().compile(sudoku)
    result = program.solve()
    assert result.objective is not None

    class Lost:
        log: tuple[int, ...] = ()

        def __init__(self, *_: object, **__: object) -> None: ...

        def keep_log(self) -> None: ...

        def take(self, *_: object, **__: object) -> tuple[list[Any], str]:
            return [], "exhausted"

    monkeypatch.setattr(ExactCoverProgram, "solver_reaching", Lost)
    from sudoku_cp.certificates.writing import certify_result

    with pytest.raises(UnsoundAnswerError, match=r"scores .* or better"):
        certify_result(program, result, {}, result.objective, Limits())


def test_branchings_are_written_and_read_again(branched: Certificate) -> None:
    again = read_certificate(str(branched), "it")
    assert again.steps == branched.steps
    assert verify(again) == verify(branched)
