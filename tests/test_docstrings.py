"""Docstrings of public callables name what they raise; those of the public interface, parameters and results too."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from enum import Enum
from importlib import import_module
from inspect import Signature, cleandoc, getdoc, signature
from pathlib import Path
from types import FunctionType
from typing import Any, Protocol

import pytest

from docs.generators.docstrings import attribute_texts
from docs.generators.library import MODULES
from sudoku_cp.formats import Document

ROOT = Path(__file__).parents[1]
FILES = [path.relative_to(ROOT).as_posix() for path in sorted((ROOT / "sudoku_cp").rglob("*.py"))]

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
@pytest.mark.parametrize("module", FILES)
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


def exported() -> dict[str, Callable[..., object]]:
    """The exported functions and the public methods of the exported classes, by their qualified names."""
    found: dict[str, Callable[..., object]] = {}
    for package in map(import_module, MODULES):
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


def _entries(text: str) -> set[str]:
    """The names in the section of parameters of a docstring."""
    section = re.search(r"^Parameters\n----------\n(.*?)(?=\n\n\S|\Z)", cleandoc(text), re.M | re.S)
    entries = re.findall(r"^(\S.*)", section[1], re.M) if section else []
    return {name.strip().lstrip("*") for entry in entries for name in entry.split(",")}


def undocumented(function: Callable[..., object]) -> list[str]:
    """The parameters without an entry in the docstring, and ``returns`` if it returns something and does not say so.

    A function without a docstring, such as an override, documents nothing. A method that returns its own object needs
    no section.
    """
    text = getdoc(function) if function.__doc__ else None
    if text is None:
        return []
    documented = _entries(text)
    declared = signature(function)
    missing_names = [name for name in declared.parameters if name not in ("self", "cls", *documented)]
    returns_nothing = declared.return_annotation in ("None", "Self", None, Signature.empty)
    is_said = returns_nothing or re.search(r"^(Returns\n-------|Yields\n------)\n", text, re.M)
    return missing_names if is_said else [*missing_names, "returns"]


@pytest.mark.parametrize("name", sorted(EXPORTED := exported()))
def test_parameters_and_returns_of_the_public_interface_are_documented(name: str) -> None:
    assert undocumented(EXPORTED[name]) == []


def undescribed(kind: type) -> list[str]:
    """The parameters of a class that neither its docstring or that of a base names, nor a docstring below a field."""
    described: set[str] = set()
    for base in kind.__mro__:
        if base.__module__.startswith("sudoku_cp"):
            described.update(_entries(base.__doc__ or ""))
            described.update(name for name, text in attribute_texts(base).items() if text)
    return [name for name in signature(kind).parameters if name not in described]


def classes() -> dict[str, type]:
    """The exported classes with a constructor that users call, or fields that they read."""
    found = {
        f"{package}.{name}": getattr(import_module(package), name) for package in MODULES for name in _names(package)
    }
    others = (Enum, Exception, Iterator, str, Protocol)
    return {
        name: kind
        for name, kind in found.items()
        if isinstance(kind, type) and kind.__module__.startswith("sudoku_cp.") and not _is_any(kind, others)
    }


def _names(package: str) -> list[str]:
    names: list[str] = import_module(package).__all__
    return names


def _is_any(kind: type, others: tuple[Any, ...]) -> bool:
    return any(other in kind.__mro__ for other in others)


@pytest.mark.parametrize("name", sorted(CLASSES := classes()))
def test_constructors_and_fields_of_the_public_interface_are_described(name: str) -> None:
    assert undescribed(CLASSES[name]) == []


def test_the_check_of_fields() -> None:
    assert undescribed(Document) == []
    assert undescribed(type("Made", (), {"__init__": _without_sections})) == ["second"]


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
