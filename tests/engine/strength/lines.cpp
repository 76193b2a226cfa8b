// Constraints on lines of cells.
#include <algorithm>
#include <compare>

#include "oracles.hpp"

namespace sudoku_cp::testing::lines {
namespace {

Case sightlines(Draw& draw, bool negated) {
  Case made;
  Scope cells = in_any_order(draw, add_cells(made, draw, 2));
  if (cells.size() > 60) cells.resize(60);
  const std::int32_t viewer = draw.one_in(8) ? draw.one_of(cells) : cells.back();
  if (viewer == cells.back()) cells.pop_back();
  std::vector<std::int32_t> ends;
  for (std::size_t lines = draw.below(4); lines > 0; --lines) {
    ends.push_back(static_cast<std::int32_t>(draw.below(cells.size() + 1)));
  }
  if (ends.empty() && !cells.empty()) ends.push_back(0);
  std::ranges::sort(ends);
  if (!ends.empty()) ends.back() = static_cast<std::int32_t>(cells.size());
  const std::size_t size = cells.size();
  const auto seen = [=](const Numbers& values) {
    std::int64_t number = 1;
    std::size_t place = 0;
    for (const std::int32_t end : ends) {
      const auto line_end = static_cast<std::size_t>(end);
      while (place < line_end && values[place] == values[size]) ++place, ++number;
      place = line_end;
    }
    return number;
  };
  // A witness that sees some.
  for (const std::int32_t cell : cells) {
    const Numbers& domain = made.model.domain(cell);
    const std::int64_t own = made.witness[static_cast<std::size_t>(viewer)];
    if (std::ranges::binary_search(domain, own) && !draw.one_in(4)) made.witness[static_cast<std::size_t>(cell)] = own;
  }
  Scope scope = cells;
  scope.push_back(viewer);
  const std::int64_t of_witness = seen(witness_of(made, scope));
  Number number{-1, of_witness};
  if (draw.one_in(2)) {
    number.variable = add_cells(
        made, draw, 1, numbers_between(std::max<std::int64_t>(of_witness - 2, 0), of_witness + 2), draw.one_in(2))[0];
    number.value = draw.between(-1, 1);
    scope.push_back(number.variable);
  }
  const Holds holds = [=](const Numbers& values) {
    const std::int64_t wanted = number.variable < 0 ? number.value : values[size + 1] + number.value;
    return (seen(values) == wanted) != negated;
  };
  add_constraint<Sightlines>(made, scope, holds, viewer, cells, ends, variable_of(number), number.value, negated);
  made.claim.exactly = negated ? last_open(scope, holds) : consistency_by_place(scope, holds);
  if (!negated && has_each_cell_once(scope)) made.shortness = Shortness::kIrreducible;
  made.single = {viewer};
  return made;
}

using Lines = std::vector<Scope>;

// Each other line by itself: some are certainly lower, and some may be.
Narrow rank_rules(const Lines& lines, std::int64_t lower, bool ties) {
  return [=](Domains& domains) {
    std::int64_t must = 0;
    std::int64_t may = 0;
    for (std::size_t other = 1; other < lines.size(); ++other) {
      const std::size_t length = lines[0].size();
      std::set<int> relations;
      std::vector<Numbers> both;
      for (const Scope& line : {lines[0], lines[other]}) {
        for (const std::int32_t cell : line) both.push_back(domains[static_cast<std::size_t>(cell)]);
      }
      each_choice(both, [&](const Numbers& values) {
        const auto own_end = values.begin() + static_cast<std::ptrdiff_t>(length);
        const auto order = std::lexicographical_compare_three_way(own_end, values.end(), values.begin(), own_end);
        if (order != 0 || ties) relations.insert(order < 0 ? -1 : order > 0 ? 1 : 0);
      });
      if (relations.empty()) return false;
      must += relations == std::set<int>{-1};
      may += relations.contains(-1);
    }
    return must <= lower && lower <= may;
  };
}

// Of lines that all begin in one house, as many are lower as the house has lower values.
Narrow known_first(std::int32_t first, const Numbers& house, std::int64_t lower) {
  return [=](Domains& domains) {
    bool changed = false;
    return keep_if(domains[static_cast<std::size_t>(first)], changed,
                   [&](std::int64_t value) { return std::ranges::lower_bound(house, value) - house.begin() == lower; });
  };
}

Case rank(Draw& draw, bool negated) {
  Case made;
  const bool is_long = draw.one_in(8);
  const auto length = static_cast<std::size_t>(is_long ? 23 : draw.between(1, 3));
  const auto others = static_cast<std::size_t>(is_long ? 2 : draw.between(1, 4));
  const std::int64_t low = draw.between(-2, 1);
  const Numbers pool = numbers_between(low, low + (is_long ? 2 : draw.one_of(Numbers{1, 2, 4, 24})));
  const bool all_values = draw.one_in(2);
  // Cells that are not in one table with the others, or in any line.
  if (draw.one_in(4))
    made.fixed = add_cells(made, draw, 1, numbers_between(1000, 1000 + draw.one_of(Numbers{20, 62})), true);
  Lines lines;
  Scope cells;
  for (std::size_t line = 0; line <= others; ++line) {
    lines.push_back(add_cells(made, draw, length, pool, all_values));
    cells.insert(cells.end(), lines.back().begin(), lines.back().end());
  }
  // Words of different values, and lines that begin in a house.
  if (!is_long && length > 1 && pool.size() > length && draw.one_in(3)) {
    for (const Scope& line : lines) made.model.add_all_different(line);
  }
  const bool begins_in_house = pool.size() == lines.size() && all_values && lines.size() > 1 && draw.one_in(2);
  if (begins_in_house) {
    Scope firsts;
    for (const Scope& line : lines) firsts.push_back(line[0]);
    made.model.add_all_different(firsts);
  }
  const bool has_line_twice = draw.one_in(6);
  if (has_line_twice) {
    lines.back() = lines[draw.below(lines.size() - 1)];
    std::ranges::copy(lines.back(), cells.end() - static_cast<std::ptrdiff_t>(length));
  }
  const bool ties = draw.one_in(2);
  const auto lower_than_first = [=](const Numbers& values) -> std::optional<std::int64_t> {
    std::int64_t lower = 0;
    const Numbers own(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(length));
    for (std::size_t begin = length; begin < values.size(); begin += length) {
      const auto at = values.begin() + static_cast<std::ptrdiff_t>(begin);
      const Numbers other(at, at + static_cast<std::ptrdiff_t>(length));
      if (other == own && !ties) return std::nullopt;
      lower += other < own;
    }
    return lower;
  };
  const std::int64_t lower = lower_than_first(witness_of(made, cells)).value_or(0);
  const Holds holds = [=](const Numbers& values) { return (lower_than_first(values) == lower) != negated; };
  add_constraint<Rank>(made, cells, holds, cells, static_cast<std::int64_t>(length), lower, ties, negated);
  // What a line can be beside another is less exact where it can be both lower and higher.
  if (!negated) made.shortness = Shortness::kAny;
  if (negated) made.claim.exactly = last_open(cells, holds);
  else if (!begins_in_house) made.claim.at_least = rank_rules(lines, lower, ties);
  else if (!has_line_twice && made.fixed.empty()) made.claim.at_least = known_first(lines[0][0], pool, lower);
  return made;
}

[[maybe_unused]] const bool kAdded[] = {
    add_generator({"sightlines", kKindOf<Sightlines>, [](Draw& draw) { return sightlines(draw, false); }, true}),
    add_generator({"no sightlines", kKindOf<Sightlines>, [](Draw& draw) { return sightlines(draw, true); }, true}),
    add_generator({"a rank", kKindOf<Rank>, [](Draw& draw) { return rank(draw, false); }, true}),
    add_generator({"no rank", kKindOf<Rank>, [](Draw& draw) { return rank(draw, true); }, true}),
};

}  // namespace
}  // namespace sudoku_cp::testing::lines
