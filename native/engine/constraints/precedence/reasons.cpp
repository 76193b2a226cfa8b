// Why values that first occur in order were removed, or failed.
#include <vector>

#include "constraints/precedence/propagator.hpp"

namespace sudoku_cp {

// Assigns each variable its largest possible value, or the removed one, until no value of a variable is small enough: the
// variables before it lack the next larger values.
bool Precedence::widen(std::span<ScopeDomain> scope, std::optional<Slot> removed) const {
  if (negated || scope.size() != static_cast<std::size_t>(variables.size)) return false;
  std::vector<Word> needs(scope.size());
  int largest = 0;
  for (std::int32_t place = 0; place < variables.size; ++place) {
    const ScopeDomain& domain = domain_of(scope, variables[place]);
    const bool is_removed = removed && variables[place] == static_cast<std::int32_t>(*removed / kWordBits);
    const Word now = is_removed ? Word{1} << (*removed % kWordBits) : domain.now;
    Word next = 0;
    Word not_too_large = 0;
    for (Word rest = domain.whole; rest != 0; rest &= rest - 1) {
      const int value = values[place][std::countr_zero(rest)];
      if (value <= largest + 1) not_too_large |= rest & -rest;
      if (value == largest + 1) next |= rest & -rest;
    }
    const bool fails = (now & not_too_large) == 0;
    const bool rises = !fails && (now & next) != 0;
    if (!is_removed && !rises) needs[static_cast<std::size_t>(&domain - scope.data())] = fails ? not_too_large : next;
    largest += rises;
    if (!fails) continue;
    keep_needed(scope, needs);
    return true;
  }
  return false;
}

}  // namespace sudoku_cp
