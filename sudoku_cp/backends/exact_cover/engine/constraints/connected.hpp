// The variables that lie in their sets form one group: what no group can reach is out, and what joins parts that must
// be in it is in (cut vertices by depth-first search: Tarjan, SIAM J. Comput. 1972).
//
//   workspace   | standing | found | low | parent | next | inside | below | stack | candidates |
//
// Each is an array with an integer for each place.
#pragma once

#include <set>
#include <stdexcept>
#include <utility>

#include "../kernel/cells.hpp"
#include "../kernel/level.hpp"
#include "building.hpp"

namespace sudoku_cp {

// The variables that lie in their sets, at least one, form one group; with `negated` they do not.
struct Connected {
  Slice<std::int32_t> variables;  // by place; the rest likewise
  Slice<std::int64_t> values;
  ListsView<std::int32_t> neighbours;
  std::int32_t size;  // of the group; -1: any but 0
  bool negated;
  Slice<Word> members;            // the values, as a mask; completed
  std::int32_t state_begin = -1;  // what was in and what was out when nothing was found last; -1: nowhere

  static constexpr bool kStateHoldsAnywhere = true;
  static constexpr const char* kBinding = "add_connected";
  static constexpr const char* kArguments[] = {"cells", "neighbours", "values", "size", "negated"};

  using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;  // of places

  static Connected declare(Building& building, const Variables& cells, const Pairs& neighbours,
                           const std::vector<std::int64_t>& values, std::optional<std::int32_t> size, bool negated) {
    if (size && *size < 0) throw std::invalid_argument("a size cannot be negative");
    const Slice<std::int32_t> variables = building.variables(cells);
    return {variables,
            building.arena.keep(values),
            list_neighbours(building, cells.size(), neighbours),
            size.value_or(-1),
            negated,
            {},
            -1};
  }

  Footprint complete(Building& building) {
    members = building.masks_of(variables, values);
    const auto places = static_cast<std::size_t>(variables.size);
    return {.scope = scope_of(variables),
            .workspace_words = workspace_words(variables.size),
            .state_bits = 2 * kWordBits * words_of_set(places)};
  }

  // For each place nine integers, see below.
  static std::size_t workspace_words(std::int32_t places) {
    return (9 * static_cast<std::size_t>(places) * sizeof(std::int32_t) + sizeof(Word) - 1) / sizeof(Word);
  }

  // Words in a set of places.
  static std::size_t words_of_set(std::size_t places) { return (places + kWordBits - 1) / kWordBits; }

 private:
  static ListsView<std::int32_t> list_neighbours(Building& building, std::size_t places, const Pairs& pairs) {
    std::vector<std::set<std::int32_t>> beside(places);
    const auto is_place = [&](std::int32_t place) { return place >= 0 && static_cast<std::size_t>(place) < places; };
    for (const auto& [one, other] : pairs) {
      if (!is_place(one) || !is_place(other)) throw std::out_of_range("there is no such place");
      beside[static_cast<std::size_t>(one)].insert(other);
      beside[static_cast<std::size_t>(other)].insert(one);
    }
    std::vector<std::uint32_t> begin{0};
    std::vector<std::int32_t> all;
    for (const auto& set : beside) {
      all.insert(all.end(), set.begin(), set.end());
      begin.push_back(static_cast<std::uint32_t>(all.size()));
    }
    return {building.arena.keep(begin).data, building.arena.keep(all).data};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

enum Standing : std::int32_t { kOut, kOpen, kIn };

struct GroupSearch {
  const Connected& group;
  std::int32_t* standing;
  std::int32_t* found;   // number in the order of discovery, from 1; 0: not yet
  std::int32_t* low;     // the first place that can be reached past the parent
  std::int32_t* parent;  // in the tree of the search, -1 at its root
  std::int32_t* next;    // the neighbour to go on with
  std::int32_t* inside;  // places below that are in
  std::int32_t* below;   // places below, itself included
  std::int32_t* stack;
  std::int32_t* candidates;  // the places that were not out to begin with, ascending
  std::int32_t candidate_count = 0;

  GroupSearch(const Connected& view, Word* workspace) : group(view) {
    auto* begin = reinterpret_cast<std::int32_t*>(workspace);
    std::int32_t** const arrays[] = {&standing, &found, &low, &parent, &next, &inside, &below, &stack, &candidates};
    for (std::int32_t** array : arrays) {
      *array = begin;
      begin += group.variables.size;
    }
  }

  void add(std::int32_t place, Standing where) {
    standing[place] = where;
    if (where != kOut) candidates[candidate_count++] = place;
  }

  const std::int32_t* begin() const { return candidates; }
  const std::int32_t* end() const { return candidates + candidate_count; }

  const std::int32_t* neighbours(std::int32_t place) const {
    return group.neighbours.values + group.neighbours.begin[place];
  }
  std::int32_t degree(std::int32_t place) const {
    return static_cast<std::int32_t>(group.neighbours.begin[place + 1] - group.neighbours.begin[place]);
  }
};

// Looks at all that can be joined to `root`; returns the number of the places found so far.
inline std::int32_t explore_group(GroupSearch& search, std::int32_t root, std::int32_t count) {
  std::int32_t depth = 0;
  const auto discover = [&](std::int32_t place, std::int32_t from) {
    SUDOKU_CP_ASSERT(search.standing[place] != kOut && depth < search.group.variables.size);
    search.found[place] = search.low[place] = ++count;
    search.parent[place] = from;
    search.next[place] = 0;
    search.inside[place] = search.standing[place] == kIn;
    search.below[place] = 1;
    search.stack[depth++] = place;
  };
  discover(root, -1);
  while (depth > 0) {
    const std::int32_t place = search.stack[depth - 1];
    if (search.next[place] < search.degree(place)) {
      const std::int32_t other = search.neighbours(place)[search.next[place]++];
      if (search.standing[other] == kOut) continue;
      if (search.found[other] == 0) discover(other, place);
      else if (search.found[other] < search.low[place]) search.low[place] = search.found[other];
      continue;
    }
    --depth;
    const std::int32_t from = search.parent[place];
    if (from < 0) continue;
    if (search.low[place] < search.low[from]) search.low[from] = search.low[place];
    search.inside[from] += search.inside[place];
    search.below[from] += search.below[place];
  }
  return count;
}

// Whether the places that are in form one group, of the size wanted.
inline bool is_group(GroupSearch& search) {
  const std::int32_t places = search.group.variables.size;
  std::int32_t members = 0;
  std::int32_t depth = 0;
  for (std::int32_t place = 0; place < places; ++place) {
    search.found[place] = 0;
    if (search.standing[place] != kIn) continue;
    if (members++ == 0) search.stack[depth++] = place, search.found[place] = 1;
  }
  std::int32_t reached = depth;
  while (depth > 0) {
    const std::int32_t place = search.stack[--depth];
    for (std::int32_t at = 0; at < search.degree(place); ++at) {
      const std::int32_t other = search.neighbours(place)[at];
      if (search.standing[other] != kIn || search.found[other] != 0) continue;
      search.found[other] = 1;
      search.stack[depth++] = other;
      ++reached;
    }
  }
  return members > 0 && reached == members && (search.group.size < 0 || members == search.group.size);
}

// Takes from the last open place what would complete a group.
template <typename Mask>
bool propagate_no_group(Search& search, GroupSearch& places, std::int32_t open) {
  if (open > 1) return true;
  if (open == 0) {
    search.failed = is_group(places);
    return !search.failed;
  }
  std::int32_t last = 0;
  while (places.standing[last] != kOpen) ++last;
  const Word members = places.group.members[last];
  places.standing[last] = kOut;
  const Word without = is_group(places) ? members : ~Word{0};
  places.standing[last] = kIn;
  const Word with = is_group(places) ? ~members : ~Word{0};
  return keep_only<Mask>(search, places.group.variables[last], without & with);
}

// Takes out the places that are more steps away from all that are in than there are places left to fill.
inline void drop_distant(GroupSearch& search, std::int32_t steps) {
  std::int32_t count = 0;
  std::int32_t* const distance = search.found;
  for (const std::int32_t place : search) {
    distance[place] = search.standing[place] == kIn ? 0 : -1;
    if (distance[place] == 0) search.stack[count++] = place;
  }
  for (std::int32_t at = 0; at < count; ++at) {
    const std::int32_t place = search.stack[at];
    if (distance[place] == steps) break;
    for (std::int32_t beside = 0; beside < search.degree(place); ++beside) {
      const std::int32_t other = search.neighbours(place)[beside];
      if (search.standing[other] == kOut || distance[other] >= 0) continue;
      distance[other] = distance[place] + 1;
      search.stack[count++] = other;
    }
  }
  for (const std::int32_t place : search) {
    if (distance[place] < 0) search.standing[place] = kOut;
  }
}

// Whether a group without the place can hold all members: then it lies in one of the parts that are left.
inline bool can_do_without(const GroupSearch& search, std::int32_t place, std::int32_t members, std::int32_t least,
                           std::int32_t size) {
  std::int32_t rest = size - 1;
  std::int32_t inside = members;
  for (std::int32_t at = 0; at < search.degree(place); ++at) {
    const std::int32_t child = search.neighbours(place)[at];
    if (search.standing[child] == kOut || search.parent[child] != place) continue;
    if (search.low[child] < search.found[place]) continue;
    if (search.inside[child] == members && search.below[child] >= least) return true;
    rest -= search.below[child];
    inside -= search.inside[child];
  }
  return inside == members && rest >= least;
}

// Decides what is open wherever all groups agree; false where there is none.
inline bool settle_group(GroupSearch& search, std::int32_t members) {
  const Connected& group = search.group;
  const std::int32_t least = group.size < 0 ? 1 : group.size;
  if (group.size >= 0 && members > group.size) return false;
  if (group.size >= 0 && members > 0) drop_distant(search, group.size - members);
  for (const std::int32_t place : search) search.found[place] = 0;
  std::int32_t count = 0;
  std::int32_t parts = 0;
  std::int32_t root = -1;
  for (const std::int32_t place : search) {
    if (search.standing[place] == kOut || search.found[place] != 0) continue;
    const std::int32_t before = count;
    count = explore_group(search, place, count);
    if (search.inside[place] == members && search.below[place] >= least) {
      ++parts;
      root = place;
      continue;
    }
    if (search.inside[place] > 0) return false;
    for (const std::int32_t other : search) {
      if (search.found[other] > before) search.standing[other] = kOut;
    }
  }
  if (parts != 1) return parts > 1;
  const std::int32_t size = search.below[root];
  for (const std::int32_t place : search) {
    if (search.standing[place] != kOpen) continue;
    if (size == least || !can_do_without(search, place, members, least, size)) search.standing[place] = kIn;
  }
  return true;
}

// Whether places are decided otherwise than when nothing was found last; `remember`: nothing has been found now.
inline bool has_changed(Search& search, const Connected& group, const GroupSearch& places, bool remember) {
  if (group.state_begin < 0) return true;
  Word* last = search.state.reversible + group.state_begin;
  bool changed = group.variables.size == 0;
  for (std::int32_t begin = 0; begin < group.variables.size; begin += kWordBits, last += 2) {
    Word in = 0;
    Word out = 0;
    for (std::int32_t place = begin; place < group.variables.size && place < begin + kWordBits; ++place) {
      in |= static_cast<Word>(places.standing[place] == kIn) << (place - begin);
      out |= static_cast<Word>(places.standing[place] == kOut) << (place - begin);
    }
    changed |= last[0] != in || last[1] != out;
    if (!remember) continue;
    last[0] = in;
    last[1] = out;
  }
  return changed;
}

template <typename Mask>
bool propagate(Search& search, const Connected& group) {
  GroupSearch places(group, search.workspace);
  std::int32_t members = 0;
  std::int32_t open = 0;
  for (std::int32_t place = 0; place < group.variables.size; ++place) {
    const Word domain = masks<Mask>(search)[group.variables[place]];
    const bool can_be_in = (domain & group.members[place]) != 0;
    const bool can_be_out = (domain & ~group.members[place]) != 0;
    places.add(place, can_be_in ? (can_be_out ? kOpen : kIn) : kOut);
    members += places.standing[place] == kIn;
    open += places.standing[place] == kOpen;
  }
  if (!has_changed(search, group, places, false)) return true;
  if (group.negated) return propagate_no_group<Mask>(search, places, open);
  if (!settle_group(places, members)) {
    search.failed = true;
    return false;
  }
  for (const std::int32_t place : places) open -= places.standing[place] == kOpen;
  if (open == 0) has_changed(search, group, places, true);
  for (const std::int32_t place : places) {
    if (places.standing[place] == kOpen) continue;
    const Word keep = places.standing[place] == kIn ? group.members[place] : ~group.members[place];
    if (!keep_only<Mask>(search, group.variables[place], keep)) return false;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
