"""Packages that import their names lazily give the same names as they show type checkers."""

import importlib
import pickle
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import sudoku_cp
from sudoku_cp import kernel, model, rules

PACKAGES = [sudoku_cp, model, kernel, rules]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_every_public_name_is_there_and_listed(package: ModuleType) -> None:
    public = package.__all__
    assert len(set(public)) == len(public)
    assert set(public) <= set(dir(package))
    assert all(getattr(package, name) is not None for name in public)


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_an_unknown_name_is_refused(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match=f"module '{package.__name__}' has no attribute 'Sudokku'"):
        _ = package.Sudokku
    with pytest.raises(ImportError):
        importlib.import_module(f"{package.__name__}.Sudokku")


def test_help_loads_no_models() -> None:
    program = (
        "import sys; from sudoku_cp.cli import main; main(['--help']); "
        "assert not {'dataclasses', 'sudoku_cp.model.model', 'sudoku_cp.formats'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)


def test_a_solve_loads_only_what_a_plain_sudoku_needs() -> None:
    program = (
        "import sys; from sudoku_cp.cli import main; main(['solve', '12..............']); "
        "heavy = {'concurrent.futures', 'numpy', 'ortools', 'sudoku_cp.rules', 'sudoku_cp.kernel.table'}; "
        "assert not heavy & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)


def test_all_rules_are_loaded_with_the_first() -> None:
    program = (
        "from sudoku_cp import rules; before = set(vars(rules)); rules.xv; "
        "print('registry' in before, 'killer' in rules.registry.RULES, list(rules.RULES)[0])"
    )
    outcome = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert outcome.stdout == f"False True {next(iter(rules.RULES))}\n"


def test_a_pickled_clue_finds_all_rules(tmp_path: Path) -> None:
    path = tmp_path / "clue.pickle"
    path.write_bytes(pickle.dumps(rules.xv("r1c1 r1c2", sum=5)))
    program = (
        "import pickle, sys; clue = pickle.load(open(sys.argv[1], 'rb')); "
        "from sudoku_cp.rules import registry; print(clue, 'killer' in registry.RULES)"
    )
    outcome = subprocess.run([sys.executable, "-c", program, path], check=True, capture_output=True, text=True)
    assert outcome.stdout == "xv r1c1 r1c2 sum=5 True\n"
