#include "search/portfolio.hpp"

#include <algorithm>
#include <bit>

#include "cdcl/cdcl.hpp"

namespace sudoku_cp {
namespace {

constexpr std::int64_t kNever = INT64_MAX;

std::int64_t nodes_before_giving_up(const WavePlan& plan) {
  return plan.is_plain_9() ? tuning::kNodesBeforeGivingUpIfPlain : tuning::kNodesBeforeGivingUp;
}

}  // namespace

Portfolio::Portfolio(const Problem& problem)
    : problem_(&problem),
      can_learn_(CdclSearch::can_search(problem) &&
                 (problem.view().costs == nullptr || problem.view().propagators > 0)),
      takes_turns_(problem.view().propagators > 0 || problem.view().words <= tuning::kFewVariables),
      favours_learning_(problem.favours_learning()),
      orders_(problem.other_activity().empty() || problem.view().costs != nullptr ? 1 : 2),
      nodes_before_learning_(favours_learning_ ? tuning::kNodesBeforeFavouredLearning : tuning::kNodesBeforeLearning) {}

void Portfolio::learn_after(std::int64_t nodes) {
  can_learn_ = CdclSearch::can_search(*problem_);
  nodes_before_learning_ = nodes;
  takes_turns_ = takes_turns_ && nodes > 0;
}

void Portfolio::restart() {
  searcher_ = SearcherKind::kBranching;
  has_handed_over_ = false;
  nodes_before_waves_ = 0;
  turns_of_waves_ = 0;
  solutions_ = 0;
  share_among(threads_);
  nodes_at_solution_ = 0;
  turns_ = 0;
  refutes_others_ = false;
}

std::int64_t Portfolio::nodes_to_branch(const Search& branching) const {
  std::int64_t left = nodes_before_waves_ - branching.statistics.nodes;
  if (team_may_come()) left = std::min(left, nodes_before_learning_ - branching.statistics.nodes);
  if (may_learn()) left = std::min(left, nodes_left_before_learning(branching));
  return std::max<std::int64_t>(left, 0);
}

SearcherKind Portfolio::after_branching(const Search& branching, bool nodes_are_limited) {
  if (team_is_due(branching, nodes_are_limited)) return SearcherKind::kTeam;
  if (may_learn() && nodes_left_before_learning(branching) == 0) return SearcherKind::kCdcl;
  if (waves_are_due(branching, nodes_are_limited)) return SearcherKind::kNarrowWaves;
  return SearcherKind::kBranching;
}

bool Portfolio::waves_give_up(std::int64_t nodes) const {
  if (solutions_ > tuning::kMostRemembered) return false;
  return nodes >= nodes_of_waves();
}

// Of all turns of narrow waves up to the current one.
std::int64_t Portfolio::nodes_of_waves() const {
  return (tuning::kNarrowNodesFactor * nodes_before_giving_up(*problem_->wave_plan())) << turns_of_waves_;
}

// Waves that have not begun by then never do: where clauses are learned, or where they handed back and take no turns.
void Portfolio::hand_over_to(SearcherKind searcher, const Search& branching) {
  SUDOKU_CP_ASSERT(searcher != searcher_);
  const bool waves_end = searcher_ == SearcherKind::kNarrowWaves;
  searcher_ = searcher;
  has_handed_over_ = true;
  if (turns_of_waves_ == 0) nodes_before_waves_ = kNever;
  if (!takes_turns_ || searcher != SearcherKind::kBranching) return;
  if (!waves_end) {
    ++turns_;
    nodes_at_solution_ = branching.statistics.nodes;
    return;
  }
  const bool is_plain = problem_->wave_plan()->is_plain_9();
  const std::int64_t part = is_plain ? tuning::kNarrowNodesOfNodeIfPlain : tuning::kNarrowNodesOfNode;
  nodes_before_waves_ = std::max(branching.statistics.nodes, nodes_of_waves() / (part * threads_));
  ++turns_of_waves_;
}

// Each order of branching is a search of its own, next to which clause learning gets its share.
std::int64_t Portfolio::work_of_cdcl(const Search& branching, std::int64_t work, std::int64_t conflicts) const {
  if (solutions_ >= tuning::kMostRemembered) return 0;
  if (!takes_turns_) return kNever;
  const std::int64_t work_of_branching = branching.statistics.propagations * orders_;
  if (favours_learning_) return work_of_branching * tuning::kTimesOfFavouredLearning;
  if (conflicts < tuning::kConflictsToWeigh) return work + 1;
  return work_of_branching / part_of_learning(branching.statistics, work, conflicts);
}

// (work / conflicts) / (propagations / nodes) is what a conflict costs, in nodes of branching. The products would
// overflow integers.
std::int64_t Portfolio::part_of_learning(const SearchStatistics& branching, std::int64_t work, std::int64_t conflicts) {
  const double cost = static_cast<double>(work) * static_cast<double>(branching.nodes);
  const double worth =
      static_cast<double>(conflicts) * static_cast<double>(branching.propagations) * tuning::kNodesOfConflict;
  return cost <= worth ? tuning::kPartOfLearning : tuning::kPartOfExpensiveLearning;
}

void Portfolio::note_solution(const Search& branching) {
  nodes_at_solution_ = branching.statistics.nodes;
  ++solutions_;
}

bool Portfolio::may_repeat_solutions() const {
  if (searcher_ == SearcherKind::kNarrowWaves) return waves_have_begun();
  return searcher_ == SearcherKind::kBranching && has_handed_over_;
}

bool Portfolio::may_learn() const { return can_learn_ && solutions_ < tuning::kMostRemembered; }

std::int64_t Portfolio::nodes_left_before_learning(const Search& branching) const {
  return (nodes_before_learning_ << (turns_ / orders_)) - (branching.statistics.nodes - nodes_at_solution_);
}

// A team does not include narrow waves, which take turns on several threads themselves.
bool Portfolio::team_may_come() const { return may_share_ && !(waves_have_begun() && may_learn()); }

// Teams do not support node limits.
bool Portfolio::team_is_due(const Search& branching, bool nodes_are_limited) {
  if (nodes_are_limited) may_share_ = false;
  return team_may_come() && branching.statistics.nodes >= nodes_before_learning_;
}

void Portfolio::share_among(int threads) {
  threads_ = threads;
  may_share_ = threads > 1 && problem_->of_cells();
}

TeamPlan Portfolio::team() const {
  const int learners = takes_turns_ ? (threads_ - 1) / tuning::kThreadsOfLearner + 1 : threads_;
  return {threads_, may_learn() ? learners : 0, !takes_turns_, takes_options()};
}

bool Portfolio::waves_are_due(const Search& branching, bool nodes_are_limited) {
  if (branching.statistics.nodes < nodes_before_waves_) return false;
  if (waves_have_begun() && may_learn() && !nodes_are_limited) return true;
  const bool can_leave = !branching.costs.optimise && !nodes_are_limited;
  const WavePlan* plan = can_leave ? problem_->wave_plan() : nullptr;
  if (plan == nullptr || branching.depth >= kWordBits || waves_have_begun()) {
    nodes_before_waves_ = kNever;
    return false;
  }
  if (branching.statistics.nodes == 0) nodes_before_waves_ = nodes_before_waves(*plan, branching);
  return branching.statistics.nodes >= nodes_before_waves_;
}

// Hard puzzles have many candidates and few pairs, open ones still more candidates.
std::int64_t Portfolio::nodes_before_waves(const WavePlan& plan, const Search& branching) const {
  if (!plan.is_plain_9()) return takes_turns_ ? tuning::kNodesIfUnknown : tuning::kNodesIfLarge;
  std::int64_t candidates = 0;
  std::int64_t pairs = 0;
  for (std::size_t cell = 0; cell < static_cast<std::size_t>(problem_->view().words); ++cell) {
    const int count = std::popcount(problem_->read_mask(branching.state.alive, cell));
    if (count > 1) candidates += count;
    if (count == 2) ++pairs;
  }
  if (candidates > tuning::kOpenCandidates) return tuning::kNodesIfUnknown;
  const bool looks_easy = candidates - tuning::kCandidatesOfPair * pairs < tuning::kHardCandidates;
  return looks_easy ? tuning::kNodesIfEasy : 0;
}

bool Portfolio::batch_is_tried_first(const WavePlan& plan, std::size_t puzzles, std::int64_t wanted) {
  const bool is_small = puzzles < tuning::kPuzzlesThatFillWaves && wanted < tuning::kManySolutions;
  return !plan.is_plain_9() && is_small && batch_goes_to_waves(plan, puzzles, wanted);
}

bool Portfolio::batch_goes_to_waves(const WavePlan& plan, std::size_t puzzles, std::int64_t wanted) {
  const std::size_t least = plan.is_plain_9() ? tuning::kPuzzlesWorthWavesIfPlain : tuning::kPuzzlesWorthWaves;
  return puzzles >= least || wanted >= tuning::kManySolutions;
}

bool Portfolio::threads_share_puzzles(int threads, std::int64_t wanted) {
  return threads > 1 && wanted >= tuning::kManySolutions;
}

// Waves of an open puzzle take their first solutions late, from all boards at once.
std::int64_t Portfolio::nodes_before_waves_give_up(const WavePlan& plan, std::int64_t wanted) {
  const bool is_open = wanted >= tuning::kManySolutions;
  return nodes_before_giving_up(plan) + (is_open ? tuning::kNodesPerSolution * tuning::kManySolutions : 0);
}

}  // namespace sudoku_cp
