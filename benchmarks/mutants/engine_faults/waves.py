"""Faults in the engine's batches: waves of boards, and the answers for many puzzles."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

WAVE_FAULTS = [
    Fault(
        "waves: the last lanes are lost",
        "(lanes - word + kWaveWords - 1) / kWaveWords",
        "(lanes - word + kWaveWords - 2) / kWaveWords",
    ),
    Fault(
        "waves: the first solution counts twice (wrong count)",
        "if (increase(search, search.counts[puzzle]) == 0) first.add(puzzle, place);",
        "if (increase(search, search.counts[puzzle]) == 0 && increase(search, search.counts[puzzle]) == 1) "
        "first.add(puzzle, place);",
    ),
    Fault(
        "waves: a board that waits belongs to another puzzle (stale stack)",
        "__builtin_memcpy(to.puzzles + to.count, from.puzzles + first, size * sizeof(std::int32_t));",
        "__builtin_memcpy(to.puzzles + to.count, from.puzzles + first, (size - (size > 0)) * sizeof(std::int32_t));",
    ),
    Fault(
        "waves: boards whose candidates change still are sorted as settled",
        "settled = live & ~signs.changed[piece];",
        "settled = live;",
    ),
    Fault(
        "waves: boards whose candidates change still are lost",
        "    defer(search, unsettled);\n",
        "    if (unsettled.words[0] == 0) defer(search, unsettled);\n",
    ),
    Fault(
        "waves: no side of a branching in the first cell has the value",
        "candidates[value] &= ~(here & (first ^ chosen));",
        "candidates[value] &= ~(here & (cell == 0 ? first : first ^ chosen));",
    ),
    Fault(
        "waves: cells that differ outside of houses may be equal",
        "        none |= beside & placed[cell];\n        cells[cell] &= ~beside;\n",
        "        cells[cell] &= placed[cell] | ~beside;\n",
    ),
    Fault(
        "waves: what may be in a intersection must be",
        "needed[side] = shared[side / 2] & ~rest;",
        "needed[side] = shared[side / 2];",
    ),
    Fault(
        "waves of 9×9 grids: a counts of two is full (wrong counts count)",
        "      ones[line][box] ^= digit;",
        "      ones[line][box] |= digit;",
    ),
    Fault(
        "waves of 9×9 grids: both sides of a branching in the first box are the same",
        "is_number(choice + 9, 2, box) ^ chosen;",
        "is_number(choice + 9, 2, box) ^ (box == 0 ? Bits{} : chosen);",
    ),
    Fault(
        "waves of 9×9 grids: a three fits where one other line can serve",
        "or_both(next[one] & last[other], next[other], last[one]);",
        "next[one] & last[other];",
    ),
    Fault(
        "waves of 9×9 grids: two digits fill a three",
        "return ones[line][box] & twos[line][box];",
        "return twos[line][box];",
    ),
    Fault(
        "waves of 9×9 grids: a triad of a column that must have a digit has it in all cells",
        "or_both(taken[cell], only_in_row[box][row % kBox][band], only_in_column[line][box]);",
        "taken[cell] | only_in_column[line][box];",
    ),
    Fault(
        "narrow waves: the last lanes make no choice (duplicate solutions)",
        "live & Bits{0, ~Word{0}, 0, ~Word{0}});",
        "live & Bits{0, ~Word{0}, 0, 0});",
    ),
    Fault(
        "batch: counts that reach the limit are said to be all",
        "if (batch.counts[at] == batch.limit || puzzle >= next_puzzle) batch.exact[at] = 0;",
        "if (puzzle >= next_puzzle) batch.exact[at] = 0;",
    ),
    Fault(
        "batch: several solutions are never said to be all",
        "batch.exact[puzzle] = ending == Ending::kExhausted ? 1 : 0;",
        "batch.exact[puzzle] = ending == Ending::kExhausted && count < 2 ? 1 : 0;",
    ),
    Fault(
        "batch: the first score found is taken for the best",
        "for (; (ending = minimiser.advance(control)) == Ending::kSolution; count = 1) store();",
        "if ((ending = minimiser.advance(control)) == Ending::kSolution) {\n"
        "      count = 1;\n      store();\n      ending = Ending::kExhausted;\n    }",
    ),
]
