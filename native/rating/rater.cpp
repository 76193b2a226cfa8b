#include "rater.hpp"

#include <algorithm>
#include <array>

#include "aligned_exclusion.hpp"
#include "bug.hpp"
#include "chains.hpp"
#include "fish.hpp"
#include "forcing.hpp"
#include "invariants.hpp"
#include "locked_candidates.hpp"
#include "singles.hpp"
#include "subsets.hpp"
#include "unique_loops.hpp"
#include "wings.hpp"

namespace sudoku_cp::rating {
namespace {

// Sudoku Explainer's order, which is almost that of the ratings.
constexpr std::array kTechniques{
    &find_hidden_singles,
    &find_direct_locked_candidates,
    &find_direct_hidden_subsets<2>,
    &find_naked_singles,
    &find_direct_hidden_subsets<3>,
    &find_locked_candidates,
    &find_naked_subsets<2>,
    &find_fish<2>,
    &find_hidden_subsets<2>,
    &find_naked_subsets<3>,
    &find_fish<3>,
    &find_hidden_subsets<3>,
    &find_xy_wings,
    &find_xyz_wings,
    &find_unique_loops,
    &find_naked_subsets<4>,
    &find_fish<4>,
    &find_hidden_subsets<4>,
    &find_bugs,
    &find_aligned_exclusions<2>,
    &find_chains,
    &find_aligned_exclusions<3>,
    &find_nishio_chains,
    &find_multiple_chains,
    &find_dynamic_chains,
    &find_dynamic_plus_chains,
};

}  // namespace

std::optional<Step> easiest_step(const Grid& grid, const Stop& stop) {
  SUDOKU_CP_ASSERT(views_agree(grid));
  std::optional<Step> found;
  const Visit take = [&](const Step& step) {
    SUDOKU_CP_ASSERT(eliminates_candidates_only(grid, step));
    SUDOKU_CP_ASSERT(keeps_the_solution(grid, step));
    found = step;
    return true;
  };
  for (const Find find : kTechniques) {
    if (find(grid, take)) return found;
    if (stop()) return std::nullopt;
  }
  for (const Nesting nesting : kNestings) {
    if (find_nested_chains(grid, nesting, take, stop)) break;
  }
  return found;
}

Rating rate(std::span<const std::uint8_t, kCells> givens, const Stop& stop) {
  Grid grid(givens);
  Rating rating;
  while (grid.open_cells() > 0) {
    const std::optional<Step> step = easiest_step(grid, stop);
    if (!step) return rating;
    if (step->rating > rating.er) {
      rating.er = step->rating;
      rating.hardest = step->technique;
    }
    if (rating.ed == 0) rating.ed = step->rating;
    if (rating.ep == 0 && step->placement) rating.ep = rating.er;
    SUDOKU_CP_ASSERT(step->rating > 0 && rating.ep <= rating.er && rating.ed <= rating.er);
    apply(*step, grid);
  }
  rating.solved = true;
  return rating;
}

}  // namespace sudoku_cp::rating
