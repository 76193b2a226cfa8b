"""Packages that import their names lazily give the same names as they show type checkers."""

import builtins
import importlib
import pickle
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import sudoku_cp
from sudoku_cp import authoring, canonical_forms, human, kernel, model, rules
from sudoku_cp._base.lazy import LazyNames

VERBS = {
    authoring: {"why", "equal", "generate", "reduce", "estimate"},
    human: {"explain", "path"},
    canonical_forms: {"canonical_form", "distinct"},
}

PACKAGES = [sudoku_cp, authoring, human, model, kernel, rules]


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_every_public_name_is_there_and_listed(package: ModuleType) -> None:
    public = package.__all__
    assert len(set(public)) == len(public)
    assert set(public) <= set(dir(package))
    assert all(getattr(package, name) is not None for name in public)


def test_the_root_has_what_most_models_need() -> None:
    """Each verb of the setter and the solver has one place, and the root does not grow with every constraint."""
    root = {*vars(sudoku_cp)["__all__"]}
    assert {"Model", "AllDifferent", "sum_of", "solve", "SudokuError"} <= root
    assert len(root) <= 36
    for package, verbs in VERBS.items():
        assert verbs <= {*vars(package)["__all__"]}
        assert not root & {*vars(package)["__all__"]}
        assert not any(hasattr(sudoku_cp, verb) for verb in verbs)
    assert not {*vars(kernel)["__all__"]} & {*vars(model)["__all__"]}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_an_unknown_name_is_refused(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match=f"module '{package.__name__}' has no attribute 'Sudokku'"):
        _ = package.Sudokku
    with pytest.raises(ImportError):
        importlib.import_module(f"{package.__name__}.Sudokku")


IMPORTS = """
with LazyNames(globals(), alone=("alone",), public=("given",)):
    from alone import quiet as quiet
    from first import one as one, two as other
    from second import three as three
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A package whose modules note that they are imported."""
    texts = {"alone": "quiet = 0", "first": "one, two = 1, 2", "second": "three = 3", "lazy_package": IMPORTS}
    for name, text in texts.items():
        note = f"import sys\nsys.imported.append('{name}')\nfrom sudoku_cp._base.lazy import LazyNames\n{text}\n"
        (tmp_path / f"{name}.py").write_text(note, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "imported", [], raising=False)
    for name in texts:
        monkeypatch.delitem(sys.modules, name, raising=False)
    return importlib.import_module("lazy_package")


def test_modules_are_imported_at_the_first_use(package: ModuleType) -> None:
    imported: list[str] = vars(sys)["imported"]
    assert package.__all__ == ["given", "one", "other", "quiet", "three"]
    assert {"one", "other", "quiet", "three"} <= set(dir(package))
    assert imported == ["lazy_package"]
    assert package.quiet == 0
    assert imported == ["lazy_package", "alone"]
    assert package.other == 2
    assert imported == ["lazy_package", "alone", "first", "second"]
    assert (package.one, package.three) == (1, 3)


def test_other_modules_import_as_usual_meanwhile() -> None:
    usual = builtins.__import__
    names: dict[str, Any] = {"__name__": "lazy"}
    with LazyNames(names):
        import colorsys

        exec("from colorsys import rgb_to_hsv as convert, no_such_name as missing", names)
    assert builtins.__import__ is usual
    assert callable(colorsys.rgb_to_hsv)
    assert names["__all__"] == ["convert", "missing"]
    load = names["__getattr__"]
    assert load("convert") is names["convert"] is colorsys.rgb_to_hsv
    with pytest.raises(AttributeError, match="no_such_name"):
        load("missing")


def test_an_error_between_the_imports_leaves_imports_as_they_were() -> None:
    usual = builtins.__import__
    with pytest.raises(ZeroDivisionError), LazyNames({"__name__": "lazy"}):
        _ = 1 / 0
    assert builtins.__import__ is usual


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
