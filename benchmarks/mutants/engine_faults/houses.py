"""Faults in houses: cells that differ, what places and removals wake, and locked candidates."""

from __future__ import annotations

from benchmarks.mutants.fault import ENGINE_TESTS, Fault

LEVELS = "tests/solving/exact_cover/test_engine.py"
"""CPU levels that search alike: what one of them overlooks, the others see."""

SIDE_BY_SIDE = "v4"
"""The level that looks at any houses side by side."""

PLAIN_SIDE_BY_SIDE = "v3"
"""The level that looks at the houses of plain grids side by side."""

HOUSE_FAULTS = [
    Fault(
        "house: a value with several places is put somewhere",
        "const Mask hidden = static_cast<Mask>(seen.once & ~seen.twice & ~placed);",
        "const Mask hidden = static_cast<Mask>(seen.twice & ~placed);",
    ),
    Fault(
        "house: hidden pairs count as singles",
        "void add(Mask domain) { twice |= once & domain;",
        "void add(Mask domain) { twice = once & domain;",
    ),
    Fault("place: peers keep the value", "*vector ^= lost;", "if (begin == 0) *vector ^= lost;"),
    Fault(
        "domain: an empty one is no contradiction",
        "    search.failed |= kept == 0;\n",
        "",
    ),
    Fault(
        "wake: the first watcher sleeps on",
        "search.cells.waiting[at->word] |= at->propagators;",
        "search.cells.waiting[at->word] |= at->propagators & (at->propagators - 1);",
    ),
    Fault(
        "conflicts: the first one is lost",
        "slot = search.cells.last_placed; for (std::uint32_t at = cells.conflicts.begin[slot]; at",
        "slot = search.cells.last_placed; for (std::uint32_t at = cells.conflicts.begin[slot] + 1; at",
    ),
    Fault(
        "intersections: pointing without the rest of the house",
        "const auto required = ~seen_outside<Mask>(search, house, outside + column) & all;",
        "const auto required = seen_outside<Mask>(search, house, outside) & all;",
    ),
    Fault(
        "intersections: two houses share all cells of the first",
        "set_intersection(houses[first], houses[second],",
        "set_intersection(houses[first], houses[first],",
        ENGINE_TESTS,
    ),
    Fault(
        "intersections: the shared cells need one place too many",
        "> length_of(cells.shared,",
        ">= length_of(cells.shared,",
    ),
    Fault(
        "intersections: values that only one cell of the rest has stay",
        "for (const std::int32_t* at = begin; at != end; ++at) seen |= domains[*at];",
        "for (const std::int32_t* at = begin + 1; at != end; ++at) seen |= domains[*at];",
        LEVELS,
    ),
    Fault(
        "houses side by side: the last member is not looked at",
        "twice |= once & domain;\nonce |= domain;\n}\nconst HouseVector lacking",
        "if (at + 1 < lanes.house_size) twice |= once & domain;\nonce |= domain;\n}\nconst HouseVector lacking",
        LEVELS,
        level=SIDE_BY_SIDE,
    ),
    Fault(
        "pairs side by side: the last row of the rest is not looked at",
        "domains.any_of(rests, lanes.rest_size)",
        "domains.any_of(rests, lanes.rest_size - 1)",
        LEVELS,
        level=SIDE_BY_SIDE,
    ),
    Fault(
        "pairs side by side: a house is passed over after the first one with nothing to say",
        "search.cells.unlocked[0] = unlocked & ~((telling & -telling) - 1);",
        "search.cells.unlocked[0] = unlocked & ~((telling & -telling) - 1) & ~telling;",
        LEVELS,
        level=SIDE_BY_SIDE,
    ),
    Fault(
        "houses side by side: the second half of the houses stands for the first",
        "telling |= telling_houses(domains, lanes, 1) << kHouseLanes;",
        "telling |= telling_houses(domains, lanes, 1);",
        LEVELS,
        level=SIDE_BY_SIDE,
    ),
    Fault(
        "houses side by side: the last variables are read as the first",
        "_mm512_set1_epi16(2 * kHouseLanes)",
        "_mm512_set1_epi16(8 * kHouseLanes)",
        LEVELS,
        level=SIDE_BY_SIDE,
    ),
    Fault(
        "houses side by side: those with nothing to say are not looked at for locked candidates",
        "search.cells.unlocked[0] |= passed;",
        "",
        LEVELS,
        level=SIDE_BY_SIDE,
    ),
    Fault(
        "pairs side by side: shared cells have room for any number of values",
        "return set_lanes((required & domains.any_of(rests, lanes.rest_size)) | surplus);",
        "return set_lanes(required & domains.any_of(rests, lanes.rest_size));",
        LEVELS,
        level=SIDE_BY_SIDE,
    ),
    Fault(
        "pairs side by side: only the first 32 are looked at",
        "chunk < lanes.pair_chunks; ++chunk",
        "chunk < 1; ++chunk",
        LEVELS,
        level=SIDE_BY_SIDE,
    ),
    Fault(
        "two places side by side: values with three places count",
        "(__m512i)(twice & ~thrice)",
        "(__m512i)twice",
        LEVELS,
        level=SIDE_BY_SIDE,
    ),
    Fault(
        "plain grid: the last box of a band stands for none",
        "return (lanes & 1) | (lanes >> 2 & 2) | (lanes >> 4 & 4);",
        "return (lanes & 1) | (lanes >> 2 & 2);",
        LEVELS,
        level=PLAIN_SIDE_BY_SIDE,
    ),
    Fault(
        "plain grid: a column is passed over for what it has in the triad itself",
        "down[band].line = columns[(band + 1) % kBoxSize] | columns[(band + 2) % kBoxSize];",
        "down[band].line = columns[band];",
        LEVELS,
        level=PLAIN_SIDE_BY_SIDE,
    ),
    Fault(
        "plain grid: other houses are passed over",
        "grid.values) | grid.other_houses;",
        "grid.values);",
        LEVELS,
        level=PLAIN_SIDE_BY_SIDE,
    ),
    Fault(
        "plain grid: partners among other houses are passed over",
        "grid.values) | grid.other_partners;",
        "grid.values);",
        LEVELS,
        level=PLAIN_SIDE_BY_SIDE,
    ),
]
