"""The models on which planted faults are looked for: without a fault every solver is right about them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sudoku_cp.proofs import prove
from sudoku_cp.proofs.checker import check
from sudoku_cp.solving.registry import SOLVERS


@pytest.mark.slow
@pytest.mark.parametrize("name", SOLVERS)
def test_without_a_fault_everything_is_right(name: str, answers_right: Callable[[str], bool]) -> None:
    assert answers_right(name)


def test_models_have_solutions_and_others(fault_corpus: list[tuple[Any, list[Any]]]) -> None:
    small = [len(expected) for model, expected in fault_corpus if model.objective is None and len(model.cells) == 3]
    assert len(small) > 100
    assert all(0 < count < 64 for count in small)
    assert sum(len(expected) == 0 for _, expected in fault_corpus) == 3


@pytest.mark.slow
def test_proofs_are_right_about_everything(fault_corpus: list[tuple[Any, list[Any]]]) -> None:
    for model, expected in fault_corpus:
        proof = prove(model)
        claim = check(proof.formula, proof.steps)
        assert claim.complete
        assert claim.solutions == (1 if expected and model.objective is not None else len(expected)), model.constraints
