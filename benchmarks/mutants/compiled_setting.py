"""Faults in the C++ of canonical forms and of the rater."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

_FORMS = "tests/canonical_forms"
_RATING = "tests/rating"

COMPILED_SETTING_FAULTS = [
    Fault(
        "minlex: rows and columns are not exchanged",
        "orientations_(box_height == box_width ? 2 : 1)",
        "orientations_(1)",
        _FORMS,
    ),
    Fault(
        "minlex: places decide even where digits are repeated",
        "if (places_decide && givens_by_box(orientation.rows[row]) != fewest) continue;",
        "if (givens_by_box(orientation.rows[row]) != fewest) continue;",
        _FORMS,
    ),
    Fault(
        "minlex: the order of the boxes counts in the first row",
        "std::ranges::sort(counts);",
        "",
        _FORMS,
    ),
    Fault(
        "minlex: greater copies stay",
        "is_less = true; extended_.clear();",
        "is_less = true;",
        _FORMS,
    ),
    Fault(
        "minlex: what follows a lesser digit is compared",
        "if (!is_less && label != best_[at]) {",
        "if (label != best_[at]) {",
        _FORMS,
    ),
    Fault(
        "minlex: one open row makes an open band",
        "(open & band) == band && std::exchange(has_open_band, true)",
        "(open & band) != 0 && std::exchange(has_open_band, true)",
        _FORMS,
    ),
    Fault(
        "minlex: open columns of all stacks stay in order",
        "int last_open = -1; for (int column = at;",
        "static int last_open; if (at == 0) last_open = -1; for (int column = at;",
        _FORMS,
    ),
    Fault(
        "minlex: a band is not finished before the next one",
        "if (is_inside ? !is_current : (used & band) != 0) continue;",
        "if ((used & band) == band) continue;",
        _FORMS,
    ),
    Fault(
        "rater: EP is the rating of the step that places",
        "if (rating.ep == 0 && step->placement) rating.ep = rating.er;",
        "if (rating.ep == 0 && step->placement) rating.ep = step->rating;",
        _RATING,
    ),
    Fault(
        "rater: the last of the hardest steps has the name",
        "if (step->rating > rating.er) {",
        "if (step->rating >= rating.er) {",
        _RATING,
    ),
    Fault(
        "rater: the ends of a chain count",
        "for (const int length = literals - 2; length > limit; ++more)",
        "for (const int length = literals; length > limit; ++more)",
        _RATING,
    ),
    Fault(
        "rater: claiming before pointing",
        "{{{kBox, kColumn}, {kBox, kRow}, {kColumn, kBox}, {kRow, kBox}}}",
        "{{{kColumn, kBox}, {kRow, kBox}, {kBox, kColumn}, {kBox, kRow}}}",
        _RATING,
    ),
    Fault(
        "rater: fish in rows first",
        "for (const HouseKind bases : {kColumn, kRow}) {",
        "for (const HouseKind bases : {kRow, kColumn}) {",
        _RATING,
    ),
    Fault(
        "rater: an XYZ-wing reaches beyond its pivot",
        "if (is_xyz) losing &= kLayout.peers[pivot];",
        "",
        _RATING,
    ),
    Fault(
        "rater: loops need not be balanced",
        "loop_.cells.size() >= 4 && is_balanced()) add_loop();",
        "loop_.cells.size() >= 4) add_loop();",
        _RATING,
    ),
    Fault(
        "rater: dynamic chains forget what is gone",
        "rest_.eliminate(cell_of(candidate_of(literal)), digit_of(candidate_of(literal)));",
        "",
        _RATING,
    ),
    Fault(
        "rater: chains go on after a contradiction",
        "contradiction_ = number; return false;",
        "contradiction_ = number;",
        _RATING,
    ),
    Fault(
        "rater: the last candidate of a cell is no case",
        "find_common(ChainKind::kCell, cell, -1, std::span(cases).first(size));",
        "find_common(ChainKind::kCell, cell, -1, std::span(cases).first(size - 1));",
        _RATING,
    ),
    Fault(
        "rater: of equal chains the first one found comes first",
        "return !step_ || std::tie(order, literals, kind) < std::tie(order_, literals_, kind_);",
        "return !step_ || std::tie(order, literals) < std::tie(order_, literals_);",
        _RATING,
    ),
    Fault(
        "rater: nested chains have no length",
        "return literals + chains.literals();",
        "return literals;",
        _RATING,
    ),
    Fault(
        "rater: nested chains are searched in the whole grid",
        "nested_steps_->find(rest_)",
        "nested_steps_->find(source_grid_)",
        _RATING,
    ),
    Fault(
        "rater: nested dynamic chains come before multiple ones",
        "kNestings{Nesting::kSingle, Nesting::kMultiple, Nesting::kDynamic, Nesting::kTwice};",
        "kNestings{Nesting::kSingle, Nesting::kDynamic, Nesting::kMultiple, Nesting::kTwice};",
        _RATING,
    ),
    Fault(
        "rater: the worst nested chain for a candidate is taken",
        "ranked_[static_cast<std::size_t>(best)].rank <= rank) return;",
        "ranked_[static_cast<std::size_t>(best)].rank > rank) return;",
        _RATING,
    ),
    Fault(
        "rater: links of nested chains need nothing to be absent",
        "add_others(absent, candidate_of(literal), reason);",
        "",
        _RATING,
    ),
    Fault(
        "rater: longer chains with nested ones are not waited for",
        "if (!is_waiting_ || (literals && *literals <= most_literals_))",
        "if (!is_waiting_ || literals)",
        _RATING,
    ),
    Fault(
        "rater: extra digits have many places in any house",
        "if (std::ranges::all_of(houses, [&](int house) { return count(grid.places(house, digit)) > 2; }))",
        "if (std::ranges::any_of(houses, [&](int house) { return count(grid.places(house, digit)) > 2; }))",
        _RATING,
    ),
]
