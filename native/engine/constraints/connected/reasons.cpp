// Why a connected group removed a value or failed.
#include <vector>

#include "constraints/connected/propagator.hpp"
#include "constraints/connected/shape_reasons.hpp"

namespace sudoku_cp {

bool Connected::widen(std::span<ScopeDomain> scope, std::optional<Slot> removed) const {
  if (negated) return false;
  std::vector<Side> side;
  for (std::int32_t place = 0; place < variables.size; ++place) {
    const Word now = domain_of(scope, variables[place]).now;
    const Word inside = members[place];
    side.push_back((now & inside) == 0 ? Side::kOut : (now & ~inside) == 0 ? Side::kIn : Side::kOpen);
  }
  ShapeReasons reasons(neighbours, size, side);
  bool is_found = !removed && reasons.explain_failure();
  for (std::int32_t place = 0; removed && !is_found && place < variables.size; ++place) {
    if (variables[place] != static_cast<std::int32_t>(*removed / kWordBits)) continue;
    const bool loses_member = ((members[place] >> (*removed % kWordBits)) & 1) != 0;
    is_found = loses_member ? reasons.explain_out(place) : reasons.explain_in(place);
  }
  if (!is_found) return false;
  std::vector<Word> needs(scope.size());
  for (std::int32_t place = 0; place < variables.size; ++place) {
    const auto at = static_cast<std::size_t>(place);
    if (reasons.needed()[at] == 0) continue;
    const auto index = static_cast<std::size_t>(&domain_of(scope, variables[place]) - scope.data());
    needs[index] |= side[at] == Side::kIn ? ~members[place] : members[place];
  }
  keep_needed(scope, needs);
  return true;
}

}  // namespace sudoku_cp
