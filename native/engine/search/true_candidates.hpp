// The values that occur in some solution.
#pragma once

#include <span>
#include <vector>

#include "model/problem.hpp"
#include "search/control.hpp"

namespace sudoku_cp {

struct TrueCandidates {
  std::vector<Word> seen;                 // by word: the options of solutions found
  std::vector<std::vector<Word>> covers;  // the solutions that show them, each one mask a word
  bool complete = false;
  SearchStatistics statistics{};
};

// Searches a solution through each option that no solution found so far has shown. Where options are known to be in
// solutions, masks by word, there is no search for these.
TrueCandidates find_true_candidates(const std::shared_ptr<const Problem>& problem, std::span<const Slot> required,
                                    Control& control, int threads, std::span<const Word> known = {});

}  // namespace sudoku_cp
