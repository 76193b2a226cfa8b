"""The records of a command as tables, from its JSON Schema."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from docs.generators.pages import Pages, table
from sudoku_cp._base import schemas

SUMMARY = (
    "With `--format jsonl`, which is the default in a pipe, answers are lines of JSON, one record each. The page of "
    "each command lists the fields of its records. The JSON Schemas (draft 2020-12) ship with the package: "
    '`sudoku_cp._base.schemas.schema("solve")` is the schema of the records of `solve`, complete in itself, and the '
    "tests hold every record that they see against it."
)


def write_schemas(pages: Pages) -> None:
    """Write the schemas, each complete in itself."""
    for name in schemas.names():
        pages.write(f"commands/{name}.json", json.dumps(schemas.schema(name), indent=2, ensure_ascii=False) + "\n")


SHARED = {
    "finding": ("Fields of every answer", "It also has the [fields of every answer](index.md#fields-of-every-answer)."),
    "answer": (
        "What an answer cost",
        "It also has the [fields of every answer](index.md#fields-of-every-answer), and says [what it cost]"
        "(index.md#what-an-answer-cost).",
    ),
    "place": ("Where the puzzle is", "It also says [where the puzzle is](index.md#where-the-puzzle-is)."),
    "error": ("A row that is not a puzzle", ""),
}
"""The definitions of the file of shared parts that have a section of their own, and the sentence that refers to it."""

_COMMON = "common.json#/$defs/"


def records(command: str) -> list[str]:
    """What a command writes, as parts of a page."""
    whole = schemas.schema(command)
    parts = [f"{whole['description']} [The schema as a file]({command}.json)."]
    for each in whole["anyOf"]:
        if each["$ref"] == f"{_COMMON}error":
            parts.append("With `--errors record`, [a row that is not a puzzle](index.md#a-row-that-is-not-a-puzzle).")
            continue
        file, kind = _resolved(whole, "", each)
        parts += [f"### {kind['title']}", *_section(whole, file, kind)]
    return parts


def shared_records() -> list[str]:
    """What the records of several commands have in common, as parts of a page."""
    whole = schemas.schema("solve")
    parts = []
    for name, (title, _) in SHARED.items():
        parts += [f"### {title}", *_section(whole, *_resolved(whole, "", {"$ref": f"{_COMMON}{name}"}))]
    return parts


def _section(whole: dict[str, Any], file: str, kind: dict[str, Any]) -> list[str]:
    references = [each["$ref"].rpartition("/")[2] for each in kind.get("allOf", ())]
    parts = [kind.get("description", ""), table(["field", "type", "meaning"], _rows(whole, file, kind))]
    return [part for part in (*parts, *(SHARED[name][1] for name in references)) if part]


def _resolved(whole: dict[str, Any], file: str, part: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A definition in place of a reference to it, and the file in which it is; the fields next to a reference count."""
    while "$ref" in part:
        target, _, name = part["$ref"].partition("#/$defs/")
        file = target or file
        further = {key: value for key, value in part.items() if key != "$ref"}
        part = {**(whole["$defs"][file] if file else whole)["$defs"][name], **further}
    return file, part


def _rows(whole: dict[str, Any], file: str, kind: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, str, str]]:
    """The fields of an object and of the objects inside it; those that may be missing are in brackets."""
    for (name, is_required), (home, field) in _fields(whole, file, kind).items():
        place, found = _resolved(whole, home, field)
        label = f"{prefix}{name}"
        yield f"`{label}`" if is_required else f"[`{label}`]", _type(whole, place, found), _meaning(found)
        for ending, (inner_file, inner) in _inside(whole, place, found):
            yield from _rows(whole, inner_file, inner, f"{label}{ending}.")


Field = tuple[str, dict[str, Any]]


def _fields(whole: dict[str, Any], file: str, kind: dict[str, Any]) -> dict[tuple[str, bool], Field]:
    """The fields of an object by their names and whether it always has them."""
    required = kind.get("required", ())
    return {(name, name in required): (file, field) for name, field in kind.get("properties", {}).items()}


def _inside(whole: dict[str, Any], file: str, field: dict[str, Any]) -> Iterator[tuple[str, Field]]:
    """The objects inside a field: itself, the items of a list, or the values of a table."""
    options = [_resolved(whole, file, each) for each in field.get("anyOf", [])] or [(file, field)]
    for home, option in options:
        if "properties" in option:
            yield "", (home, option)
        items = option.get("items")
        values = option.get("additionalProperties")
        for ending, part in (("[]", items), ("{}", values)):
            if isinstance(part, dict):
                place, inner = _resolved(whole, home, part)
                if "properties" in inner:
                    yield ending, (place, inner)


def _type(whole: dict[str, Any], file: str, field: dict[str, Any]) -> str:
    if "const" in field:
        return f"`{json.dumps(field['const'])}`"
    if "enum" in field:
        return "one of " + ", ".join(f"`{json.dumps(choice)}`" for choice in field["enum"])
    if "anyOf" in field:
        return " or ".join(_type(whole, *_resolved(whole, file, each)) for each in field["anyOf"])
    kinds = field.get("type", "any")
    return " or ".join(_one_type(whole, file, field, kind) for kind in ([kinds] if isinstance(kinds, str) else kinds))


def _one_type(whole: dict[str, Any], file: str, field: dict[str, Any], kind: str) -> str:
    if kind == "array" and "items" in field:
        return f"list of {_type(whole, *_resolved(whole, file, field['items']))}"
    if kind == "object" and isinstance(field.get("additionalProperties"), dict):
        return f"table of {_type(whole, *_resolved(whole, file, field['additionalProperties']))}"
    return {"array": "list", "string": "text", "integer": "integer", "boolean": "true or false"}.get(kind, kind)


def _meaning(field: dict[str, Any]) -> str:
    return str(field.get("description", "")).replace("|", "\\|")
