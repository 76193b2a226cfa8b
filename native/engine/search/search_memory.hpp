// The memory of one search by branching, and what is done with the search besides running it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "aligned.hpp"
#include "model/problem.hpp"

namespace sudoku_cp {

// Everything a kernel writes to.
class SearchMemory {
 public:
  explicit SearchMemory(const Problem& problem);
  SearchMemory(const SearchMemory&) = delete;
  SearchMemory& operator=(const SearchMemory&) = delete;

  Search& search() { return search_; }
  const Search& search() const { return search_; }

  // The multipliers of the latest bound, scaled.
  std::vector<Cost> multipliers() const {
    return {search_.costs.multipliers, search_.costs.multipliers + search_.problem->multipliers};
  }

  // The live options by word, where the search is.
  std::vector<Word> alive() const;

  // The live options by word, at the root.
  std::vector<Word> alive_at_root() const;

  // What is left at a depth when the decision there is refuted.
  std::vector<Word> other_side(std::int32_t depth) const;

  // Copies the activities, the incumbent and the objective of another search of the problem.
  void learn_from(const Search& other);

  // The multipliers that bound costs best where the search began, of what is left there.
  std::vector<Cost> prices_at_root(const SearchKernel& kernel) const;

  // Forbids what is missing in the live options by word, at the root of a search that has not begun.
  void restrict(const SearchKernel& kernel, std::span<const Word> alive);

  // Removes options that another searcher refuted at the root: from the current level at once, from those above on
  // backtracking.
  void import_refuted(const SearchKernel& kernel, std::vector<Slot> options);

  // Propagates the whole root state. Returns false where it is contradictory.
  bool settle_root(const SearchKernel& kernel);

 private:
  static bool grow(Search& search);
  void add_level();

  const Problem* problem_;
  Search search_{};
  std::vector<AlignedArray<std::byte>> blocks_;
  std::vector<std::byte*> levels_;
  std::vector<Slot> decisions_;
  std::vector<Fork> forks_;
  std::vector<std::uint32_t> trail_begin_;
  std::vector<Slot> trail_;
  std::vector<Cost> level_bounds_;
  std::vector<Slot> refuted_;
  std::vector<std::int32_t> forced_;
  std::vector<Word> dirty_, unlocked_;
  std::vector<Word> waiting_;
  std::vector<std::int32_t> activity_;
  std::vector<Word> workspace_, unions_;
  AlignedArray<std::byte> trials_;
  std::vector<Cost> multipliers_, best_multipliers_, reduced_, cheapest_;
  std::vector<std::int32_t> coverage_;
};

}  // namespace sudoku_cp
