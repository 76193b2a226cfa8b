// The variables that lie in their sets form one group.
#pragma once

#include <set>
#include <stdexcept>
#include <utility>

#include "constraints/connected/group_search.hpp"
#include "constraints/scope_domain.hpp"
#include "constraints/store.hpp"
#include "kernel/cells.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp {

// The variables that lie in their sets, at least one, form one group; with `negated` they do not.
struct Connected {
  Slice<std::int32_t> variables;  // by place; the rest likewise
  Slice<std::int64_t> values;
  ListsView<std::int32_t> neighbours;
  std::int32_t size;  // of the group; -1: any but 0
  bool negated;
  Slice<Word> members;            // the values, as a mask; set by prepare
  std::int32_t state_begin = -1;  // what was in and what was out when nothing was found last; -1: nowhere

  static constexpr bool kStateHoldsAnywhere = true;
  static constexpr const char* kBinding = "add_connected";
  static constexpr const char* kArguments[] = {"cells", "neighbours", "values", "size", "negated"};

  using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;  // of places

  static Connected declare(ModelStore& store, const Variables& cells, const Pairs& neighbours,
                           const std::vector<std::int64_t>& values, std::optional<std::int32_t> size, bool negated) {
    if (size && *size < 1) throw std::invalid_argument("a group has at least one cell");
    const Slice<std::int32_t> variables = store.variables(cells);
    return {variables,
            store.arena.keep(values),
            list_neighbours(store, cells.size(), neighbours),
            size.value_or(-1),
            negated,
            {},
            -1};
  }

  Metadata prepare(ModelStore& store) {
    members = store.masks_of(variables, values);
    const auto places = static_cast<std::size_t>(variables.size);
    return {.scope = scope_of(variables),
            .workspace_words = group_search_words(variables.size),
            .state_bits = 2 * kWordBits * words_of_set(places),
            .favours_learning = !negated};
  }

  // See scope_domain.hpp.
  bool widen(std::span<ScopeDomain> scope, std::optional<Slot> removed) const;

  // Words in a set of places.
  static std::size_t words_of_set(std::size_t places) { return (places + kWordBits - 1) / kWordBits; }

 private:
  static ListsView<std::int32_t> list_neighbours(ModelStore& store, std::size_t places, const Pairs& pairs) {
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
    return {store.arena.keep(begin).data, store.arena.keep(all).data};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// Takes from the last open place what would complete a group.
template <typename Mask>
bool propagate_no_group(Search& search, const Connected& group, GroupSearch& places, std::int32_t open) {
  if (open > 1) return true;
  if (open == 0) {
    search.failed = is_group(places);
    return !search.failed;
  }
  std::int32_t last = 0;
  while (places.standing[last] != kOpen) ++last;
  const Word members = group.members[last];
  places.standing[last] = kOut;
  const Word without = is_group(places) ? members : ~Word{0};
  places.standing[last] = kIn;
  const Word with = is_group(places) ? ~members : ~Word{0};
  return keep_only<Mask>(search, group.variables[last], without & with);
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
  GroupSearch places(group.neighbours, group.variables.size, group.size, workspace_of(search));
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
  if (group.negated) return propagate_no_group<Mask>(search, group, places, open);
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
