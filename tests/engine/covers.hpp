// Cover problems written out, and what brute force says of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "cpu.hpp"
#include "model/cover.hpp"
#include "search/solver.hpp"

namespace sudoku_cp::testing {

using Numbers = std::vector<std::int64_t>;

struct Listed {
  std::size_t primary = 0;
  std::size_t secondary = 0;
  Numbers begin{0};
  Numbers items;
  Numbers colours;
  Numbers costs;

  void add(const Numbers& option, std::int64_t cost = 0) { add(option, Numbers(option.size(), 0), cost); }

  void add(const Numbers& option, const Numbers& colour, std::int64_t cost) {
    items.insert(items.end(), option.begin(), option.end());
    colours.insert(colours.end(), colour.begin(), colour.end());
    begin.push_back(static_cast<std::int64_t>(items.size()));
    costs.push_back(cost);
  }

  std::size_t options() const { return costs.size(); }

  std::shared_ptr<const Problem> build(bool with_costs) const {
    CoverArrays arrays{primary, secondary, begin, items, colours, {}};
    if (with_costs) arrays.costs = costs;
    return build_cover(arrays);
  }

  // One bit an option.
  bool is_cover(std::uint64_t chosen) const {
    std::vector<std::optional<std::int64_t>> colour_of(primary + secondary);
    for (std::size_t option = 0; option < options(); ++option) {
      if (((chosen >> option) & 1) == 0) continue;
      for (auto at = static_cast<std::size_t>(begin[option]); at < static_cast<std::size_t>(begin[option + 1]); ++at) {
        auto& colour = colour_of[static_cast<std::size_t>(items[at])];
        if (colour && (*colour == 0 || *colour != colours[at])) return false;
        colour = colours[at];
      }
    }
    return std::all_of(colour_of.begin(), colour_of.begin() + static_cast<std::ptrdiff_t>(primary),
                       [](const auto& colour) { return colour.has_value(); });
  }

  std::int64_t cost(std::uint64_t chosen) const {
    std::int64_t total = 0;
    for (std::size_t option = 0; option < options(); ++option)
      total += ((chosen >> option) & 1) != 0 ? costs[option] : 0;
    return total;
  }

  std::set<std::uint64_t> covers() const {
    std::set<std::uint64_t> found;
    for (std::uint64_t chosen = 0; chosen < std::uint64_t{1} << options(); ++chosen) {
      if (is_cover(chosen)) found.insert(chosen);
    }
    return found;
  }
};

inline Listed random_cover(std::mt19937& random) {
  const auto below = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
  Listed listed;
  listed.primary = 1 + below(6);
  listed.secondary = below(4);
  for (std::size_t option = below(11); option > 0; --option) {
    Numbers items, colours;
    for (std::size_t item = 0; item < listed.primary + listed.secondary; ++item) {
      if (below(3) != 0) continue;
      items.push_back(static_cast<std::int64_t>(item));
      colours.push_back(item < listed.primary ? 0 : static_cast<std::int64_t>(below(3)));
    }
    if (items.empty() || items.front() >= static_cast<std::int64_t>(listed.primary)) {
      items.insert(items.begin(), static_cast<std::int64_t>(below(listed.primary)));
      colours.insert(colours.begin(), 0);
    }
    listed.add(items, colours, static_cast<std::int64_t>(below(5) * below(20)));
  }
  return listed;
}

// `choices` options for each item: choices ^ items covers.
inline Listed independent(std::size_t items, std::size_t choices) {
  Listed listed;
  listed.primary = items;
  for (std::size_t item = 0; item < items; ++item) {
    for (std::size_t choice = 0; choice < choices; ++choice) {
      listed.add({static_cast<std::int64_t>(item)}, static_cast<std::int64_t>(choice));
    }
  }
  return listed;
}

inline Listed queens(std::int64_t size) {
  Listed listed;
  listed.primary = static_cast<std::size_t>(2 * size);
  listed.secondary = static_cast<std::size_t>(4 * size);
  for (std::int64_t row = 0; row < size; ++row) {
    for (std::int64_t column = 0; column < size; ++column) {
      listed.add({row, size + column, 2 * size + row + column, 5 * size + row - column}, (7 * row + 5 * column) % 11);
    }
  }
  return listed;
}

}  // namespace sudoku_cp::testing
