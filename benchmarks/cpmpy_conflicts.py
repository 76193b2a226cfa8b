"""Minimal conflicts of givens by CPMpy, in the Python of an environment that has it: see `benchmarks.setting`.

Reads a 9×9 grid from standard input; writes the sizes of a minimal and of a least conflict, each with its seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from time import process_time
from typing import Any


def main() -> None:
    text, cp, explain = sys.stdin.read().strip(), import_module("cpmpy"), import_module("cpmpy.tools.explain")
    cells = cp.intvar(1, 9, shape=(9, 9))
    boxes = [cells[top : top + 3, left : left + 3] for top in (0, 3, 6) for left in (0, 3, 6)]
    houses = [cp.AllDifferent(house) for house in (*cells, *cells.T, *boxes)]
    givens = [cells[place // 9, place % 9] == int(digit) for place, digit in enumerate(text) if digit != "."]
    print(*_timed(explain.mus, givens, houses), *_timed(explain.smus, givens, houses))


def _timed(find: Callable[..., Any], givens: list[Any], houses: list[Any]) -> tuple[int, float]:
    start = process_time()
    size = len(find(givens, houses))
    return size, process_time() - start
