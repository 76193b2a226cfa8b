// A scope in groups of variables that differ: a value stands at most once in a group, which bounds how often it stands
// in the scope.
#pragma once

#include <algorithm>
#include <map>
#include <utility>

#include "constraints/store.hpp"
#include "kernel/cells.hpp"
#include "kernel/common_peers.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp {

// A few ways to divide a scope into groups: into rows, into columns, into boxes.
struct Groupings {
  Slice<std::int32_t> variables;  // all of the scope, way after way, and in each way group after group
  Slice<std::int32_t> ends;       // of the groups among them
  Slice<std::int32_t> last;       // of the ways: the number of groups up to their end
};

// Divides a scope: first into large groups, then so that pairs meet that have not met before.
class Divider {
  using Places = std::vector<std::size_t>;

 public:
  Divider(const ModelStore& store, const Variables& scope, std::size_t largest = SIZE_MAX)
      : store_(store), scope_(scope), largest_(largest) {
    met_.resize(scope.size());
    for (std::size_t place = 0; place < scope.size(); ++place) places_of_[scope[place]].push_back(place);
    for (const std::size_t house : store.houses_of.around(scope)) {
      Places shared;
      for (const std::int32_t variable : store.houses[house]) add_places(shared, variable);
      if (shared.size() > 1) houses_.push_back(std::move(shared));
    }
  }

  // The largest groups.
  std::vector<Variables> divide() const {
    std::vector<Variables> groups;
    for (const Places& places : next_way()) {
      Variables& group = groups.emplace_back();
      for (const std::size_t place : places) group.push_back(scope_[place]);
    }
    return groups;
  }

  Groupings divide(Arena& arena, std::size_t most_ways) {
    Variables variables, ends, last;
    for (std::size_t way = 0; way < most_ways; ++way) {
      const std::vector<Places> groups = next_way();
      if (way > 0 && !meet(groups)) break;
      if (way == 0) meet(groups);
      for (const Places& group : groups) {
        for (const std::size_t place : group) variables.push_back(scope_[place]);
        ends.push_back(static_cast<std::int32_t>(variables.size()));
      }
      last.push_back(static_cast<std::int32_t>(ends.size()));
    }
    return {arena.keep(variables), arena.keep(ends), arena.keep(last)};
  }

 private:
  void add_places(Places& places, std::int32_t variable) const {
    const auto found = places_of_.find(variable);
    if (found != places_of_.end()) places.insert(places.end(), found->second.begin(), found->second.end());
  }

  bool have_met(std::size_t one, std::size_t other) const {
    return met_.has(static_cast<std::int32_t>(one), static_cast<std::int32_t>(other));
  }

  bool differ(std::size_t one, std::size_t other) const {
    return store_.differences.has(scope_[one], scope_[other]) && store_.aligned(scope_[one], scope_[other]);
  }

  std::size_t new_pairs(const Places& group) const {
    std::size_t pairs = 0;
    for (const std::size_t one : group) {
      for (const std::size_t other : group) pairs += one < other && !have_met(one, other);
    }
    return pairs;
  }

  // Marks the pairs of the groups, and returns whether any of them is new.
  bool meet(const std::vector<Places>& groups) {
    std::size_t pairs = 0;
    for (const Places& group : groups) {
      pairs += new_pairs(group);
      for (const std::size_t one : group) {
        for (const std::size_t other : group)
          met_.add(static_cast<std::int32_t>(one), static_cast<std::int32_t>(other));
      }
    }
    return pairs > 0;
  }

  // Adds what differs from all of a group.
  void extend(Places& group, std::vector<bool>& taken, std::size_t place) const {
    const auto differs = [&](std::size_t other) { return differ(place, other); };
    if (taken[place] || group.size() >= largest_ || !std::ranges::all_of(group, differs)) return;
    group.push_back(place);
    taken[place] = true;
  }

  // The places of the variables that differ from one, ascending.
  Places differing_from(std::size_t place) const {
    Places places;
    store_.differences.each_of(scope_[place], [&](std::int32_t variable) { add_places(places, variable); });
    std::ranges::sort(places);
    return places;
  }

  // The houses with the most new pairs, and what differs from all of them by other constraints; then what is left.
  std::vector<Places> next_way() const {
    std::vector<Places> groups;
    std::vector<bool> taken(scope_.size());
    const auto take = [&](const Places& first) {
      store_.check_limits();
      Places group;
      for (const std::size_t place : first) extend(group, taken, place);
      for (const std::size_t place : differing_from(group.front())) extend(group, taken, place);
      groups.push_back(std::move(group));
    };
    for (Places best = best_house(taken); best.size() > 1; best = best_house(taken)) take(best);
    for (std::size_t first = 0; first < scope_.size(); ++first) {
      if (!taken[first]) take({first});
    }
    return groups;
  }

  Places best_house(const std::vector<bool>& taken) const {
    Places best;
    std::size_t most = 0;
    for (const Places& house : houses_) {
      Places group;
      for (const std::size_t place : house) {
        const bool fits = group.empty() || (scope_[group.back()] != scope_[place] &&
                                            store_.aligned(scope_[group.front()], scope_[place]));
        if (!taken[place] && fits) group.push_back(place);
      }
      const std::size_t pairs = new_pairs(group);
      if (pairs <= most) continue;
      most = pairs;
      best = std::move(group);
    }
    return best;
  }

  const ModelStore& store_;
  const Variables& scope_;
  std::size_t largest_;                       // number of variables in a group
  std::map<std::int32_t, Places> places_of_;  // by variable
  std::vector<Places> houses_;                // what they share with the scope, if two places or more
  Differences met_;                           // pairs of places
};

// The value as a bit of all variables, where they have one table of values.
inline Word common_bit_of(const ModelStore& store, std::span<const std::int32_t> variables, std::int64_t value) {
  const auto aligned = [&](std::int32_t variable) { return store.aligned(variable, variables[0]); };
  const int bit = variables.empty() ? -1 : store.bit_of_value(variables[0], value);
  return bit >= 0 && std::ranges::all_of(variables, aligned) ? Word{1} << bit : 0;
}

// Constraints with the same variables share their groups.
inline Groupings groupings_of(ModelStore& store, std::span<const std::int32_t> variables, std::size_t most_ways) {
  const Variables scope(variables.begin(), variables.end());
  Groupings& known = store.memo<std::pair<Variables, std::size_t>, Groupings>({scope, most_ways});
  if (known.last.size == 0) known = Divider(store, scope).divide(store.arena, most_ways);
  return known;
}

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// How many of some variables take one of their values.
struct Between {
  std::int64_t least, most;
};

// Values of the variables of groupings: those listed, or all others.
struct Members {
  const Word* listed;
  Word flip;  // all ones for the others

  Word operator[](std::ptrdiff_t at) const { return listed[at] ^ flip; }
};

// How many of a group take a value: its variables differ, so it has no more of them than there are different values.
template <typename Mask>
Between bounds_in_group(const Search& search, const std::int32_t* variables, Members members, std::int32_t begin,
                        std::int32_t end) {
  const Word values = members[begin];
  if (end - begin == 1) {
    const Word domain = masks<Mask>(search)[variables[begin]];
    return {(domain & ~values) == 0, (domain & values) != 0};
  }
  Word any = 0;
  std::int64_t can = 0;
  std::int64_t must = 0;
  for (std::int32_t at = begin; at < end; ++at) {
    const Word domain = masks<Mask>(search)[variables[at]];
    any |= domain;
    can += (domain & values) != 0;
    must += (domain & ~values) == 0;
  }
  const std::int64_t different = size_of(any & values);
  const std::int64_t size = end - begin;
  const std::int64_t others = size_of(any & ~values);
  return {size - others > must ? size - others : must, different < can ? different : can};
}

template <typename Mask>
Between bounds_in_scope(const Search& search, const Groupings& groupings, Members members) {
  Between bounds{INT64_MIN, INT64_MAX};
  std::int32_t group = 0;
  std::int32_t begin = 0;
  for (const std::int32_t last : groupings.last) {
    Between here{0, 0};
    for (; group < last; begin = groupings.ends[group++]) {
      const Between one =
          bounds_in_group<Mask>(search, groupings.variables.data, members, begin, groupings.ends[group]);
      here.least += one.least;
      here.most += one.most;
    }
    if (here.least > bounds.least) bounds.least = here.least;
    if (here.most < bounds.most) bounds.most = here.most;
  }
  return bounds;
}

// Makes as many of a group take a value as can: all that can, or each value where it has one place left.
template <typename Mask>
bool fill_group(Search& search, const std::int32_t* variables, Members members, std::int32_t begin, std::int32_t end) {
  Word once = 0;
  Word twice = 0;
  std::int64_t can = 0;
  for (std::int32_t at = begin; at < end; ++at) {
    const Word values = masks<Mask>(search)[variables[at]] & members[at];
    twice |= once & values;
    once |= values;
    can += values != 0;
  }
  const bool all = end - begin == 1 || can <= size_of(once);
  const Word one_place = once & ~twice;
  for (std::int32_t at = begin; at < end; ++at) {
    const Word domain = masks<Mask>(search)[variables[at]];
    const Word keep = all ? domain & members[at] : domain & one_place;
    if (keep != 0 && !keep_only<Mask>(search, variables[at], keep)) return false;
  }
  return true;
}

// Makes at least `wanted` variables of the scope take a value.
template <typename Mask>
bool require_at_least(Search& search, const Groupings& groupings, Members members, std::int64_t wanted) {
  const std::int32_t* const variables = groupings.variables.data;
  std::int32_t first = 0;
  for (const std::int32_t last : groupings.last) {
    const auto begin_of = [&](std::int32_t group) { return group == 0 ? 0 : groupings.ends[group - 1]; };
    std::int64_t most = 0;
    for (std::int32_t group = first; group < last; ++group) {
      most += bounds_in_group<Mask>(search, variables, members, begin_of(group), groupings.ends[group]).most;
    }
    if (most < wanted) {
      search.failed = true;
      return false;
    }
    for (std::int32_t group = first; most == wanted && group < last; ++group) {
      if (!fill_group<Mask>(search, variables, members, begin_of(group), groupings.ends[group])) return false;
    }
    first = last;
  }
  return true;
}

// One of the variables takes a value: clears those that differ from all that can. They have one table of values.
template <typename Mask>
bool clear_around(Search& search, const Slice<std::int32_t>& variables, Word value) {
  for (const std::int32_t variable : variables) {
    if (masks<Mask>(search)[variable] == value) return true;
  }
  return clear_common_peers_of<Mask>(search, variables, value);
}

// Makes at most `wanted` variables of the scope take a value: the rest take others.
template <typename Mask>
bool require_at_most(Search& search, const Groupings& groupings, Members members, std::int64_t wanted) {
  const std::int64_t size = groupings.variables.size / groupings.last.size;
  return require_at_least<Mask>(search, groupings, {members.listed, ~members.flip}, size - wanted);
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
