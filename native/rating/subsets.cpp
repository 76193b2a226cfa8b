#include "subsets.hpp"

#include "combinations.hpp"
#include "singles.hpp"

namespace sudoku_cp::rating {
namespace {

constexpr Tenths naked_rating(int size) { return size == 2 ? 30 : size == 3 ? 36 : 50; }
constexpr Tenths hidden_rating(int size) { return size == 2 ? 34 : size == 3 ? 40 : 54; }
constexpr Tenths direct_rating(int size) { return size == 2 ? 20 : 25; }

constexpr Technique naked(int size) {
  return size == 2 ? Technique::kNakedPair : size == 3 ? Technique::kNakedTriplet : Technique::kNakedQuad;
}
constexpr Technique hidden(int size) {
  return size == 2 ? Technique::kHiddenPair : size == 3 ? Technique::kHiddenTriplet : Technique::kHiddenQuad;
}
constexpr Technique direct(int size) {
  return size == 2 ? Technique::kDirectHiddenPair : Technique::kDirectHiddenTriplet;
}

std::array<std::uint16_t, kSide> places_by_digit(const Grid& grid, int house) {
  std::array<std::uint16_t, kSide> places{};
  for (int digit = 0; digit < kSide; ++digit) places[digit] = grid.places(house, digit);
  return places;
}

std::array<std::uint16_t, kSide> digits_by_place(const Grid& grid, int house) {
  std::array<std::uint16_t, kSide> digits{};
  for (int place = 0; place < kSide; ++place) digits[place] = grid.candidates(kLayout.cells[house][place]);
  return digits;
}

// The candidates with some of the digits in some of the places of a house.
CandidateSet block(int house, Places places, Digits digits) {
  CandidateSet candidates;
  for_bits(places, [&](int place) {
    for_bits(digits, [&](int digit) { candidates.add(candidate(kLayout.cells[house][place], digit)); });
  });
  return candidates;
}

CandidateSet open_block(const Grid& grid, int house, Places places, Digits digits) {
  CandidateSet candidates;
  for_bits(places, [&](int place) {
    const int cell = kLayout.cells[house][place];
    for_bits(static_cast<Digits>(digits & grid.candidates(cell)),
             [&](int digit) { candidates.add(candidate(cell, digit)); });
  });
  return candidates;
}

}  // namespace

template <int kSize>
bool find_naked_subsets(const Grid& grid, const Visit& visit) {
  for (int house = 0; house < kHouses; ++house) {
    if (grid.open_cells(house) < 2 * kSize) continue;  // the other cells are a smaller hidden subset
    const bool ended = any_tuple(digits_by_place(grid, house), kSize, [&](Places places, Digits digits) {
      Step step;
      step.technique = naked(kSize);
      step.rating = naked_rating(kSize);
      step.eliminations = open_block(grid, house, static_cast<Places>(kAllDigits & ~places), digits);
      if (step.eliminations.empty()) return false;
      SUDOKU_CP_ASSERT(count(places) == kSize && count(digits) == kSize);
      step.absent = block(house, places, static_cast<Digits>(kAllDigits & ~digits));
      return visit(step);
    });
    if (ended) return true;
  }
  return false;
}

template <int kSize>
bool find_hidden_subsets(const Grid& grid, const Visit& visit) {
  for (int house = 0; house < kHouses; ++house) {
    if (grid.open_cells(house) <= 2 * kSize) continue;  // the other cells are a naked subset
    const bool ended = any_tuple(places_by_digit(grid, house), kSize, [&](Digits digits, Places places) {
      Step step;
      step.technique = hidden(kSize);
      step.rating = hidden_rating(kSize);
      step.eliminations = open_block(grid, house, places, static_cast<Digits>(kAllDigits & ~digits));
      if (step.eliminations.empty()) return false;
      SUDOKU_CP_ASSERT(count(digits) == kSize && count(places) == kSize);
      step.absent = block(house, static_cast<Places>(kAllDigits & ~places), digits);
      return visit(step);
    });
    if (ended) return true;
  }
  return false;
}

template <int kSize>
bool find_direct_hidden_subsets(const Grid& grid, const Visit& visit) {
  for (int house = 0; house < kHouses; ++house) {
    if (grid.open_cells(house) <= kSize) continue;
    const bool ended = any_tuple(places_by_digit(grid, house), kSize, [&](Digits digits, Places places) {
      return any_bit(static_cast<Digits>(kAllDigits & ~digits), [&](int digit) {
        const Places left = static_cast<Places>(grid.places(house, digit) & ~places);
        if (count(left) != 1 || left == grid.places(house, digit)) return false;
        return visit(placing(direct(kSize), direct_rating(kSize), kLayout.cells[house][lowest(left)], digit));
      });
    });
    if (ended) return true;
  }
  return false;
}

template bool find_naked_subsets<2>(const Grid&, const Visit&);
template bool find_naked_subsets<3>(const Grid&, const Visit&);
template bool find_naked_subsets<4>(const Grid&, const Visit&);
template bool find_hidden_subsets<2>(const Grid&, const Visit&);
template bool find_hidden_subsets<3>(const Grid&, const Visit&);
template bool find_hidden_subsets<4>(const Grid&, const Visit&);
template bool find_direct_hidden_subsets<2>(const Grid&, const Visit&);
template bool find_direct_hidden_subsets<3>(const Grid&, const Visit&);

}  // namespace sudoku_cp::rating
