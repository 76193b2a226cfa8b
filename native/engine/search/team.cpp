#include "search/team.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include "search/team_members.hpp"
#include "workers.hpp"

namespace sudoku_cp {

namespace {

// No solution is on two boards: some variable has no value on both. Only an assertion calls this.
[[maybe_unused]] bool are_disjoint(const std::deque<OpenBoard>& boards) {
  const auto meet = [](const OpenBoard& one, const OpenBoard& other) {
    return std::ranges::equal(one.alive, other.alive, [](Word left, Word right) { return (left & right) != 0; });
  };
  for (auto board = boards.begin(); board != boards.end(); ++board) {
    if (std::any_of(board + 1, boards.end(), [&](const OpenBoard& other) { return meet(*board, other); })) return false;
  }
  return true;
}

}  // namespace

// Solutions and clauses that a learner has not imported yet.
struct Team::Imports {
  std::vector<std::vector<Word>> solutions;
  std::vector<std::vector<Literal>> clauses;
};

Team::Team(const Problem& problem, const SearchKernel& kernel, const Search& leader, std::vector<OpenBoard> boards,
           std::set<std::vector<Word>> reported, const TeamPlan& plan)
    : problem_(&problem),
      kernel_(&kernel),
      plan_(plan),
      optimise_(leader.costs.optimise),
      incumbent_(leader.costs.incumbent),
      nodes_(leader.statistics.nodes),
      work_of_branching_(leader.statistics.propagations),
      boards_(std::make_move_iterator(boards.begin()), std::make_move_iterator(boards.end())),
      domains_(static_cast<std::size_t>(problem.view().words)),
      known_(std::move(reported)),
      to_block_(known_.begin(), known_.end()) {
  SUDOKU_CP_ASSERT(are_disjoint(boards_));
  for (const OpenBoard& board : boards_) {
    for (std::size_t word = 0; word < domains_.size(); ++word) domains_[word] |= board.alive[word];
  }
  waiting_boards_ = boards_.size();
  for (int number = 0; number < plan_.threads; ++number) {
    branchers_.push_back(std::make_unique<Brancher>(problem, kernel, leader));
  }
  for (int number = 0; number < plan_.learners; ++number) {
    learners_.push_back(std::make_unique<Learner>(problem, kernel, domains_, static_cast<std::uint32_t>(number)));
    if (plan_.takes_options && number % 2 == 0) learners_.back()->cdcl.take_options();
    if (optimise_)
      learners_.back()->cdcl.set_prices(
          {leader.costs.multipliers, leader.costs.multipliers + problem.view().multipliers});
  }
}

Team::~Team() = default;

Ending Team::advance(Control& control) {
  bool may_go_on = true;
  while (!take_found()) {
    if (exhausted_) return Ending::kExhausted;
    if (!may_go_on) return Ending::kStopped;
    pausing_ = false;
    std::atomic<std::size_t> next = 0;
    may_go_on = run_workers(plan_.threads, control,
                            [&](Control& own, const std::atomic<bool>&) { return work(*branchers_[next++], own); });
    if (!optimise_) enough_ = std::min(2 * enough_, tuning::kMostFoundAtOnce);
  }
  return Ending::kSolution;
}

bool Team::work(Brancher& brancher, Control& control) {
  while (!pausing_) {
    if (!control.may_go_on()) return false;
    Learner* learner = learning_is_due() ? take_learner() : nullptr;
    const bool can_branch = learner == nullptr && (brancher.has_board || take_board(brancher));
    if (learner == nullptr && !can_branch && may_learn()) learner = take_learner();
    if (learner != nullptr) learn(*learner);
    else if (can_branch) branch(brancher);
    else wait_for_board();
  }
  return true;
}

bool Team::learning_is_due() const {
  if (!may_learn()) return false;
  if (plan_.learners_only) return true;
  const SearchStatistics branching{nodes_, work_of_branching_};
  return work_of_learning_ <
         branching.propagations / Portfolio::part_of_learning(branching, work_of_learning_, conflicts_);
}

Learner* Team::take_learner() {
  const std::lock_guard lock(mutex_);
  Learner* least = nullptr;
  for (const auto& learner : learners_) {
    if (learner->in_hand) continue;
    if (least == nullptr || learner->cdcl.work() < least->cdcl.work()) least = learner.get();
  }
  if (least != nullptr) least->in_hand = true;
  return least;
}

void Team::learn(Learner& learner) {
  SUDOKU_CP_ASSERT(learner.in_hand);
  const Imports imports = imports_for(learner);
  for (const std::vector<Word>& solution : imports.solutions) learner.cdcl.block(solution);
  for (const std::vector<Literal>& clause : imports.clauses) learner.cdcl.import_clause(clause);
  if (optimise_) learner.cdcl.set_incumbent(incumbent_);
  const std::int64_t before = learner.cdcl.work();
  const std::int64_t conflicts = learner.cdcl.conflicts();
  const Outcome outcome =
      learner.turn.run([&](std::int64_t length) { return learner.cdcl.run(INT64_MAX / 2, before + length); });
  work_of_learning_ += learner.cdcl.work() - before;
  conflicts_ += learner.cdcl.conflicts() - conflicts;
  learner.nodes = learner.cdcl.statistics().nodes;
  learner.propagations = learner.cdcl.statistics().propagations;
  const bool is_sound = outcome != Outcome::kSolution || deliver_learned(learner.cdcl.solution());
  if (outcome == Outcome::kExhausted) end();
  if (is_sound) take_exports_of(learner);
}

Team::Imports Team::imports_for(Learner& learner) {
  const std::lock_guard lock(mutex_);
  const auto since = [](const auto& all, std::size_t& imported) {
    SUDOKU_CP_ASSERT(imported <= all.size());
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(imported);
    imported = all.size();
    return std::vector(begin, all.end());
  };
  return {since(to_block_, learner.blocked), since(clauses_, learner.imported)};
}

void Team::take_exports_of(Learner& learner) {
  const std::lock_guard lock(mutex_);
  learner.cdcl.remove_refuted(domains_);
  for (std::vector<Literal>& clause : learner.cdcl.take_exported()) clauses_.push_back(std::move(clause));
  learner.in_hand = false;
}

bool Team::take_board(Brancher& brancher) {
  OpenBoard board;
  {
    const std::lock_guard lock(mutex_);
    if (boards_.empty()) return false;
    board = std::move(boards_.front());
    boards_.pop_front();
    waiting_boards_ = boards_.size();
    ++searching_;
    SUDOKU_CP_ASSERT(!brancher.has_board && searching_ <= branchers_.size());
    brancher.bound = board.bound;
    for (std::size_t word = 0; word < domains_.size(); ++word) board.alive[word] &= domains_[word];
  }
  Search& search = brancher.memory.search();
  kernel_->reopen(search);
  brancher.memory.restrict(*kernel_, board.alive);
  brancher.has_board = true;
  return true;
}

void Team::wait_for_board() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::milliseconds(tuning::kMillisecondsOfWait),
                    [&] { return !boards_.empty() || pausing_; });
}

void Team::branch(Brancher& brancher) {
  SUDOKU_CP_ASSERT(brancher.has_board);
  Search& search = brancher.memory.search();
  search.costs.incumbent = incumbent_;
  const SearchStatistics before = search.statistics;
  const Outcome outcome = brancher.turn.run([&](std::int64_t length) { return kernel_->run(search, length); });
  nodes_ += search.statistics.nodes - before.nodes;
  work_of_branching_ += search.statistics.propagations - before.propagations;
  brancher.publish();
  switch (outcome) {
    case Outcome::kSolution:
      deliver(brancher.memory.alive());
      break;
    case Outcome::kExhausted:
      give_up_board(brancher);
      break;
    case Outcome::kOutOfMemory:
      throw std::bad_alloc();
    case Outcome::kPaused:
      if (waiting_boards_ + searching_ < branchers_.size() && search.depth > search.floor) give_board(brancher);
      break;
  }
}

// The other side of the first decision is the largest part of what is left.
void Team::give_board(Brancher& brancher) {
  Search& search = brancher.memory.search();
  OpenBoard board{brancher.memory.other_side(search.floor),
                  optimise_ ? search.costs.level_bounds[search.floor] : Cost{-kNoCost}};
  ++search.floor;
  SUDOKU_CP_ASSERT(search.floor <= search.depth);
  const std::lock_guard lock(mutex_);
  boards_.push_back(std::move(board));
  waiting_boards_ = boards_.size();
  changed_.notify_one();
}

void Team::give_up_board(Brancher& brancher) {
  brancher.has_board = false;
  const std::lock_guard lock(mutex_);
  brancher.bound = kNoCost;
  SUDOKU_CP_ASSERT(searching_ > 0);
  if (--searching_ == 0 && boards_.empty()) end();
}

// Reports a solution of branching.
void Team::deliver(std::vector<Word> solution) {
  const std::lock_guard lock(mutex_);
  if (known_.contains(solution)) return;
  if (may_learn()) remember(solution);
  push(std::move(solution));
}

// Reports a solution of clause learning, which branching will find again. Returns false if too many are remembered.
bool Team::deliver_learned(std::vector<Word> solution) {
  const std::lock_guard lock(mutex_);
  if (known_.contains(solution)) return true;
  if (!may_learn()) return false;
  remember(solution);
  push(std::move(solution));
  return true;
}

void Team::remember(const std::vector<Word>& solution) {
  known_.insert(solution);
  to_block_.push_back(solution);
  SUDOKU_CP_ASSERT(known_.size() == to_block_.size());
  if (known_.size() >= static_cast<std::size_t>(tuning::kMostRemembered)) learning_is_over_ = true;
}

void Team::push(std::vector<Word> solution) {
  found_.push_back(std::move(solution));
  if (found_.size() < enough_) return;
  pausing_ = true;
  changed_.notify_all();
}

// Two threads may find solutions at once, of which only one is still better than the incumbent.
bool Team::take_found() {
  while (!found_.empty()) {
    solution_ = std::move(found_.front());
    found_.pop_front();
    if (!optimise_ || problem_->cost_of(solution_) < incumbent_) return true;
  }
  return false;
}

void Team::end() {
  exhausted_ = true;
  pausing_ = true;
  changed_.notify_all();
}

Cost Team::open_bound() const {
  const std::lock_guard lock(mutex_);
  Cost bound = incumbent_;
  for (const OpenBoard& board : boards_) bound = std::min(bound, board.bound);
  for (const auto& brancher : branchers_) bound = std::min<Cost>(bound, brancher->bound);
  return bound;
}

SearchStatistics Team::statistics() const {
  SearchStatistics sum{};
  const auto add = [&](const auto& searches) {
    for (const auto& search : searches) {
      sum.nodes += search->nodes;
      sum.propagations += search->propagations;
    }
  };
  add(branchers_);
  add(learners_);
  return sum;
}

}  // namespace sudoku_cp
