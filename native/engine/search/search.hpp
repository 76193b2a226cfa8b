// A search with the memory it owns, and what is asked of it.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "cdcl/cdcl.hpp"
#include "model/problem.hpp"
#include "search/portfolio.hpp"

namespace sudoku_cp {

// Everything a kernel writes to.
class SearchMemory {
 public:
  explicit SearchMemory(const Problem& problem);
  ~SearchMemory();
  SearchMemory(const SearchMemory&) = delete;
  SearchMemory& operator=(const SearchMemory&) = delete;

  Search& search() { return search_; }

  // The multipliers of the latest bound, scaled.
  std::vector<Cost> multipliers() const {
    return {search_.multipliers, search_.multipliers + search_.problem->multipliers};
  }

  // The live options by word, where the search is.
  std::vector<Word> alive() const;

  // What is left at a depth when the decision there is refused.
  std::vector<Word> other_side(std::int32_t depth) const;

  // Takes over what another search of the problem has learned about where to branch, and what it looks for.
  void learn_from(const Search& other);

  // The multipliers that bound costs best where the search began, of what is left there.
  std::vector<Cost> prices_at_root(const SearchKernel& kernel) const;

  // Forbids what is missing in the live options by word, at the root of a search that has not begun.
  void restrict(const SearchKernel& kernel, std::span<const Word> alive);

  // Forbids options from now on: here at once, on the levels above when the search comes back there.
  void refuse(const SearchKernel& kernel, std::vector<Slot> options);

  // Propagates the whole root state. Returns false where it is contradictory.
  bool settle_root(const SearchKernel& kernel);

 private:
  static bool grow(Search& search);
  void add_level();

  const Problem* problem_;
  Search search_{};
  std::vector<std::byte*> levels_;
  std::vector<Slot> decisions_;
  std::vector<Fork> forks_;
  std::vector<std::uint32_t> trail_begin_;
  std::vector<Slot> trail_;
  std::vector<Cost> level_bounds_;
  std::vector<Slot> refused_;
  std::vector<std::int32_t> forced_;
  std::vector<Word> dirty_, unlocked_;
  std::vector<Word> waiting_;
  std::vector<std::int32_t> activity_;
  std::vector<Word> workspace_, unions_, trials_;
  std::vector<Cost> multipliers_, best_multipliers_, reduced_, cheapest_;
  std::vector<std::int32_t> coverage_;
};

using Clock = std::chrono::steady_clock;

// When a search has to stop, and who wants to hear from it.
struct Control {
  std::optional<Clock::time_point> deadline;
  std::optional<std::int64_t> nodes;
  const std::atomic<bool>* stop = nullptr;
  std::function<bool()> poll;     // called every 50 ms or so; false stops the search
  Clock::time_point last_poll{};  // so the first look polls

  // Looks at the clock, and at who may want to stop the search.
  bool may_go_on();

  static constexpr auto kPollInterval = std::chrono::milliseconds(50);
};

enum class Ending { kSolution, kExhausted, kStopped };

class NarrowTeam;
class Team;

// A search that reports one solution after the other, each once. The portfolio says who searches: branching, narrow
// waves or clause learning.
class Solver {
 public:
  explicit Solver(std::shared_ptr<const Problem> problem);
  Solver(std::shared_ptr<const Problem> problem, const Kernel& kernel);
  ~Solver();

  void restart();
  void require(Slot slot) { kernel_->require(memory_->search(), slot); }
  void forbid(Slot slot) { kernel_->forbid(memory_->search(), slot); }

  // Propagates only. Returns false on a contradiction.
  bool settle() { return kernel_->settle(memory_->search()); }

  // Runs to the next solution, the end, or a limit.
  Ending advance(Control& control);

  // The live options of a word: after a solution just the chosen ones.
  Word alive(std::size_t word) const;
  std::vector<Word> all_alive() const;

  Portfolio& portfolio() { return portfolio_; }

  // Clause learning on one thread goes another way for each seed, and restarts at random; 0: neither.
  void learn_at_random(std::uint32_t seed) { seed_ = seed; }

  Cost cost_of_solution() const;

  // From now on bounds are kept, and only solutions that cost less than an incumbent are looked for.
  void optimise() { memory_->search().optimise = true; }
  void set_incumbent(Cost cost);

  // No cover that is still to be found costs less.
  Cost open_bound() const;

  std::vector<Cost> multipliers() const { return memory_->multipliers(); }

  SearchStatistics statistics() const;
  const Problem& problem() const { return *problem_; }

 private:
  bool look(Control& control);
  Ending search_on(Control& control);
  Outcome run(std::int64_t node_budget);
  bool is_repeated() const;
  Ending report();
  Outcome learn(std::int64_t node_budget);
  void hand_over_to(Searcher searcher);
  void change_order();
  void take_over_refuted();
  void begin_cdcl();
  void begin_waves();
  void begin_team();
  std::vector<std::vector<Word>> open_boards() const;
  Ending wave_on(Control& control);
  Ending team_on(Control& control);

  static constexpr int kCallsPerLook = 256;

  std::shared_ptr<const Problem> problem_;
  const Kernel* kernels_;
  const SearchKernel* kernel_;
  std::unique_ptr<SearchMemory> memory_;
  std::unique_ptr<SearchMemory> resting_;  // of branching in the other order
  Portfolio portfolio_;
  std::unique_ptr<NarrowTeam> waves_;
  std::unique_ptr<Team> team_;
  std::optional<CdclSearch> cdcl_;
  std::uint32_t seed_ = 0;                  // of clause learning at random
  std::set<std::vector<Word>> remembered_;  // reported solutions, so that none is reported again

  std::int64_t budget_ = 1;  // nodes between two looks at the clock; they may be slow
  std::int64_t nodes_since_look_ = 0;
  int calls_since_look_ = kCallsPerLook - 1;  // so the first call looks
  Clock::time_point last_look_ = Clock::now();
};

}  // namespace sudoku_cp
