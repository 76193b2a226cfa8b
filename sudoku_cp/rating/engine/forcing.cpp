#include "forcing.hpp"

#include <array>
#include <memory>
#include <span>

#include "best_step.hpp"
#include "chain_length.hpp"
#include "implications.hpp"

namespace sudoku_cp::rating {
namespace {

constexpr Tenths kNishio = 75;
constexpr Tenths kMultiple = 80;
constexpr Tenths kDynamic = 85;
constexpr Tenths kDynamicPlus = 90;

struct Kind {
  Tenths rating;
  Depth depth;
  bool is_nishio;
};

class Forcing {
 public:
  Forcing(const Grid& grid, Kind kind) : grid_(grid), kind_(kind) {}

  const BestStep& find() {
    const bool is_dynamic = kind_.depth != Depth::kStatic;
    for (int cell = 0; cell < kCells; ++cell) {
      if (grid_.size(cell) < (is_dynamic ? 2 : 3)) continue;
      for_bits(grid_.candidates(cell), [&](int digit) {
        if (is_dynamic) find_from_both_sides(candidate(cell, digit));
        if (!kind_.is_nishio) find_from_houses(cell, digit);
      });
      if (!kind_.is_nishio) find_from_cell(cell);
    }
    return best_;
  }

 private:
  const Implications& from(Literal literal) {
    auto& known = known_[literal];
    if (!known) {
      known = std::make_unique<Implications>(grid_, literal, LinkKinds{true, !kind_.is_nishio}, kind_.depth);
    }
    return *known;
  }

  // Offers the step that a literal follows, if that is news.
  template <typename CountLiterals>
  void offer(Technique technique, Literal implied, CountLiterals count_literals) {
    const int target = candidate_of(implied);
    if (!best_.would_improve(kind_.rating, 0)) return;
    const int literals = count_literals();
    Step step;
    step.technique = technique;
    step.rating = kind_.rating + length_rating(literals);
    if (is_on(implied)) {
      step.placement = target;
    } else {
      step.eliminations.add(target);
    }
    best_.offer(step, literals);
  }

  void find_from_both_sides(int source) {
    const Technique technique = kind_.is_nishio ? Technique::kNishio : Technique::kDynamicContradiction;
    for (const Literal assumed : {on(source), off(source)}) {
      const Implications& implied = from(assumed);
      if (implied.contradiction()) {
        offer(technique, negated(assumed), [&] { return implied.ancestors_of_contradiction(); });
      }
    }
    if (kind_.is_nishio || grid_.size(cell_of(source)) < 3) return;
    const std::array<const Implications*, 2> cases{&from(on(source)), &from(off(source))};
    find_common(Technique::kDynamicDoubleChains, cases);
  }

  void find_from_houses(int cell, int digit) {
    for (const HouseKind kind : kLinkOrder) {
      const int house = kLayout.houses_of[cell][kind];
      const Places places = grid_.places(house, digit);
      if (count(places) < 2 || kLayout.cells[house][lowest(places)] != cell) continue;
      std::array<const Implications*, kSide> cases{};
      std::size_t size = 0;
      for_bits(places, [&](int place) { cases[size++] = &from(on(candidate(kLayout.cells[house][place], digit))); });
      const bool is_dynamic = kind_.depth != Depth::kStatic;
      find_common(is_dynamic ? Technique::kDynamicHouseForcingChains : Technique::kHouseForcingChains,
                  std::span(cases).first(size));
    }
  }

  void find_from_cell(int cell) {
    std::array<const Implications*, kSide> cases{};
    std::size_t size = 0;
    for_bits(grid_.candidates(cell), [&](int digit) { cases[size++] = &from(on(candidate(cell, digit))); });
    const bool is_dynamic = kind_.depth != Depth::kStatic;
    find_common(is_dynamic ? Technique::kDynamicCellForcingChains : Technique::kCellForcingChains,
                std::span(cases).first(size));
  }

  // What follows in all cases, first what is on.
  void find_common(Technique technique, std::span<const Implications* const> cases) {
    for (const bool wanted : {true, false}) {
      for (const Literal literal : cases.front()->literals()) {
        if (is_on(literal) != wanted || !grid_.has(cell_of(candidate_of(literal)), digit_of(candidate_of(literal)))) {
          continue;
        }
        bool in_all = true;
        for (const Implications* implied : cases) in_all = in_all && implied->has(literal);
        if (!in_all) continue;
        offer(technique, literal, [&] {
          int literals = 0;
          for (const Implications* implied : cases) literals += implied->ancestors(literal);
          return literals;
        });
      }
    }
  }

  const Grid& grid_;
  Kind kind_;
  BestStep best_;
  std::array<std::unique_ptr<const Implications>, kLiterals> known_;
};

}  // namespace

bool find_nishio_chains(const Grid& grid, const Visit& visit) {
  return Forcing(grid, {kNishio, Depth::kDynamic, true}).find().visit_with(visit);
}

bool find_multiple_chains(const Grid& grid, const Visit& visit) {
  return Forcing(grid, {kMultiple, Depth::kStatic, false}).find().visit_with(visit);
}

bool find_dynamic_chains(const Grid& grid, const Visit& visit) {
  return Forcing(grid, {kDynamic, Depth::kDynamic, false}).find().visit_with(visit);
}

bool find_dynamic_plus_chains(const Grid& grid, const Visit& visit) {
  return Forcing(grid, {kDynamicPlus, Depth::kDynamicPlus, false}).find().visit_with(visit);
}

}  // namespace sudoku_cp::rating
