#include "chains.hpp"

#include "best_step.hpp"
#include "chain_length.hpp"
#include "links.hpp"

namespace sudoku_cp::rating {
namespace {

constexpr Tenths kCycleOfOneKind = 65;
constexpr Tenths kForcingXChain = 66;
constexpr Tenths kBothKinds = 70;

constexpr int kNoParent = -1;

struct Node {
  Literal literal;
  std::int16_t depth;
  int parent;
};

// A breadth-first search for literals that follow from a first one; levels are alternately on and off.
class Search {
 public:
  Search(const Grid& grid, LinkKinds kinds, BestStep& best) : grid_(grid), kinds_(kinds), best_(best) {}

  void find_cycles(int source) {
    start(on(source));
    for (std::size_t next = 0; next < nodes_.size(); ++next) {
      const Literal literal = nodes_[next].literal;
      const int parent = static_cast<int>(next);
      if (!would_improve(cycle_rating(), nodes_[next].depth + 1)) return;
      if (is_on(literal)) {
        for_excluded(grid_, candidate_of(literal), kinds_.y, [&](int gone) {
          if (!follows_from(parent, off(gone))) add(off(gone), parent);
        });
      } else {
        for_forced(grid_, candidate_of(literal), kinds_, [&](int forced, int) {
          if (forced == source && nodes_[parent].depth >= 3) add_cycle(parent);
          add_unless_seen(on(forced), parent);
        });
      }
    }
  }

  void find_forcing_chains(Literal source) {
    start(source);
    for (std::size_t next = 0; next < nodes_.size(); ++next) {
      const Literal literal = nodes_[next].literal;
      const int parent = static_cast<int>(next);
      if (!would_improve(chain_rating(), nodes_[next].depth + 2)) return;
      const auto follow = [&](Literal implied) {
        if (implied == negated(source)) add_forcing_chain(implied, parent);
        if (is_on(implied) || !follows_from(parent, implied)) add_unless_seen(implied, parent);
      };
      if (is_on(literal)) {
        for_excluded(grid_, candidate_of(literal), kinds_.y, [&](int gone) { follow(off(gone)); });
      } else {
        for_forced(grid_, candidate_of(literal), kinds_, [&](int forced, int) { follow(on(forced)); });
      }
    }
  }

 private:
  void start(Literal source) {
    nodes_.assign(1, {source, 0, kNoParent});
    seen_.fill(false);
    seen_[source] = true;
  }

  void add_unless_seen(Literal literal, int parent) {
    if (seen_[literal]) return;
    seen_[literal] = true;
    add(literal, parent);
  }

  void add(Literal literal, int parent) {
    SUDOKU_CP_ASSERT(is_on(literal) != is_on(nodes_[parent].literal));
    nodes_.push_back({literal, static_cast<std::int16_t>(nodes_[parent].depth + 1), parent});
  }

  Tenths cycle_rating() const { return kinds_.x && kinds_.y ? kBothKinds : kCycleOfOneKind; }
  Tenths chain_rating() const { return kinds_.y ? kBothKinds : kForcingXChain; }

  // Whether a chain of a number of literals, and so any longer one, may be better than the best.
  bool would_improve(Tenths rating, int literals) const { return best_.would_improve(rating, literals); }

  bool follows_from(int node, Literal literal) const {
    for (; node != kNoParent; node = nodes_[node].parent) {
      if (nodes_[node].literal == literal) return true;
    }
    return false;
  }

  // All candidates of a cycle that are on in one direction are off in the other. What both exclude is gone, outside
  // the cells of the cycle.
  void add_cycle(int last) {
    Step step;
    const int literals = nodes_[last].depth + 1;
    SUDOKU_CP_ASSERT(literals % 2 == 0);
    step.rating = cycle_rating() + length_rating(literals);
    if (!would_improve(cycle_rating(), literals)) return;
    CellSet cells;
    std::array<CandidateSet, 2> excluded;
    for (int node = last; node != kNoParent; node = nodes_[node].parent) {
      const Literal literal = nodes_[node].literal;
      cells.add(cell_of(candidate_of(literal)));
      for_excluded(grid_, candidate_of(literal), false, [&](int gone) { excluded[is_on(literal) ? 1 : 0].add(gone); });
    }
    excluded[0] &= excluded[1];
    excluded[0].for_each([&](int gone) {
      if (!cells.has(cell_of(gone))) step.eliminations.add(gone);
    });
    if (step.eliminations.empty()) return;
    step.technique = !kinds_.y ? Technique::kXCycle : !kinds_.x ? Technique::kYCycle : Technique::kXYCycle;
    best_.offer(step, literals);
  }

  void add_forcing_chain(Literal target, int parent) {
    const int literals = nodes_[parent].depth + 2;
    SUDOKU_CP_ASSERT(target == negated(nodes_.front().literal));
    Step step;
    step.technique = kinds_.y ? Technique::kForcingChain : Technique::kForcingXChain;
    step.rating = chain_rating() + length_rating(literals);
    if (is_on(target)) {
      step.placement = candidate_of(target);
    } else {
      step.eliminations.add(candidate_of(target));
    }
    best_.offer(step, literals);
  }

  const Grid& grid_;
  LinkKinds kinds_;
  BestStep& best_;
  std::vector<Node> nodes_;
  std::array<bool, kLiterals> seen_{};
};

}  // namespace

bool find_chains(const Grid& grid, const Visit& visit) {
  BestStep best;
  for (const LinkKinds kinds : {LinkKinds{true, false}, LinkKinds{false, true}, LinkKinds{true, true}}) {
    Search search(grid, kinds, best);
    for (int cell = 0; cell < kCells; ++cell) {
      if (!kinds.x && grid.size(cell) != 2) continue;
      for_bits(grid.candidates(cell), [&](int digit) {
        const int source = candidate(cell, digit);
        search.find_cycles(source);
        if (!kinds.x) return;
        search.find_forcing_chains(on(source));
        search.find_forcing_chains(off(source));
      });
    }
  }
  return best.visit_with(visit);
}

}  // namespace sudoku_cp::rating
