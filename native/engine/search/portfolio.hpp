// The policy of the search: which searcher starts, who hands over to whom, and when. What a searcher finds does not
// depend on it; the numbers are in tuning.hpp.
//
//   branching        one board at a time, on any problem; learns from failures where to branch
//   narrow waves     256 boards of one puzzle side by side; only houses and differing cells
//   waves            512 boards of many puzzles side by side, or of one puzzle to be counted; the same problems
//   clause learning  a clause from each conflict; on cell problems, those of houses alone with costs left out: the bound
//                    of branching, which follows each node, is better there
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
// Where there are propagators, or few variables, the two take turns, each twice as long as its last one: both keep
// their place, and hear of the solutions of the other and of what it has refuted at the root. Where branching has two
// orders, each of them has its own turns. Narrow waves take turns with both of them in the same way.
//
// With several threads a team takes over where clause learning would begin, or after as many nodes with solutions, and
// never hands back.
//
// Reported solutions are remembered as long as branching may come across them again. A searcher that has reported more
// than are remembered never hands back; clause learning hands back just before.
//
// A batch: waves where it is large or many solutions are wanted; puzzles that waves give up go to branching one by one,
// each as above. A count of one puzzle: as above, and anew in waves when a thousand solutions have been found; where
// waves give up, it goes on where it was.
#pragma once

#include <cstddef>
#include <cstdint>

#include "model/problem.hpp"
#include "waves/wave_plan.hpp"

namespace sudoku_cp {

class CdclSearch;

enum class Searcher { kBranching, kNarrowWaves, kCdcl, kTeam };

// Who works in a team.
struct TeamPlan {
  int threads;
  int learners;        // searches that learn clauses
  bool learners_only;  // nobody branches as long as clauses are learned
  bool takes_options;  // every other learner always takes an option where it decides
};

// Who searches on one puzzle. It watches the branching, whose place and nodes it reads, and hears of each solution.
class Portfolio {
 public:
  explicit Portfolio(const Problem& problem);

  // A new puzzle: branching starts.
  void restart();

  // One solution is not enough: until a restart, it matters more to refute that there are others than to find one.
  void refute_others() { refutes_others_ = true; }

  // Nodes of branching without a solution after which clauses are learned, whether it pays or not; with 0 nothing else is
  // done.
  void learn_after(std::int64_t nodes);

  // Threads for one puzzle, once it turns out to be hard.
  void share_among(int threads);
  int threads() const { return threads_; }
  TeamPlan team() const;

  Searcher searcher() const { return searcher_; }

  // Nodes that branching has left before it must ask `after_branching` who goes on.
  std::int64_t nodes_to_branch(const Search& branching) const;

  // Who goes on where branching has paused. Waves count no single nodes, and so respect no limit of them.
  Searcher after_branching(const Search& branching, bool nodes_are_limited);

  // Whether narrow waves hand back after this number of their nodes.
  bool waves_give_up(std::int64_t nodes) const;

  // Whether narrow waves have had a turn: they go on where they were.
  bool waves_have_begun() const { return turns_of_waves_ > 0; }

  // The work of clause learning after which it hands back: its part of that of branching, once for each order. None
  // where it would have to block too many solutions. It goes on until its first conflicts have shown what one costs.
  std::int64_t work_of_cdcl(const Search& branching, std::int64_t work, std::int64_t conflicts) const;

  // Clause learning gets this part of the work of branching: a smaller one where its conflicts are dear.
  static std::int64_t part_of_learning(const SearchStatistics& branching, std::int64_t work, std::int64_t conflicts);

  // Whether clause learning always takes an option where it decides: where it goes on to the end, to refute.
  bool takes_options() const { return refutes_others_ && !takes_turns_; }

  // Whether branching goes on in the other order after a turn of clause learning.
  bool orders_take_turns() const { return orders_ == 2 && takes_turns_ && may_learn(); }

  void hand_over_to(Searcher searcher, const Search& branching);

  void note_solution(const Search& branching);

  // Whether the solution that was found last may come again, so that it must be remembered.
  bool last_may_come_again() const { return can_learn_ && solutions_ <= tuning::kMostRemembered; }

  // Whether the searcher comes across solutions that others have reported.
  bool may_repeat_solutions() const;

  // ---- Batches and counts

  // Whether branching gets the easy puzzles before the others go to waves.
  static bool batch_is_tried_first(const WavePlan& plan, std::size_t puzzles, std::int64_t wanted);

  static bool batch_goes_to_waves(const WavePlan& plan, std::size_t puzzles, std::int64_t wanted);

  // Threads share the boards of puzzles only where these are large.
  static bool threads_share_puzzles(int threads, std::int64_t wanted);

  // Nodes without solutions after which waves give a puzzle up.
  static std::int64_t nodes_before_waves_give_up(const WavePlan& plan, std::int64_t wanted);

  // Whether a count that has come so far begins anew in waves.
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

  Searcher searcher_ = Searcher::kBranching;
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
