"""Docstrings say what a public callable raises."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

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
