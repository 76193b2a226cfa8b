// The best of many steps for each candidate that they eliminate.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <vector>

#include "nested_step.hpp"

namespace sudoku_cp::rating {

// The rating, the number of literals, the kind, and the number in the order in which steps are found.
struct ChainRank {
  double rating = 0;
  int literals = 0;
  int kind = 0;
  int found = 0;

  friend auto operator<=>(const ChainRank&, const ChainRank&) = default;
};

template <typename Chain>
class BestByElimination {
 public:
  BestByElimination() { best_.fill(-1); }

  void offer(const ChainRank& rank, const CandidateSet& eliminations, const Chain& chain) {
    std::int32_t added = -1;
    eliminations.for_each([&](int gone) {
      std::int32_t& best = best_[gone];
      if (best >= 0 && ranked_[static_cast<std::size_t>(best)].rank <= rank) return;
      if (added < 0) {
        added = static_cast<std::int32_t>(ranked_.size());
        ranked_.push_back({rank, {}, chain});
      }
      if (best >= 0) ranked_[static_cast<std::size_t>(best)].eliminations.remove(gone);
      ranked_[static_cast<std::size_t>(added)].eliminations.add(gone);
      best = added;
    });
  }

  // Calls visit(literals, eliminations, chain) with each of the best, in their order.
  template <typename Visit>
  void for_each(Visit visit) {
    std::erase_if(ranked_, [](const Ranked& ranked) { return ranked.eliminations.empty(); });
    SUDOKU_CP_ASSERT(are_disjoint());
    std::ranges::sort(ranked_, {}, &Ranked::rank);
    for (const Ranked& ranked : ranked_) visit(ranked.rank.literals, ranked.eliminations, ranked.chain);
  }

 private:
  struct Ranked {
    ChainRank rank;
    CandidateSet eliminations;
    Chain chain;
  };

  // Each candidate has one best step. Only an assertion calls this.
  bool are_disjoint() const {
    CandidateSet united;
    int members = 0;
    for (const Ranked& ranked : ranked_) {
      united |= ranked.eliminations;
      members += ranked.eliminations.size();
    }
    return united.size() == members;
  }

  std::array<std::int32_t, kCandidates> best_{};
  std::vector<Ranked> ranked_;
};

}  // namespace sudoku_cp::rating
