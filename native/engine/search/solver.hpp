// Solves one puzzle: runs the searchers in turn, and reports their solutions.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "search/searchers.hpp"
#include "tuning.hpp"

namespace sudoku_cp {

// Reports one solution after the other, each once.
class Solver {
 public:
  explicit Solver(std::shared_ptr<const Problem> problem);
  Solver(std::shared_ptr<const Problem> problem, const Kernel& kernel);
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  void restart();
  void require(Slot slot) { context_.kernel.require(branching_.search(), slot); }
  void forbid(Slot slot) { context_.kernel.forbid(branching_.search(), slot); }

  // Propagates only. Returns false on a contradiction.
  bool settle() { return context_.kernel.settle(branching_.search()); }

  // Runs to the next solution, to completion, or to a limit.
  Ending advance(Control& control);

  // The live options of a word: after a solution only the chosen ones.
  Word alive(std::size_t word) const { return current().alive(word); }
  std::vector<Word> all_alive() const;

  Portfolio& portfolio() { return context_.portfolio; }

  // Clause learning on one thread searches in another way for each seed, with restarts at random; 0: neither.
  void learn_at_random(std::uint32_t seed) { learning_.learn_at_random(seed); }

  Cost cost_of_solution() const;

  // From now on bounds are kept, and only solutions that cost less than an incumbent are searched for.
  void optimise() { branching_.search().costs.optimise = true; }
  void set_incumbent(Cost cost);

  // A lower bound on the cost of the solutions that are not found yet.
  Cost open_bound() const { return current().open_bound().value_or(*branching_.open_bound()); }

  std::vector<Cost> multipliers() const { return branching_.memory().multipliers(); }

  SearchStatistics statistics() const;
  const Problem& problem() const { return context_.problem; }

 private:
  // When to look at the limits: looks are slow, and so are some nodes.
  class Pace {
   public:
    bool is_due() const { return calls_ >= tuning::kCallsPerLook || nodes_ >= budget_; }
    std::int64_t nodes_left() const { return budget_ - nodes_; }
    void count_call() { ++calls_; }
    void count_nodes(std::int64_t nodes) { nodes_ += nodes; }

    // Begins the next interval, with more nodes or fewer.
    void adapt();

   private:
    std::int64_t budget_ = 1;
    std::int64_t nodes_ = 0;
    int calls_ = tuning::kCallsPerLook - 1;  // so the first call looks
    Clock::time_point last_look_ = Clock::now();
  };

  Searcher& current() { return searcher(context_.portfolio.searcher()); }
  const Searcher& current() const { return *searchers_[static_cast<std::size_t>(context_.portfolio.searcher())]; }
  Searcher& searcher(SearcherKind kind) { return *searchers_[static_cast<std::size_t>(kind)]; }
  void pass_on(bool nodes_are_limited);
  bool is_repeated() const;
  void note_solution();

  std::shared_ptr<const Problem> problem_;
  SearchContext context_;
  Branching branching_;
  NarrowWaves waves_;
  ClauseLearning learning_;
  TeamSearch team_;
  std::array<Searcher*, 4> searchers_;  // by kind
  Pace pace_;
};

}  // namespace sudoku_cp
