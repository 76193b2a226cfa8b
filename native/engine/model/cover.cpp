#include "model/cover.hpp"

#include <algorithm>
#include <limits>
#include <string>

namespace sudoku_cp {
namespace {

// Bounds are sums of scaled costs and multipliers: this keeps them far from an overflow.
constexpr std::int64_t kLargestTotal = std::int64_t{1} << 40;

// Counts of options stay apart from kCovered, and positions fit the lists.
constexpr std::size_t kMostOptions = kCovered / 2;
constexpr std::size_t kMostItems = kCovered / 2;
constexpr std::size_t kMostEntries = std::numeric_limits<std::uint32_t>::max();

[[noreturn]] void refuse(const std::string& reason, std::optional<std::size_t> option = {},
                         std::optional<std::int64_t> item = {}) {
  InvalidCover fault(reason);
  fault.option = option;
  fault.item = item;
  throw fault;
}

void validate_sizes(const CoverArrays& arrays) {
  const auto& begin = arrays.begin;
  if (begin.empty() || begin.front() != 0 || begin.back() != static_cast<std::int64_t>(arrays.items.size()) ||
      !std::ranges::is_sorted(begin)) {
    refuse("`begin` must rise from 0 to the number of items listed");
  }
  if (!arrays.colours.empty() && arrays.colours.size() != arrays.items.size()) {
    refuse("there must be as many colours as items listed");
  }
  if (!arrays.costs.empty() && arrays.costs.size() != begin.size() - 1) {
    refuse("there must be as many costs as options");
  }
  if (begin.size() - 1 > kMostOptions || arrays.primary > kMostItems || arrays.secondary > kMostItems ||
      arrays.items.size() > kMostEntries) {
    refuse("too many options or items");
  }
}

void validate_options(const CoverArrays& arrays) {
  const auto items = static_cast<std::int64_t>(arrays.primary + arrays.secondary);
  const auto primary = static_cast<std::int64_t>(arrays.primary);
  const std::size_t options = arrays.begin.size() - 1;
  std::vector<std::size_t> last_option(static_cast<std::size_t>(items), options);
  for (std::size_t option = 0; option < options; ++option) {
    bool has_primary = false;
    for (auto at = static_cast<std::size_t>(arrays.begin[option]);
         at < static_cast<std::size_t>(arrays.begin[option + 1]); ++at) {
      const std::int64_t item = arrays.items[at];
      if (item < 0 || item >= items) refuse("there is no such item", option, item);
      std::size_t& last = last_option[static_cast<std::size_t>(item)];
      if (last == option) refuse("listed twice", option, item);
      last = option;
      has_primary |= item < primary;
      const std::int64_t colour = arrays.colours.empty() ? 0 : arrays.colours[at];
      if (colour < 0 || colour > std::numeric_limits<std::int32_t>::max()) {
        refuse("a colour is a number from 1 to 2147483647, or 0 for none", option, item);
      }
      if (item < primary && colour != 0) refuse("a primary item takes no colour", option, item);
    }
    if (!has_primary) refuse("no primary item, so that nothing says whether to choose it", option);
  }
}

void validate_costs(const CoverArrays& arrays) {
  const auto choices = static_cast<std::int64_t>(arrays.primary);
  for (std::size_t option = 0; option < arrays.costs.size(); ++option) {
    const std::int64_t cost = arrays.costs[option];
    if (cost < 0) refuse("a cost of " + std::to_string(cost) + " is negative", option);
    if (cost > kLargestTotal / choices) {
      refuse("a cost of " + std::to_string(cost) + " is too large: times the primary items it may be at most 2^40",
             option);
    }
  }
}

}  // namespace

std::shared_ptr<const Problem> build_cover(const CoverArrays& arrays) {
  validate_sizes(arrays);
  validate_options(arrays);
  validate_costs(arrays);
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
    for (auto at = static_cast<std::size_t>(arrays.begin[option]);
         at < static_cast<std::size_t>(arrays.begin[option + 1]); ++at) {
      const auto item = static_cast<std::size_t>(arrays.items[at]);
      const std::int64_t colour = arrays.colours.empty() ? 0 : arrays.colours[at];
      parts.options.values[next[item]++] = {static_cast<Slot>(option), static_cast<std::int32_t>(colour)};
    }
  }
  SUDOKU_CP_ASSERT(std::equal(next.begin(), next.end(), begin.begin() + 1));
  return std::make_shared<Problem>(std::move(parts), std::vector<Cost>(arrays.costs.begin(), arrays.costs.end()));
}

}  // namespace sudoku_cp
