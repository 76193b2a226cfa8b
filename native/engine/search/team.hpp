// One hard puzzle on several threads.
//
//          ┌──────── boards that are open ────────┐
//     take │   ▲ the other side of a search's     │
//          ▼   │ first decision, when one is idle ▼
//       branching 1            …            branching n          clause learning 1 … m
//                                                                       ▲  ▼
//                                                       units, and clauses of few levels
//
// Each thread takes turns as a single one does (portfolio.hpp): it branches on a board of its own, or continues a learner
// that no other thread runs. Boards are disjoint, so branching never finds a solution twice. Learners block the solutions
// of all others, and the team remembers those of learners, which branching may find again.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "cdcl/clauses.hpp"
#include "search/control.hpp"
#include "search/portfolio.hpp"

namespace sudoku_cp {

class Brancher;
class Learner;

// A subproblem that is not searched yet: the live options of each word, and a lower bound on their cost.
struct OpenBoard {
  std::vector<Word> alive;
  Cost bound;
};

class Team {
 public:
  // `leader`: the search so far, whose activities and incumbent all members start from; `boards`: all that it has left
  // open, in the order in which they are begun; `reported`: solutions that a member may find again.
  Team(const Problem& problem, const SearchKernel& kernel, const Search& leader, std::vector<OpenBoard> boards,
       std::set<std::vector<Word>> reported, const TeamPlan& plan);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  // Runs to the next solution, to completion, or to a limit.
  Ending advance(Control& control);

  const std::vector<Word>& solution() const { return solution_; }

  void set_incumbent(Cost cost) { incumbent_ = cost; }

  // A lower bound on the cost of the solutions that are not found yet. Like the statistics, it may be read while the
  // threads run.
  Cost open_bound() const;
  SearchStatistics statistics() const;

 private:
  struct Imports;

  bool work(Brancher& brancher, Control& control);
  bool may_learn() const { return !learners_.empty() && !learning_is_over_; }
  bool learning_is_due() const;
  Learner* take_learner();
  void learn(Learner& learner);
  Imports imports_for(Learner& learner);
  void take_exports_of(Learner& learner);
  bool take_board(Brancher& brancher);
  void wait_for_board();
  void branch(Brancher& brancher);
  void give_board(Brancher& brancher);
  void give_up_board(Brancher& brancher);
  void deliver(std::vector<Word> solution);
  bool deliver_learned(std::vector<Word> solution);
  void remember(const std::vector<Word>& solution);
  void push(std::vector<Word> solution);
  bool take_found();
  void end();

  const Problem* problem_;
  const SearchKernel* kernel_;
  const TeamPlan plan_;
  const bool optimise_;
  std::vector<std::unique_ptr<Brancher>> branchers_;
  std::vector<std::unique_ptr<Learner>> learners_;

  std::atomic<Cost> incumbent_;
  std::atomic<bool> pausing_ = false;
  std::atomic<bool> exhausted_ = false;
  std::atomic<bool> learning_is_over_ = false;  // too many solutions to be blocked
  std::atomic<std::int64_t> nodes_;             // of branching
  std::atomic<std::int64_t> work_of_branching_;
  std::atomic<std::int64_t> work_of_learning_ = 0;
  std::atomic<std::int64_t> conflicts_ = 0;
  std::atomic<std::size_t> waiting_boards_ = 0;
  std::atomic<std::size_t> searching_ = 0;  // branchers that have a board

  mutable std::mutex mutex_;  // of all that follows
  std::condition_variable changed_;
  std::deque<OpenBoard> boards_;
  std::vector<Word> domains_;                  // without what clause learning has refuted at the root
  std::set<std::vector<Word>> known_;          // solutions that are not reported again
  std::vector<std::vector<Word>> to_block_;    // the same, in the order in which learners import them
  std::vector<std::vector<Literal>> clauses_;  // of learners, for the others
  std::deque<std::vector<Word>> found_;
  std::size_t enough_ = 1;  // the number of solutions at which the threads pause

  std::vector<Word> solution_;
};

}  // namespace sudoku_cp
