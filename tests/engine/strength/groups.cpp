// Constraints on which places are joined.
#include <algorithm>
#include <map>

#include "oracles.hpp"

namespace sudoku_cp::testing::groups {
namespace {

using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;
using Places = std::set<std::int32_t>;

// A grid, or any graph.
Pairs neighbours_of(Draw& draw, std::int32_t places) {
  Pairs pairs;
  if (draw.one_in(3)) {
    for (std::int32_t one = 0; one < places; ++one) {
      for (std::int32_t other = 0; other < one; ++other) {
        if (draw.one_in(places > 10 ? 20 : 2)) pairs.emplace_back(one, other);
      }
    }
    return pairs;
  }
  const std::int32_t width = static_cast<std::int32_t>(places > 10 ? 9 : draw.between(2, 4));
  for (std::int32_t place = 0; place < places; ++place) {
    if (place % width + 1 < width && place + 1 < places) pairs.emplace_back(place, place + 1);
    if (place + width < places) pairs.emplace_back(place, place + width);
  }
  return pairs;
}

// What can be joined to a place, among some.
Places joined_to(std::int32_t start, const Places& among, const Pairs& pairs) {
  Places part{start};
  for (std::size_t before = 0; before != part.size();) {
    before = part.size();
    for (const auto& [one, other] : pairs) {
      if (!among.contains(one) || !among.contains(other)) continue;
      if (part.contains(one) || part.contains(other)) part.insert({one, other});
    }
  }
  return part;
}

bool is_one_group(const Places& places, const Pairs& pairs, std::int32_t size) {
  if (places.empty() || (size >= 0 && std::ssize(places) != size)) return false;
  return joined_to(*places.begin(), places, pairs) == places;
}

// The rules of one group: distances, parts that are too small or lack a member, places that none can do without.
struct GroupRules {
  const Pairs& pairs;
  std::int32_t size;  // -1: any
  Places can;         // that are not out
  Places in;

  bool settle() {
    const auto members = std::ssize(in);
    if (size >= 0 && members > size) return false;
    if (size >= 0 && members > 0) drop_distant(size - members);
    std::vector<Places> parts;
    for (Places rest = can; !rest.empty();) {
      const Places part = joined_to(*rest.begin(), can, pairs);
      for (const std::int32_t place : part) rest.erase(place);
      if (has_room(part)) parts.push_back(part);
    }
    Places left;
    for (const Places& part : parts) left.insert(part.begin(), part.end());
    if (parts.empty() || !std::ranges::includes(left, in)) return false;
    can = left;
    if (parts.size() > 1) return true;
    for (const std::int32_t place : left) {
      Places others = left;
      others.erase(place);
      bool is_needed = true;
      for (const std::int32_t other : others) is_needed &= !has_room(joined_to(other, others, pairs));
      if (is_needed) in.insert(place);
    }
    return true;
  }

  bool has_room(const Places& part) const {
    return std::ranges::includes(part, in) && std::ssize(part) >= std::max(size, 1);
  }

  void drop_distant(std::int64_t steps) {
    Places near = in;
    for (; steps > 0; --steps) {
      Places further = near;
      for (const auto& [one, other] : pairs) {
        if (near.contains(one) && can.contains(other)) further.insert(other);
        if (near.contains(other) && can.contains(one)) further.insert(one);
      }
      near = std::move(further);
    }
    can = near;
  }
};

Case connected(Draw& draw, bool negated) {
  Case made;
  Scope cells;
  switch (draw.below(4)) {
    case 0:
      cells = add_cells(made, draw, 66 + draw.below(8), {1, 2}, true);
      break;
    case 1:
      cells = add_cells(made, draw, 4 + draw.below(3), numbers_between(-2, 20), draw.one_in(2));
      break;
    default:
      cells = add_cells(made, draw, 2 + draw.below(8), {-1, 1, 2}, draw.one_in(2));
  }
  cells = in_any_order(draw, cells);
  const auto places = static_cast<std::int32_t>(cells.size());
  const Pairs pairs = neighbours_of(draw, places);
  const Numbers listed = draw.one_in(2) ? Numbers{1} : Numbers{-1, 1, 3, 5, 7, 20};
  const auto is_listed = [=](std::int64_t value) { return std::ranges::find(listed, value) != listed.end(); };
  // A witness that is mostly a group.
  Places group{static_cast<std::int32_t>(draw.below(cells.size()))};
  for (auto wanted = draw.below(places > 60 ? 60 : cells.size()); wanted > 0; --wanted) {
    const auto& [one, other] = pairs.empty() ? std::pair{0, 0} : draw.one_of(pairs);
    if (group.contains(one) || group.contains(other)) group.insert({one, other});
  }
  for (std::int32_t place = 0; place < places; ++place) {
    const std::int32_t cell = cells[static_cast<std::size_t>(place)];
    const Numbers& domain = made.model.domain(cell);
    const auto fits = [&](std::int64_t value) { return is_listed(value) == group.contains(place); };
    const auto found = std::ranges::find_if(domain, fits);
    if (found != domain.end()) made.witness[static_cast<std::size_t>(cell)] = *found;
  }
  const Numbers own = witness_of(made, cells);
  const auto members = static_cast<std::int32_t>(std::ranges::count_if(own, is_listed));
  const std::int32_t size = draw.one_in(2) || members == 0 ? -1 : members;
  const Holds holds = [=](const Numbers& values) {
    Places taken;
    for (std::int32_t place = 0; place < places; ++place) {
      if (is_listed(values[static_cast<std::size_t>(place)])) taken.insert(place);
    }
    return is_one_group(taken, pairs, size) != negated;
  };
  add_constraint<Connected>(made, cells, holds, cells, pairs, listed, size < 0 ? std::nullopt : std::optional(size),
                            negated);
  made.claim.exactly = [=](Domains& domains) {
    for (bool changed = true; changed;) {
      changed = false;
      GroupRules rules{pairs, size, {}, {}};
      Places open;
      for (std::int32_t place = 0; place < places; ++place) {
        const Numbers& domain = domains[static_cast<std::size_t>(cells[static_cast<std::size_t>(place)])];
        if (std::ranges::any_of(domain, is_listed)) rules.can.insert(place);
        if (std::ranges::all_of(domain, is_listed)) rules.in.insert(place);
        else if (rules.can.contains(place)) open.insert(place);
      }
      Places may_be_in = open;
      Places may_be_out = open;
      if (!negated) {
        if (!rules.settle()) return false;
        for (const std::int32_t place : open) {
          if (!rules.can.contains(place)) may_be_in.erase(place);
          if (rules.in.contains(place)) may_be_out.erase(place);
        }
      } else if (open.size() <= 1) {
        Places with = rules.in;
        with.insert(open.begin(), open.end());
        const bool is_bad_without = is_one_group(rules.in, pairs, size);
        if (open.empty() && is_bad_without) return false;
        if (is_bad_without) may_be_out.clear();
        if (is_one_group(with, pairs, size)) may_be_in.clear();
      }
      for (const std::int32_t place : open) {
        Numbers& domain = domains[static_cast<std::size_t>(cells[static_cast<std::size_t>(place)])];
        const auto stays = [&](std::int64_t value) {
          return is_listed(value) ? may_be_in.contains(place) : may_be_out.contains(place);
        };
        if (!keep_if(domain, changed, stays)) return false;
      }
    }
    return true;
  };
  // Of any size, these rules are all: each place is in some group, and out of another.
  if (!negated) made.shortness = Shortness::kAny;
  if (!negated && size < 0 && has_each_cell_once(cells)) made.claim.at_least = domain_consistency(cells, holds);
  return made;
}

// The rules of regions: what goes together, sizes, digits with one place, shapes. Each by itself, to a fixed point.
class RegionRules {
 public:
  RegionRules(const Scope& numbers, const Scope& digits, const Pairs& pairs, std::int32_t size, Domains& domains,
              const Numbers& table)
      : numbers_(numbers), digits_(digits), pairs_(pairs), size_(size), domains_(domains), table_(table) {}

  bool narrow() {
    do {
      changed_ = false;
      for (const std::int64_t number : table_) {
        if (!narrow(number)) return false;
      }
      if (!digits_.empty() && !keep_pairs()) return false;
    } while (changed_);
    return true;
  }

 private:
  Numbers& domain(const Scope& cells, std::int32_t place) const {
    return domains_[static_cast<std::size_t>(cells[static_cast<std::size_t>(place)])];
  }
  std::int32_t places() const { return static_cast<std::int32_t>(numbers_.size()); }
  bool can(std::int32_t place, std::int64_t number) const {
    return std::ranges::binary_search(domain(numbers_, place), number);
  }
  bool is(std::int32_t place, std::int64_t number) const { return domain(numbers_, place) == Numbers{number}; }
  // Whether another place has both.
  bool is_taken(std::int64_t number, std::int64_t digit, std::int32_t by_others) const {
    for (std::int32_t place = 0; place < places(); ++place) {
      if (place != by_others && is(place, number) && domain(digits_, place) == Numbers{digit}) return true;
    }
    return false;
  }
  bool take(std::int32_t place, std::int64_t number) {
    return keep_if(domain(numbers_, place), changed_, [&](std::int64_t value) { return value != number; });
  }
  bool give(std::int32_t place, std::int64_t number) {
    return keep_if(domain(numbers_, place), changed_, [&](std::int64_t value) { return value == number; });
  }

  bool narrow(std::int64_t number) {
    GroupRules shape{pairs_, size_, {}, {}};
    std::map<std::int64_t, Places> places_of;  // by digit
    for (std::int32_t place = 0; place < places(); ++place) {
      if (!can(place, number)) continue;
      shape.can.insert(place);
      if (is(place, number)) shape.in.insert(place);
      for (const std::int64_t digit : digits_.empty() ? Numbers() : domain(digits_, place)) {
        places_of[digit].insert(place);
      }
    }
    const bool exists = !shape.in.empty() || std::ssize(table_) * size_ == places();
    if (std::ssize(shape.in) > size_) return false;
    const bool has_no_room = std::ssize(shape.can) < size_ || (!digits_.empty() && std::ssize(places_of) < size_);
    if (has_no_room) {
      if (exists) return false;
      return std::ranges::all_of(shape.can, [&](std::int32_t place) { return take(place, number); });
    }
    if (!exists) return true;
    for (const auto& [digit, where] : places_of) {
      if (where.size() > 1 || std::ssize(places_of) > size_) continue;
      const std::int32_t place = *where.begin();
      if (!give(place, number)) return false;
      if (!keep_if(domain(digits_, place), changed_, [d = digit](std::int64_t each) { return each == d; })) {
        return false;
      }
    }
    const Places before = shape.can;
    if (!shape.settle()) return false;
    for (const std::int32_t place : before) {
      if (!shape.can.contains(place) && !take(place, number)) return false;
    }
    return std::ranges::all_of(shape.in, [&](std::int32_t place) { return give(place, number); });
  }

  bool keep_pairs() {
    for (std::int32_t place = 0; place < places(); ++place) {
      const Numbers numbers = domain(numbers_, place);
      const Numbers digits = domain(digits_, place);
      const auto goes = [&](std::int64_t number, std::int64_t digit) { return !is_taken(number, digit, place); };
      const auto number_stays = [&](std::int64_t number) {
        return std::ranges::any_of(digits, [&](std::int64_t digit) { return goes(number, digit); });
      };
      const auto digit_stays = [&](std::int64_t digit) {
        return std::ranges::any_of(numbers, [&](std::int64_t number) { return goes(number, digit); });
      };
      if (std::ranges::none_of(numbers, number_stays)) return false;
      bool changed = false;
      Numbers left = numbers;
      keep_if(left, changed, number_stays);
      Numbers left_digits = digits;
      if (!keep_if(left_digits, changed, digit_stays)) return false;
      domain(numbers_, place) = left;
      domain(digits_, place) = left_digits;
      changed_ |= changed;
    }
    return true;
  }

  const Scope& numbers_;
  const Scope& digits_;
  const Pairs& pairs_;
  std::int32_t size_;
  Domains& domains_;
  const Numbers& table_;  // the values that any cell can have
  bool changed_ = false;
};

Case regions(Draw& draw) {
  Case made;
  const bool has_digits = draw.one_in(2);
  const bool is_long = draw.one_in(6);
  const auto places = static_cast<std::int32_t>(is_long ? draw.one_of(Numbers{66, 130}) : draw.between(2, 8));
  const std::int32_t size = static_cast<std::int32_t>(is_long ? draw.one_of(Numbers{2, 11, 33}) : draw.between(1, 4));
  Pairs pairs = neighbours_of(draw, places);
  const auto most = std::max<std::int64_t>(1, places / size + draw.between(-1, 1));
  Numbers pool = numbers_between(1, std::min<std::int64_t>(most, 20));
  const Scope numbers = add_cells(made, draw, static_cast<std::size_t>(places), pool, draw.one_in(2));
  Scope digits;
  if (has_digits) {
    const Numbers values = numbers_between(0, std::min(size + draw.between(-1, 2), std::int64_t{20}));
    digits = add_cells(made, draw, static_cast<std::size_t>(places), values, draw.one_in(2));
  }
  // A witness: regions are grown from free places one by one, as far as this goes.
  Places free;
  for (std::int32_t place = 0; place < places; ++place) free.insert(place);
  for (const std::int64_t number : pool) {
    if (free.empty()) break;
    Scope starts(free.begin(), free.end());
    Places region{draw.one_of(starts)};
    for (int trial = 0; trial < 200 && std::ssize(region) < size && !pairs.empty(); ++trial) {
      const auto& [one, other] = draw.one_of(pairs);
      if (free.contains(one) && free.contains(other) && (region.contains(one) || region.contains(other))) {
        region.insert({one, other});
      }
    }
    std::int64_t digit = 0;
    for (const std::int32_t place : region) {
      free.erase(place);
      made.witness[static_cast<std::size_t>(numbers[static_cast<std::size_t>(place)])] = number;
      if (has_digits) made.witness[static_cast<std::size_t>(digits[static_cast<std::size_t>(place)])] = digit++;
    }
  }
  Scope scope = digits;
  scope.insert(scope.end(), numbers.begin(), numbers.end());
  const Holds holds = [=](const Numbers& values) {
    const Numbers found(values.end() - places, values.end());
    std::map<std::int64_t, Places> regions;
    for (std::int32_t place = 0; place < places; ++place) {
      regions[found[static_cast<std::size_t>(place)]].insert(place);
    }
    for (const auto& [number, region] : regions) {
      if (!is_one_group(region, pairs, size)) return false;
      std::set<std::int64_t> different;
      for (const std::int32_t place : region) {
        if (has_digits && !different.insert(values[static_cast<std::size_t>(place)]).second) return false;
      }
    }
    return true;
  };
  add_constraint<Regions>(made, scope, holds, digits, numbers, pairs, size);
  std::set<std::int64_t> all;
  for (const std::int32_t cell : scope) all.insert(made.model.domain(cell).begin(), made.model.domain(cell).end());
  const Numbers table(all.begin(), all.end());
  made.shortness = Shortness::kAny;
  made.claim.exactly = [=](Domains& domains) {
    return RegionRules(numbers, digits, pairs, size, domains, table).narrow();
  };
  return made;
}

[[maybe_unused]] const bool kAdded[] = {
    add_generator({"a connected group", kKindOf<Connected>, [](Draw& draw) { return connected(draw, false); }, true}),
    add_generator({"no connected group", kKindOf<Connected>, [](Draw& draw) { return connected(draw, true); }, true}),
    add_generator({"regions", kKindOf<Regions>, regions, true}),
};

}  // namespace
}  // namespace sudoku_cp::testing::groups
