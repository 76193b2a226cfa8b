#include "step.hpp"

#include <array>

namespace sudoku_cp::rating {
namespace {

constexpr std::array<const char*, static_cast<std::size_t>(Technique::kCount)> kNames{
    "hidden single",
    "naked single",
    "direct pointing",
    "direct claiming",
    "direct hidden pair",
    "direct hidden triplet",
    "pointing",
    "claiming",
    "naked pair",
    "naked triplet",
    "naked quad",
    "hidden pair",
    "hidden triplet",
    "hidden quad",
    "X-wing",
    "swordfish",
    "jellyfish",
    "XY-wing",
    "XYZ-wing",
    "unique loop",
    "bivalue universal grave",
    "aligned pair exclusion",
    "aligned triplet exclusion",
    "X-cycle",
    "Y-cycle",
    "XY-cycle",
    "forcing X-chain",
    "forcing chain",
    "nishio forcing chains",
    "cell forcing chains",
    "house forcing chains",
    "dynamic contradiction",
    "dynamic double forcing chains",
    "dynamic cell forcing chains",
    "dynamic house forcing chains",
    "nested contradiction",
    "nested double forcing chains",
    "nested cell forcing chains",
    "nested house forcing chains",
};

}  // namespace

const char* name_of(Technique technique) {
  SUDOKU_CP_ASSERT(technique < Technique::kCount);
  return kNames[static_cast<std::size_t>(technique)];
}

void apply(const Step& step, Grid& grid) {
  SUDOKU_CP_ASSERT(step.placement || !step.eliminations.empty());
  step.eliminations.for_each([&](int gone) { grid.eliminate(cell_of(gone), digit_of(gone)); });
  SUDOKU_CP_ASSERT(!step.placement || grid.has(cell_of(*step.placement), digit_of(*step.placement)));
  if (step.placement) grid.place(cell_of(*step.placement), digit_of(*step.placement));
}

}  // namespace sudoku_cp::rating
