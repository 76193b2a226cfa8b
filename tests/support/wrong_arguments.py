"""Values that no parameter means, or few do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sudoku_cp import Model, Sudoku


def _itself() -> list[Any]:
    items: list[Any] = []
    items.append(items)
    return items


WRONG: tuple[tuple[str, Callable[[], object]], ...] = (
    ("None", lambda: None),
    ("True", lambda: True),
    ("-1", lambda: -1),
    ("0", lambda: 0),
    ("10**30", lambda: 10**30),
    ("10**5000", lambda: 10**5000),
    ("1.5", lambda: 1.5),
    ("nan", lambda: float("nan")),
    ("inf", lambda: float("inf")),
    ("''", lambda: ""),
    ("'*'", lambda: "*"),
    ("'r9c9'", lambda: "r9c9"),
    ("'\\0'", lambda: "\0"),
    ("b'x'", lambda: b"x"),
    ("[]", list),
    ("{}", dict),
    ("[None]", lambda: [None]),
    ("[1.5]", lambda: [1.5]),
    ("['*']", lambda: ["*"]),
    ("[[]]", lambda: [[]]),
    ("[10**30]", lambda: [10**30]),
    ("[-1]", lambda: [-1]),
    ("[itself]", _itself),
    ("{'*': None}", lambda: {"*": None}),
    ("{1: 1.5}", lambda: {1: 1.5}),
    ("generator", lambda: (item for item in ("*", None))),
    ("object", object),
    ("function", lambda: lambda: None),
    ("type", lambda: int),
    ("int64", lambda: np.int64(3)),
    ("float64", lambda: np.float64(2.5)),
    ("bool_", lambda: np.bool_(True)),
    ("array", lambda: np.array([1, 2])),
    ("table", lambda: np.array([[1.5]])),
    ("stray cell", lambda: Model().variable("r1c1", (1, 2))),
    ("Sudoku", lambda: Sudoku(4)),
)
"""What no parameter means, or few do."""
