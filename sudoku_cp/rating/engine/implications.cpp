#include "implications.hpp"

#include <bitset>

#include "fish.hpp"
#include "locked_candidates.hpp"
#include "subsets.hpp"

namespace sudoku_cp::rating {

Implications::Implications(const Grid& grid, Literal source, LinkKinds kinds, Depth depth) : source_grid_(grid) {
  node_of_.fill(-1);
  add(source);
  Grid rest = grid;
  drain(rest, kinds, depth);
}

void Implications::drain(Grid& rest, LinkKinds kinds, Depth depth) {
  const bool is_dynamic = depth != Depth::kStatic;
  while (true) {
    if (next_on_ < pending_on_.size()) {
      if (!follow_on(rest, pending_on_[next_on_++], kinds)) return;
    } else if (next_off_ < pending_off_.size()) {
      const Literal literal = pending_off_[next_off_++];
      if (!follow_off(rest, literal, kinds, is_dynamic)) return;
      if (is_dynamic) rest.eliminate(cell_of(candidate_of(literal)), digit_of(candidate_of(literal)));
    } else if (depth != Depth::kDynamicPlus || !follow_techniques(rest)) {
      return;
    }
  }
}

bool Implications::add(Literal literal) {
  if (has(literal)) return true;
  const auto node = static_cast<std::int16_t>(literals_.size());
  literals_.push_back(literal);
  parents_begin_.push_back(static_cast<std::int32_t>(parents_.size()));
  parents_.insert(parents_.end(), new_parents_.begin(), new_parents_.end());
  node_of_[literal] = node;
  if (has(negated(literal))) {
    contradiction_ = candidate_of(literal);
    return false;
  }
  (is_on(literal) ? pending_on_ : pending_off_).push_back(literal);
  return true;
}

bool Implications::follow_on(const Grid& rest, Literal literal, LinkKinds kinds) {
  new_parents_.assign(1, node_of_[literal]);
  bool consistent = true;
  for_excluded(rest, candidate_of(literal), kinds.y, [&](int gone) {
    if (consistent) consistent = add(off(gone));
  });
  return consistent;
}

bool Implications::follow_off(const Grid& rest, Literal literal, LinkKinds kinds, bool is_dynamic) {
  bool consistent = true;
  for_forced(rest, candidate_of(literal), kinds, [&](int forced, int house) {
    if (!consistent || has(on(forced))) return;
    new_parents_.assign(1, node_of_[literal]);
    if (is_dynamic) {
      if (house < 0) {
        add_absent_of_cell(rest, cell_of(forced));
      } else {
        add_absent_of_house(rest, house, digit_of(forced));
      }
    }
    consistent = add(on(forced));
  });
  return consistent;
}

void Implications::add_absent_of_cell(const Grid& rest, int cell) {
  for_bits(static_cast<Digits>(source_grid_.candidates(cell) & ~rest.candidates(cell)),
           [&](int digit) { new_parents_.push_back(node_of_[off(candidate(cell, digit))]); });
}

void Implications::add_absent_of_house(const Grid& rest, int house, int digit) {
  for_bits(static_cast<Places>(source_grid_.places(house, digit) & ~rest.places(house, digit)),
           [&](int place) { new_parents_.push_back(node_of_[off(candidate(kLayout.cells[house][place], digit))]); });
}

bool Implications::follow_techniques(const Grid& rest) {
  struct Found {
    int gone;
    std::vector<std::int16_t> parents;
  };
  std::vector<Found> found;
  const Visit collect = [&](const Step& step) {
    std::vector<std::int16_t> parents;
    step.absent.for_each([&](int absent) {
      const int cell = cell_of(absent);
      const int digit = digit_of(absent);
      if (source_grid_.has(cell, digit) && !rest.has(cell, digit)) parents.push_back(node_of_[off(absent)]);
    });
    if (parents.empty()) return false;  // a step of the grid without the chain
    step.eliminations.for_each([&](int gone) { found.push_back({gone, parents}); });
    return false;
  };
  for (const Find find : {&find_locked_candidates, &find_hidden_subsets<2>, &find_naked_subsets<2>, &find_fish<2>}) {
    find(rest, collect);
    if (!found.empty()) break;
  }
  bool progress = false;
  for (const Found& implied : found) {
    if (has(off(implied.gone))) continue;
    new_parents_ = implied.parents;
    progress = true;
    if (!add(off(implied.gone))) return false;
  }
  return progress;
}

int Implications::ancestors_of_contradiction() const {
  return ancestors(on(*contradiction_)) + ancestors(off(*contradiction_));
}

int Implications::count_ancestors(int node) const {
  std::bitset<kLiterals> counted;
  std::vector<std::int16_t> open{static_cast<std::int16_t>(node)};
  counted.set(static_cast<std::size_t>(node));
  int ancestors = 0;
  while (!open.empty()) {
    const auto child = static_cast<std::size_t>(open.back());
    open.pop_back();
    ++ancestors;
    const std::size_t end =
        child + 1 < parents_begin_.size() ? static_cast<std::size_t>(parents_begin_[child + 1]) : parents_.size();
    for (auto index = static_cast<std::size_t>(parents_begin_[child]); index < end; ++index) {
      const std::int16_t parent = parents_[index];
      if (counted.test(static_cast<std::size_t>(parent))) continue;
      counted.set(static_cast<std::size_t>(parent));
      open.push_back(parent);
    }
  }
  return ancestors;
}

}  // namespace sudoku_cp::rating
