"""The original checker accepts what is written here, and a solver reads the formula, where they are installed."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import which

import pytest

from sudoku_cp import Sudoku, formats, models
from sudoku_cp.model import Sense
from sudoku_cp.model.limits import Limits
from sudoku_cp.proofs import Proof, prove
from sudoku_cp.proofs.checker import check
from sudoku_cp.rules import killer
from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding

VERIPB = which("veripb")


def _version() -> tuple[int, ...]:
    """The version of the installed checker; that of format 3.0 begins with 3."""
    if VERIPB is None:
        return ()
    shown = subprocess.run([VERIPB, "--version"], capture_output=True, text=True, check=False, timeout=60)
    found = re.search(r"\d+(?:\.\d+)*", shown.stdout)
    return tuple(map(int, found[0].split("."))) if found else ()


needs_veripb = pytest.mark.skipif(
    _version() < (3,), reason="VeriPB 3 is not installed: `cargo install veripb` brings it"
)


def _scored(sense: Sense = Sense.MAXIMIZE) -> Sudoku:
    sudoku = Sudoku(6).give("r1c1", 3)
    score = sum((weight * weight % 23 - 9) * cell for weight, cell in enumerate(sudoku.cells))
    (sudoku.maximize if sense is Sense.MAXIMIZE else sudoku.minimize)(score)
    return sudoku


def _caged() -> Sudoku:
    sudoku = Sudoku(4)
    sudoku.add(killer("r1c1 r1c2", sum=7), killer("r2c3 r3c3 r3c2", sum=9))
    return sudoku


def _impossible(sudoku: Sudoku) -> Sudoku:
    return sudoku.give("r1c1", 1).give("r1c2", 1)


SAMPLE: Mapping[str, Callable[[], Proof]] = {
    "sums of cells": lambda: prove(_caged()),
    "several solutions": lambda: prove(Sudoku(4).give("r1c1", 1)),
    "no solution": lambda: prove(_impossible(Sudoku(4))),
    "some solutions": lambda: prove(Sudoku(4), limit=3),
    "the best score": lambda: prove(_scored()),
    "the least score": lambda: prove(_scored(Sense.MINIMIZE)),
    "no score": lambda: prove(_impossible(_scored())),
    "a target": lambda: prove(_scored(), target=1000),
    "a bound": lambda: prove(_scored(), limits=Limits(nodes=1)),
    "the empty target grid": lambda: prove(models.load("target"), {}),
}
"""A proof of each kind, by what it shows."""


def _accepts(proof: Proof, folder: Path) -> bool:
    assert VERIPB is not None
    formula, steps = folder / "proof.opb", folder / "proof.pbp"
    formula.write_text(proof.formula, encoding="utf-8")
    steps.write_text(proof.steps, encoding="utf-8")
    checked = subprocess.run([VERIPB, formula, steps], capture_output=True, text=True, check=False, timeout=300)
    return checked.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("kind", SAMPLE)
def test_the_sample_holds(kind: str) -> None:
    proof = SAMPLE[kind]()
    assert check(proof.formula, proof.steps).complete is proof.complete


@needs_veripb
@pytest.mark.parametrize("kind", SAMPLE)
def test_the_original_checker_accepts_a_proof(kind: str, tmp_path: Path) -> None:
    assert _accepts(SAMPLE[kind](), tmp_path)


@needs_veripb
def test_the_original_checker_rejects_a_forged_proof(tmp_path: Path) -> None:
    proof = prove(_scored())
    assert proof.best is not None
    forged = proof.steps.replace(f"BOUNDS {-proof.best} ", f"BOUNDS {1 - proof.best} ")
    assert not _accepts(Proof(proof.formula, forged, 1, complete=True), tmp_path)


@pytest.mark.skipif(which("clasp") is None, reason="clasp is not installed: `apt-get install clasp` brings it")
@pytest.mark.parametrize(
    ("puzzle", "said"),
    [("killer", "c Models         : 1"), ("thermo", "c Models         : 1"), ("target", "c Optimization   : -2856")],
)
def test_a_solver_of_formulas_reads_the_formula_of_a_proof(puzzle: str, said: str, tmp_path: Path) -> None:
    model = formats.load(puzzle)
    (tmp_path / "proof.opb").write_text(str(Encoding(model, model.givens).formula), encoding="utf-8")
    command = ["clasp", str(tmp_path / "proof.opb"), "--models=0"]
    shown = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60).stdout
    assert said in shown.splitlines()
