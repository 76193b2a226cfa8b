"""Documents with one value that is out of place: every key and every parameter of every rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

from sudoku_cp.formats.f_puzzles.clues import FLAGS, KINDS
from sudoku_cp.rules import RULES

KEYS: tuple[str, ...] = (
    "model",
    "name",
    "size",
    "box",
    "regions",
    "grids",
    "layout",
    "digits",
    "symbols",
    "grid",
    "candidates",
)
KEYS += ("maximize", "minimize", "rules")

TOML_VALUES: tuple[str, ...] = (
    *("0", "-1", "1", "2", "36", "37", "99999999999999999999", "1.5", "inf", "nan", "true", "1979-05-27", "{}", "[]"),
    *("''", "' '", "'r1c1'", "'r1c1 r1c1'", "'r0c0'", "'r99c99'", "'r1c1-'", "'r1-9c1-9'", "'r1-999999999c1'"),
    *(
        "'1'",
        "'123456789'",
        "'x'",
        "'killer'",
        "'1 2; 3'",
        "'[1-'",
        "'(((((((a*)*)*)*)*)*)*'",
        "'\\u001b[2J'",
        "'\u202e'",
    ),
    *("[1]", "[1, 2]", "[[1]]", "['r1c1', 'r1c2']", "[{}]", "{ r1c1 = 1 }", "{ r1c1 = [1, 2] }", "[2, 2]", "[0, -1]"),
    "'" + "r1c1 " * 3000 + "'",
    "[" + "1, " * 3000 + "]",
    "'''\n" + "1 2 3 4\n" * 4 + "'''",
    "'''\n" + ". " * 2000 + "'''",
    "[" * 200 + "]" * 200,
)

JSON_VALUES: tuple[object, ...] = (
    *(None, True, 0, -1, 1, 4, 10**20, 1.5, "", " ", "x", "R1C1", "R0C0", "R99C99", [], {}, [None], [[]], [{}]),
    *(float("inf"), float("nan"), ["R1C1", "R1C1"], ["x"], [["R1C1"]], "\x1b[2J", "x" * 50_000, [1] * 3000, "1,2"),
    [{"cells": ["R1C1", "R1C2"], "value": "x"}],
    [{"cells": ["R1C1", "R1C1"], "value": 10**30}],
    [{"cells": [], "lines": [[]]}],
    [{"lines": [["R1C1", "R1C2"], ["R9C9"]], "direction": "UP", "value": "-1"}],
    [{"cell": "R0C1", "direction": "DR", "value": "5"}],
    [{"cells": {"R1C1": 1}, "cloneCells": 5}],
)


def toml_document(random: Random) -> str:
    """A small grid with a key or a clue, of which one value is not as it should be."""
    lines = [f"size = {random.choice(['2', '4', '4', '9'])}"] if random.randrange(4) else []
    if random.randrange(3) == 0:
        lines.append(f"{random.choice(KEYS)} = {random.choice(TOML_VALUES)}")
    else:
        rule = random.choice(list(RULES.values()))
        within = random.choice(["", "", "any_of.", "none_of.", "exactly."])
        lines += [f"[[{within[:-1]}]]"] if within else []
        lines.append(f"[[{within}{rule.name}]]")
        for parameter in rule.parameters:
            value = random.choice([random.choice(TOML_VALUES), "'r1c1 r1c2'", "3", "'left'"])
            lines += [f"{parameter.name} = {value}"] * (random.randrange(8) > 0)
    return "\n".join(lines) + "\n"


def f_puzzles_document(random: Random) -> str:
    """The same in f-puzzles' JSON."""
    size = random.choice([1, 4, 4, 9])
    document: dict[str, object] = {"size": size, "grid": [[{} for _ in range(size)] for _ in range(size)]}
    keys = ["size", "grid", "title", "author", "negative", "difference", "ratio", "truecandidatesoptions", "solution"]
    keys += [*FLAGS, *(kind.key for kind in KINDS)]
    for _ in range(random.choice([1, 1, 2])):
        document[random.choice(keys)] = random.choice(JSON_VALUES)
    if random.randrange(4) == 0 and isinstance(document["grid"], list):
        entry = {random.choice(["value", "given", "givenPencilMarks", "region", "c"]): random.choice(JSON_VALUES)}
        document["grid"] = [[entry] * size] * size
    return json.dumps(document) + "\n"


def sudokupad_document(random: Random) -> str:
    """The same in SudokuPad's JSON."""
    cells: list[list[object]] = [[{} for _ in range(4)] for _ in range(4)]
    keys = ("cells", "cages", "regions", "lines", "arrows", "overlays", "underlays", "metadata", "settings", "id")
    document: dict[str, object] = {"cells": cells}
    for _ in range(random.choice([1, 2])):
        document[random.choice(keys)] = random.choice(
            [*JSON_VALUES, [{"cells": [[0, 0], [9, 9]], "value": "3"}], [[[0, 0], [0]]], {"solution": "1" * 99}]
        )
    return json.dumps(document) + "\n"


DOCUMENTS: tuple[Callable[[Random], str], ...] = (toml_document, toml_document, f_puzzles_document, sudokupad_document)
