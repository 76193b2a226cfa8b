"""Faults in the engine's search: its branching, its bounds, its clauses, and its true candidates."""

from __future__ import annotations

from benchmarks.mutants.fault import ENGINE_TESTS, Fault

SEARCH_FAULTS = [
    Fault(
        "forks: the second way is counted for the branching above",
        "search.settling = search.depth; SUDOKU_CP_ASSERT",
        "search.settling = search.depth - 1; SUDOKU_CP_ASSERT",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "forks: what fails after the first two ways is counted again",
        "search.settling = -1; if (*search.state.open == 0)",
        "if (*search.state.open == 0)",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "forks: two places weigh the same, however they went",
        "{pair.activity * weight * weight, 2 * kWhole * kWhole}",
        "{pair.activity * kWhole * kWhole + 0 * weight, 2 * kWhole * kWhole}",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "clause learning: a clause lacks literals of higher levels",
        "else learned_.push_back(literal);",
        "else if (learned_.size() < 2) learned_.push_back(literal);",
    ),
    Fault(
        "clause learning: phases are followed where others are to be refuted",
        "  if (takes_options_) return true;\n",
        "",
        tests="tests/solving/exact_cover/test_cdcl.py",
    ),
    Fault(
        "clause learning: a count does not say that others are to be refuted",
        "if (!limit || *limit > 1) solver_->portfolio().refute_others();",
        "",
        tests="tests/solving/exact_cover/test_cdcl.py",
    ),
    Fault(
        "clause learning: solutions of the branching come again",
        "    for (const std::vector<Word>& solution : context_.remembered) cdcl_->block(solution);\n",
        "",
        tests="tests/solving/exact_cover/test_cdcl.py",
    ),
    Fault(
        "clause learning: a clause lacks literals of the first level",
        "if (seen_[index(literal)] != Mark::kNone || level_of(literal) == 0) continue;\n    "
        "mark(literal, Mark::kCollected);",
        "if (seen_[index(literal)] != Mark::kNone || level_of(literal) <= (level() > 1 ? 1 : 0)) continue;\n    "
        "mark(literal, Mark::kCollected);",
    ),
    Fault(
        "clause learning: a solution excludes those that differ from it in the first variable",
        "    literals.push_back(not_taken(option));\n  }\n  add_clause",
        "    if (variable != 0) literals.push_back(not_taken(option));\n  }\n  add_clause",
    ),
    Fault(
        "clause learning: only the last watcher of a variable is woken",
        "  wake(watchers_.values[at]);",
        "  if (at + 1 == watchers_.begin[variable + 1]) wake(watchers_.values[at]);",
    ),
    Fault(
        "clause learning: on the way back along the trail, options taken come back",
        "if (!is_taken(literal) && is_of_mask(literal)) past_[",
        "if (is_of_mask(literal)) past_[",
        tests="sudoku_cp/constraints/regions/test_regions.py",
    ),
    Fault(
        "clause learning: what follows from a decision is dropped",
        "return false;\n  const LevelLiterals& same",
        "return false;\n  return true;\n  const LevelLiterals& same",
    ),
    Fault(
        "clause learning: what does not follow is taken for redundant when it is met again",
        "known == Mark::kRedundant ||",
        "known == Mark::kRedundant || known == Mark::kNotRedundant ||",
    ),
    Fault(
        "clause learning: reductions drop clauses that must stay",
        "clause.lbd() > tuning::kLowLbd && clause.lives() == 0;",
        "clause.lives() == 0;",
    ),
    Fault(
        "clause learning: solutions that cost one less than the incumbent are not looked for",
        "limit_ = incumbent == kNoCost ? kNoCost : (incumbent - 1)",
        "limit_ = incumbent == kNoCost ? kNoCost : (incumbent - 2)",
        tests="tests/solving/exact_cover/test_cdcl.py",
    ),
    Fault(
        "clause learning: what the bound has to spare is given to each variable",
        "      spare -= raised.now - raised.at_root;\n",
        "",
        tests="tests/solving/exact_cover/test_cdcl.py",
    ),
    Fault(
        "turns: clause learning gets its part for one of two orders",
        "const std::int64_t work_of_branching = branching.statistics.propagations * orders_;",
        "const std::int64_t work_of_branching = branching.statistics.propagations;",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "turns: clause learning does not get more of the work where shapes are to be found",
        "return work_of_branching * tuning::kTimesOfFavouredLearning;",
        "return work_of_branching / tuning::kPartOfLearning;",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "turns: clause learning gets more of the work where half of the constraints are combinations",
        "favours_learning_ |= 2 * combinations > cells_.waking.size();",
        "favours_learning_ |= 2 * combinations >= cells_.waking.size();",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "turns: narrow waves find solutions of the others again",
        "if (searcher_ == SearcherKind::kNarrowWaves) return waves_have_begun();",
        "if (searcher_ == SearcherKind::kNarrowWaves) return false;",
        tests="tests/solving/exact_cover/test_narrow_waves.py",
    ),
    Fault(
        "narrow waves: a thread keeps blocks that it gave away",
        "  from.block_count -= taken;\n",
        "",
        tests="tests/solving/exact_cover/test_narrow_waves.py",
    ),
    Fault(
        "narrow waves: a thread takes blocks without saying so",
        "  search_.block_count = taken;\n",
        "",
        tests="tests/solving/exact_cover/test_narrow_waves.py",
    ),
    Fault(
        "turns: narrow waves never come back",
        "if (waves_have_begun() && may_learn() && !nodes_are_limited) return true;",
        "if (waves_have_begun() && turns_of_waves_ < 0) return true;",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "turns: branching leaves out what clause learning has refuted under its decisions",
        "const std::size_t end = level() == 0 ? trail_.size() : level_begin_.front();",
        "const std::size_t end = trail_.size();",
        tests="tests/solving/exact_cover/test_cdcl.py",
    ),
    Fault(
        "turns: a board that loses what is refuted is not looked at again",
        "kernel.forbid(search_, slot);\n    search_.resume = Resume::kPropagate;",
        "kernel.forbid(search_, slot);",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "turns: only the current board loses what is refuted",
        "if (search.depth < search.imported.pending_levels) [[unlikely]]\n    import_refuted<Space>(search);",
        "",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "turns: only one level above the current board loses what is refuted",
        "search.imported.pending_levels = search.depth;\n  for (std::int32_t at",
        "search.imported.pending_levels = 0;\n  for (std::int32_t at",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "turns: a search that starts again lacks what was refuted in the last one",
        "  search.imported.pending_levels = 0;\n  load_level(search);",
        "  load_level(search);",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "turns: clause learning has nothing against solutions that branching finds after its first turn",
        "if (searcher != &current()) searcher->block(*solution);",
        "",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "portfolio: clause learning is weighed before it has had a conflict",
        "if (conflicts < tuning::kConflictsToWeigh) return work + 1;",
        "",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "portfolio: clause learning gets less of the work where its conflicts are cheap",
        "return cost <= worth ?",
        "return cost > worth ?",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "trimming: causes of what clauses force are not needed",
        "    if (reason != kAssumed) use(",
        "    if (reason != kAssumed && !constraint(reason).is_clause) use(",
        tests="tests/proofs/test_learned.py",
    ),
    Fault(
        "trimming: sums keep what they have lost",
        "constraint(loss.sum).slack += loss.weight;",
        "constraint(loss.sum).slack += 0;",
        tests="tests/proofs/test_learned.py",
    ),
    Fault(
        "team: a board that was given away is searched by both",
        "  ++search.floor;\n",
        "",
        tests="tests/solving/exact_cover/test_team.py",
    ),
    Fault(
        "team: branching reports what clause learning has found",
        "  if (known_.contains(solution)) return;\n  if (may_learn()) remember(solution);",
        "  if (may_learn()) remember(solution);",
        tests=ENGINE_TESTS,
    ),
    Fault(
        "team: the last board ends the search while others are searched",
        "if (--searching_ == 0 && boards_.empty()) end();",
        "if (--searching_ < 2 && boards_.empty()) end();",
        tests="tests/solving/exact_cover/test_team.py",
    ),
    Fault(
        "bound: the incumbent's equal counts as better",
        "(search.costs.incumbent - 1) * kMultiplierScale + 1",
        "(search.costs.incumbent - 2) * kMultiplierScale + 1",
    ),
    Fault(
        "bound: reduced costs remove too much",
        "const Cost others = bound - search.costs.cheapest[variable];",
        "const Cost others = bound;",
    ),
    Fault(
        "search: going up keeps the state of the propagators (stale undo)",
        "    --search.depth;\n    load_level(search);",
        "    const Word* deeper = search.state.reversible;\n    --search.depth;\n    load_level(search);\n"
        "    for (std::int32_t at = 0; at < search.problem->reversible_words; ++at) "
        "search.state.reversible[at] = deeper[at];",
    ),
    Fault(
        "search: the refuted option stays (duplicate solutions)",
        "\n  Space::remove(search, search.decisions[search.depth]);",
        "\n  if (search.depth != 1) Space::remove(search, search.decisions[search.depth]);",
    ),
    Fault(
        "search: the other branch of the root is left out",
        "else backtrack<Space>(search);",
        "else if (backtrack<Space>(search); search.depth == 0) return Outcome::kExhausted;",
    ),
    Fault(
        "search: a value is lost at every second level (lost candidate)",
        "  ++search.statistics.nodes;\n  Space::choose(search, slot);",
        "  ++search.statistics.nodes;\n  if (search.depth == 2) search.failed = true;\n  Space::choose(search, slot);",
    ),
    Fault(
        "candidates: a refuted value counts as seen",
        "negative.push_back(negation);",
        "negative.push_back(part);",
    ),
    Fault(
        "givens: those of another model are left out",
        'if (variable == cells.size()) throw nb::value_error("a given is of another model");',
        "if (variable == cells.size()) break;",
        "tests/solving/exact_cover/test_engine.py",
    ),
    Fault(
        "givens: each is that of the cell before",
        "if (value != nullptr) add(variable, nb::cast<std::int64_t>(nb::handle(value)));",
        "if (value != nullptr) add(variable == 0 ? 0 : variable - 1, nb::cast<std::int64_t>(nb::handle(value)));",
        "tests/solving/exact_cover/test_engine.py",
    ),
]
