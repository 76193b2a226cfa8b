// Automata of a model. Over different variables, some depend only on which values there are: they become lists of sets.
// Others depend on which values lie between two of a house: they become layouts.
#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "lowering/set_lists.hpp"
#include "tuning.hpp"

namespace sudoku_cp {
namespace {

constexpr std::int32_t kNowhere = -1;

// What the words of different values depend on.
struct WordsKey {
  const Nfa* nfa;
  const std::int64_t* table;
  ValueSet values;
  std::size_t length;
  auto operator<=>(const WordsKey&) const = default;
};

struct Reached {
  ValueSet values;
  std::int32_t state;
};

// A deterministic automaton over the bits of a table.
class Reader {
 public:
  static std::optional<Reader> of(const Nfa& nfa, std::span<const std::int64_t> table) {
    if (nfa.starts.size() != 1) return std::nullopt;
    Reader reader(nfa, table.size());
    for (const Nfa::Move& move : nfa.moves) {
      const auto bit = std::ranges::lower_bound(table, move.value) - table.begin();
      if (bit == std::ssize(table) || table[static_cast<std::size_t>(bit)] != move.value) continue;
      std::int32_t& next = reader.next_[reader.index(move.state, static_cast<int>(bit))];
      if (next != kNowhere) return std::nullopt;
      next = move.next;
    }
    return reader;
  }

  std::int32_t start() const { return start_; }
  bool accepts(std::int32_t state) const { return accepting_[static_cast<std::size_t>(state)]; }
  std::int32_t next(std::int32_t state, int bit) const { return next_[index(state, bit)]; }

  // The values that leave the automaton where it is.
  ValueSet idle(std::int32_t state) const {
    Word values = 0;
    for (std::size_t bit = 0; bit < values_; ++bit) {
      if (next(state, static_cast<int>(bit)) == state) values |= Word{1} << bit;
    }
    return static_cast<ValueSet>(values);
  }

  // The sets of different values that can be read from a state, by size up to the largest; nothing if their order
  // matters, or if there are too many.
  std::optional<std::vector<std::vector<Reached>>> read_sets(std::int32_t from, ValueSet values, std::size_t largest) {
    std::vector<std::vector<Reached>> by_size{{{0, from}}};
    for (std::size_t size = 1; size <= largest; ++size) {
      std::vector<Reached> longer;
      for (const Reached& each : by_size.back()) {
        for (Word rest = values & ~each.values; rest != 0; rest &= rest - 1) {
          const std::int32_t after = next(each.state, std::countr_zero(rest));
          if (after != kNowhere) longer.push_back({static_cast<ValueSet>(each.values | (rest & -rest)), after});
        }
      }
      std::ranges::sort(longer, {}, &Reached::values);
      std::vector<Reached> sets;
      for (std::size_t at = 0; at < longer.size(); at += size) {
        // Each value of a set can be its last one, and leads to the same state.
        for (std::size_t other = at; other < at + size; ++other) {
          if (other == longer.size() || longer[other].values != longer[at].values ||
              longer[other].state != longer[at].state)
            return std::nullopt;
        }
        sets.push_back(longer[at]);
      }
      if (sets.size() > tuning::kMostSetsOfPrefix) return std::nullopt;
      by_size.push_back(std::move(sets));
    }
    return by_size;
  }

 private:
  Reader(const Nfa& nfa, std::size_t values)
      : values_(values),
        start_(nfa.starts.front()),
        next_(static_cast<std::size_t>(nfa.states) * values, kNowhere),
        accepting_(static_cast<std::size_t>(nfa.states)) {
    for (const std::int32_t state : nfa.accepting) accepting_[static_cast<std::size_t>(state)] = true;
  }

  std::size_t index(std::int32_t state, int bit) const {
    return static_cast<std::size_t>(state) * values_ + static_cast<std::size_t>(bit);
  }

  std::size_t values_;
  std::int32_t start_;
  std::vector<std::int32_t> next_;
  std::vector<bool> accepting_;
};

// Values between two others of a house.
struct Filling {
  ValueSet before;
  ValueSet between;
  ValueSet after;
};

// What can lie between two values of a house, if the automaton depends on nothing else.
std::optional<std::vector<Filling>> read_fillings(Reader& reader, ValueSet values) {
  const ValueSet fillers = values & reader.idle(reader.start());
  const auto crusts = static_cast<ValueSet>(values & ~fillers);
  if (std::popcount(crusts) != 2) return std::nullopt;
  std::vector<Filling> fillings;
  for (Word rest = crusts; rest != 0; rest &= rest - 1) {
    const auto before = static_cast<ValueSet>(rest & -rest);
    const auto after = static_cast<ValueSet>(crusts & ~before);
    const std::int32_t opened = reader.next(reader.start(), std::countr_zero(before));
    if (opened == kNowhere) continue;
    const auto by_size = reader.read_sets(opened, fillers, static_cast<std::size_t>(std::popcount(fillers)));
    if (!by_size) return std::nullopt;
    for (const std::vector<Reached>& sets : *by_size) {
      for (const Reached& between : sets) {
        const std::int32_t closed = reader.next(between.state, std::countr_zero(after));
        if (closed == kNowhere) continue;
        if ((fillers & ~between.values & ~reader.idle(closed)) != 0) return std::nullopt;
        if (reader.accepts(closed)) fillings.push_back({before, between.values, after});
      }
    }
  }
  return fillings;
}

// Lists the values of sets in every order.
std::shared_ptr<const Tuples> in_every_order(std::span<const std::int64_t> table, std::span<const ValueSet> sets,
                                             std::size_t size) {
  Tuples tuples{size, {}};
  for (const ValueSet set : sets) {
    std::vector<std::int64_t> row;
    for (Word rest = set; rest != 0; rest &= rest - 1)
      row.push_back(table[static_cast<std::size_t>(std::countr_zero(rest))]);
    do {
      tuples.values.insert(tuples.values.end(), row.begin(), row.end());
    } while (std::ranges::next_permutation(row).found);
  }
  return std::make_shared<const Tuples>(std::move(tuples));
}

// Posts the layouts of a house that have one of the fillings, unless there are too many; returns whether it has.
bool post_layouts(Lowering& lowering, const Variables& house, ValueSet house_values,
                  std::span<const Filling> fillings) {
  Arena& arena = lowering.store.arena;
  std::vector<std::vector<ValueSet>> ways;
  for (const Filling& filling : fillings) {
    const auto width = static_cast<std::size_t>(std::popcount(filling.between));
    const auto around = static_cast<ValueSet>(house_values & ~(filling.before | filling.between | filling.after));
    for (std::size_t first = 0; first + width + 1 < house.size(); ++first) {
      std::vector<ValueSet>& way = ways.emplace_back(house.size(), around);
      way[first] = filling.before;
      way[first + width + 1] = filling.after;
      std::fill_n(way.begin() + static_cast<std::ptrdiff_t>(first) + 1, width, filling.between);
    }
    if (ways.size() > tuning::kMostLayouts) return false;
  }
  constexpr std::size_t kLanes = kSetsOfPadding;
  const std::size_t lanes = (ways.size() + kLanes - 1) / kLanes * kLanes;
  std::vector<ValueSet> allotted(house.size() * lanes), places(house.size() * lanes);
  for (std::size_t way = 0; way < ways.size(); ++way) {
    for (std::size_t at = 0; at < house.size(); ++at) {
      allotted[at * lanes + way] = ways[way][at];
      std::size_t value = 0;
      for (Word rest = house_values; rest != 0; rest &= rest - 1, ++value) {
        if ((rest & -rest & ways[way][at]) != 0) places[value * lanes + way] |= static_cast<ValueSet>(1U << at);
      }
    }
  }
  post(lowering.store,
       Layouts{arena.keep(house), house_values, static_cast<std::int32_t>(lanes), arena.keep(allotted),
               arena.keep(places)},
       lowering.parts.waking);
  return true;
}

}  // namespace

bool post_words(Lowering& lowering, const Automaton& automaton) {
  ModelStore& store = lowering.store;
  std::vector<Propagator>& propagators = lowering.parts.waking;
  const Variables cells(automaton.variables.begin(), automaton.variables.end());
  const auto length = cells.size();
  if (automaton.negated || length < 2 || store.table(cells.front()).size() > kMostSetValues) return false;
  Word any = 0;
  for (const std::int32_t cell : cells) {
    if (!store.aligned(cell, cells.front())) return false;
    for (const std::int32_t other : cells) {
      if (other < cell && !store.differences.has(cell, other)) return false;
    }
    any |= store.domain(cell);
  }
  if (scope_of(cells).size() != length) return false;
  const auto table = store.table(cells.front());
  const auto values = static_cast<ValueSet>(any);
  auto& words = store.memo<WordsKey, std::shared_ptr<const Tuples>>({automaton.nfa, table.data(), values, length});
  if (words != nullptr) {
    post(store, Table::declare(store, cells, words), propagators);
    return true;
  }
  std::optional<Reader> reader = Reader::of(*automaton.nfa, table);
  if (!reader) return false;
  const auto [house_values, rest] = rest_of_house(lowering, cells);
  if (const auto by_size = reader->read_sets(reader->start(), values, length)) {
    std::vector<ValueSet> sets;
    for (const Reached& reached : by_size->back()) {
      if (reader->accepts(reached.state)) sets.push_back(reached.values);
    }
    if (sets.size() > tuning::kMostSetsOfWord) return false;
    if (length <= tuning::kLongestTabulatedWord) {
      words = in_every_order(table, sets, length);
      post(store, Table::declare(store, cells, words), propagators);
      return true;
    }
    post(store, make_list(lowering, cells, std::move(sets)), propagators);
    return true;
  }
  if (house_values == 0 || !rest.empty()) return false;
  const auto fillings = read_fillings(*reader, house_values);
  return fillings && post_layouts(lowering, cells, house_values, *fillings);
}

}  // namespace sudoku_cp
