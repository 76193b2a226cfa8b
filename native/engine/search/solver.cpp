#include "search/solver.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "cpu.hpp"

namespace sudoku_cp {

static_assert(SearcherKind{0} == SearcherKind::kBranching && SearcherKind{1} == SearcherKind::kNarrowWaves &&
              SearcherKind{2} == SearcherKind::kCdcl && SearcherKind{3} == SearcherKind::kTeam);

Solver::Solver(std::shared_ptr<const Problem> problem) : Solver(std::move(problem), kernel_of_this_cpu()) {}

Solver::Solver(std::shared_ptr<const Problem> problem, const Kernel& kernel)
    : problem_(std::move(problem)),
      context_{*problem_, kernel, problem_->functions(kernel), Portfolio(*problem_), {}},
      branching_(context_),
      waves_(context_, branching_),
      learning_(context_, branching_),
      team_(context_, branching_),
      searchers_{&branching_, &waves_, &learning_, &team_} {
  restart();
}

void Solver::restart() {
  for (Searcher* searcher : searchers_) searcher->restart();
  context_.portfolio.restart();
  context_.remembered.clear();
}

Ending Solver::advance(Control& control) {
  pace_.count_call();
  for (;;) {
    if (pace_.is_due()) {
      pace_.adapt();
      if (!control.may_go_on()) return Ending::kStopped;
    }
    const std::int64_t before = statistics().nodes;
    std::int64_t budget = pace_.nodes_left();
    if (control.nodes) budget = std::min(budget, *control.nodes - before);
    const std::optional<Ending> ending = current().advance(std::max<std::int64_t>(budget, 0), control);
    const std::int64_t nodes = statistics().nodes;
    pace_.count_nodes(nodes - before);
    if (ending == Ending::kSolution) {
      if (is_repeated()) continue;
      note_solution();
    }
    if (ending) return *ending;
    if (control.nodes && nodes >= *control.nodes) return Ending::kStopped;
    pass_on(control.nodes.has_value());
  }
}

// A searcher that ends its turn hands back to branching, which may hand over at once.
void Solver::pass_on(bool nodes_are_limited) {
  for (;;) {
    const SearcherKind next = current().next(nodes_are_limited);
    if (next == context_.portfolio.searcher()) return;
    current().end_turn();
    searcher(next).begin_turn();
    context_.portfolio.hand_over_to(next, branching_.search());
    if (next != SearcherKind::kBranching) return;
  }
}

bool Solver::is_repeated() const {
  return context_.portfolio.may_repeat_solutions() && context_.remembered.contains(all_alive());
}

// Remembers as many solutions as another searcher may find again.
void Solver::note_solution() {
  SUDOKU_CP_ASSERT(!problem_->of_cells() || std::ranges::all_of(all_alive(), std::has_single_bit<Word>));
  SUDOKU_CP_ASSERT(!context_.remembered.contains(all_alive()));
  context_.portfolio.note_solution(branching_.search());
  if (!context_.portfolio.last_may_come_again()) return;
  const auto solution = context_.remembered.insert(all_alive()).first;
  for (Searcher* searcher : searchers_) {
    if (searcher != &current()) searcher->block(*solution);
  }
}

void Solver::set_incumbent(Cost cost) {
  for (Searcher* searcher : searchers_) searcher->set_incumbent(cost);
}

SearchStatistics Solver::statistics() const {
  SearchStatistics sum{};
  for (const Searcher* searcher : searchers_) {
    const SearchStatistics one = searcher->statistics();
    sum.nodes += one.nodes;
    sum.propagations += one.propagations;
  }
  return sum;
}

void Solver::Pace::adapt() {
  const auto now = Clock::now();
  calls_ = 0;
  nodes_ = 0;
  const auto slice = now - last_look_;
  if (slice < std::chrono::milliseconds(tuning::kMillisecondsOfShortSlice))
    budget_ = std::min(budget_ * 2, tuning::kMostNodesPerLook);
  if (slice > std::chrono::milliseconds(tuning::kMillisecondsOfLongSlice))
    budget_ = std::max(budget_ / 2, std::int64_t{1});
  last_look_ = now;
}

std::vector<Word> Solver::all_alive() const {
  std::vector<Word> words(static_cast<std::size_t>(problem_->view().words));
  for (std::size_t word = 0; word < words.size(); ++word) words[word] = alive(word);
  return words;
}

Cost Solver::cost_of_solution() const { return problem_->cost_of(all_alive()); }

}  // namespace sudoku_cp
