#include "constraints/automaton/propagator.hpp"

#include <bit>

namespace sudoku_cp {
namespace {

using StateSet = std::vector<Word>;

bool has(std::span<const Word> set, std::int32_t state) {
  return ((set[static_cast<std::size_t>(state / kWordBits)] >> (state % kWordBits)) & 1) != 0;
}

void add(std::span<Word> set, std::int32_t state) {
  set[static_cast<std::size_t>(state / kWordBits)] |= Word{1} << (state % kWordBits);
}

}  // namespace

// From the last value to the first: a value stays out only where it leads from a state that is reached to one from which
// what is left of the later variables can still be accepted. So no state that is reached is one of those.
bool Automaton::widen(std::span<ScopeDomain> scope, std::optional<Slot> removed) const {
  if (negated || scope.size() != static_cast<std::size_t>(variables.size)) return false;
  const auto words = static_cast<std::size_t>(set_words);
  std::vector<ScopeDomain*> domains;  // by place
  for (const std::int32_t variable : variables) {
    domains.push_back(&*std::ranges::lower_bound(scope, variable, {}, &ScopeDomain::variable));
  }
  const auto is_removed = [&](const ScopeDomain& domain) {
    return removed && static_cast<std::int32_t>(*removed / kWordBits) == domain.variable;
  };
  const auto values_of = [&](const ScopeDomain& domain) {
    return is_removed(domain) ? Word{1} << (*removed % kWordBits) : domain.now;
  };
  const auto arcs_from = [&](std::size_t place, std::int32_t state) {
    const ListsView<Arc>& lists = arcs[static_cast<std::ptrdiff_t>(place)];
    return std::span(lists.values + lists.begin[state], lists.values + lists.begin[state + 1]);
  };
  const auto may_finish = [&](std::size_t place) { return std::span(finishing.data + place * words, words); };
  std::vector<Word> reached((domains.size() + 1) * words);
  std::ranges::copy(starting, reached.begin());
  for (std::size_t place = 0; place < domains.size(); ++place) {
    const Word values = values_of(*domains[place]);
    const std::span before = std::span(reached).subspan(place * words, words);
    const std::span after = std::span(reached).subspan((place + 1) * words, words);
    for (std::int32_t state = 0; state < nfa->states; ++state) {
      if (!has(before, state) || !has(may_finish(place), state)) continue;
      for (const Arc& arc : arcs_from(place, state)) {
        if ((arc.values & values) != 0) add(after, arc.next);
      }
    }
  }
  StateSet accepted(may_finish(domains.size()).begin(), may_finish(domains.size()).end());
  StateSet before(words);
  for (std::size_t place = domains.size(); place-- > 0;) {
    ScopeDomain& domain = *domains[place];
    const std::span here = std::span(reached).subspan(place * words, words);
    Word refused = 0;
    for (std::int32_t state = 0; state < nfa->states; ++state) {
      if (!has(here, state) || !has(may_finish(place), state)) continue;
      for (const Arc& arc : arcs_from(place, state)) {
        if (has(accepted, arc.next)) refused |= arc.values;
      }
    }
    SUDOKU_CP_ASSERT((refused & values_of(domain)) == 0);
    Word values = domain.whole & ~refused;
    if (is_removed(domain)) {
      values = values_of(domain);
      domain.now = domain.whole;
    } else if (values != domain.whole && std::has_single_bit(domain.now)) {
      values = domain.now;  // one literal, whatever else it could have
    } else {
      domain.now = values;
    }
    std::ranges::fill(before, Word{0});
    for (std::int32_t state = 0; state < nfa->states; ++state) {
      if (!has(may_finish(place), state)) continue;
      const auto leads_on = [&](const Arc& arc) { return (arc.values & values) != 0 && has(accepted, arc.next); };
      if (std::ranges::any_of(arcs_from(place, state), leads_on)) add(before, state);
    }
    accepted.swap(before);
  }
  return true;
}

}  // namespace sudoku_cp
