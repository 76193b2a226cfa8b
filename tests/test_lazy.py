"""Packages that import their names lazily give the same names as they show type checkers."""

import importlib
import subprocess
import sys
from types import ModuleType

import pytest

import sudoku_cp
from sudoku_cp import constraints, model

PACKAGES = [sudoku_cp, model, constraints]


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
        "assert not {'numpy', 'ortools', 'sudoku_cp.rules', 'sudoku_cp.constraints.table'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, stdout=subprocess.DEVNULL)
