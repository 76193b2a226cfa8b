// The propagator of one connected group: places that no group can reach are out, and places that join parts of it are in
// (cut vertices by depth-first search: Tarjan, SIAM J. Comput. 1972).
//
//   workspace   | standing | found | low | parent | next | inside | below | stack | candidates |
//
// Each is an array with an integer for each place.
#pragma once

#include "assertions.hpp"
#include "basics.hpp"
#include "kernel/level.hpp"
#include "kernel/scratch.hpp"

namespace sudoku_cp {

// Words of the workspace: nine integers for each place.
constexpr std::size_t group_search_words(std::int32_t places) {
  return (9 * static_cast<std::size_t>(places) * sizeof(std::int32_t) + sizeof(Word) - 1) / sizeof(Word);
}

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

enum Standing : std::int32_t { kOut, kOpen, kIn };

struct GroupSearch {
  ListsView<std::int32_t> graph;  // by place: its neighbours
  std::int32_t places;
  std::int32_t size;  // of the group; -1: any but 0
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

  GroupSearch(ListsView<std::int32_t> neighbours, std::int32_t count, std::int32_t wanted, Scratch scratch)
      : graph(neighbours), places(count), size(wanted) {
    std::int32_t** const arrays[] = {&standing, &found, &low, &parent, &next, &inside, &below, &stack, &candidates};
    for (std::int32_t** array : arrays) *array = scratch.take<std::int32_t>(places);
  }

  void add(std::int32_t place, Standing where) {
    standing[place] = where;
    SUDOKU_CP_ASSERT(candidate_count == 0 || candidates[candidate_count - 1] < place);
    if (where != kOut) candidates[candidate_count++] = place;
  }

  const std::int32_t* begin() const { return candidates; }
  const std::int32_t* end() const { return candidates + candidate_count; }

  const std::int32_t* neighbours(std::int32_t place) const {
    SUDOKU_CP_ASSERT(place >= 0 && place < places);
    return graph.values + graph.begin[place];
  }
  std::int32_t degree(std::int32_t place) const {
    return static_cast<std::int32_t>(graph.begin[place + 1] - graph.begin[place]);
  }
};

// Explores all that can be joined to `root`; returns the number of places found so far.
inline std::int32_t explore_group(GroupSearch& search, std::int32_t root, std::int32_t count) {
  std::int32_t depth = 0;
  const auto discover = [&](std::int32_t place, std::int32_t from) {
    SUDOKU_CP_ASSERT(search.standing[place] != kOut && depth < search.places);
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
  std::int32_t members = 0;
  std::int32_t depth = 0;
  for (std::int32_t place = 0; place < search.places; ++place) {
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
  return members > 0 && reached == members && (search.size < 0 || members == search.size);
}

// Takes out the places that are more steps away from all that are in than there are places left to fill.
inline void drop_distant(GroupSearch& search, std::int32_t steps) {
  SUDOKU_CP_ASSERT(steps >= 0);
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
    SUDOKU_CP_ASSERT(rest >= 0 && inside >= 0);
  }
  return inside == members && rest >= least;
}

// Decides what is open wherever all groups agree; false where there is none.
inline bool settle_group(GroupSearch& search, std::int32_t members) {
  const std::int32_t least = search.size < 0 ? 1 : search.size;
  if (search.size >= 0 && members > search.size) return false;
  if (search.size >= 0 && members > 0) drop_distant(search, search.size - members);
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
  SUDOKU_CP_ASSERT(size >= least && search.inside[root] == members);
  for (const std::int32_t place : search) {
    if (search.standing[place] != kOpen) continue;
    if (size == least || !can_do_without(search, place, members, least, size)) search.standing[place] = kIn;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
