#include "cdcl/cdcl.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace sudoku_cp {
namespace {

// The terms of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, from place 1: Luby, Sinclair & Zuckerman, "Optimal speedup of Las Vegas
// algorithms", 1993.
std::int64_t luby(std::int64_t place) {
  for (;;) {
    SUDOKU_CP_ASSERT(place > 0);
    const std::int64_t half = std::int64_t{1} << (std::bit_width(static_cast<std::uint64_t>(place)) - 1);
    if (place == 2 * half - 1) return half;
    place -= half - 1;
  }
}

}  // namespace

CdclSearch::CdclSearch(const Problem& problem, const SearchKernel& kernel, std::span<const Word> domains)
    : options_(problem.view(), domains),
      runner_(problem, kernel),
      explainer_(runner_),
      bound_(problem.view(), options_),
      clauses_(options_.size()),
      truth_(2 * options_.size(), Truth::kOpen),
      assignment_(options_.size()),
      saved_phase_(options_.size(), 1),
      target_phase_(options_.size()),
      seen_(options_.size()),
      watchers_(problem.view().watchers),
      domains_(domains.begin(), domains.end()),
      tracks_domains_(runner_.propagators() > 0 || problem.view().costs != nullptr || !problem.bounds().empty()),
      at_root_(domains_),
      queued_(runner_.propagators()),
      least_(domains.size()),
      level_literals_(options_.size() + 1),
      is_followed_(options_.size()),
      level_stamp_(options_.size() + 1),
      next_restart_(tuning::kConflictsOfRestart),
      next_reduction_(tuning::kConflictsOfReduction),
      solution_(domains.size()) {
  for (std::size_t option = 0; option < options_.size(); ++option) order_.add();
  for (std::size_t choice = 0; choice < options_.choices().size(); ++choice) {
    std::vector<Literal> literals;
    for (const std::int32_t option : options_.choices()[choice]) literals.push_back(taken(option));
    add_clause(std::move(literals));
  }
  for (std::size_t propagator = 0; propagator < runner_.propagators(); ++propagator) {
    const auto number = static_cast<std::int32_t>(propagator);
    // What bounds say of the same constraint is more: it never wakes.
    if (explainer_.is_bounded(number)) queued_[propagator] = 1;
    else wake(number);
  }
  if (!problem.bounds().empty()) declare_bounds(problem.bounds());
}

// Adds a permanent clause, at level 0.
void CdclSearch::add_clause(std::vector<Literal> literals) {
  SUDOKU_CP_ASSERT(level() == 0);
  if (std::ranges::any_of(literals, [&](Literal literal) { return is_true(literal); })) return;
  std::erase_if(literals, [&](Literal literal) { return is_false(literal); });
  if (literals.empty()) exhausted_ = true;
  else if (literals.size() == 1) set(literals.front(), 0);
  else clauses_.add(literals, 0);
}

void CdclSearch::block(std::span<const Word> solution) {
  backtrack_to(0);
  std::vector<Literal> literals;
  for (std::size_t variable = 0; variable < solution.size(); ++variable) {
    SUDOKU_CP_ASSERT(std::has_single_bit(solution[variable]));
    const auto bit = static_cast<Slot>(std::countr_zero(solution[variable]));
    const std::int32_t option = options_.find(static_cast<Slot>(variable * kWordBits) + bit);
    if (option < 0) return;
    literals.push_back(not_taken(option));
  }
  add_clause(std::move(literals));
}

void CdclSearch::restrict(std::span<const Word> domains) {
  backtrack_to(0);
  for (std::size_t option = 0; option < options_.size(); ++option) {
    const auto number = static_cast<std::int32_t>(option);
    if ((domains[options_.variable_of(number)] & options_.bit_of(number)) == 0) add_clause({not_taken(number)});
  }
}

void CdclSearch::set(Literal literal, Reason reason) {
  SUDOKU_CP_ASSERT(truth(literal) == Truth::kOpen);
  truth_[static_cast<std::size_t>(literal)] = Truth::kTrue;
  truth_[static_cast<std::size_t>(negation(literal))] = Truth::kFalse;
  assignment_[index(literal)] = {reason, level(), static_cast<std::uint32_t>(trail_.size())};
  trail_.push_back(literal);
  if (bounds_ != nullptr) note_in_bounds(literal);
  else if (!is_taken(literal) && tracks_domains_) shrink_domain(option_of(literal));
}

void CdclSearch::backtrack_to(std::int32_t depth) {
  if (level() <= depth) return;
  const std::size_t begin = level_begin_[static_cast<std::size_t>(depth)];
  for (std::size_t at = trail_.size(); at-- > begin;) {
    const Literal literal = trail_[at];
    SUDOKU_CP_ASSERT(is_true(literal) && level_of(literal) > depth);
    truth_[static_cast<std::size_t>(literal)] = Truth::kOpen;
    truth_[static_cast<std::size_t>(negation(literal))] = Truth::kOpen;
    saved_phase_[index(literal)] = is_taken(literal);
    order_.insert(option_of(literal));
    if (!is_of_mask(literal)) {
      undo_in_bounds(literal);
      continue;
    }
    SUDOKU_CP_ASSERT(!tracks_domains_ || has_in_domain(option_of(literal)) == is_taken(literal));
    if (!is_taken(literal)) domains_[options_.variable_of(option_of(literal))] |= options_.bit_of(option_of(literal));
  }
  trail_.resize(begin);
  level_begin_.resize(static_cast<std::size_t>(depth));
  SUDOKU_CP_ASSERT(propagated_ >= begin);
  propagated_ = begin;
  clear_queue();
  if (bounds_ != nullptr) bounds_->clear_queue();
  if (depth == 0) explanations_.clear();
}

bool CdclSearch::propagate() {
  for (;;) {
    while (propagated_ < trail_.size()) {
      if (!propagate_literal(trail_[propagated_++])) return false;
    }
    if (bounds_ != nullptr && !bounds_->queue.empty()) {
      if (!run_next_of_bounds()) return false;
    } else if (!queue_.empty()) {
      if (!run_next_propagator()) return false;
    } else if (bound_is_due_ && bound_.has_limit()) {
      if (!run_bound()) return false;
    } else {
      return true;
    }
  }
}

bool CdclSearch::propagate_literal(Literal literal) {
  ++statistics_.propagations;
  SUDOKU_CP_ASSERT(is_true(literal));
  if (!is_of_mask(literal)) {
    if (!propagate_neighbour(literal)) return false;
  } else if (is_taken(literal) && !propagate_rivals(literal)) {
    return false;
  }
  return propagate_clauses(negation(literal));
}

bool CdclSearch::propagate_rivals(Literal literal) {
  for (const std::int32_t rival : options_.rivals(option_of(literal))) {
    if (is_false(taken(rival))) continue;
    if (is_true(taken(rival))) {
      conflict_ = {negation(literal), not_taken(rival)};
      return false;
    }
    set(not_taken(rival), reason(kOfLiteral, static_cast<std::uint64_t>(literal)));
  }
  return true;
}

// Finds other literals to watch in the clauses that watch a falsified one.
bool CdclSearch::propagate_clauses(Literal falsified) {
  std::vector<Watch>& watches = clauses_.watches(falsified);
  auto keep = watches.begin();
  auto at = watches.begin();
  bool is_consistent = true;
  steps_ += std::ssize(watches);
  while (is_consistent && at != watches.end()) {
    const Watch watch = *keep++ = *at++;
    const Truth other = truth(watch.other);
    if (other == Truth::kTrue) continue;
    if (watch.is_binary) {
      if (other == Truth::kOpen) {
        set(watch.other, reason(kOfLiteral, static_cast<std::uint64_t>(negation(falsified))));
      } else {
        conflict_ = {falsified, watch.other};
        is_consistent = false;
      }
      continue;
    }
    Literal* const literals = clauses_[watch.clause].literals().data();
    Literal* const end = literals + clauses_[watch.clause].size();
    SUDOKU_CP_ASSERT(literals[0] == falsified || literals[1] == falsified);
    const Literal first = literals[0] ^ literals[1] ^ falsified;
    literals[0] = first;
    literals[1] = falsified;
    if (is_true(first)) {
      keep[-1].other = first;
      continue;
    }
    Literal* const found = std::find_if_not(literals + 2, end, [&](Literal literal) { return is_false(literal); });
    if (found != end) {
      std::swap(literals[1], *found);
      clauses_.watches(literals[1]).push_back({watch.clause, 0, first});
      --keep;
    } else if (is_false(first)) {
      conflict_.assign(literals, end);
      note_use(watch.clause);
      is_consistent = false;
    } else {
      SUDOKU_CP_ASSERT(std::all_of(literals + 1, end, [&](Literal literal) { return is_false(literal); }));
      set(first, reason(kOfClause, watch.clause));
    }
  }
  watches.erase(keep, at);
  return is_consistent;
}

// Saves the phases of the longest trail without a conflict as target phases (Biere & Fleury, "Chasing target phases",
// POS 2020).
void CdclSearch::keep_target() {
  const std::size_t length = level() == 0 ? 0 : level_begin_.back();
  SUDOKU_CP_ASSERT(length <= trail_.size());
  if (length <= target_length_) return;
  target_length_ = length;
  std::ranges::fill(target_phase_, std::int8_t{0});
  for (const Literal literal : std::span(trail_).first(length))
    target_phase_[index(literal)] = is_taken(literal) ? 1 : -1;
}

void CdclSearch::go_at_random(std::uint32_t seed) {
  diversify(seed);
  random_.emplace(seed);
  next_restart_ = conflicts_to_restart();
}

std::int64_t CdclSearch::conflicts_to_restart() {
  if (random_) return 1 + (*random_)() % tuning::kMostConflictsAtRandom;
  return tuning::kConflictsOfRestart * luby(++restarts_);
}

void CdclSearch::restart() {
  next_restart_ = conflicts_ + conflicts_to_restart();
  backtrack_to(0);
  SUDOKU_CP_ASSERT(domains_follow_from_trail());
  add_imported();
}

void CdclSearch::reduce() {
  next_reduction_ = conflicts_ + tuning::kConflictsOfReduction * ++reductions_;
  backtrack_to(0);
  clauses_.reduce([&](Literal literal) { return is_true(literal); },
                  [&](Literal literal) { return is_false(literal); });
}

// Decides on an option that is open. Returns false where there is none.
bool CdclSearch::decide() {
  while (!order_.empty()) {
    const std::int32_t option = order_.take();
    if (truth(taken(option)) != Truth::kOpen) continue;
    ++statistics_.nodes;
    // Every level begins with its own decision.
    SUDOKU_CP_ASSERT(level_begin_.empty() || level_begin_.back() < trail_.size());
    level_begin_.push_back(trail_.size());
    set(phase_of(option) ? taken(option) : not_taken(option), 0);
    return true;
  }
  SUDOKU_CP_ASSERT(trail_.size() == assignment_.size());
  return false;
}

// The phase of a decision on the option: whether it is taken.
bool CdclSearch::phase_of(std::int32_t option) const {
  if (takes_options_) return true;
  const auto at = static_cast<std::size_t>(option);
  return target_phase_[at] == 0 ? saved_phase_[at] != 0 : target_phase_[at] > 0;
}

void CdclSearch::store_solution() {
  for (std::size_t variable = 0; variable < solution_.size(); ++variable) {
    std::int32_t option = options_.first_of(variable);
    solution_[variable] = 0;
    for (Word rest = options_.domains()[variable]; rest != 0; rest &= rest - 1) {
      if (is_true(taken(option++))) solution_[variable] |= rest & -rest;
    }
    SUDOKU_CP_ASSERT(std::has_single_bit(solution_[variable]));
  }
}

#ifdef SUDOKU_CP_ASSERTIONS
bool CdclSearch::has_in_domain(std::int32_t option) const {
  return (domains_[options_.variable_of(option)] & options_.bit_of(option)) != 0;
}

// Whether the tracked domains are those that the trail leaves.
bool CdclSearch::domains_follow_from_trail() const {
  if (!tracks_domains_) return true;
  std::vector<Word> domains(options_.domains().begin(), options_.domains().end());
  for (const Literal literal : trail_) {
    if (!is_taken(literal) && is_of_mask(literal))
      domains[options_.variable_of(option_of(literal))] &= ~options_.bit_of(option_of(literal));
  }
  return domains == domains_ && (level() > 0 || domains == at_root_);
}
#endif

Outcome CdclSearch::run(std::int64_t node_budget, std::int64_t work_end) {
  const std::int64_t end = statistics_.nodes + node_budget;
  while (!exhausted_) {
    if (!propagate()) {
      if (find_level_of_conflict()) learn();
      else exhausted_ = true;
    } else if (conflicts_ >= next_restart_) {
      restart();
    } else if (conflicts_ >= next_reduction_) {
      reduce();
    } else if (statistics_.nodes == end || work() >= work_end) {
      return Outcome::kPaused;
    } else if (!decide()) {
      store_solution();
      target_length_ = 0;
      block(solution_);
      return Outcome::kSolution;
    }
  }
  return Outcome::kExhausted;
}

}  // namespace sudoku_cp
