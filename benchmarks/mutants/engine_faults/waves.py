"""Faults in the engine's batches: waves of boards, and the answers for many puzzles."""

from __future__ import annotations

from benchmarks.mutants.fault import ENGINE_TESTS, Fault

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
        "narrow waves of 9×9 grids: a count of two is full (wrong counts count)",
        "ones[line][box] ^= digit[line][box];",
        "ones[line][box] |= digit[line][box];",
    ),
    Fault(
        "waves of 9×9 grids: both sides of a branching in the first box are the same",
        "is_number(choice + 9, 2, box) ^ chosen;",
        "is_number(choice + 9, 2, box) ^ (box == 0 ? Bits{} : chosen);",
    ),
    Fault(
        "waves of 9×9 grids: a three fits where one other line can serve",
        "return possible[even(line, box)] | possible[uneven(line, box)];",
        "return possible[even(line, box)];",
    ),
    Fault(
        "narrow waves of 9×9 grids: two digits fill a triad",
        "return ones[line][box] & twos[line][box];",
        "return twos[line][box];",
    ),
    Fault(
        "waves of 9×9 grids: a triad of a column that must have a digit has it in all cells",
        "cell = or_both(cell, only_row, only[line][row / kBox]);",
        "cell |= only[line][row / kBox];",
    ),
    Fault(
        "waves of 9×9 grids: boards come with all cells of a row's triad taken that must have a digit (lost solutions)",
        "cells[row][column] = or_both(cells[row][column], here, only[column]);",
        "cells[row][column] |= here;",
    ),
    Fault(
        "waves of 9×9 grids: a triad of a column that must have a digit bars itself (lost solutions)",
        "barred[box][line][band] = must_columns[next] | must_columns[last];",
        "barred[box][line][band] = must_columns[line] | must_columns[last];",
    ),
    Fault(
        "waves of 9×9 grids: a triad with four candidates must have them (one pair is not seen)",
        "return ~(two_of(pairs[0], pairs[1], pairs[2]) | (pair_of_odds & any(pairs[0], pairs[1], pairs[2])));",
        "return ~two_of(pairs[0], pairs[1], pairs[2]);",
    ),
    Fault(
        "waves of 9×9 grids: a cell has values that it lacks on all boards",
        "else return candidates & (Bits{} + -(shape.domains[cell] >> digit & 1));",
        "else return candidates;",
        tests="tests/solving/exact_cover/test_waves.py::test_counts_on_any_houses[marks]",
    ),
    Fault(
        "waves of 9×9 grids: a digit is kept out of its own cell",
        "~(scratch.taken[cell] & ~placed);",
        "~scratch.taken[cell];",
    ),
    Fault(
        "waves of 9×9 grids: rows of boards forget a way",
        "possible[kBox + first] = all(triads[0][first], triads[1][last], triads[2][next]);",
        "possible[kBox + first] = triads[0][first] & triads[1][last];",
    ),
    Fault(
        "narrow waves of 9×9 grids: a triad of a column that must have a digit has it in all cells",
        "or_both(taken[cell], only_in_row[box][row % kBox][band], only_in_column[line][box]);",
        "taken[cell] | only_in_column[line][box];",
    ),
    Fault(
        "narrow waves of 9×9 grids: triads search boards that lack single candidates (repeated solutions)",
        "if (board[cell] != follows) return false;",
        "if ((board[cell] & ~follows) != 0) return false;",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "narrow waves of 9×9 grids: a choice takes its triad from all digits (lost solutions)",
        "triads.some[line][box] &= ~(loss.digits[digit] & loss.triads[band][line][box]);",
        "triads.some[line][box] &= ~loss.triads[band][line][box];",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "narrow waves: a word that waits becomes the block of another (lost solutions)",
        "tape.blocks[word][at] = moved[tape.waiting[word]];",
        "tape.blocks[word][at] = moved[tape.waiting[0]];",
        tests="tests/solving/exact_cover/test_narrow_waves.py",
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
