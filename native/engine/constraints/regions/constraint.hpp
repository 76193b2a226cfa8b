// A grid that falls into regions to be found: the places with one number are as many as a region has, they are
// connected, and their digits differ.
#pragma once

#include <algorithm>
#include <stdexcept>

#include "constraints/connected/propagator.hpp"
#include "constraints/scope_domain.hpp"
#include "constraints/store.hpp"

namespace sudoku_cp {

struct Regions {
  Connected area;             // the places, by the variables of their numbers; no values
  Slice<std::int32_t> cells;  // by place: the variable of its digit; none where digits do not matter

  // Set by prepare: bits stand for the values of all numbers, and of all digits.
  Slice<std::uint8_t> number_bits;  // [places][64]: by bit of a variable; empty where the variables agree
  Slice<std::uint8_t> digit_bits;
  std::int32_t numbers;
  std::int32_t digits;
  std::int32_t set_words;    // in a set of places: 1, 2, 4, 8 or the most
  Slice<Word> beside;        // by place: the set of its neighbours
  std::int32_t state_begin;  // by number: the places open to it, and those that had it, when nothing was found last

  static constexpr std::int32_t kMostSetWords = 64;
  static constexpr bool kStateHoldsAnywhere = true;
  static constexpr const char* kBinding = "add_regions";
  static constexpr const char* kArguments[] = {"cells", "numbers", "neighbours", "size"};

  static Regions declare(ModelStore& store, const Variables& cells, const Variables& numbers,
                         const Connected::Pairs& neighbours, std::int32_t size) {
    if (!cells.empty() && cells.size() != numbers.size()) {
      throw std::invalid_argument("each cell has a number of a region");
    }
    if (size < 1) throw std::invalid_argument("a region has at least one cell");
    return {Connected::declare(store, numbers, neighbours, {}, size, false),
            store.variables(cells),
            {},
            {},
            0,
            0,
            0,
            {},
            -1};
  }

  Metadata prepare(ModelStore& store) {
    number_bits = common_bits(store, area.variables, numbers);
    digit_bits = common_bits(store, cells, digits);
    const auto places = static_cast<std::size_t>(area.variables.size);
    set_words = words_of_set(area.variables.size);
    beside = sets_of_neighbours(store);
    const std::size_t sets = 2 * static_cast<std::size_t>(numbers) * static_cast<std::size_t>(set_words);
    std::vector<std::pair<std::int32_t, std::int32_t>> partners;
    for (std::int32_t place = 0; place < cells.size; ++place) {
      partners.emplace_back(cells[place], area.variables[place]);
    }
    Variables scope(cells.begin(), cells.end());
    scope.insert(scope.end(), area.variables.begin(), area.variables.end());
    return {.scope = scope_of(scope),
            .workspace_words = 2 * places + sets + 3 * static_cast<std::size_t>(numbers),
            .state_bits = sets * kWordBits,
            .partners = partners,
            .favours_learning = true};
  }

  // See scope_domain.hpp.
  bool widen(std::span<ScopeDomain> scope, std::optional<Slot> removed) const;

 private:
  static std::int32_t words_of_set(std::int32_t places) {
    for (std::int32_t words = 1; words < 16; words *= 2) {
      if (places <= words * kWordBits) return words;
    }
    if (places > kMostSetWords * kWordBits) throw std::invalid_argument("regions have at most 4096 cells");
    return kMostSetWords;
  }

  Slice<Word> sets_of_neighbours(ModelStore& store) const {
    std::vector<Word> sets;
    for (std::int32_t place = 0; place < area.variables.size; ++place) {
      const std::size_t begin = sets.size();
      sets.resize(begin + static_cast<std::size_t>(set_words));
      for (std::uint32_t at = area.neighbours.begin[place]; at < area.neighbours.begin[place + 1]; ++at) {
        const std::int32_t other = area.neighbours.values[at];
        sets[begin + static_cast<std::size_t>(other / kWordBits)] |= Word{1} << (other % kWordBits);
      }
    }
    return store.arena.keep(sets);
  }

  static Slice<std::uint8_t> common_bits(ModelStore& store, const Slice<std::int32_t>& variables, std::int32_t& count) {
    std::vector<std::int64_t> all;
    for (const std::int32_t variable : variables) {
      const auto table = store.table(variable);
      all.insert(all.end(), table.begin(), table.end());
    }
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    count = static_cast<std::int32_t>(all.size());
    if (count > kWordBits) throw std::invalid_argument("regions have at most 64 numbers, and at most 64 digits");
    std::vector<std::uint8_t> bits;
    bool agree = true;
    for (const std::int32_t variable : variables) {
      const std::size_t begin = bits.size();
      bits.resize(begin + kWordBits);
      std::size_t bit = 0;
      for (const std::int64_t value : store.table(variable)) {
        const auto common = static_cast<std::uint8_t>(std::ranges::lower_bound(all, value) - all.begin());
        agree &= common == bit;
        bits[begin + bit++] = common;
      }
    }
    if (agree) bits.clear();
    return store.arena.keep(bits);
  }
};

}  // namespace sudoku_cp
