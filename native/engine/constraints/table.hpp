// The tuple of values is listed: domain consistency by sets of tuples (Demeulenaere et al., "Compact-Table", CP 2016).
//
//   live tuples   1 0 1 1 0 …      kept in the state, so that they shrink down a branch and come back with it
//   & supports of the values left in each position
//   a value without a live tuple among its supports is removed
//
// With two variables, each keeps the values that have a partner in the other's domain: that takes no tuples. A value that
// one of them has in each pair is removed from those that differ from both.
#pragma once

#include <algorithm>
#include <compare>
#include <stdexcept>
#include <utility>

#include "constraints/store.hpp"
#include "kernel/cells.hpp"
#include "kernel/common_peers.hpp"
#include "kernel/level.hpp"

namespace sudoku_cp {

// Tuples of values, which any number of constraints may share.
struct Tuples {
  std::size_t arity;
  std::vector<std::int64_t> values;  // tuple after tuple
};

struct Table {
  Slice<std::int32_t> columns;  // a variable may occur in several
  const Tuples* tuples;

  // Set by prepare: the tuples that the domains allow. supports[variable][bit]: the set of those that have the value there.
  Slice<std::int32_t> variables;   // each once
  const Word* supports;            // [variables][64][chunks]
  std::int32_t chunks;             // words in a set of tuples
  std::int32_t state_begin;        // its live tuples in the reversible words of the state; -1: it keeps none
  const Word* partners = nullptr;  // of two variables: by value of each, those of the other; of more, null
  bool is_aligned = false;         // the two have one table of values

  static constexpr const char* kBinding = "add_table";
  static constexpr const char* kArguments[] = {"cells", "tuples"};

  static Table declare(ModelStore& store, const Variables& cells, const std::shared_ptr<const Tuples>& tuples) {
    if (cells.empty() || cells.size() != tuples->arity) {
      throw std::invalid_argument("a table has as many cells, at least one, as its tuples have values");
    }
    return {store.variables(cells), store.arena.keep(tuples), {}, nullptr, 0, -1};
  }

  Metadata prepare(ModelStore& store) {
    Variables distinct;
    std::vector<std::size_t> place;  // of each column among the distinct variables
    for (const std::int32_t variable : columns) {
      const auto found = std::ranges::find(distinct, variable);
      place.push_back(static_cast<std::size_t>(found - distinct.begin()));
      if (found == distinct.end()) distinct.push_back(variable);
    }
    variables = store.arena.keep(distinct);
    SupportsKey key{tuples, place, {}};
    for (const std::int32_t variable : distinct) {
      key.domains.emplace_back(&store.table(variable)[0], store.domain(variable));
    }
    Supports& known = store.memo<SupportsKey, Supports>(key);
    if (known.sets == nullptr) known = distinct.size() == 2 ? list_partners(store, place) : list_supports(store, place);
    if (distinct.size() == 2) {
      partners = known.sets;
      is_aligned = store.aligned(distinct[0], distinct[1]);
      return {.scope = distinct, .idempotent = true};
    }
    supports = known.sets;
    chunks = known.chunks;
    const auto words = static_cast<std::size_t>(chunks);
    return {.scope = distinct, .idempotent = true, .workspace_words = words, .state_bits = known.tuples};
  }

 private:
  // What a table becomes depends on its tuples, on which columns are the same variable, and on the domains.
  struct SupportsKey {
    const Tuples* tuples;
    std::vector<std::size_t> place;
    std::vector<std::pair<const std::int64_t*, Word>> domains;
    auto operator<=>(const SupportsKey&) const = default;
  };
  struct Supports {
    const Word* sets = nullptr;
    std::int32_t chunks = 0;
    std::size_t tuples = 0;
  };

  // The tuples that the domains allow; of a variable in several columns only equal values. Bits, row after row.
  std::vector<int> list_rows(const ModelStore& store, std::span<const std::size_t> place) const {
    const std::vector<std::int64_t>& values = tuples->values;
    std::vector<int> rows;
    std::vector<int> row(static_cast<std::size_t>(variables.size));
    for (std::size_t begin = 0; begin < values.size(); begin += tuples->arity) {
      std::ranges::fill(row, -1);
      bool possible = true;
      for (std::size_t column = 0; column < tuples->arity && possible; ++column) {
        const std::int32_t variable = variables[static_cast<std::ptrdiff_t>(place[column])];
        const int bit = store.bit_of_value(variable, values[begin + column]);
        int& entry = row[place[column]];
        possible = store.can_be(variable, bit) && (entry < 0 || entry == bit);
        entry = bit;
      }
      if (possible) rows.insert(rows.end(), row.begin(), row.end());
    }
    return rows;
  }

  Supports list_partners(ModelStore& store, std::span<const std::size_t> place) const {
    const std::vector<int> rows = list_rows(store, place);
    std::vector<Word> sets(2 * kWordBits);
    for (std::size_t tuple = 0; tuple < rows.size(); tuple += 2) {
      sets[static_cast<std::size_t>(rows[tuple])] |= Word{1} << rows[tuple + 1];
      sets[kWordBits + static_cast<std::size_t>(rows[tuple + 1])] |= Word{1} << rows[tuple];
    }
    return {store.arena.keep(sets).data, 0, 0};
  }

  Supports list_supports(ModelStore& store, std::span<const std::size_t> place) const {
    const std::vector<int> rows = list_rows(store, place);
    const auto width = static_cast<std::size_t>(variables.size);
    const std::size_t count = rows.size() / width;
    const std::size_t words = (count + kWordBits - 1) / kWordBits;
    std::vector<Word> sets(width * kWordBits * words, 0);
    for (std::size_t tuple = 0; tuple < count; ++tuple) {
      for (std::size_t at = 0; at < width; ++at) {
        const auto bit = static_cast<std::size_t>(rows[tuple * width + at]);
        sets[(at * kWordBits + bit) * words + tuple / kWordBits] |= Word{1} << (tuple % kWordBits);
      }
    }
    return {store.arena.keep(sets).data, static_cast<std::int32_t>(words), count};
  }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

inline Word partners_of(const Word* partners, Word domain) {
  Word found = 0;
  for (Word rest = domain; rest != 0; rest &= rest - 1) found |= partners[lowest_bit(rest)];
  return found;
}

// Of the values that both variables can have, those in each pair: all other values of the left one go with one value.
inline Word values_of_each_pair(const Word* partners, Word left, Word right) {
  Word found = left & right;
  for (Word rest = left; rest != 0 && found != 0; rest &= rest - 1) {
    const Word others = partners[lowest_bit(rest)] & right;
    found &= (rest & -rest) | (is_single(others) ? others : 0);
  }
  return found;
}

template <typename Mask>
bool propagate_pair(Search& search, const Table& table) {
  const std::int32_t left = table.variables[0];
  const std::int32_t right = table.variables[1];
  const Mask* const domains = masks<Mask>(search);
  if (!keep_only<Mask>(search, left, partners_of(table.partners + kWordBits, domains[right])) ||
      !keep_only<Mask>(search, right, partners_of(table.partners, domains[left])))
    return false;
  if (!table.is_aligned || is_single(domains[left]) || is_single(domains[right])) return true;
  const Word values = values_of_each_pair(table.partners, domains[left], domains[right]);
  return clear_common_peers_of<Mask>(search, table.variables, values);
}

template <typename Mask>
bool propagate(Search& search, const Table& table) {
  if (table.partners != nullptr) return propagate_pair<Mask>(search, table);
  const bool is_stateless = table.state_begin < 0;
  Word* const live =
      is_stateless ? workspace_of(search).take<Word>(table.chunks) : search.state.reversible + table.state_begin;
  if (is_stateless) {
    for (std::int32_t chunk = 0; chunk < table.chunks; ++chunk) live[chunk] = ~Word{0};
  }
  for (std::int32_t position = 0; position < table.variables.size; ++position) {
    const Word* supports = table.supports + static_cast<std::size_t>(position) * kWordBits * table.chunks;
    const Word domain = masks<Mask>(search)[table.variables[position]];
    for (std::int32_t chunk = 0; chunk < table.chunks; ++chunk) {
      if (live[chunk] == 0) continue;
      Word supported = 0;
      for (Word rest = domain; rest != 0; rest &= rest - 1) {
        supported |= supports[static_cast<std::size_t>(lowest_bit(rest)) * table.chunks + chunk];
      }
      live[chunk] &= supported;
    }
  }
  for (std::int32_t position = 0; position < table.variables.size; ++position) {
    const Word* supports = table.supports + static_cast<std::size_t>(position) * kWordBits * table.chunks;
    const std::int32_t variable = table.variables[position];
    Word keep = 0;
    for (Word rest = masks<Mask>(search)[variable]; rest != 0; rest &= rest - 1) {
      const Word* tuples = supports + static_cast<std::size_t>(lowest_bit(rest)) * table.chunks;
      for (std::int32_t chunk = 0; chunk < table.chunks; ++chunk) {
        if ((live[chunk] & tuples[chunk]) == 0) continue;
        keep |= rest & -rest;
        break;
      }
    }
    SUDOKU_CP_ASSERT((keep & ~masks<Mask>(search)[variable]) == 0);
    if (!keep_only<Mask>(search, variable, keep)) return false;
  }
  return true;
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
