#include "model/problem.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>

#include "cpu.hpp"
#include "kernel/scratch.hpp"
#include "search/search_memory.hpp"
#include "tuning.hpp"
#include "waves/wave_plan.hpp"

namespace sudoku_cp {
namespace {

constexpr std::size_t kBlockAlignment = 64;
constexpr std::size_t kItemPadding = 16;

std::size_t rounded_up(std::size_t value, std::size_t step) { return (value + step - 1) / step * step; }

std::size_t words_of(std::size_t bits) { return (bits + kWordBits - 1) / kWordBits; }

// Turns "options of each item" into "items of each slot", items ascending.
template <typename Value, typename Make>
Lists<Value> by_slot(const Lists<ColouredSlot>& options, std::size_t from, std::size_t to, std::size_t slots,
                     Make make) {
  Lists<Value> result;
  result.begin.assign(slots + 1, 0);
  const std::size_t first = options.begin[from];
  const std::size_t last = options.begin[to];
  for (std::size_t at = first; at < last; ++at) {
    SUDOKU_CP_ASSERT(options.values[at].slot < slots);
    ++result.begin[options.values[at].slot + 1];
  }
  for (std::size_t slot = 0; slot < slots; ++slot) result.begin[slot + 1] += result.begin[slot];
  result.values.resize(last - first);
  std::vector<std::uint32_t> next(result.begin.begin(), result.begin.end() - 1);
  for (std::size_t item = from; item < to; ++item) {
    for (const ColouredSlot option : options[item])
      result.values[next[option.slot]++] = make(narrow(item), option.colour);
  }
  SUDOKU_CP_ASSERT(std::equal(next.begin(), next.end(), result.begin.begin() + 1));
  return result;
}

// What problems of cells must be made of. Only assertions ask.
[[maybe_unused]] bool peers_are_mutual(const Lists<std::int32_t>& peers) {
  for (std::size_t variable = 0; variable < peers.size(); ++variable) {
    for (const std::int32_t peer : peers[variable]) {
      const auto back = peers[static_cast<std::size_t>(peer)];
      if (peer == narrow(variable) || std::ranges::find(back, narrow(variable)) == back.end()) return false;
    }
  }
  return true;
}

[[maybe_unused]] bool are_sets(const Lists<std::int32_t>& lists, std::size_t variables) {
  for (std::size_t list = 0; list < lists.size(); ++list) {
    std::vector<std::int32_t> sorted(lists[list].begin(), lists[list].end());
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) return false;
    if (!sorted.empty() && (sorted.front() < 0 || sorted.back() >= narrow(variables))) return false;
  }
  return true;
}

// Houses are permutations of as many values as variables, which differ pairwise.
[[maybe_unused]] bool are_permutations(const CellParts& cells) {
  for (std::size_t house = 0; house < cells.houses.size(); ++house) {
    const auto members = cells.houses[house];
    if (static_cast<std::size_t>(std::popcount(cells.house_values[house])) != members.size()) return false;
    if (!std::ranges::is_sorted(members)) return false;
    for (const std::int32_t member : members) {
      const auto peers = cells.peers[static_cast<std::size_t>(member)];
      const auto is_peer = [&](std::int32_t other) {
        return other == member || std::ranges::find(peers, other) != peers.end();
      };
      if (!std::ranges::all_of(members, is_peer)) return false;
    }
  }
  return true;
}

// A change of any variable of a scope wakes the propagator.
[[maybe_unused]] bool watchers_cover(const Lists<std::int32_t>& scopes, const Lists<std::int32_t>& watchers) {
  std::size_t watched = 0;
  for (std::size_t propagator = 0; propagator < scopes.size(); ++propagator) {
    watched += scopes[propagator].size();
    for (const std::int32_t variable : scopes[propagator]) {
      const auto list = watchers[static_cast<std::size_t>(variable)];
      if (std::ranges::find(list, narrow(propagator)) == list.end()) return false;
    }
  }
  return watched == watchers.values.size();
}

}  // namespace

Problem::Problem(CoverParts parts, std::vector<Cost> costs)
    : cover_(std::move(parts)), costs_(std::move(costs)), of_cells_(false) {
  view_.words = view_.padded_words = narrow((cover_.options_count + kWordBits - 1) / kWordBits);
  view_.mask_bytes = sizeof(Word);
  view_.primary = narrow(cover_.primary);
  view_.counts = view_.weighted_items = narrow(rounded_up(cover_.primary + 1, kItemPadding));
  initial_activity_.assign(static_cast<std::size_t>(view_.weighted_items), 0);
  index_items_by_slot();
  if (!costs_.empty()) pick_choice_items();
  view_.cover = {view_.primary,
                 view_.counts,
                 primary_items_.view(),
                 secondary_items_.view(),
                 cover_.options.view(),
                 choice_items_.data(),
                 narrow(choice_items_.size()),
                 loose_slots_.data(),
                 narrow(loose_slots_.size())};
  fixed_coverage_.assign(cover_.primary, 0);
  finish_view();
  make_root();
}

Problem::Problem(CellParts parts, std::vector<Cost> costs)
    : cells_(std::move(parts)), costs_(std::move(costs)), of_cells_(true) {
  SUDOKU_CP_ASSERT(cells_.values <= kWordBits);
  SUDOKU_CP_ASSERT(are_sets(cells_.houses, cells_.domains.size()) && are_permutations(cells_));
  SUDOKU_CP_ASSERT(are_sets(cells_.peers, cells_.domains.size()) && peers_are_mutual(cells_.peers));
  SUDOKU_CP_ASSERT(costs_.empty() || costs_.size() == cells_.domains.size() * kWordBits);
  view_.words = view_.primary = narrow(cells_.domains.size());
  const std::size_t weighted = cells_.domains.size() + static_cast<std::size_t>(cells_.values);
  view_.weighted_items = narrow(rounded_up(weighted + 1, kItemPadding));
  choose_masks();
  house_index_ =
      HouseIndex(cells_.houses, cells_.house_values, cells_.domains.size(), static_cast<std::size_t>(view_.mask_bytes));
  index_propagators();
  weigh_variables();
  view_.cells = house_index_.view();
  view_.cells.houses = cells_.houses.view();
  view_.cells.house_values = cells_.house_values.data();
  view_.cells.peers = cells_.peers.view();
  view_.cells.peer_masks = peer_masks_.get();
  if (cells_.conflicts.size() > 0) view_.cells.conflicts = cells_.conflicts.view();
  view_.cells.values = cells_.values;
  for (std::size_t house = 0; house < cells_.houses.size(); ++house) {
    for (std::int32_t bit = 0; bit < cells_.values; ++bit) {
      fixed_coverage_.push_back((cells_.house_values[house] >> bit) & 1 ? 0 : 1);
    }
  }
  finish_view();
  make_root();
}

void Problem::index_items_by_slot() {
  const std::size_t slots = static_cast<std::size_t>(view_.words) * kWordBits;
  primary_items_ =
      by_slot<Item>(cover_.options, 0, cover_.primary, slots, [](Item item, std::int32_t) { return item; });
  secondary_items_ = by_slot<ColouredItem>(cover_.options, cover_.primary, cover_.options.size(), slots,
                                           [](Item item, std::int32_t colour) { return ColouredItem{item, colour}; });
}

// A greedy set of primary items that share no option.
void Problem::pick_choice_items() {
  std::vector<bool> taken(static_cast<std::size_t>(view_.words) * kWordBits);
  for (std::size_t item = 0; item < cover_.primary; ++item) {
    const auto options = cover_.options[item];
    if (std::ranges::any_of(options, [&](ColouredSlot option) { return taken[option.slot]; })) continue;
    for (const ColouredSlot option : options) taken[option.slot] = true;
    if (!options.empty()) choice_items_.push_back(narrow(item));
  }
  for (Slot slot = 0; slot < cover_.options_count; ++slot) {
    if (!taken[slot]) loose_slots_.push_back(slot);
  }
}

// The narrowest masks that hold the values, and the peers as masks while those stay in a core's cache.
void Problem::choose_masks() {
  view_.mask_bytes = cells_.values <= 16 ? 2 : cells_.values <= 32 ? 4 : 8;
  const std::size_t variables = cells_.domains.size();
  const auto mask_bytes = static_cast<std::size_t>(view_.mask_bytes);
  const std::size_t row_bytes = rounded_up(variables * mask_bytes, kVectorBytes);
  view_.padded_words = narrow(row_bytes / mask_bytes);
  if (variables * row_bytes > tuning::kMostPeerBytes) return;
  peer_masks_ = make_aligned<std::byte>(variables * row_bytes + 1);
  for (std::size_t variable = 0; variable < variables; ++variable) {
    for (const std::int32_t peer : cells_.peers[variable]) {
      std::memset(peer_masks_.get() + variable * row_bytes + static_cast<std::size_t>(peer) * mask_bytes, 0xff,
                  mask_bytes);
    }
  }
}

const SearchKernel& Problem::functions(const Kernel& kernel) const {
  const SearchKernels& searches = kernel.searches;
  if (!of_cells_) return searches.cover;
  return view_.mask_bytes == 2 ? searches.cells16 : view_.mask_bytes == 4 ? searches.cells32 : searches.cells64;
}

// Allots the memory that a constraint needs, and lists how it is run. Parts keep no state: they are run on trial.
void Problem::lay_out(Propagator& propagator, bool is_part) {
  const Metadata& metadata = propagator.metadata;
  workspace_words_ = std::max(workspace_words_, metadata.workspace_words);
  if (metadata.depth > 0) trial_depth_ = std::max(trial_depth_, static_cast<std::size_t>(metadata.depth) + 1);
  const auto view = [&]<typename Each>(Each& constraint) -> PropagatorView {
    if constexpr (requires { constraint.state_begin; }) {
      constraint.state_begin = is_part ? -1 : view_.reversible_words;
      if (!is_part) view_.reversible_words += narrow(words_of(metadata.state_bits));
    }
    return {static_cast<std::uint8_t>(propagator.constraint.index()), metadata.idempotent,
            std::is_same_v<Each, Combination>, &constraint};
  };
  (is_part ? parts_ : propagators_).push_back(std::visit(view, propagator.constraint));
}

void Problem::index_propagators() {
  for (const ValueTable& table : cells_.value_tables) {
    SUDOKU_CP_ASSERT(std::ranges::adjacent_find(*table, std::ranges::greater_equal()) == table->end());
    value_tables_.push_back(table->data());
  }
  std::vector<std::vector<std::int32_t>> watchers(cells_.domains.size());
  std::size_t combinations = 0;
  for (Propagator& propagator : cells_.waking) {
    cores_.add(propagator.metadata.scope);
    Variables scope = propagator.metadata.scope;
    std::ranges::copy(propagator.metadata.around, std::back_inserter(scope));
    scopes_.add(scope);
    for (const std::int32_t variable : scope) {
      watchers[static_cast<std::size_t>(variable)].push_back(narrow(propagators_.size()));
    }
    favours_learning_ |= propagator.metadata.favours_learning;
    if (propagator.metadata.depth > 0) ++combinations;
    for (const auto& [one, other] : propagator.metadata.partners) {
      partners_.resize(cells_.domains.size(), -1);
      partners_[static_cast<std::size_t>(one)] = other;
      partners_[static_cast<std::size_t>(other)] = one;
    }
    for (const std::vector<Slot>& options : propagator.metadata.alternatives) alternatives_.add(options);
    lay_out(propagator, false);
  }
  // The inferences of combinations depend on few of their variables, so that learned clauses are short.
  favours_learning_ |= 2 * combinations > cells_.waking.size();
  for (Propagator& part : cells_.parts) lay_out(part, true);
  SUDOKU_CP_ASSERT(are_sets(scopes_, cells_.domains.size()));
  for (const auto& list : watchers) {
    watchers_.add(list);
    std::vector<Watchers> sets;
    for (const std::int32_t propagator : list) {
      const std::int32_t word = propagator / kWordBits;
      if (sets.empty() || sets.back().word != word) sets.push_back({word, 0});
      sets.back().propagators |= Word{1} << (propagator % kWordBits);
    }
    watcher_sets_.add(sets);
  }
  SUDOKU_CP_ASSERT(watchers_cover(scopes_, watchers_));
}

// A variable begins with the sizes of its houses and of its propagators' scopes. A long scope beyond houses, such as that
// of a region to be found, counts little; in another order it counts in full. Neither is always the better one.
void Problem::weigh_variables() {
  initial_activity_.assign(static_cast<std::size_t>(view_.weighted_items), 0);
  const auto weigh = [](auto& activity, std::span<const std::int32_t> scope, std::int32_t weight) {
    for (const std::int32_t variable : scope) activity[static_cast<std::size_t>(variable)] += weight;
  };
  for (std::size_t house = 0; house < cells_.houses.size(); ++house) {
    weigh(initial_activity_, cells_.houses[house], narrow(cells_.houses[house].size()));
  }
  other_activity_ = initial_activity_;
  const std::vector<std::int32_t> of_houses = initial_activity_;
  const auto has_no_house = [&](std::int32_t variable) { return of_houses[static_cast<std::size_t>(variable)] == 0; };
  for (const Propagator& propagator : cells_.waking) {
    const auto& scope = propagator.metadata.scope;
    const bool counts_little = scope.size() > tuning::kLongestScopeToWeigh && std::ranges::any_of(scope, has_no_house);
    weigh(initial_activity_, scope, counts_little ? tuning::kWeightOfLongScope : narrow(scope.size()));
    weigh(other_activity_, scope, narrow(scope.size()));
  }
  if (other_activity_ == initial_activity_) other_activity_.clear();
}

void Problem::finish_view() {
  view_.propagators = narrow(cells_.waking.size());
  view_.propagator_words = narrow(words_of(cells_.waking.size()));
  view_.watchers = watchers_.view();
  view_.watcher_sets = watcher_sets_.view();
  view_.scopes = scopes_.view();
  view_.cores = cores_.view();
  view_.alternative_lists = narrow(alternatives_.size());
  view_.alternatives = alternatives_.view();
  view_.initial_activity = initial_activity_.data();
  view_.partners = partners_.empty() ? nullptr : partners_.data();
  view_.propagator_list = propagators_.data();
  view_.part_list = parts_.data();
  view_.value_tables = value_tables_.data();
  view_.costs = costs_.empty() ? nullptr : costs_.data();
  view_.multipliers = costs_.empty() ? 0 : narrow(fixed_coverage_.size());
  view_.fixed_coverage = fixed_coverage_.data();
  const std::int32_t words = view_.reversible_words + view_.cells.house_count;
  block_bytes_ = rounded_up(static_cast<std::size_t>(view_.padded_words * view_.mask_bytes) +
                                sizeof(Word) * static_cast<std::size_t>(words) +
                                sizeof(std::int32_t) * static_cast<std::size_t>(view_.counts + 1),
                            kBlockAlignment);
  // Domains are read as whole registers there.
  constexpr std::size_t kMostBytes = HouseLanesView::kMostVariables * sizeof(std::uint16_t);
  if (view_.cells.lanes.house_chunks != 0) block_bytes_ = std::max(block_bytes_, kMostBytes);
}

void Problem::write_mask(std::byte* alive, std::size_t word, Word mask) const {
  // Little-endian: the low bytes come first.
  const auto bytes = static_cast<std::size_t>(view_.mask_bytes);
  std::memcpy(alive + word * bytes, &mask, bytes);
  SUDOKU_CP_ASSERT(read_mask(alive, word) == mask);
}

Problem::~Problem() = default;

const WavePlan* Problem::wave_plan() const {
  std::call_once(planned_, [&] {
    if (auto plan = WavePlan::of(*this)) wave_plan_ = std::make_unique<const WavePlan>(std::move(*plan));
  });
  return wave_plan_.get();
}

Word Problem::read_mask(const std::byte* alive, std::size_t word) const {
  SUDOKU_CP_ASSERT(word < static_cast<std::size_t>(view_.words));
  const auto read = [&]<typename Mask>(Mask mask) -> Word {
    std::memcpy(&mask, alive + word * sizeof mask, sizeof mask);
    return mask;
  };
  switch (view_.mask_bytes) {
    case sizeof(std::uint16_t):
      return read(std::uint16_t{});
    case sizeof(std::uint32_t):
      return read(std::uint32_t{});
    default:
      return read(Word{});
  }
}

std::vector<Word> Problem::read_masks(const std::byte* alive) const {
  std::vector<Word> masks(static_cast<std::size_t>(view_.words));
  for (std::size_t word = 0; word < masks.size(); ++word) masks[word] = read_mask(alive, word);
  return masks;
}

Cost Problem::cost_of(std::span<const Word> solution) const {
  SUDOKU_CP_ASSERT(!of_cells_ || std::ranges::all_of(solution, std::has_single_bit<Word>));
  Cost cost = 0;
  for (std::size_t word = 0; word < solution.size(); ++word) {
    for (Word rest = solution[word]; rest != 0; rest &= rest - 1) {
      cost += view_.costs[word * kWordBits + static_cast<std::size_t>(std::countr_zero(rest))];
    }
  }
  return cost;
}

// The state before the first decision: all options live, then propagated once and for all.
void Problem::make_root() {
  root_ = make_aligned<std::byte>(block_bytes_);
  const State root = state_of(view_, root_.get(), block_bytes_);
  *root.open = view_.primary;
  if (of_cells_) {
    for (std::size_t variable = 0; variable < cells_.domains.size(); ++variable) {
      write_mask(root.alive, variable, cells_.domains[variable]);
    }
  } else {
    for (std::size_t slot = 0; slot < cover_.options_count; ++slot) {
      typed<Word>(root.alive)[slot / kWordBits] |= Word{1} << (slot % kWordBits);
    }
    std::fill_n(root.count, view_.counts, kCovered);
    for (std::size_t item = 0; item < cover_.primary; ++item) root.count[item] = narrow(cover_.options[item].size());
  }
  Word* state = root.reversible;
  for (const Propagator& propagator : cells_.waking) {
    const std::size_t bits = propagator.metadata.state_bits;
    for (std::size_t bit = 0; bit < bits; ++bit) state[bit / kWordBits] |= Word{1} << (bit % kWordBits);
    state += words_of(bits);
  }
  SUDOKU_CP_ASSERT(state == root.reversible + view_.reversible_words);
  root_failed_ = cells_.contradiction;
  SearchMemory memory(*this);
  root_failed_ = !memory.settle_root(functions(kernel_of_this_cpu()));
  std::memcpy(root_.get(), memory.search().levels[0], block_bytes_);
}

}  // namespace sudoku_cp
