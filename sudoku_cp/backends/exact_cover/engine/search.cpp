#include "search.hpp"

#include <algorithm>
#include <bit>
#include <new>

#include "cpu.hpp"
#include "narrow.hpp"

namespace sudoku_cp {
namespace {

constexpr std::int64_t kLeastBudget = 1;
constexpr std::int64_t kLargestBudget = 1 << 14;
constexpr std::int64_t kNever = INT64_MAX;
constexpr std::int64_t kMostRemembered = 64;
constexpr auto kShortSlice = std::chrono::milliseconds(2);
constexpr auto kLongSlice = std::chrono::milliseconds(8);

}  // namespace

Solver::Solver(std::shared_ptr<const Problem> problem) : Solver(std::move(problem), kernel_of_this_cpu()) {}

Solver::Solver(std::shared_ptr<const Problem> problem, const Kernel& kernel)
    : problem_(std::move(problem)),
      kernels_(&kernel),
      kernel_(&problem_->functions(kernel)),
      memory_(*problem_),
      can_learn_(Learner::can_search(*problem_)) {
  restart();
}

Solver::~Solver() = default;

void Solver::restart() {
  kernel_->start(memory_.search());
  waves_state_ = Waves::kNotYet;
  nodes_before_waves_ = 0;
  learner_.reset();
  is_learning_ = false;
  nodes_at_solution_ = 0;
  told_ = 0;
  remembered_.clear();
}

Ending Solver::advance(Control& control) {
  return waves_state_ == Waves::kRunning ? wave_on(control) : search_on(control);
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
        if (comes_again() && remembered_.contains(all_alive())) continue;
        return tell();
      case Outcome::kExhausted:
        return Ending::kExhausted;
      case Outcome::kOutOfMemory:
        throw std::bad_alloc();
      case Outcome::kPaused:
        break;
    }
    if (control.nodes && nodes >= *control.nodes) return Ending::kStopped;
    if (is_learning_) continue;
    if (may_learn() && patience_left() == 0) begin_to_learn();
    else if (nodes >= nodes_before_waves_ && goes_to_waves(control)) return wave_on(control);
  }
}

Outcome Solver::run(std::int64_t node_budget) {
  if (is_learning_) return learn(node_budget);
  Search& search = memory_.search();
  std::int64_t budget = std::min(node_budget, nodes_before_waves_ - search.statistics.nodes);
  if (may_learn()) budget = std::min(budget, patience_left());
  return kernel_->run(search, std::max<std::int64_t>(budget, 0));
}

// Remembers as many solutions as may have to be known again.
Ending Solver::tell() {
  if (!is_learning_) nodes_at_solution_ = memory_.search().statistics.nodes;
  if (++told_ <= kMostRemembered && can_learn_) remembered_.insert(all_alive());
  return Ending::kSolution;
}

bool Solver::may_learn() const {
  return can_learn_ && told_ < kMostRemembered && memory_.search().note == nullptr;
}

// What branching has refuted below the root is missing there.
void Solver::begin_to_learn() {
  std::vector<Word> domains(static_cast<std::size_t>(problem_->view().words));
  const std::byte* const root = memory_.search().levels[0];
  for (std::size_t word = 0; word < domains.size(); ++word) domains[word] = problem_->read_mask(root, word);
  learner_.emplace(problem_->view(), domains);
  for (const std::vector<Word>& solution : remembered_) learner_->exclude(solution);
  is_learning_ = true;
  nodes_before_waves_ = kNever;
}

// Learns on, unless there are so many solutions that branching, which need not exclude them one by one, is better.
Outcome Solver::learn(std::int64_t node_budget) {
  if (told_ < kMostRemembered) return learner_->run(node_budget);
  is_learning_ = false;
  return Outcome::kPaused;
}

// Decides at the first branching when to go to waves, and goes there when it is time.
bool Solver::goes_to_waves(const Control& control) {
  const Search& search = memory_.search();
  const WavePlan* plan = search.optimise || search.note != nullptr || control.nodes ? nullptr : problem_->wave_plan();
  if (plan == nullptr || search.depth >= kWordBits) {
    nodes_before_waves_ = kNever;
    return false;
  }
  if (search.statistics.nodes == 0) nodes_before_waves_ = nodes_before_waves(*plan);
  if (search.statistics.nodes < nodes_before_waves_) return false;
  if (waves_ == nullptr) waves_ = std::make_unique<NarrowSolver>(*plan, *kernels_);
  waves_->start(open_boards());
  waves_state_ = Waves::kRunning;
  return true;
}

std::int64_t Solver::nodes_before_waves(const WavePlan& plan) const {
  std::int64_t candidates = 0;
  std::int64_t pairs = 0;
  for (const Word cell : all_alive()) {
    const int count = std::popcount(cell);
    if (count > 1) candidates += count;
    if (count == 2) ++pairs;
  }
  return plan.nodes_before_waves(candidates, pairs);
}

// The board where the search is, and the other sides of all decisions on the way there.
std::vector<std::vector<Word>> Solver::open_boards() const {
  const Search& search = memory_.search();
  std::vector<std::vector<Word>> boards{all_alive()};
  for (std::int32_t depth = 0; depth < search.depth; ++depth) {
    std::vector<Word>& board = boards.emplace_back(boards.front().size());
    for (std::size_t word = 0; word < board.size(); ++word) board[word] = problem_->read_mask(search.levels[depth], word);
    const Slot decision = search.decisions[depth];
    board[decision / kWordBits] &= ~(Word{1} << (decision % kWordBits));
  }
  return boards;
}

Ending Solver::wave_on(Control& control) {
  constexpr std::int64_t kStepsPerLook = 16;
  while (!waves_->advance()) {
    if (++nodes_since_look_ >= kStepsPerLook && !look(control)) return Ending::kStopped;
    if (waves_are_barren()) {
      waves_state_ = Waves::kAbandoned;
      nodes_before_waves_ = kNever;
      return search_on(control);
    }
    if (!waves_->step()) return Ending::kExhausted;
  }
  return tell();
}

// Whether the general search, which learns where to branch, should go on where it was.
bool Solver::waves_are_barren() const {
  const std::int64_t limit = problem_->wave_plan()->narrow_barren_limit();
  return told_ <= kMostRemembered && waves_->nodes() >= limit;
}

Word Solver::alive(std::size_t word) const {
  if (waves_state_ == Waves::kRunning) return Word{1} << waves_->value(word);
  if (is_learning_) return learner_->solution()[word];
  return problem_->read_mask(memory_.search().state.alive, word);
}

SearchStatistics Solver::statistics() const {
  SearchStatistics sum = memory_.search().statistics;
  if (waves_state_ != Waves::kNotYet) {
    sum.nodes += waves_->nodes();
    sum.propagations += waves_->sweeps();
  }
  if (learner_) {
    sum.nodes += learner_->statistics().nodes;
    sum.propagations += learner_->statistics().propagations;
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

Cost Solver::cost_of_solution() const {
  const ProblemView& view = problem_->view();
  Cost cost = 0;
  for (std::size_t word = 0; word < static_cast<std::size_t>(view.words); ++word) {
    for (Word rest = alive(word); rest != 0; rest &= rest - 1) {
      cost += view.costs[word * kWordBits + static_cast<std::size_t>(std::countr_zero(rest))];
    }
  }
  return cost;
}

Cost Solver::open_bound() const {
  const Search& search = memory_.search();
  Cost bound = search.incumbent;
  for (std::int32_t level = 0; level <= search.depth; ++level) bound = std::min(bound, search.level_bounds[level]);
  return bound;
}

}  // namespace sudoku_cp
