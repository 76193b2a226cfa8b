// The implications that several cases have in common, and those that lead to contradictions.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "implications.hpp"

namespace sudoku_cp::rating {

// Of steps with as many literals the first kind is taken.
enum class ChainKind : std::uint8_t { kDouble, kCell, kHouse, kContradiction };

// The last literal of a chain.
struct ChainEnd {
  const Implications* chain;
  int node;

  const Implications::Node& last() const { return chain->node(node); }
};

struct ChainStep {
  ChainKind kind;
  Literal implied;
  // The cell, or the house, whose cases are followed; -1 for other kinds.
  int cell;
  int house;
  std::span<const ChainEnd> ends;
};

inline constexpr std::size_t kMostCases = kSide;

// With those of the nested chains, each chain once.
inline int literals_of(std::span<const ChainEnd> ends) {
  SUDOKU_CP_ASSERT(!ends.empty() && ends.size() <= kMostCases);
  int literals = 0;
  NestedChains chains;
  for (const ChainEnd& end : ends) {
    literals += end.last().literals;
    end.chain->add_nested(end.last(), chains);
  }
  return literals + chains.literals();
}

// The candidates that a literal excludes: its own, or all others of its cell.
inline CandidateSet excluded_by(const Grid& grid, Literal implied) {
  CandidateSet excluded;
  const int cell = cell_of(candidate_of(implied));
  if (!is_on(implied)) {
    excluded.add(candidate_of(implied));
    return excluded;
  }
  for_bits(static_cast<Digits>(grid.candidates(cell) & ~(1 << digit_of(candidate_of(implied)))),
           [&](int digit) { excluded.add(candidate(cell, digit)); });
  return excluded;
}

// From(literal) gives what follows from a literal; Found takes each step in Sudoku Explainer's order.
template <typename From, typename Found>
class MultipleChains {
 public:
  MultipleChains(const Grid& grid, Depth depth, bool is_nishio, From& from, Found& found)
      : grid_(grid), is_dynamic_(depth != Depth::kStatic), is_nishio_(is_nishio), from_(from), found_(found) {}

  void find() {
    for (int cell = 0; cell < kCells; ++cell) {
      if (grid_.size(cell) < (is_dynamic_ ? 2 : 3)) continue;
      for_bits(grid_.candidates(cell), [&](int digit) {
        if (is_dynamic_) find_from_both_sides(candidate(cell, digit));
        if (!is_nishio_) find_from_houses(cell, digit);
      });
      if (!is_nishio_) find_from_cell(cell);
    }
  }

 private:
  void find_from_both_sides(int source) {
    for (const Literal assumed : {on(source), off(source)}) {
      const Implications& implied = from_(assumed);
      const int last = implied.contradiction();
      if (last < 0) continue;
      const Literal literal = implied.node(last).literal;
      SUDOKU_CP_ASSERT(implied.has(negated(literal)));
      std::array<ChainEnd, 2> ends{{{&implied, last}, {&implied, implied.node_of(negated(literal))}}};
      if (!is_on(literal)) std::swap(ends[0], ends[1]);
      found_(ChainStep{ChainKind::kContradiction, negated(assumed), -1, -1, ends});
    }
    if (is_nishio_ || grid_.size(cell_of(source)) < 3) return;
    const std::array<const Implications*, 2> cases{&from_(on(source)), &from_(off(source))};
    find_common(ChainKind::kDouble, -1, -1, cases);
  }

  void find_from_houses(int cell, int digit) {
    for (const HouseKind kind : kLinkOrder) {
      const int house = kLayout.houses_of[cell][kind];
      const Places places = grid_.places(house, digit);
      if (count(places) < 2 || kLayout.cells[house][lowest(places)] != cell) continue;
      std::array<const Implications*, kMostCases> cases{};
      std::size_t size = 0;
      for_bits(places, [&](int place) { cases[size++] = &from_(on(candidate(kLayout.cells[house][place], digit))); });
      find_common(ChainKind::kHouse, -1, house, std::span(cases).first(size));
    }
  }

  void find_from_cell(int cell) {
    std::array<const Implications*, kMostCases> cases{};
    std::size_t size = 0;
    for_bits(grid_.candidates(cell), [&](int digit) { cases[size++] = &from_(on(candidate(cell, digit))); });
    find_common(ChainKind::kCell, cell, -1, std::span(cases).first(size));
  }

  // What follows in all cases, first what is on.
  void find_common(ChainKind kind, int cell, int house, std::span<const Implications* const> cases) {
    SUDOKU_CP_ASSERT(cases.size() >= 2 && cases.size() <= kMostCases);
    const Implications& first = *cases.front();
    CandidateSet common_on = first.candidates_on();
    CandidateSet common_off = first.candidates_off();
    for (const Implications* implied : cases.subspan(1)) {
      common_on &= implied->candidates_on();
      common_off &= implied->candidates_off();
    }
    for (const bool wanted : {true, false}) {
      const CandidateSet& common = wanted ? common_on : common_off;
      if (common.empty()) continue;
      for (int node = 0; node < first.size(); ++node) {
        const Literal literal = first.node(node).literal;
        if (is_on(literal) != wanted || !common.has(candidate_of(literal))) continue;
        if (wanted && grid_.size(cell_of(candidate_of(literal))) < 2) continue;
        SUDOKU_CP_ASSERT(
            std::ranges::all_of(cases, [&](const Implications* implied) { return implied->has(literal); }));
        std::array<ChainEnd, kMostCases> ends{};
        std::size_t size = 0;
        for (const Implications* implied : cases) ends[size++] = {implied, implied->node_of(literal)};
        found_(ChainStep{kind, literal, cell, house, std::span(ends).first(size)});
      }
    }
  }

  const Grid& grid_;
  bool is_dynamic_;
  bool is_nishio_;
  From& from_;
  Found& found_;
};

}  // namespace sudoku_cp::rating
