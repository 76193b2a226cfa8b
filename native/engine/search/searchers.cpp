#include "search/searchers.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include "search/team.hpp"
#include "waves/narrow_team.hpp"

namespace sudoku_cp {
namespace {

std::optional<Ending> ending_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kSolution:
      return Ending::kSolution;
    case Outcome::kExhausted:
      return Ending::kExhausted;
    case Outcome::kOutOfMemory:
      throw std::bad_alloc();
    case Outcome::kPaused:
      break;
  }
  return std::nullopt;
}

}  // namespace

// ---- Branching

Branching::Branching(SearchContext& context)
    : context_(context), memory_(std::make_unique<SearchMemory>(context.problem)) {}

void Branching::restart() {
  context_.kernel.start(search());
  search().cells.partners = nullptr;
  resting_.reset();
}

std::optional<Ending> Branching::advance(std::int64_t nodes, Control&) {
  return ending_of(context_.kernel.run(search(), std::min(nodes, context_.portfolio.nodes_to_branch(search()))));
}

SearcherKind Branching::next(bool nodes_are_limited) {
  return context_.portfolio.after_branching(search(), nodes_are_limited);
}

Word Branching::alive(std::size_t word) const { return context_.problem.read_mask(search().state.alive, word); }

SearchStatistics Branching::statistics() const { return search().statistics; }

void Branching::set_incumbent(Cost incumbent) {
  search().costs.optimise = true;
  search().costs.incumbent = incumbent;
}

std::optional<Cost> Branching::open_bound() const {
  Cost bound = search().costs.incumbent;
  for (std::int32_t level = 0; level <= search().depth; ++level)
    bound = std::min(bound, search().costs.level_bounds[level]);
  return bound;
}

std::vector<std::vector<Word>> Branching::open_boards() const {
  std::vector<std::vector<Word>> boards{memory_->alive()};
  for (std::int32_t depth = 0; depth < search().depth; ++depth) boards.push_back(memory_->other_side(depth));
  return boards;
}

// The statistics are those of both orders.
void Branching::change_order() {
  if (resting_ == nullptr) {
    resting_ = std::make_unique<SearchMemory>(context_.problem);
    context_.kernel.start(resting_->search());
    std::ranges::copy(context_.problem.other_activity(), resting_->search().activity);
    resting_->restrict(context_.kernel, memory_->alive_at_root());
  }
  resting_->search().statistics = search().statistics;
  std::swap(memory_, resting_);
}

void Branching::import_refuted(std::span<const Word> domains) {
  const std::vector<Word> root = memory_->alive_at_root();
  std::vector<Slot> refuted;
  for (std::size_t word = 0; word < root.size(); ++word) {
    for (Word lost = root[word] & ~domains[word]; lost != 0; lost &= lost - 1) {
      refuted.push_back(static_cast<Slot>(word * kWordBits) + static_cast<Slot>(std::countr_zero(lost)));
    }
  }
  memory_->import_refuted(context_.kernel, std::move(refuted));
}

// ---- Narrow waves

NarrowWaves::NarrowWaves(SearchContext& context, const Branching& branching)
    : context_(context), branching_(branching) {}

NarrowWaves::~NarrowWaves() = default;

void NarrowWaves::restart() {
  if (waves_ != nullptr) waves_->clear();
}

void NarrowWaves::begin_turn() {
  if (context_.portfolio.waves_have_begun()) return;
  if (waves_ == nullptr) waves_ = std::make_unique<NarrowTeam>(*context_.problem.wave_plan(), context_.kernels);
  waves_->start(branching_.open_boards(), context_.portfolio.threads());
}

// Pauses only between two steps, when no solution of the last one is left.
std::optional<Ending> NarrowWaves::advance(std::int64_t nodes, Control&) {
  const std::int64_t end = waves_->nodes() + nodes;
  while (!waves_->advance()) {
    if (waves_->nodes() >= end || context_.portfolio.waves_give_up(waves_->nodes())) return std::nullopt;
    if (!waves_->step()) return Ending::kExhausted;
  }
  return Ending::kSolution;
}

SearcherKind NarrowWaves::next(bool) {
  const bool give_up = context_.portfolio.waves_give_up(waves_->nodes());
  return give_up ? SearcherKind::kBranching : SearcherKind::kNarrowWaves;
}

Word NarrowWaves::alive(std::size_t word) const { return Word{1} << waves_->value(word); }

SearchStatistics NarrowWaves::statistics() const {
  return waves_ == nullptr ? SearchStatistics{} : SearchStatistics{waves_->nodes(), waves_->sweeps()};
}

// ---- Clause learning

// What branching has refuted at the root is missing in the domains there.
void ClauseLearning::begin_turn() {
  const std::vector<Word> domains = branching_.memory().alive_at_root();
  if (cdcl_) {
    cdcl_->restrict(domains);
  } else {
    cdcl_.emplace(context_.problem, context_.kernel, domains);
    if (seed_ != 0) cdcl_->go_at_random(seed_);
    if (context_.portfolio.takes_options()) cdcl_->take_options();
    for (const std::vector<Word>& solution : context_.remembered) cdcl_->block(solution);
  }
  const Search& search = branching_.search();
  if (!search.costs.optimise) return;
  cdcl_->set_prices(branching_.memory().prices_at_root(context_.kernel));
  cdcl_->set_incumbent(search.costs.incumbent);
}

// Branching imports refuted options and no clauses, since clauses also exclude the solutions that were reported and those
// that cost as much as the incumbent.
void ClauseLearning::end_turn() {
  if (context_.portfolio.orders_take_turns()) branching_.change_order();
  std::vector<Word> domains = branching_.memory().alive_at_root();
  cdcl_->remove_refuted(domains);
  branching_.import_refuted(domains);
  branching_.search().cells.partners = context_.problem.view().partners;
}

std::optional<Ending> ClauseLearning::advance(std::int64_t nodes, Control&) {
  const std::int64_t end = end_of_turn();
  if (cdcl_->work() >= end) return std::nullopt;
  return ending_of(cdcl_->run(nodes, end));
}

SearcherKind ClauseLearning::next(bool) {
  return cdcl_->work() < end_of_turn() ? SearcherKind::kCdcl : SearcherKind::kBranching;
}

std::int64_t ClauseLearning::end_of_turn() const {
  return context_.portfolio.work_of_cdcl(branching_.search(), cdcl_->work(), cdcl_->conflicts());
}

Word ClauseLearning::alive(std::size_t word) const { return cdcl_->solution()[word]; }

SearchStatistics ClauseLearning::statistics() const { return cdcl_ ? cdcl_->statistics() : SearchStatistics{}; }

void ClauseLearning::block(const std::vector<Word>& solution) {
  if (cdcl_) cdcl_->block(solution);
}

void ClauseLearning::set_incumbent(Cost incumbent) {
  if (cdcl_) cdcl_->set_incumbent(incumbent);
}

// ---- Team

TeamSearch::TeamSearch(SearchContext& context, const Branching& branching) : context_(context), branching_(branching) {}

TeamSearch::~TeamSearch() = default;

void TeamSearch::restart() { team_.reset(); }

void TeamSearch::begin_turn() {
  const Search& search = branching_.search();
  std::vector<OpenBoard> boards;
  for (std::vector<Word>& alive : branching_.open_boards()) {
    const std::size_t level = boards.empty() ? static_cast<std::size_t>(search.depth) : boards.size() - 1;
    boards.push_back({std::move(alive), search.costs.optimise ? search.costs.level_bounds[level] : -kNoCost});
  }
  // The order of one thread: the failures so far are those near the current board.
  std::reverse(boards.begin() + 1, boards.end());
  team_ = std::make_unique<Team>(context_.problem, context_.kernel, search, std::move(boards), context_.remembered,
                                 context_.portfolio.team());
}

// Teams do not support node limits.
std::optional<Ending> TeamSearch::advance(std::int64_t, Control& control) { return team_->advance(control); }

SearcherKind TeamSearch::next(bool) { return SearcherKind::kTeam; }

Word TeamSearch::alive(std::size_t word) const { return team_->solution()[word]; }

SearchStatistics TeamSearch::statistics() const { return team_ == nullptr ? SearchStatistics{} : team_->statistics(); }

void TeamSearch::set_incumbent(Cost incumbent) {
  if (team_ != nullptr) team_->set_incumbent(incumbent);
}

std::optional<Cost> TeamSearch::open_bound() const { return team_->open_bound(); }

}  // namespace sudoku_cp
