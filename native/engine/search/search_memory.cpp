#include "search/search_memory.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace sudoku_cp {

SearchMemory::SearchMemory(const Problem& problem) : problem_(&problem) {
  const ProblemView& view = problem.view();
  const auto items = static_cast<std::size_t>(view.weighted_items);
  forced_.resize(items);
  dirty_.resize(static_cast<std::size_t>(view.cells.house_words) + 1);
  unlocked_.resize(dirty_.size());
  waiting_.resize(static_cast<std::size_t>(view.propagator_words) + 1);
  activity_.resize(items);
  workspace_.resize(problem.workspace_words());
  unions_.resize(problem.trial_depth() * static_cast<std::size_t>(view.words));
  trials_ = make_aligned<std::byte>(problem.trial_depth() * problem.row_bytes());
  if (view.costs != nullptr) {
    const auto multipliers = static_cast<std::size_t>(view.multipliers);
    multipliers_.resize(multipliers);
    best_multipliers_.resize(multipliers);
    coverage_.resize(multipliers);
    reduced_.resize(static_cast<std::size_t>(view.words) * kWordBits);
    cheapest_.resize(items);
  }
  if (!problem.of_cells()) trail_.resize(static_cast<std::size_t>(view.words) * kWordBits);
  search_.problem = &view;
  search_.root = problem.root();
  search_.root_failed = problem.root_failed();
  search_.block_bytes = problem.block_bytes();
  search_.forced = forced_.data();
  search_.cells.dirty = dirty_.data();
  search_.cover.trail = trail_.data();
  search_.cells.unlocked = unlocked_.data();
  search_.cells.waiting = waiting_.data();
  search_.activity = activity_.data();
  search_.cells.workspace = workspace_.data();
  search_.cells.workspace_words = workspace_.size();
  search_.cells.unions = unions_.data();
  search_.cells.trials = trials_.get();
  search_.costs.multipliers = multipliers_.data();
  search_.costs.best_multipliers = best_multipliers_.data();
  search_.costs.reduced = reduced_.data();
  search_.costs.cheapest = cheapest_.data();
  search_.costs.coverage = coverage_.data();
  search_.grow = &SearchMemory::grow;
  search_.owner = this;
  add_level();
}

void SearchMemory::add_level() {
  const bool has_block = problem_->of_cells() || levels_.empty();
  if (has_block) blocks_.push_back(make_aligned_for_overwrite<std::byte>(search_.block_bytes));
  levels_.push_back(has_block ? blocks_.back().get() : nullptr);
  trail_begin_.resize(levels_.size());
  decisions_.resize(levels_.size());
  forks_.resize(levels_.size(), Fork::kNone);
  level_bounds_.resize(levels_.size());
  search_.levels = levels_.data();
  search_.cover.trail_begin = trail_begin_.data();
  search_.decisions = decisions_.data();
  search_.cells.forks = forks_.data();
  search_.costs.level_bounds = level_bounds_.data();
  search_.capacity = static_cast<std::int32_t>(levels_.size());
}

bool SearchMemory::grow(Search& search) {
  try {
    static_cast<SearchMemory*>(search.owner)->add_level();
    return true;
  } catch (const std::bad_alloc&) {
    return false;  // the search ends; what it owns is freed with it
  }
}

std::vector<Word> SearchMemory::alive() const { return problem_->read_masks(search_.state.alive); }

std::vector<Word> SearchMemory::alive_at_root() const { return problem_->read_masks(search_.levels[0]); }

std::vector<Word> SearchMemory::other_side(std::int32_t depth) const {
  std::vector<Word> board = problem_->read_masks(search_.levels[depth]);
  SUDOKU_CP_ASSERT(depth >= search_.floor && depth < search_.depth);
  const Slot decision = search_.decisions[depth];
  SUDOKU_CP_ASSERT((board[decision / kWordBits] >> (decision % kWordBits) & 1) != 0);
  board[decision / kWordBits] &= ~(Word{1} << (decision % kWordBits));
  return board;
}

void SearchMemory::learn_from(const Search& other) {
  SUDOKU_CP_ASSERT(other.problem == search_.problem);
  std::copy_n(other.activity, activity_.size(), activity_.begin());
  search_.cells.partners = other.cells.partners;
  search_.cover.activity_step = other.cover.activity_step;
  search_.cells.failures_before_decay = other.cells.failures_before_decay;
  search_.cells.of_two_values = other.cells.of_two_values;
  search_.cells.of_two_places = other.cells.of_two_places;
  std::copy_n(other.costs.multipliers, multipliers_.size(), multipliers_.begin());
  search_.costs.optimise = other.costs.optimise;
  search_.costs.incumbent = other.costs.incumbent;
}

std::vector<Cost> SearchMemory::prices_at_root(const SearchKernel& kernel) const {
  SearchMemory root(*problem_);
  kernel.start(root.search());
  root.learn_from(search_);
  root.restrict(kernel, alive_at_root());
  kernel.run(root.search(), 0);
  return root.multipliers();
}

void SearchMemory::restrict(const SearchKernel& kernel, std::span<const Word> alive) {
  SUDOKU_CP_ASSERT(search_.depth == 0 && std::ssize(alive) == search_.problem->words);
  for (std::size_t word = 0; word < alive.size(); ++word) {
    const Word root = problem_->read_mask(search_.state.alive, word);
    for (Word lost = root & ~alive[word]; lost != 0; lost &= lost - 1) {
      kernel.forbid(search_, static_cast<Slot>(word * kWordBits) + static_cast<Slot>(std::countr_zero(lost)));
    }
  }
}

void SearchMemory::import_refuted(const SearchKernel& kernel, std::vector<Slot> options) {
  SUDOKU_CP_ASSERT(search_.resume == Resume::kBranch || search_.resume == Resume::kPropagate);
  refuted_ = std::move(options);
  search_.imported.slots = refuted_.data();
  search_.imported.count = static_cast<std::int32_t>(refuted_.size());
  search_.imported.pending_levels = search_.depth;
  for (const Slot slot : refuted_) {
    if (((problem_->read_mask(search_.state.alive, slot / kWordBits) >> (slot % kWordBits)) & 1) == 0) continue;
    kernel.forbid(search_, slot);
    search_.resume = Resume::kPropagate;
  }
}

bool SearchMemory::settle_root(const SearchKernel& kernel) {
  kernel.start(search_);
  SUDOKU_CP_ASSERT(search_.forced_count == 0);
  const ProblemView& view = *search_.problem;
  const auto force = [&](std::int32_t item, std::int32_t left) {
    if (left == 0) search_.failed = true;
    if (left == 1) search_.forced[search_.forced_count++] = item;
  };
  for (std::int32_t item = 0; item < view.cover.primary; ++item) force(item, search_.state.count[item]);
  for (std::int32_t variable = 0; problem_->of_cells() && variable < view.words; ++variable) {
    force(variable, std::popcount(problem_->read_mask(search_.state.alive, static_cast<std::size_t>(variable))));
  }
  for (std::int32_t house = 0; house < view.cells.house_count; ++house) {
    search_.cells.dirty[house / kWordBits] |= Word{1} << (house % kWordBits);
  }
  for (std::int32_t propagator = 0; propagator < view.propagators; ++propagator) {
    search_.cells.waiting[propagator / kWordBits] |= Word{1} << (propagator % kWordBits);
  }
  return kernel.settle(search_);
}

}  // namespace sudoku_cp
