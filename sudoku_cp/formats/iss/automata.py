"""The automata of constraint strings as automata over digits.

In a line of several parts, a state includes the number of cells read, so that the symbol between two parts is read
where one ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import accumulate

from sudoku_cp.formats.iss.encoding import Machine, machine_of
from sudoku_cp.model import NFA


@lru_cache(maxsize=256)
def automaton_of(encoded: str, lengths: tuple[int, ...], digits: range) -> NFA:
    """The lines that an encoded automaton accepts, in parts of the given lengths; a single part may have any length.

    After each part but the last, the automaton reads the symbol that follows the symbols of the digits.
    """
    machine = machine_of(encoded)
    if len(lengths) > 1:
        return _in_parts(machine, lengths, digits)
    rows = tuple(
        {digits[symbol]: frozenset(targets) for symbol, targets in row.items() if symbol < len(digits)}
        for row in machine.moves
    )
    return NFA(rows, machine.accepting, frozenset(range(machine.starts)))


def _in_parts(machine: Machine, lengths: tuple[int, ...], digits: range) -> NFA:
    breaks = Counter(accumulate(lengths[:-1]))

    def past_breaks(states: Iterable[int], read: int) -> frozenset[int]:
        for _ in range(breaks[read]):
            states = {target for state in states for target in machine.moves[state].get(len(digits), ())}
        return frozenset(states)

    layer = {state: place for place, state in enumerate(sorted(past_breaks(range(machine.starts), 0)))}
    starts = frozenset(layer.values())
    rows: list[dict[int, frozenset[int]]] = []
    for read in range(1, sum(lengths) + 1):
        first_after = len(rows) + len(layer)
        after: dict[int, int] = {}
        for state in layer:
            row: dict[int, frozenset[int]] = {}
            for symbol, targets in machine.moves[state].items():
                if symbol < len(digits):
                    nexts = sorted(past_breaks(targets, read))
                    row[digits[symbol]] = frozenset(after.setdefault(each, first_after + len(after)) for each in nexts)
            rows.append(row)
        layer = after
    rows += [{} for _ in layer]
    return NFA(tuple(rows), frozenset(layer[state] for state in layer if state in machine.accepting), starts)
