"""Docstrings of public callables name what they raise; those of the public interface, parameters and results too."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import Signature, getdoc, signature
from pathlib import Path
from types import FunctionType

import pytest

from sudoku_cp.backends import backend, solver_named

ROOT = Path(__file__).parents[1]
MODULES = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "sudoku_cp").rglob("*.py"))]

DOCUMENTED = "    '''F.\n\n    Raises\n    ------\n    KeyError\n        Ever.\n    '''\n"

Function = ast.FunctionDef | ast.AsyncFunctionDef


def raised(body: list[ast.stmt]) -> Iterator[str]:
    """The names of the errors that statements raise, those of functions within them left out.

    An error that another callable makes, as in ``raise lines.error(…)``, and one that is raised again have no name.
    """
    for statement in body:
        if isinstance(statement, Function | ast.ClassDef):
            continue
        if isinstance(statement, ast.Raise) and statement.exc is not None:
            error = statement.exc.func if isinstance(statement.exc, ast.Call) else statement.exc
            name = error.id if isinstance(error, ast.Name) and error.id[0].isupper() else ""
            yield from [name] if name != "NotImplementedError" else []  # what subclasses override
        for part in ("body", "orelse", "finalbody"):
            yield from raised(getattr(statement, part, []))
        for block in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
            yield from raised(block.body)


def public(tree: ast.Module | ast.ClassDef, prefix: str = "") -> Iterator[tuple[str, Function, str]]:
    """The public functions and methods, each with its name and its docstring; that of ``__init__`` is its class's."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public(node, f"{prefix}{node.name}.")
        elif isinstance(node, Function):
            documented = tree if node.name in ("__init__", "__post_init__", "__new__") else node
            if documented is tree or not node.name.startswith("_") or node.name == "__call__":
                yield prefix + node.name, node, ast.get_docstring(documented) or ""


def missing(tree: ast.Module) -> list[str]:
    """Each public callable with an error that it raises and does not document."""
    found = []
    for name, function, text in public(tree):
        section = re.search(r"^Raises\n------\n(.*?)(?=\n\n\S|\Z)", text, re.M | re.S)
        documented = set(re.findall(r"^(\w+)", section[1], re.M)) if section else set()
        found += [
            f"{name}: {error or 'an error'}"
            for error in sorted(set(raised(function.body)))
            if not documented or (error and error not in documented)
        ]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("module", MODULES)
def test_what_is_raised_is_documented(module: str) -> None:
    assert missing(ast.parse((ROOT / module).read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("    raise ValueError('x')", ["f: ValueError"]),
        ("    for _ in ():\n        raise lines.error('x')", ["f: an error"]),
        ("    match 1:\n        case 1:\n            raise KeyError", ["f: KeyError"]),
        ("    try:\n        pass\n    except OSError:\n        raise", []),
        ("    def g():\n        raise ValueError", []),
        (f"{DOCUMENTED}    raise KeyError", []),
        (f"{DOCUMENTED}    raise OSError", ["f: OSError"]),
    ],
)
def test_the_check_itself(body: str, expected: list[str]) -> None:
    assert missing(ast.parse(f"def f():\n{body}\n")) == expected


PACKAGES = (
    "sudoku_cp",
    "sudoku_cp.constraints",
    "sudoku_cp.cross_check",
    "sudoku_cp.exact_cover",
    "sudoku_cp.formats",
    "sudoku_cp.model",
    "sudoku_cp.proofs",
    "sudoku_cp.rating",
    "sudoku_cp.render",
    "sudoku_cp.rules",
    "sudoku_cp.solvers",
)
"""The packages whose ``__all__`` is the public interface."""


def exported() -> dict[str, Callable[..., object]]:
    """The exported functions and the public methods of the exported classes, by their qualified names."""
    found: dict[str, Callable[..., object]] = {
        "sudoku_cp.backends.backend": backend,
        "sudoku_cp.backends.solver_named": solver_named,
    }
    for package in map(import_module, PACKAGES):
        for exported_name in package.__all__:
            item = getattr(package, exported_name)
            classes = item.__mro__ if isinstance(item, type) else ()
            members = [
                getattr(member, "__func__", member)  # that of a classmethod
                for base in classes
                for name, member in vars(base).items()
                if not name.startswith("_")
            ]
            for function in [item, *members]:
                if isinstance(function, FunctionType) and function.__module__.startswith("sudoku_cp"):
                    found[f"{function.__module__}.{function.__qualname__}"] = function
    return found


def undocumented(function: Callable[..., object]) -> list[str]:
    """The parameters without an entry in the docstring, and ``returns`` if it returns something and does not say so.

    A function without a docstring, such as an override, documents nothing. A method that returns its own object needs
    no section.
    """
    text = getdoc(function) if function.__doc__ else None
    if text is None:
        return []
    section = re.search(r"^Parameters\n----------\n(.*?)(?=\n\n\S|\Z)", text, re.M | re.S)
    entries = re.findall(r"^(\S.*)", section[1], re.M) if section else []
    documented = {name.strip().lstrip("*") for entry in entries for name in entry.split(",")}
    declared = signature(function)
    missing_names = [name for name in declared.parameters if name not in ("self", "cls", *documented)]
    returns_nothing = declared.return_annotation in ("None", "Self", None, Signature.empty)
    is_said = returns_nothing or re.search(r"^(Returns\n-------|Yields\n------)\n", text, re.M)
    return missing_names if is_said else [*missing_names, "returns"]


@pytest.mark.parametrize("name", sorted(EXPORTED := exported()))
def test_parameters_and_returns_of_the_public_interface_are_documented(name: str) -> None:
    assert undocumented(EXPORTED[name]) == []


def _without_sections(first: int, *, second: int = 0) -> int:
    """Do it."""
    return first + second


def _with_sections(first: int, *second: int, **third: int) -> int:
    """Do it.

    Parameters
    ----------
    first, *second
        Numbers.
    **third
        More numbers.

    Returns
    -------
    int
        Their sum.
    """
    return first + sum(second) + sum(third.values())


def test_the_check_of_sections() -> None:
    assert undocumented(_without_sections) == ["first", "second", "returns"]
    assert undocumented(_with_sections) == []
    assert undocumented(test_the_check_of_sections) == []
