// The searchers among which the portfolio chooses. All but branching start from what branching has left open.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "cdcl/cdcl.hpp"
#include "search/search_memory.hpp"
#include "search/searcher.hpp"

namespace sudoku_cp {

class NarrowTeam;
class Team;

// One board at a time. Where the problem has two orders of branching, each is a search of its own.
class Branching final : public Searcher {
 public:
  explicit Branching(SearchContext& context);

  void restart() override;
  std::optional<Ending> advance(std::int64_t nodes, Control& control) override;
  SearcherKind next(bool nodes_are_limited) override;
  Word alive(std::size_t word) const override;
  SearchStatistics statistics() const override;
  void set_incumbent(Cost incumbent) override;
  std::optional<Cost> open_bound() const override;

  Search& search() { return memory_->search(); }
  const Search& search() const { return memory_->search(); }
  const SearchMemory& memory() const { return *memory_; }

  // The current board, and the other sides of all decisions above it.
  std::vector<std::vector<Word>> open_boards() const;

  // Switches to the other order, which begins at the root without what this one has refuted there.
  void change_order();

  // Removes the options that are missing in these domains, which another searcher refuted at the root.
  void import_refuted(std::span<const Word> domains);

 private:
  SearchContext& context_;
  std::unique_ptr<SearchMemory> memory_;
  std::unique_ptr<SearchMemory> resting_;  // of the other order
};

// Up to 256 boards side by side, on one thread or several.
class NarrowWaves final : public Searcher {
 public:
  NarrowWaves(SearchContext& context, const Branching& branching);
  ~NarrowWaves() override;

  void restart() override;
  void begin_turn() override;
  std::optional<Ending> advance(std::int64_t nodes, Control& control) override;
  SearcherKind next(bool nodes_are_limited) override;
  Word alive(std::size_t word) const override;
  SearchStatistics statistics() const override;

 private:
  SearchContext& context_;
  const Branching& branching_;
  std::unique_ptr<NarrowTeam> waves_;
};

// Learns a clause from each conflict.
class ClauseLearning final : public Searcher {
 public:
  ClauseLearning(SearchContext& context, Branching& branching) : context_(context), branching_(branching) {}

  void restart() override { cdcl_.reset(); }
  void begin_turn() override;
  void end_turn() override;
  std::optional<Ending> advance(std::int64_t nodes, Control& control) override;
  SearcherKind next(bool nodes_are_limited) override;
  Word alive(std::size_t word) const override;
  SearchStatistics statistics() const override;
  void block(const std::vector<Word>& solution) override;
  void set_incumbent(Cost incumbent) override;

  // Searches in another way for each seed, with restarts at random; 0: neither.
  void learn_at_random(std::uint32_t seed) { seed_ = seed; }

 private:
  std::int64_t end_of_turn() const;

  SearchContext& context_;
  Branching& branching_;
  std::optional<CdclSearch> cdcl_;
  std::uint32_t seed_ = 0;
};

// Branching and clause learning on several threads, until the puzzle is finished.
class TeamSearch final : public Searcher {
 public:
  TeamSearch(SearchContext& context, const Branching& branching);
  ~TeamSearch() override;

  void restart() override;
  void begin_turn() override;
  std::optional<Ending> advance(std::int64_t nodes, Control& control) override;
  SearcherKind next(bool nodes_are_limited) override;
  Word alive(std::size_t word) const override;
  SearchStatistics statistics() const override;
  void set_incumbent(Cost incumbent) override;
  std::optional<Cost> open_bound() const override;

 private:
  SearchContext& context_;
  const Branching& branching_;
  std::unique_ptr<Team> team_;
};

}  // namespace sudoku_cp
