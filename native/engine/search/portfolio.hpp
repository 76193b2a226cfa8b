// The search policy: which searcher starts, which takes over, and when. It changes how fast solutions are found, not
// which; its constants are in tuning.hpp.
//
//   branching        one board at a time, on any problem; learns from failures where to branch
//   narrow waves     256 boards of one puzzle side by side; only houses and differing cells
//   waves            512 boards of many puzzles side by side, or of one puzzle to be counted; the same problems
//   clause learning  a clause from each conflict; on cell problems, unless they have costs and nothing but houses: the
//                    bound of branching, which is updated at each node, is better there
//   team             branching and clause learning on several threads; on cell problems
//
// One puzzle:
//
//                   ── after some nodes: none in hard grids, more in easy and open ones ──▶
//       branching                                                                            narrow waves
//                   ◀── after many nodes that led to few solutions: goes on where it was ──
//                   ── small grids: after its part of the work; waves go on where they were ──▶
//
//                   ── after 1000 nodes without a solution ─────▶
//       branching                                                     clause learning
//                   ◀── after 64 solutions: goes on where it was ──
//
// Where there are propagators, or few variables, the two take turns, each twice as long as its last one. Both keep their
// place, and import the other's solutions and the options that it refuted at the root. Where branching has two orders,
// each order has its own turns. Narrow waves take turns with both in the same way.
//
// With several threads, a team takes over where clause learning would begin, or after as many nodes with solutions, and
// runs to completion.
//
// Reported solutions are remembered as long as another searcher may find them again. A searcher that has reported more
// than can be remembered runs to completion; clause learning hands back just before.
//
// A batch goes to waves if it is large or many solutions are wanted; puzzles that waves give up are solved one by one, as
// above. A count of one puzzle begins as above, and starts again in waves when a thousand solutions have been found; if
// waves give up, it continues where it was.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/problem.hpp"
#include "waves/wave_plan.hpp"

namespace sudoku_cp {

class CdclSearch;

enum class SearcherKind { kBranching, kNarrowWaves, kCdcl, kTeam };

// The members of a team.
struct TeamPlan {
  int threads;
  int learners;        // searches that learn clauses
  bool learners_only;  // no thread branches as long as clauses are learned
  bool takes_options;  // every other learner always takes an option where it decides
};

// Chooses the searcher for one puzzle from the nodes of the branching search and the solutions found.
class Portfolio {
 public:
  explicit Portfolio(const Problem& problem);

  // A new puzzle: branching starts.
  void restart();

  // Until a restart, favours refuting that there are further solutions over finding one.
  void refute_others() { refutes_others_ = true; }

  // Learns clauses after this number of nodes of branching without a solution, whether it pays or not; with 0 from the
  // start, and to completion.
  void learn_after(std::int64_t nodes);

  // Sets the number of threads for one puzzle, once it turns out to be hard.
  void share_among(int threads);
  int threads() const { return threads_; }
  TeamPlan team() const;

  SearcherKind searcher() const { return searcher_; }

  // The nodes left to branching before `after_branching` must be asked.
  std::int64_t nodes_to_branch(const Search& branching) const;

  // The searcher to continue with where branching has paused. Waves and teams do not support node limits.
  SearcherKind after_branching(const Search& branching, bool nodes_are_limited);

  // Whether narrow waves hand back after this number of their nodes.
  bool waves_give_up(std::int64_t nodes) const;

  // Whether narrow waves have had a turn: the next one continues where that paused.
  bool waves_have_begun() const { return turns_of_waves_ > 0; }

  // The work after which clause learning hands back: its share of the work of branching, once for each order; none if it
  // would have to block too many solutions. The first turn lasts until the cost of a conflict is known.
  std::int64_t work_of_cdcl(const Search& branching, std::int64_t work, std::int64_t conflicts) const;

  // Clause learning gets one in this many parts of the work of branching; conflicts that cost much get fewer.
  static std::int64_t part_of_learning(const SearchStatistics& branching, std::int64_t work, std::int64_t conflicts);

  // Whether clause learning decides that options are taken: where it runs to completion, to refute.
  bool takes_options() const { return refutes_others_ && !takes_turns_; }

  // Whether branching changes its order after a turn of clause learning.
  bool orders_take_turns() const { return orders_ == 2 && takes_turns_ && may_learn(); }

  void hand_over_to(SearcherKind searcher, const Search& branching);

  void note_solution(const Search& branching);

  // Whether another searcher may find the latest solution again, so that it must be remembered.
  bool last_may_come_again() const {
    return can_learn_ && searcher_ != SearcherKind::kTeam && solutions_ <= tuning::kMostRemembered;
  }

  // Whether the searcher may find solutions that others have reported.
  bool may_repeat_solutions() const;

  // ---- Batches and counts

  // Whether branching tries all puzzles first, so that only hard ones go to waves.
  static bool batch_is_tried_first(const WavePlan& plan, std::size_t puzzles, std::int64_t wanted);

  static bool batch_goes_to_waves(const WavePlan& plan, std::size_t puzzles, std::int64_t wanted);

  // Threads share the boards of a puzzle only if many solutions are wanted.
  static bool threads_share_puzzles(int threads, std::int64_t wanted);

  // The nodes without solutions after which waves give a puzzle up.
  static std::int64_t nodes_before_waves_give_up(const WavePlan& plan, std::int64_t wanted);

  // Whether a count that has reached this number starts again in waves.
  static bool count_goes_to_waves(std::int64_t counted) { return counted == tuning::kManySolutions; }

 private:
  bool may_learn() const;
  std::int64_t nodes_left_before_learning(const Search& branching) const;
  bool team_may_come() const;
  bool team_is_due(const Search& branching, bool nodes_are_limited);
  bool waves_are_due(const Search& branching, bool nodes_are_limited);
  std::int64_t nodes_of_waves() const;
  std::int64_t nodes_before_waves(const WavePlan& plan, const Search& branching) const;

  const Problem* problem_;
  bool can_learn_;
  bool takes_turns_;
  bool favours_learning_;
  std::int32_t orders_;  // of branching: each has turns as long as the other's
  std::int64_t nodes_before_learning_;
  int threads_ = 1;

  SearcherKind searcher_ = SearcherKind::kBranching;
  bool has_handed_over_ = false;         // branching, to another
  std::int64_t nodes_before_waves_ = 0;  // of branching; 0 until it is decided, at the first branching
  std::int32_t turns_of_waves_ = 0;      // that have ended: each makes the next one as long as all before
  bool may_share_ = false;               // among threads
  bool refutes_others_ = false;
  std::int64_t solutions_ = 0;
  std::int64_t nodes_at_solution_ = 0;  // of branching, at the last one or at the begin of its turn
  std::int32_t turns_ = 0;              // of clause learning: each makes the next ones of both twice as long
};

}  // namespace sudoku_cp
