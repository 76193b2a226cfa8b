"""A page for each public module: its classes and functions with parameters, results and errors."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass
from enum import Enum
from functools import cached_property
from importlib import import_module
from types import ModuleType
from typing import ForwardRef, TypeAlias

import sudoku_cp
from docs.generators.docstrings import attribute_texts, constant_text, markdown, summary
from docs.generators.pages import OUTSIDE, Pages, code, page, table
from sudoku_cp.model.limits import NO_LIMITS
from sudoku_cp.rules import Rule

MODULES = (
    "sudoku_cp",
    "sudoku_cp.model",
    "sudoku_cp.kernel",
    "sudoku_cp.rules",
    "sudoku_cp.formats",
    "sudoku_cp.models",
    "sudoku_cp.solvers",
    "sudoku_cp.render",
    "sudoku_cp.cross_check",
    "sudoku_cp.cross_check.external",
    "sudoku_cp.proofs",
    "sudoku_cp.proofs.checker",
    "sudoku_cp.authoring",
    "sudoku_cp.human",
    "sudoku_cp.rating",
    "sudoku_cp.human.techniques",
    "sudoku_cp.canonical_forms",
    "sudoku_cp.exact_cover",
    "sudoku_cp.columns",
    "sudoku_cp.cubes",
    "sudoku_cp._base.schemas",
)
"""The public modules, whose ``__all__`` is the public interface, in the order of the list of all names."""

_GATHERING = ("sudoku_cp.model", "sudoku_cp")
"""Modules that export what other modules define; only what no other module has is on their pages."""

WIDTH = 86
"""The longest signature on one line."""


Homes: TypeAlias = dict[tuple[str, int], str]
"""The pages and anchors of public objects, by their names and identities."""


class _Bare(str):
    """An annotation that is shown as it is written."""

    def __repr__(self) -> str:
        return str(self)


def write_library(pages: Pages) -> None:
    """Write the pages of all public modules."""
    modules = {name: import_module(name) for name in MODULES}
    homes: Homes = {}
    for name in (*(name for name in MODULES if name not in _GATHERING), *_GATHERING):
        for each, item in public(modules[name]).items():
            homes.setdefault((each, id(item)), f"{name}.md#{each.lower()}")
    sections = []
    for name, module in modules.items():
        names = public(module)
        members = {each: item for each, item in names.items() if homes[each, id(item)].startswith(f"{name}.md#")}
        pages.write(f"library/{name}.md", _module_page(name, module, members, homes))
        listed = names if name == "sudoku_cp" else members
        rows = [(f"[`{each}`]({homes[each, id(item)]})", _summary(module, each, item)) for each, item in listed.items()]
        sections.append(f"## [{name}]({name}.md)\n\n{summary(module.__doc__ or '')}\n\n{table(['name', ''], rows)}")
    words = (
        "Every public class and function, by module. `sudoku_cp` exports what most programs need; "
        "[The library](../../../guides/library.md) is the guide."
    )
    pages.write("library/index.md", page("# The library in detail", words, *sections))


def public(module: ModuleType) -> dict[str, object]:
    """The names that a module exports, but for rules, which have pages of their own."""
    found = {name: getattr(module, name) for name in module.__all__}
    return {name: item for name, item in found.items() if not isinstance(item, Rule)}


def _summary(module: ModuleType, name: str, item: object) -> str:
    if inspect.isclass(item) or inspect.isroutine(item):
        return summary(item.__doc__ or "")
    return summary(constant_text(module, name))


def _module_page(name: str, module: ModuleType, members: dict[str, object], homes: Homes) -> str:
    parts = [part for each, item in members.items() for part in _member(module, each, item, homes)]
    exported = [f"`{each}`" for each in members if name != "sudoku_cp" and each in vars(sudoku_cp)["__all__"]]
    if exported:
        parts.insert(0, f"`sudoku_cp` exports {', '.join(exported)} too.")
    return page(OUTSIDE, f"# {name}", *markdown(inspect.getdoc(module) or ""), *parts)


def _member(module: ModuleType, name: str, item: object, homes: Homes) -> Iterator[str]:
    yield f"## {name}"
    if inspect.isclass(item):
        yield from _class(name, item, homes)
    elif inspect.isroutine(item):
        yield from _function(name, item)
    else:
        yield from markdown(constant_text(module, name))


def _class(name: str, kind: type, homes: Homes) -> Iterator[str]:
    bases = [
        base
        for base in kind.__mro__[1:]
        if base.__module__.startswith("sudoku_cp") and (base.__name__, id(base)) in homes
    ]
    if not issubclass(kind, Enum | Exception):
        yield code(_signature(name, kind), "python")
    yield from markdown(inspect.getdoc(kind) or "")
    if bases:
        links = [f"[`{base.__name__}`]({homes[base.__name__, id(base)]})" for base in bases]
        yield f"It also has what {' and '.join(links)} {'has' if len(links) == 1 else 'have'}."
    if kind.__module__.startswith("sudoku_cp") and (fields := _attributes(kind)):
        yield table(["attribute", ""], ((f"`{each}`", summary(text)) for each, text in fields.items()))
    for each, member in vars(kind).items():
        if not each.startswith("_") and (function := _method(member)) is not None and function.__doc__:
            yield f"### {name}.{each}"
            is_bound = isinstance(member, classmethod | staticmethod)
            yield from _function(f"{name}.{each}" if is_bound else each, function)


def _attributes(kind: type) -> dict[str, str]:
    """Fields, members of an enumeration, and properties, with their texts."""
    found: dict[str, str] = {}
    if is_dataclass(kind) or issubclass(kind, Enum):
        found.update({name: text for name, text in attribute_texts(kind).items() if hasattr(kind, name) or text})
    for name, member in vars(kind).items():
        if not name.startswith("_") and isinstance(member, property | cached_property):
            found[name] = member.__doc__ or ""
    return {name: text for name, text in found.items() if text or issubclass(kind, Enum)}


def _method(member: object) -> Callable[..., object] | None:
    function = getattr(member, "__func__", member)
    return function if inspect.isfunction(function) else None


def _function(name: str, function: Callable[..., object]) -> Iterator[str]:
    yield code(_signature(name, function), "python")
    yield from markdown(inspect.getdoc(function) or "")


def _signature(name: str, item: Callable[..., object]) -> str:
    """A call with annotations, on one line or with a parameter a line."""
    try:
        found = inspect.signature(item)
    except (TypeError, ValueError):
        return f"{name}(...)"
    parameters = [
        each.replace(annotation=_bare(each.annotation), default=_default(each.default))
        for each in found.parameters.values()
        if each.name not in ("self", "cls")
    ]
    result = inspect.Signature.empty if inspect.isclass(item) else _bare(found.return_annotation)
    text = f"{name}{found.replace(parameters=parameters, return_annotation=result)}"
    if len(text) <= WIDTH:
        return text
    lines = [str(inspect.Signature([each]))[1:-1] for each in parameters]
    kinds = [each.kind for each in parameters]
    if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        lines = [line.removeprefix("*, ") for line in lines]
        lines.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
    arrow = "" if result is inspect.Signature.empty else f" -> {result!r}"
    return f"{name}(\n" + "".join(f"    {line},\n" for line in lines) + f"){arrow}"


def _bare(annotation: object) -> object:
    if isinstance(annotation, ForwardRef):
        return _Bare(annotation.__forward_arg__)
    return _Bare(annotation) if isinstance(annotation, str) else annotation


def _default(default: object) -> object:
    """A default as it is written; objects whose text has an address are left to the description."""
    if default is NO_LIMITS:
        return _Bare("NO_LIMITS")
    text = repr(default)
    return _Bare("...") if default is not inspect.Parameter.empty and " at 0x" in text else default
