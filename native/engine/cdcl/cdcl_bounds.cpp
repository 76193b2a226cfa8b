// Variables by bounds in clause learning: how their literals move bounds, how sums and digits propagate them, and why.
#include <algorithm>
#include <bit>
#include <iterator>

#include "cdcl/cdcl.hpp"

namespace sudoku_cp {
namespace {

using Kind = BoundsCondition::Kind;

}  // namespace

std::int32_t CdclSearch::add_option() {
  const auto option = static_cast<std::int32_t>(assignment_.size());
  truth_.insert(truth_.end(), 2, Truth::kOpen);
  assignment_.emplace_back();
  saved_phase_.push_back(1);
  target_phase_.push_back(0);
  seen_.push_back(Mark::kNone);
  is_followed_.push_back(0);
  level_literals_.emplace_back();
  level_stamp_.push_back(0);
  clauses_.add_option();
  order_.add();
  bounds_->thresholds.emplace_back();
  return option;
}

// ---- Declarations

void CdclSearch::declare_bounds(const BoundsModel& model) {
  if (exhausted_) return;
  bounds_ = std::make_unique<BoundsState>();
  bounds_->first_option = narrow(options_.size());
  bounds_->by_mask.resize(domains_.size());
  bounds_->by_low.resize(model.variables().size());
  bounds_->by_high.resize(model.variables().size());
  const std::int32_t truth = add_option();
  set(taken(truth), 0);
  const std::int32_t first_truth = truth + 1;
  for (std::int32_t at = 0; at < model.truths(); ++at) add_option();
  for (const BoundsVariable& variable : model.variables()) {
    declare_variable(variable);
    if (exhausted_) return;
  }
  const auto literal_of = [&](const BoundsCondition& condition) {
    Literal literal = taken(truth);
    switch (condition.kind) {
      case Kind::kTakes:
        literal = literal_of_value(static_cast<std::size_t>(condition.at), condition.value, negation(taken(truth)));
        break;
      case Kind::kAtMost: {
        const BoundsState::Variable& variable = bounds_->variable(condition.at);
        if (condition.value < variable.low) literal = negation(taken(truth));
        else if (condition.value < variable.high) literal = at_most(condition.at, condition.value);
        break;
      }
      case Kind::kTruth:
        literal = taken(first_truth + condition.at);
    }
    return condition.negated ? negation(literal) : literal;
  };
  const auto add_sum = [&](const BoundsSum& declared) {
    BoundsState::Sum sum{{}, {}, declared.constant, declared.when ? literal_of(*declared.when) : taken(truth)};
    std::map<std::int32_t, std::int64_t> total;
    for (const auto& [weight, variable] : declared.terms) total[variable] += weight;
    for (const auto& [variable, weight] : total) {
      if (weight != 0) sum.terms.emplace_back(weight, variable);
    }
    for (const auto& [weight, condition] : declared.conditions) {
      // weight · condition is weight − weight · its negation.
      if (weight > 0) sum.literals.emplace_back(weight, literal_of(condition));
      if (weight >= 0) continue;
      sum.literals.emplace_back(-weight, negation(literal_of(condition)));
      sum.constant -= weight;
    }
    bounds_->sums.push_back(std::move(sum));
  };
  for (const BoundsSum& sum : model.sums()) add_sum(sum);
  if (model.cost()) {
    bounds_->cost = narrow(bounds_->sums.size());
    add_sum(*model.cost());
    bounds_->cost_offset = bounds_->sums.back().constant;
  }
  for (const std::vector<BoundsCondition>& conditions : model.clauses()) {
    std::vector<Literal> literals;
    for (const BoundsCondition& condition : conditions) literals.push_back(literal_of(condition));
    std::ranges::sort(literals);
    literals.erase(std::ranges::unique(literals).begin(), literals.end());
    const bool holds = std::ranges::adjacent_find(literals, [](Literal left, Literal right) {
                         return left == negation(right);
                       }) != literals.end();
    if (!holds) add_clause(std::move(literals));
  }
  watch_bounds();
}

// The literal of an option by its value.
Literal CdclSearch::literal_of_value(std::size_t variable, std::int64_t value, Literal otherwise) const {
  for (Word rest = options_.domains()[variable]; rest != 0; rest &= rest - 1) {
    const int bit = std::countr_zero(rest);
    if (value_of(variable, bit) == value) {
      return taken(options_.find(static_cast<Slot>(variable * kWordBits) + static_cast<Slot>(bit)));
    }
  }
  return otherwise;
}

std::int64_t CdclSearch::value_of(std::size_t variable, int bit) const {
  return runner_.value_table(narrow(variable))[bit];
}

// Declares a variable, with a literal for each value of its first digit: a value is taken where two of them say so.
void CdclSearch::declare_variable(const BoundsVariable& declared) {
  const auto digit_of = [&](std::size_t place) { return static_cast<std::size_t>(declared.digits[place].second); };
  std::int64_t rest_low = 0;
  std::int64_t rest_high = 0;
  for (std::size_t place = 1; place < declared.digits.size(); ++place) {
    const Word domain = options_.domains()[digit_of(place)];
    rest_low += declared.digits[place].first * value_of(digit_of(place), std::countr_zero(domain));
    rest_high += declared.digits[place].first * value_of(digit_of(place), std::bit_width(domain) - 1);
  }
  const auto at = narrow(bounds_->variables.size());
  BoundsState::Variable variable{};
  std::vector<Literal> takes;
  for (Word rest = options_.domains()[digit_of(0)]; rest != 0; rest &= rest - 1) {
    const int bit = std::countr_zero(rest);
    const std::int64_t begin = declared.base + declared.digits[0].first * value_of(digit_of(0), bit);
    const Literal literal = taken(options_.find(static_cast<Slot>(digit_of(0) * kWordBits) + static_cast<Slot>(bit)));
    if (begin + rest_high < declared.low || begin + rest_low > declared.high) {
      add_clause({negation(literal)});
      continue;
    }
    variable.begins.push_back(std::max(begin + rest_low, declared.low));
    variable.ends.push_back(std::min(begin + rest_high, declared.high));
    SUDOKU_CP_ASSERT(takes.empty() || variable.ends.end()[-2] < variable.begins.back());
    takes.push_back(literal);
  }
  if (takes.empty()) {
    exhausted_ = true;
    return;
  }
  variable.low = variable.root_low = variable.begins.front();
  variable.high = variable.root_high = variable.ends.back();
  bounds_->variables.push_back(std::move(variable));
  bounds_->declared.push_back(declared);
  if (declared.digits.size() > 1) bounds_->channels.push_back(at);
  // First all literals: clauses may be unit, and move bounds.
  std::vector<Literal> most;
  for (std::size_t place = 0; place + 1 < takes.size(); ++place) {
    most.push_back(at_most(at, bounds_->variables.back().ends[place]));
  }
  for (std::size_t place = 0; place < takes.size(); ++place) {
    std::vector<Literal> both{takes[place]};
    if (place < most.size()) {
      add_clause({negation(takes[place]), most[place]});
      both.push_back(negation(most[place]));
    }
    if (place > 0) {
      add_clause({negation(takes[place]), negation(most[place - 1])});
      both.push_back(most[place - 1]);
    }
    add_clause(std::move(both));
  }
}

void CdclSearch::watch_bounds() {
  BoundsState& state = *bounds_;
  state.by_literal.resize(truth_.size());
  for (std::int32_t at = 0; at < narrow(state.sums.size()); ++at) {
    const BoundsState::Sum& sum = state.sums[static_cast<std::size_t>(at)];
    for (const auto& [weight, variable] : sum.terms) {
      (weight > 0 ? state.by_low : state.by_high)[static_cast<std::size_t>(variable)].push_back(at);
    }
    for (const auto& [weight, literal] : sum.literals)
      state.by_literal[static_cast<std::size_t>(literal)].push_back(at);
    state.by_literal[static_cast<std::size_t>(sum.when)].push_back(at);
  }
  auto at = narrow(state.sums.size());
  for (const std::int32_t variable : state.channels) {
    state.by_low[static_cast<std::size_t>(variable)].push_back(at);
    state.by_high[static_cast<std::size_t>(variable)].push_back(at);
    for (const auto& [weight, digit] : state.declared[static_cast<std::size_t>(variable)].digits) {
      state.by_mask[static_cast<std::size_t>(digit)].push_back(at);
    }
    ++at;
  }
  state.queued.assign(static_cast<std::size_t>(at), 0);
  std::vector<std::int32_t> all(static_cast<std::size_t>(at));
  for (std::int32_t each = 0; each < at; ++each) all[static_cast<std::size_t>(each)] = each;
  state.wake(all);
}

// ---- Literals

// The literal "x ≤ most", which must be open: `most` lies between the bounds.
Literal CdclSearch::at_most(std::int32_t at, std::int64_t most) {
  BoundsState::Variable& variable = bounds_->variable(at);
  SUDOKU_CP_ASSERT(variable.low <= most && most < variable.high);
  most = variable.normal(most);
  const auto [place, is_new] = variable.options.try_emplace(most, BoundsState::kNone);
  if (!is_new) return taken(place->second);
  const std::int32_t option = place->second = add_option();
  BoundsState::Threshold& threshold = bounds_->threshold(option);
  threshold.variable = at;
  threshold.most = most;
  threshold.least = variable.above(most);
  if (place != variable.options.begin()) {
    threshold.less = std::prev(place)->second;
    bounds_->threshold(threshold.less).more = option;
  }
  if (std::next(place) != variable.options.end()) {
    threshold.more = std::next(place)->second;
    bounds_->threshold(threshold.more).less = option;
  }
  return taken(option);
}

// Moves the bound that a literal is about, and wakes what reads it.
void CdclSearch::note_in_bounds(Literal literal) {
  const std::int32_t option = option_of(literal);
  if (option < bounds_->first_option) {
    if (!is_taken(literal)) shrink_domain(option);
    bounds_->wake(bounds_->by_mask[options_.variable_of(option)]);
  } else if (BoundsState::Threshold& threshold = bounds_->threshold(option); threshold.variable >= 0) {
    BoundsState::Variable& variable = bounds_->variable(threshold.variable);
    const auto at = static_cast<std::size_t>(threshold.variable);
    threshold.before = BoundsState::kUnused;
    if (is_taken(literal) && threshold.most < variable.high) {
      threshold.before = variable.high_option;
      variable.high = threshold.most;
      variable.high_option = option;
      bounds_->wake(bounds_->by_high[at]);
    } else if (!is_taken(literal) && threshold.least > variable.low) {
      threshold.before = variable.low_option;
      variable.low = threshold.least;
      variable.low_option = option;
      bounds_->wake(bounds_->by_low[at]);
    }
  }
  if (static_cast<std::size_t>(literal) < bounds_->by_literal.size()) {
    bounds_->wake(bounds_->by_literal[static_cast<std::size_t>(literal)]);
  }
}

void CdclSearch::undo_in_bounds(Literal literal) {
  BoundsState::Threshold& threshold = bounds_->threshold(option_of(literal));
  if (threshold.variable < 0 || threshold.before == BoundsState::kUnused) return;
  BoundsState::Variable& variable = bounds_->variable(threshold.variable);
  const bool is_root = threshold.before == BoundsState::kNone;
  if (is_taken(literal)) {
    SUDOKU_CP_ASSERT(variable.high_option == option_of(literal));
    variable.high_option = threshold.before;
    variable.high = is_root ? variable.root_high : bounds_->threshold(threshold.before).most;
  } else {
    SUDOKU_CP_ASSERT(variable.low_option == option_of(literal));
    variable.low_option = threshold.before;
    variable.low = is_root ? variable.root_low : bounds_->threshold(threshold.before).least;
  }
}

// x ≤ k implies the next x ≤ k' that there is, and x > k the last x > k'.
bool CdclSearch::propagate_neighbour(Literal literal) {
  const BoundsState::Threshold& threshold = bounds_->threshold(option_of(literal));
  const std::int32_t next = is_taken(literal) ? threshold.more : threshold.less;
  if (threshold.variable < 0 || next < 0) return true;
  const Literal implied = is_taken(literal) ? taken(next) : not_taken(next);
  if (is_true(implied)) return true;
  if (is_false(implied)) {
    conflict_ = {negation(literal), implied};
    return false;
  }
  set(implied, reason(kOfLiteral, static_cast<std::uint64_t>(literal)));
  return true;
}

// The options that had moved the bounds of a variable when the trail was so long.
std::int32_t CdclSearch::low_at(std::int32_t variable, std::size_t position) const {
  std::int32_t option = bounds_->variable(variable).low_option;
  while (option >= 0 && assignment_[static_cast<std::size_t>(option)].position >= position) {
    option = bounds_->threshold(option).before;
  }
  return option;
}

std::int32_t CdclSearch::high_at(std::int32_t variable, std::size_t position) const {
  std::int32_t option = bounds_->variable(variable).high_option;
  while (option >= 0 && assignment_[static_cast<std::size_t>(option)].position >= position) {
    option = bounds_->threshold(option).before;
  }
  return option;
}

std::int64_t CdclSearch::low_of(std::int32_t variable, std::int32_t option) const {
  return option < 0 ? bounds_->variable(variable).root_low : bounds_->threshold(option).least;
}

std::int64_t CdclSearch::high_of(std::int32_t variable, std::int32_t option) const {
  return option < 0 ? bounds_->variable(variable).root_high : bounds_->threshold(option).most;
}

// ---- Propagation

CdclSearch::Reason CdclSearch::reason_of_bounds(std::int32_t propagator) const {
  return reason_of_propagator(runner_.propagators() + 1 + static_cast<std::uint64_t>(propagator));
}

bool CdclSearch::run_next_of_bounds() {
  const std::int32_t propagator = bounds_->queue.front();
  bounds_->queue.pop_front();
  bounds_->queued[static_cast<std::size_t>(propagator)] = 0;
  SUDOKU_CP_ASSERT(propagated_ == trail_.size());
  const auto sums = narrow(bounds_->sums.size());
  if (propagator >= sums) {
    steps_ += tuning::kStepsOfPropagation;
    return run_channel(propagator, bounds_->channels[static_cast<std::size_t>(propagator - sums)]);
  }
  if (propagator == bounds_->cost && !bounds_->has_limit) return true;
  return run_sum(propagator);
}

// Bounds consistency over the real numbers.
bool CdclSearch::run_sum(std::int32_t at) {
  // Setting literals adds no sums, but may add variables' options.
  const BoundsState::Sum& sum = bounds_->sums[static_cast<std::size_t>(at)];
  if (is_false(sum.when)) return true;
  steps_ += std::ssize(sum.terms) + std::ssize(sum.literals);
  std::int64_t slack = sum.constant;
  for (const auto& [weight, literal] : sum.literals) {
    if (is_true(literal)) slack -= weight;
  }
  for (const auto& [weight, variable] : sum.terms) {
    slack -= weight * (weight > 0 ? bounds_->variable(variable).low : bounds_->variable(variable).high);
  }
  if (slack < 0) {
    if (is_true(sum.when)) {
      explain_sum(sum, trail_.size(), std::nullopt);
      conflict_ = explanation_;
      return false;
    }
    set(negation(sum.when), reason_of_bounds(at));
    return true;
  }
  if (!is_true(sum.when)) return true;
  for (const auto& [weight, literal] : sum.literals) {
    if (weight > slack && truth(literal) == Truth::kOpen) set(negation(literal), reason_of_bounds(at));
  }
  for (const auto& [weight, variable] : sum.terms) {
    const std::int64_t low = bounds_->variable(variable).low;
    const std::int64_t high = bounds_->variable(variable).high;
    if (low >= high) continue;
    if (weight > 0 && slack / weight < high - low) {
      const Literal bound = at_most(variable, low + slack / weight);
      set(bound, reason_of_bounds(at));
    } else if (weight < 0 && slack / -weight < high - low) {
      const Literal bound = at_most(variable, high - slack / -weight - 1);
      set(negation(bound), reason_of_bounds(at));
    }
  }
  return true;
}

// While the digits before it are known, a digit keeps the values that lie between the bounds, and the bounds move to the
// values that it has. The first digit has clauses for that.
bool CdclSearch::run_channel(std::int32_t propagator, std::int32_t at) {
  const std::vector<std::pair<std::int64_t, std::int32_t>>& digits =
      bounds_->declared[static_cast<std::size_t>(at)].digits;
  for (std::size_t place = 1; place < digits.size(); ++place) {
    if (known_option(static_cast<std::size_t>(digits[place - 1].second)) < 0) return true;
    const auto digit = static_cast<std::size_t>(digits[place].second);
    std::int64_t least = INT64_MAX;
    std::int64_t most = INT64_MIN;
    for (Word rest = domains_[digit]; rest != 0; rest &= rest - 1) {
      const int bit = std::countr_zero(rest);
      const auto [begin, end] = interval_of(at, place, bit);
      if (end < bounds_->variable(at).low || begin > bounds_->variable(at).high) {
        const std::int32_t option = options_.find(static_cast<Slot>(digit * kWordBits) + static_cast<Slot>(bit));
        if (is_true(taken(option))) {
          explain_channel(at, trail_.size(), not_taken(option));
          explanation_.push_back(not_taken(option));
          conflict_ = explanation_;
          return false;
        }
        set(not_taken(option), reason_of_bounds(propagator));
        continue;
      }
      least = std::min(least, begin);
      most = std::max(most, end);
    }
    if (least > most) return true;  // the clause of the digit's values fails
    if (least > bounds_->variable(at).low) {
      const Literal bound = at_most(at, least - 1);
      set(negation(bound), reason_of_bounds(propagator));
    }
    if (most < bounds_->variable(at).high) {
      const Literal bound = at_most(at, most);
      set(bound, reason_of_bounds(propagator));
    }
  }
  return true;
}

// The option that a variable by mask takes, or -1.
std::int32_t CdclSearch::known_option(std::size_t variable) const {
  if (!std::has_single_bit(domains_[variable])) return -1;
  const auto bit = static_cast<Slot>(std::countr_zero(domains_[variable]));
  const std::int32_t option = options_.find(static_cast<Slot>(variable * kWordBits) + bit);
  return is_true(taken(option)) ? option : -1;
}

// The values of a variable by bounds with this value of the digit at that place, where the digits before it are known.
std::pair<std::int64_t, std::int64_t> CdclSearch::interval_of(std::int32_t at, std::size_t place, int bit) const {
  const BoundsVariable& declared = bounds_->declared[static_cast<std::size_t>(at)];
  std::int64_t low = declared.base;
  std::int64_t high = declared.base;
  for (std::size_t each = 0; each < declared.digits.size(); ++each) {
    const auto [weight, digit] = declared.digits[each];
    const auto variable = static_cast<std::size_t>(digit);
    const Word domain = each < place   ? Word{1} << (options_.slot_of(known_option(variable)) % kWordBits)
                        : each > place ? options_.domains()[variable]
                                       : Word{1} << bit;
    low += weight * value_of(variable, std::countr_zero(domain));
    high += weight * value_of(variable, std::bit_width(domain) - 1);
  }
  return {low, high};
}

// ---- Reasons

// Finds false literals because of which the propagator, at that length of the trail, made the literal true, or failed.
void CdclSearch::explain_bounds(std::int32_t propagator, std::size_t position, Literal made) {
  const auto sums = narrow(bounds_->sums.size());
  if (propagator < sums) explain_sum(bounds_->sums[static_cast<std::size_t>(propagator)], position, made);
  else explain_channel(bounds_->channels[static_cast<std::size_t>(propagator - sums)], position, made);
  SUDOKU_CP_ASSERT(std::ranges::all_of(
      explanation_, [&](Literal cause) { return is_false(cause) && position_of(cause) < position; }));
}

// What the least total exceeds the constant by goes to bounds that may be weaker: each goes back to the first one that is
// enough.
void CdclSearch::explain_sum(const BoundsState::Sum& sum, std::size_t position, std::optional<Literal> made) {
  // A literal can be made by a term, by the condition of the sum, or by a bound: by that which explains it.
  for (int by = 0;; ++by) {
    SUDOKU_CP_ASSERT(by < 3);
    explanation_.clear();
    std::int64_t spare = -sum.constant - 1;
    bool found = !made;
    if (made && by == 0 && *made == negation(sum.when)) found = true;
    else explanation_.push_back(negation(sum.when));
    const std::size_t causes = explanation_.size();
    for (const auto& [weight, literal] : sum.literals) {
      if (by == 1 && !found && *made == negation(literal)) {
        found = true;
        spare += weight;
      } else if (is_true(literal) && position_of(literal) < position) {
        spare += weight;
      }
    }
    const std::int32_t target = by == 2 && made && option_of(*made) >= bounds_->first_option
                                    ? bounds_->threshold(option_of(*made)).variable
                                    : BoundsState::kNone;
    bool made_bound = false;
    for (const auto& [weight, variable] : sum.terms) {
      if (variable == target && is_taken(*made) == (weight > 0)) {
        const BoundsState::Threshold& threshold = bounds_->threshold(option_of(*made));
        spare += weight * (weight > 0 ? threshold.least : threshold.most);
        found = made_bound = true;
      } else if (weight > 0) {
        spare += weight * low_of(variable, low_at(variable, position));
      } else {
        spare += weight * high_of(variable, high_at(variable, position));
      }
    }
    if (!found || spare < 0) continue;
    bool passed = by != 1;
    for (const auto& [weight, literal] : sum.literals) {
      if (!passed && *made == negation(literal)) {
        passed = true;
      } else if (is_true(literal) && position_of(literal) < position) {
        if (weight <= spare) spare -= weight;
        else explanation_.push_back(negation(literal));
      }
    }
    for (const auto& [weight, variable] : sum.terms) {
      if (made_bound && variable == target) continue;
      std::int32_t option = weight > 0 ? low_at(variable, position) : high_at(variable, position);
      while (option >= 0) {
        const std::int32_t before = bounds_->threshold(option).before;
        const std::int64_t cost = weight > 0 ? weight * (low_of(variable, option) - low_of(variable, before))
                                             : weight * (high_of(variable, option) - high_of(variable, before));
        if (cost > spare) break;
        spare -= cost;
        option = before;
      }
      if (option >= 0) explanation_.push_back(weight > 0 ? taken(option) : not_taken(option));
    }
    SUDOKU_CP_ASSERT(causes <= explanation_.size());
    return;
  }
}

void CdclSearch::explain_channel(std::int32_t at, std::size_t position, Literal made) {
  explanation_.clear();
  const std::vector<std::pair<std::int64_t, std::int32_t>>& digits =
      bounds_->declared[static_cast<std::size_t>(at)].digits;
  const std::int32_t low = low_at(at, position);
  const std::int32_t high = high_at(at, position);
  const bool is_digit = option_of(made) < bounds_->first_option;
  for (std::size_t place = 1;; ++place) {
    SUDOKU_CP_ASSERT(place < digits.size());
    const auto before = static_cast<std::size_t>(digits[place - 1].second);
    explanation_.push_back(not_taken(known_option(before)));
    const auto digit = static_cast<std::size_t>(digits[place].second);
    if (is_digit) {
      if (options_.variable_of(option_of(made)) != digit) continue;
      const auto [begin, end] = interval_of(at, place, static_cast<int>(options_.slot_of(option_of(made)) % kWordBits));
      std::int32_t option = end < low_of(at, low) ? low : high;
      const bool is_low = end < low_of(at, low);
      while (option >= 0) {  // the first bound that is enough: one of the root needs no reason
        const std::int32_t earlier = bounds_->threshold(option).before;
        if (is_low ? low_of(at, earlier) <= end : high_of(at, earlier) >= begin) break;
        option = earlier;
      }
      if (option >= 0) explanation_.push_back(is_low ? taken(option) : not_taken(option));
      return;
    }
    // All values of the digit on the wrong side of the new bound are out of the old one, or refused.
    const BoundsState::Threshold& threshold = bounds_->threshold(option_of(made));
    const std::size_t size = explanation_.size();
    bool explains = true;
    std::int32_t option = options_.first_of(digit);
    for (Word rest = options_.domains()[digit]; rest != 0; rest &= rest - 1, ++option) {
      const auto [begin, end] = interval_of(at, place, std::countr_zero(rest));
      if (is_taken(made) ? end <= threshold.most || begin > high_of(at, high)
                         : begin >= threshold.least || end < low_of(at, low)) {
        continue;
      }
      explains &= was_refused(option, position);
      explanation_.push_back(taken(option));
    }
    if (explains) {
      if (is_taken(made) && high >= 0) explanation_.push_back(not_taken(high));
      if (!is_taken(made) && low >= 0) explanation_.push_back(taken(low));
      return;
    }
    explanation_.resize(size);
  }
}

}  // namespace sudoku_cp
