"""Docstrings in numpy's style as Markdown, and the docstrings of attributes, which Python does not keep."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import groupby
from types import ModuleType

from docs.generators.pages import code, table

_SECTION = re.compile(r"^([A-Z]\w+)\n-{3,}\n", re.M)
_TABLES = ("Parameters", "Returns", "Yields", "Raises")
"""The sections whose entries have a name and an indented text."""


def markdown(text: str) -> list[str]:
    """A docstring as parts of a page: its text, and a table or a text for each section."""
    first, *sections = _SECTION.split(text)
    parts = list(_prose(first))
    for title, content in zip(sections[::2], sections[1::2], strict=True):
        body, examples = _without_examples(content) if title in _TABLES else (content, "")
        if title in _TABLES:
            header = {"Parameters": "parameter", "Raises": "raises"}.get(title, title.lower())
            parts.append(table([header, ""], ((f"`{name}`", plain(words)) for name, words in _entries(body))))
        else:
            parts += [f"*{title}*", *_prose(body)]
        parts += _prose(examples)
    return [part for part in parts if part.strip()]


def summary(text: str) -> str:
    """The first paragraph of a docstring, on one line."""
    return plain(" ".join(text.strip().split("\n\n")[0].split()))


def plain(text: str) -> str:
    """Text of a docstring in Markdown: literals have one grave accent, and stars are no markup."""
    text = text.replace("``", "`")
    return "`".join(
        part if index % 2 else re.sub(r"([*_<])", r"\\\1", part) for index, part in enumerate(text.split("`"))
    )


def _prose(text: str) -> Iterator[str]:
    """Paragraphs, with sessions and indented blocks as code."""
    for paragraph in re.split(r"\n\s*\n", text.strip("\n")):
        if paragraph.lstrip().startswith(">>>"):
            yield code(textwrap.dedent(paragraph), "pycon")
        elif paragraph.startswith("    ") or re.match(r"=+ ", paragraph):
            yield code(textwrap.dedent(paragraph), "text")
        elif paragraph.strip():
            yield plain(paragraph)


def _without_examples(content: str) -> tuple[str, str]:
    """The entries of a section, and the session or the paragraphs that follow them."""
    lines = content.splitlines()
    for index, line in enumerate(lines):
        if line.startswith(">>>") or (line and line[0].isupper() and line.endswith(".")):
            return "\n".join(lines[:index]), "\n".join(lines[index:])
    return content, ""


def _entries(body: str) -> Iterator[tuple[str, str]]:
    """The names in the first column, each with the indented text below it."""
    name = ""
    for is_text, lines in groupby(body.strip("\n").splitlines(), lambda line: not line or line[0].isspace()):
        if is_text:
            yield name, " ".join(" ".join(lines).split())
        else:
            *_, name = lines


@cache
def attribute_texts(kind: type) -> dict[str, str]:
    """The docstrings below the attributes of a class, by their names; empty for those that have none."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    body = tree.body[0]
    assert isinstance(body, ast.ClassDef)
    return _texts(body.body)


def constant_text(module: ModuleType, name: str) -> str:
    """The docstring below a constant, in the module or in the one from which it is imported."""
    own, sources = _constants(module)
    if name in sources:
        return constant_text(import_module(sources[name]), name)
    return own.get(name, "")


@cache
def _constants(module: ModuleType) -> tuple[dict[str, str], dict[str, str]]:
    """The docstrings of a module's own constants, and the modules of imported names."""
    tree = ast.parse(inspect.getsource(module))
    imports = [each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom) and each.module is not None]
    sources = {alias.asname or alias.name: str(each.module) for each in imports for alias in each.names}
    return _texts(tree.body), sources


def _texts(body: list[ast.stmt]) -> dict[str, str]:
    found: dict[str, str] = {}
    for statement, after in zip(body, [*body[1:], None], strict=True):
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                is_text = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
                found[name] = inspect.cleandoc(str(after.value.value)) if is_text else ""  # type: ignore[union-attr]
    return {name: text for name, text in found.items() if not name.startswith("_")}
