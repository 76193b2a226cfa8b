#include "cover.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace sudoku_cp {
namespace {

// Keeps sums over a whole cover, in fixed point, far from overflow.
constexpr std::int64_t kLargestCost = std::int64_t{1} << 36;

[[noreturn]] void refuse(std::size_t option, const std::string& what) {
  throw std::invalid_argument("option " + std::to_string(option) + ": " + what);
}

void validate(const CoverArrays& arrays) {
  const auto& begin = arrays.begin;
  if (begin.empty() || begin.front() != 0 || begin.back() != static_cast<std::int64_t>(arrays.items.size()) ||
      !std::ranges::is_sorted(begin)) {
    throw std::invalid_argument("`begin` must rise from 0 to the number of items listed");
  }
  if (!arrays.colours.empty() && arrays.colours.size() != arrays.items.size()) {
    throw std::invalid_argument("there must be as many colours as items listed");
  }
  const std::size_t options = begin.size() - 1;
  if (!arrays.costs.empty() && arrays.costs.size() != options) {
    throw std::invalid_argument("there must be as many costs as options");
  }
  const std::size_t items = arrays.primary + arrays.secondary;
  if (options > std::numeric_limits<Slot>::max() / 2 || items > std::numeric_limits<Item>::max() / 2) {
    throw std::invalid_argument("too many options or items");
  }
  std::vector<std::size_t> last_option(items, options);
  for (std::size_t option = 0; option < options; ++option) {
    bool has_primary = false;
    for (auto at = static_cast<std::size_t>(begin[option]); at < static_cast<std::size_t>(begin[option + 1]); ++at) {
      const std::int64_t item = arrays.items[at];
      if (item < 0 || static_cast<std::size_t>(item) >= items) refuse(option, "unknown item " + std::to_string(item));
      if (last_option[static_cast<std::size_t>(item)] == option) refuse(option, "item " + std::to_string(item) + " occurs twice");
      last_option[static_cast<std::size_t>(item)] = option;
      const bool is_primary = static_cast<std::size_t>(item) < arrays.primary;
      has_primary |= is_primary;
      if (arrays.colours.empty()) continue;
      const std::int64_t colour = arrays.colours[at];
      if (colour < 0 || colour > std::numeric_limits<std::int32_t>::max()) refuse(option, "a colour is a number from 1 on");
      if (is_primary && colour != 0) refuse(option, "primary item " + std::to_string(item) + " has a colour");
    }
    if (!has_primary) refuse(option, "no primary item, so nothing says whether it is to be chosen");
    if (!arrays.costs.empty() && (arrays.costs[option] < 0 || arrays.costs[option] > kLargestCost)) {
      refuse(option, "a cost is a number from 0 to " + std::to_string(kLargestCost));
    }
  }
}

}  // namespace

std::shared_ptr<const Problem> build_cover(const CoverArrays& arrays) {
  validate(arrays);
  const std::size_t options = arrays.begin.size() - 1;
  const std::size_t items = arrays.primary + arrays.secondary;
  CoverParts parts;
  parts.options_count = options;
  parts.primary = arrays.primary;
  auto& begin = parts.options.begin;
  begin.assign(items + 1, 0);
  for (const std::int64_t item : arrays.items) ++begin[static_cast<std::size_t>(item) + 1];
  for (std::size_t item = 0; item < items; ++item) begin[item + 1] += begin[item];
  parts.options.values.resize(arrays.items.size());
  std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
  for (std::size_t option = 0; option < options; ++option) {
    for (auto at = static_cast<std::size_t>(arrays.begin[option]); at < static_cast<std::size_t>(arrays.begin[option + 1]); ++at) {
      const auto item = static_cast<std::size_t>(arrays.items[at]);
      const std::int64_t colour = arrays.colours.empty() ? 0 : arrays.colours[at];
      parts.options.values[next[item]++] = {static_cast<Slot>(option), static_cast<std::int32_t>(colour)};
    }
  }
  return std::make_shared<Problem>(std::move(parts), std::vector<Cost>(arrays.costs.begin(), arrays.costs.end()));
}

}  // namespace sudoku_cp
