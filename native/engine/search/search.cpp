#include "search/search.hpp"

#include <algorithm>
#include <bit>
#include <new>

#include "cpu.hpp"
#include "search/team.hpp"
#include "waves/narrow_team.hpp"

namespace sudoku_cp {
namespace {

constexpr std::int64_t kLeastBudget = 1;
constexpr std::int64_t kLargestBudget = 1 << 14;
constexpr auto kShortSlice = std::chrono::milliseconds(2);
constexpr auto kLongSlice = std::chrono::milliseconds(8);

}  // namespace

Solver::Solver(std::shared_ptr<const Problem> problem) : Solver(std::move(problem), kernel_of_this_cpu()) {}

Solver::Solver(std::shared_ptr<const Problem> problem, const Kernel& kernel)
    : problem_(std::move(problem)),
      kernels_(&kernel),
      kernel_(&problem_->functions(kernel)),
      memory_(std::make_unique<SearchMemory>(*problem_)),
      portfolio_(*problem_) {
  restart();
}

Solver::~Solver() = default;

void Solver::restart() {
  kernel_->start(memory_->search());
  memory_->search().partners = nullptr;
  resting_.reset();
  portfolio_.restart();
  if (waves_ != nullptr) waves_->clear();
  cdcl_.reset();
  team_.reset();
  remembered_.clear();
}

Ending Solver::advance(Control& control) {
  switch (portfolio_.searcher()) {
    case Searcher::kNarrowWaves:
      return wave_on(control);
    case Searcher::kTeam:
      return team_on(control);
    default:
      return search_on(control);
  }
}

Ending Solver::search_on(Control& control) {
  ++calls_since_look_;
  for (;;) {
    if (calls_since_look_ >= kCallsPerLook || nodes_since_look_ >= budget_) {
      if (!look(control)) return Ending::kStopped;
    }
    const std::int64_t before = statistics().nodes;
    std::int64_t budget = budget_ - nodes_since_look_;
    if (control.nodes) budget = std::min(budget, *control.nodes - before);
    const Outcome outcome = run(std::max<std::int64_t>(budget, 0));
    const std::int64_t nodes = statistics().nodes;
    nodes_since_look_ += nodes - before;
    switch (outcome) {
      case Outcome::kSolution:
        if (is_repeated()) continue;
        return report();
      case Outcome::kExhausted:
        return Ending::kExhausted;
      case Outcome::kOutOfMemory:
        throw std::bad_alloc();
      case Outcome::kPaused:
        break;
    }
    if (control.nodes && nodes >= *control.nodes) return Ending::kStopped;
    if (portfolio_.searcher() == Searcher::kCdcl) continue;
    const Searcher next = portfolio_.after_branching(memory_->search(), control.nodes.has_value());
    if (next != Searcher::kBranching) hand_over_to(next);
    if (next == Searcher::kNarrowWaves) return wave_on(control);
    if (next == Searcher::kTeam) return team_on(control);
  }
}

Outcome Solver::run(std::int64_t node_budget) {
  if (portfolio_.searcher() == Searcher::kCdcl) return learn(node_budget);
  Search& search = memory_->search();
  return kernel_->run(search, std::min(node_budget, portfolio_.nodes_to_branch(search)));
}

Outcome Solver::learn(std::int64_t node_budget) {
  const Search& branching = memory_->search();
  const std::int64_t end = portfolio_.work_of_cdcl(branching, cdcl_->work(), cdcl_->conflicts());
  if (cdcl_->work() < end) return cdcl_->run(node_budget, end);
  if (portfolio_.orders_take_turns()) change_order();
  take_over_refuted();
  memory_->search().partners = problem_->view().partners;
  portfolio_.hand_over_to(Searcher::kBranching, memory_->search());
  return Outcome::kPaused;
}

bool Solver::is_repeated() const { return portfolio_.may_repeat_solutions() && remembered_.contains(all_alive()); }

// Remembers as many solutions as may have to be known again.
Ending Solver::report() {
  SUDOKU_CP_ASSERT(!problem_->of_cells() || std::ranges::all_of(all_alive(), std::has_single_bit<Word>));
  SUDOKU_CP_ASSERT(!remembered_.contains(all_alive()));
  portfolio_.note_solution(memory_->search());
  if (portfolio_.last_may_come_again()) {
    const auto solution = remembered_.insert(all_alive()).first;
    if (cdcl_ && portfolio_.searcher() != Searcher::kCdcl) cdcl_->block(*solution);
  }
  return Ending::kSolution;
}

void Solver::hand_over_to(Searcher searcher) {
  if (searcher == Searcher::kCdcl) begin_cdcl();
  if (searcher == Searcher::kNarrowWaves && !portfolio_.waves_have_begun()) begin_waves();
  if (searcher == Searcher::kTeam) begin_team();
  portfolio_.hand_over_to(searcher, memory_->search());
}

// The other order begins at the root, without what this one has refuted there. The statistics are those of both.
void Solver::change_order() {
  const Search& search = memory_->search();
  if (resting_ == nullptr) {
    resting_ = std::make_unique<SearchMemory>(*problem_);
    kernel_->start(resting_->search());
    std::ranges::copy(problem_->other_activity(), resting_->search().activity);
    resting_->restrict(*kernel_, problem_->read_masks(search.levels[0]));
  }
  resting_->search().statistics = search.statistics;
  std::swap(memory_, resting_);
}

// What clause learning has refuted at the root, no solution has that is still to be found. That is all, as its clauses
// also speak against each solution that was reported, and against those that cost no less than the incumbent.
void Solver::take_over_refuted() {
  const std::vector<Word> root = problem_->read_masks(memory_->search().levels[0]);
  std::vector<Word> left = root;
  cdcl_->remove_refused(left);
  std::vector<Slot> refused;
  for (std::size_t word = 0; word < root.size(); ++word) {
    for (Word lost = root[word] & ~left[word]; lost != 0; lost &= lost - 1) {
      refused.push_back(static_cast<Slot>(word * kWordBits) + static_cast<Slot>(std::countr_zero(lost)));
    }
  }
  memory_->refuse(*kernel_, std::move(refused));
}

// What branching has refuted below the root is missing there.
void Solver::begin_cdcl() {
  const Search& search = memory_->search();
  const std::vector<Word> domains = problem_->read_masks(search.levels[0]);
  if (cdcl_) {
    cdcl_->restrict(domains);
  } else {
    cdcl_.emplace(*problem_, *kernel_, domains);
    if (seed_ != 0) cdcl_->go_at_random(seed_);
    if (portfolio_.takes_options()) cdcl_->take_options();
    for (const std::vector<Word>& solution : remembered_) cdcl_->block(solution);
  }
  if (!search.optimise) return;
  cdcl_->set_prices(memory_->prices_at_root(*kernel_));
  cdcl_->set_incumbent(search.incumbent);
}

void Solver::begin_waves() {
  if (waves_ == nullptr) waves_ = std::make_unique<NarrowTeam>(*problem_->wave_plan(), *kernels_);
  waves_->start(open_boards(), portfolio_.threads());
}

void Solver::begin_team() {
  const Search& search = memory_->search();
  std::vector<OpenBoard> boards;
  for (std::vector<Word>& alive : open_boards()) {
    const std::size_t level = boards.empty() ? static_cast<std::size_t>(search.depth) : boards.size() - 1;
    boards.push_back({std::move(alive), search.optimise ? search.level_bounds[level] : -kNoCost});
  }
  // As one thread would go on: the failures are those near the current board.
  std::reverse(boards.begin() + 1, boards.end());
  team_ = std::make_unique<Team>(*problem_, *kernel_, search, std::move(boards), remembered_, portfolio_.team());
}

Ending Solver::team_on(Control& control) {
  const Ending ending = team_->advance(control);
  if (ending == Ending::kSolution) portfolio_.note_solution(memory_->search());
  return ending;
}

// The board where the search is, and the other sides of all decisions on the way there.
std::vector<std::vector<Word>> Solver::open_boards() const {
  const Search& search = memory_->search();
  std::vector<std::vector<Word>> boards{all_alive()};
  for (std::int32_t depth = 0; depth < search.depth; ++depth) {
    boards.push_back(memory_->other_side(depth));
  }
  return boards;
}

Ending Solver::wave_on(Control& control) {
  constexpr std::int64_t kStepsPerLook = 16;
  for (;;) {
    while (waves_->advance()) {
      if (!is_repeated()) return report();
    }
    if (++nodes_since_look_ >= kStepsPerLook && !look(control)) return Ending::kStopped;
    if (portfolio_.waves_give_up(waves_->nodes())) {
      portfolio_.hand_over_to(Searcher::kBranching, memory_->search());
      return search_on(control);
    }
    if (!waves_->step()) return Ending::kExhausted;
  }
}

void Solver::set_incumbent(Cost cost) {
  optimise();
  memory_->search().incumbent = cost;
  if (cdcl_) cdcl_->set_incumbent(cost);
  if (team_ != nullptr) team_->set_incumbent(cost);
}

Word Solver::alive(std::size_t word) const {
  switch (portfolio_.searcher()) {
    case Searcher::kNarrowWaves:
      return Word{1} << waves_->value(word);
    case Searcher::kCdcl:
      return cdcl_->solution()[word];
    case Searcher::kTeam:
      return team_->solution()[word];
    case Searcher::kBranching:
      break;
  }
  return problem_->read_mask(memory_->search().state.alive, word);
}

SearchStatistics Solver::statistics() const {
  SearchStatistics sum = memory_->search().statistics;
  if (waves_ != nullptr) {
    sum.nodes += waves_->nodes();
    sum.propagations += waves_->sweeps();
  }
  if (cdcl_) {
    sum.nodes += cdcl_->statistics().nodes;
    sum.propagations += cdcl_->statistics().propagations;
  }
  if (team_ != nullptr) {
    sum.nodes += team_->statistics().nodes;
    sum.propagations += team_->statistics().propagations;
  }
  return sum;
}

// Looks whether to go on, and adapts how often to do so.
bool Solver::look(Control& control) {
  const auto now = Clock::now();
  calls_since_look_ = 0;
  nodes_since_look_ = 0;
  if (now - last_look_ < kShortSlice) budget_ = std::min(budget_ * 2, kLargestBudget);
  if (now - last_look_ > kLongSlice) budget_ = std::max(budget_ / 2, kLeastBudget);
  last_look_ = now;
  return control.may_go_on();
}

bool Control::may_go_on() {
  const auto now = Clock::now();
  if (deadline && now >= *deadline) return false;
  if (stop != nullptr && stop->load(std::memory_order_relaxed)) return false;
  if (!poll || now - last_poll < kPollInterval) return true;
  last_poll = now;
  return poll();
}

std::vector<Word> Solver::all_alive() const {
  std::vector<Word> words(static_cast<std::size_t>(problem_->view().words));
  for (std::size_t word = 0; word < words.size(); ++word) words[word] = alive(word);
  return words;
}

Cost Solver::cost_of_solution() const { return problem_->cost_of(all_alive()); }

Cost Solver::open_bound() const {
  if (team_ != nullptr) return team_->open_bound();
  const Search& search = memory_->search();
  Cost bound = search.incumbent;
  for (std::int32_t level = 0; level <= search.depth; ++level) bound = std::min(bound, search.level_bounds[level]);
  return bound;
}

}  // namespace sudoku_cp
