#include "fish.hpp"

#include <algorithm>
#include <vector>

#include "combinations.hpp"

namespace sudoku_cp::rating {
namespace {

constexpr Technique technique_of(int size) {
  return size == 2 ? Technique::kXWing : size == 3 ? Technique::kSwordfish : Technique::kJellyfish;
}
constexpr Tenths rating_of_fish(int size) { return size == 2 ? 32 : size == 3 ? 38 : 52; }

struct Fish {
  std::uint16_t bases;
  Step step;
};

// Bit i of a place stands for the i-th line that crosses the bases.
void add_fish(const Grid& grid, HouseKind bases, int digit, int size, std::vector<Fish>& fish) {
  const HouseKind covers = bases == kRow ? kColumn : kRow;
  std::array<std::uint16_t, kSide> places{};
  for (int line = 0; line < kSide; ++line) places[line] = grid.places(bases * kSide + line, digit);
  any_tuple(places, size, [&](std::uint16_t chosen, std::uint16_t crossing) {
    SUDOKU_CP_ASSERT(count(chosen) == size && count(crossing) == size);
    Step step;
    step.technique = technique_of(size);
    step.rating = rating_of_fish(size);
    for_bits(crossing, [&](int cover) {
      const int house = covers * kSide + cover;
      for_bits(static_cast<Places>(grid.places(house, digit) & ~chosen),
               [&](int place) { step.eliminations.add(candidate(kLayout.cells[house][place], digit)); });
    });
    if (step.eliminations.empty()) return false;
    for_bits(chosen, [&](int base) {
      for_bits(static_cast<Places>(kAllDigits & ~crossing),
               [&](int place) { step.absent.add(candidate(kLayout.cells[bases * kSide + base][place], digit)); });
    });
    fish.push_back({chosen, step});
    return false;
  });
}

}  // namespace

// By their lines, and only then by the digit, as in Sudoku Explainer.
template <int kSize>
bool find_fish(const Grid& grid, const Visit& visit) {
  std::vector<Fish> fish;
  for (const HouseKind bases : {kColumn, kRow}) {
    fish.clear();
    for (int digit = 0; digit < kSide; ++digit) add_fish(grid, bases, digit, kSize, fish);
    std::ranges::stable_sort(fish, {}, &Fish::bases);
    for (const Fish& found : fish) {
      if (visit(found.step)) return true;
    }
  }
  return false;
}

template bool find_fish<2>(const Grid&, const Visit&);
template bool find_fish<3>(const Grid&, const Visit&);
template bool find_fish<4>(const Grid&, const Visit&);

}  // namespace sudoku_cp::rating
