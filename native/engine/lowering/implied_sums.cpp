// Sums that cages and houses imply. Some neighbouring houses have a known sum. Less that of the cages inside, the cells
// left over, the innies, have one too; so do the cells that cages across the rim have outside, the outies.
//
//   houses   | cage | cage | innies | part of a cage |         sum of the houses = cages + innies + the cage − outies
//                                   |     the cage: inside | outies |
#include <algorithm>
#include <bit>
#include <set>

#include "lowering/cages.hpp"
#include "lowering/passes.hpp"
#include "tuning.hpp"

namespace sudoku_cp {
namespace {

// Cells that add up to a known sum once others are taken off.
struct Leftovers {
  std::vector<std::int32_t> innies;
  std::vector<std::int32_t> outies;
  std::int64_t sum;

  std::size_t size() const { return innies.size() + outies.size(); }

  std::vector<Term> terms() const {
    std::vector<Term> result;
    for (const std::int32_t cell : innies) result.push_back({cell, 1});
    for (const std::int32_t cell : outies) result.push_back({cell, -1});
    return result;
  }
};

// Leaves out cages that share a cell with an earlier one. Fills in each cell's cage.
std::vector<Cage> disjoint_cages(std::span<const Constraint> constraints, std::vector<std::int32_t>& cage_of) {
  std::vector<Cage> cages;
  for (Cage& cage : find_cages(constraints)) {
    const auto is_taken = [&](std::int32_t cell) { return cage_of[static_cast<std::size_t>(cell)] >= 0; };
    if (std::ranges::any_of(cage.cells, is_taken)) continue;
    for (const std::int32_t cell : cage.cells)
      cage_of[static_cast<std::size_t>(cell)] = static_cast<std::int32_t>(cages.size());
    cages.push_back(std::move(cage));
  }
  return cages;
}

// Which of the cages across the rim are taken off: their cells outside are left then, else those inside.
enum class TakenOff { kNone, kAll, kWhereFewerAreLeft };

// Houses that are taken together, one more at a time.
class Union {
 public:
  Union(std::span<const Cage> cages, std::span<const std::int32_t> cage_of)
      : cages_(cages), cage_of_(cage_of), inside_(cage_of.size()), cells_in_(cages.size()) {}

  void clear() {
    for (const std::int32_t cell : cells_) inside_[static_cast<std::size_t>(cell)] = false;
    for (const std::size_t cage : cages_in_) cells_in_[cage] = 0;
    cells_.clear();
    cages_in_.clear();
    uncaged_.clear();
    fewest_caged_ = 0;
    sum_ = 0;
  }

  void add(std::span<const std::int32_t> house, std::int64_t sum) {
    sum_ += sum;
    for (const std::int32_t cell : house) {
      inside_[static_cast<std::size_t>(cell)] = true;
      cells_.push_back(cell);
      const std::int32_t cage = cage_of_[static_cast<std::size_t>(cell)];
      if (cage < 0) uncaged_.push_back(cell);
      else take_in(static_cast<std::size_t>(cage));
    }
  }

  bool all_caged() const { return uncaged_.empty(); }

  // The number of cells that are left where the fewest are.
  std::size_t fewest() const { return uncaged_.size() + fewest_caged_; }

  std::size_t size(TakenOff which) const {
    std::size_t cells = uncaged_.size();
    for (const std::size_t cage : cages_in_) cells += is_taken_off(cage, which) ? cells_out(cage) : cells_in_[cage];
    return cells;
  }

  Leftovers leftovers(TakenOff which) const {
    Leftovers left{uncaged_, {}, sum_};
    for (const std::size_t cage : cages_in_) {
      const bool taken_off = is_taken_off(cage, which);
      if (taken_off) left.sum -= cages_[cage].sum;
      for (const std::int32_t cell : cages_[cage].cells) {
        if (inside_[static_cast<std::size_t>(cell)] == taken_off) continue;
        (taken_off ? left.outies : left.innies).push_back(cell);
      }
    }
    return left;
  }

 private:
  void take_in(std::size_t cage) {
    SUDOKU_CP_ASSERT(cells_in_[cage] < cages_[cage].cells.size());
    cages_in_.insert(cage);
    fewest_caged_ -= std::min(cells_in_[cage], cells_out(cage));
    ++cells_in_[cage];
    fewest_caged_ += std::min(cells_in_[cage], cells_out(cage));
  }

  std::size_t cells_out(std::size_t cage) const { return cages_[cage].cells.size() - cells_in_[cage]; }

  bool is_taken_off(std::size_t cage, TakenOff which) const {
    const std::size_t out = cells_out(cage);
    return out == 0 || which == TakenOff::kAll || (which == TakenOff::kWhereFewerAreLeft && out < cells_in_[cage]);
  }

  std::span<const Cage> cages_;
  std::span<const std::int32_t> cage_of_;
  std::vector<bool> inside_;           // by cell
  std::vector<std::int32_t> cells_;    // inside
  std::vector<std::size_t> cells_in_;  // by cage: its cells inside
  std::set<std::size_t> cages_in_;     // those with cells inside
  std::vector<std::int32_t> uncaged_;  // cells inside
  std::size_t fewest_caged_ = 0;       // cells left of the cages
  std::int64_t sum_ = 0;
};

}  // namespace

std::vector<Linear> implied_sums(ModelStore& store, const CellParts& parts, std::span<const Constraint> constraints) {
  const std::size_t variables = store.domains.size();
  std::vector<std::int32_t> cage_of(variables, -1);
  const std::vector<Cage> cages = disjoint_cages(constraints, cage_of);
  if (std::ranges::none_of(cages, [](const Cage& cage) { return cage.cells.size() > 1; })) return {};
  std::set<std::vector<std::int32_t>> seen;
  for (const Cage& cage : cages) seen.insert(cage.cells);
  std::vector<Linear> implied;
  std::vector<Leftovers> longer;
  const auto is_short = [&](const Leftovers& leftovers, bool all_caged) {
    const std::size_t on_one_side = std::min(leftovers.innies.size(), leftovers.outies.size());
    if (on_one_side == 0 && all_differ(store.differences, leftovers.terms()))
      return leftovers.size() <= tuning::kMostDifferent;
    return on_one_side <= tuning::kMostOnOneSide &&
           leftovers.size() <= (all_caged ? tuning::kMostLoose : tuning::kMostUncaged);
  };
  const auto add = [&](const Leftovers& leftovers) {
    std::vector<std::int32_t> scope = leftovers.innies;
    scope.insert(scope.end(), leftovers.outies.begin(), leftovers.outies.end());
    std::ranges::sort(scope);
    if (!seen.insert(std::move(scope)).second) return;
    implied.push_back({store.arena.keep(leftovers.terms()), Relation::kEqual, leftovers.sum, {}});
  };
  const auto look_at = [&](const Union& houses) {
    const std::size_t most =
        houses.all_caged() ? std::max(tuning::kMostIfFew, tuning::kMostDifferent) : tuning::kMostUncaged;
    if (houses.fewest() > most) return;
    for (const TakenOff which : {TakenOff::kNone, TakenOff::kAll, TakenOff::kWhereFewerAreLeft}) {
      if (houses.size(which) > most) continue;
      Leftovers leftovers = houses.leftovers(which);
      if (leftovers.size() == 0 && leftovers.sum == 0) continue;
      if (is_short(leftovers, houses.all_caged())) add(leftovers);
      else if (leftovers.size() <= tuning::kMostIfFew) longer.push_back(std::move(leftovers));
    }
  };
  Union houses(cages, cage_of);
  for (const std::vector<std::size_t>& row : disjoint_houses(parts.houses, variables)) {
    for (std::size_t begin = 0; begin < row.size(); ++begin) {
      store.check_limits();
      houses.clear();
      for (std::size_t at = begin; at < std::min(row.size(), begin + tuning::kMostHouses); ++at) {
        const auto house = parts.houses[row[at]];
        std::int64_t sum = 0;
        for (Word rest = parts.house_values[row[at]]; rest != 0; rest &= rest - 1)
          sum += store.table(house.front())[static_cast<std::size_t>(std::countr_zero(rest))];
        houses.add(house, sum);
        look_at(houses);
      }
    }
  }
  if (implied.size() < cages.size()) std::ranges::for_each(longer, add);
  return implied;
}

}  // namespace sudoku_cp
