// The members of a team; what they publish may be read while they run.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <span>

#include "cdcl/cdcl.hpp"
#include "search/control.hpp"
#include "search/search_memory.hpp"
#include "tuning.hpp"

namespace sudoku_cp {

// How much a thread does before it checks limits and looks for other work: about a millisecond.
class Turn {
 public:
  std::int64_t length() const { return length_; }

  // Does the work, and adapts the length of the next turn.
  template <typename Work>
  auto run(Work work) {
    const auto begin = Clock::now();
    const auto outcome = work(length_);
    const auto spent = Clock::now() - begin;
    if (spent < std::chrono::microseconds(tuning::kMicrosecondsOfShortTurn))
      length_ = std::min(2 * length_, tuning::kMostNodesOfTurn);
    if (spent > std::chrono::microseconds(tuning::kMicrosecondsOfLongTurn))
      length_ = std::max(length_ / 2, std::int64_t{1});
    return outcome;
  }

 private:
  std::int64_t length_ = 1;
};

// The branching of one thread.
class Brancher {
 public:
  Brancher(const Problem& problem, const SearchKernel& kernel, const Search& leader) : memory(problem) {
    kernel.start(memory.search());
    memory.learn_from(leader);
  }

  void publish() {
    const Search& search = memory.search();
    nodes = search.statistics.nodes;
    propagations = search.statistics.propagations;
    if (search.problem->costs == nullptr) return;
    Cost least = kNoCost;
    for (std::int32_t level = search.floor; level <= search.depth; ++level) {
      least = std::min(least, search.costs.level_bounds[level]);
    }
    bound = std::max<Cost>(bound, least);
  }

  SearchMemory memory;
  Turn turn;
  bool has_board = false;
  std::atomic<std::int64_t> nodes = 0;
  std::atomic<std::int64_t> propagations = 0;
  std::atomic<Cost> bound = kNoCost;
};

// Clause learning, run by one thread at a time.
class Learner {
 public:
  Learner(const Problem& problem, const SearchKernel& kernel, std::span<const Word> domains, std::uint32_t number)
      : cdcl(problem, kernel, domains) {
    cdcl.share_clauses();
    if (number > 0) cdcl.diversify(number);
  }

  CdclSearch cdcl;
  Turn turn;
  bool in_hand = false;
  std::size_t blocked = 0;   // solutions of the team
  std::size_t imported = 0;  // clauses of the team
  std::atomic<std::int64_t> nodes = 0;
  std::atomic<std::int64_t> propagations = 0;
};

}  // namespace sudoku_cp
