// The lowering of a constraint model: domains become masks over one table of values, all-different constraints become
// houses and peers, and what they do not say becomes conflicts and propagators.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "problem.hpp"

namespace sudoku_cp {

using ValueTable = std::shared_ptr<const std::vector<std::int64_t>>;  // ascending; bit b stands for the b-th value

class CellModel {
 public:
  void add_variable(ValueTable values);
  // Leaves the variable only the values listed.
  void restrict_values(std::int32_t cell, std::span<const std::int64_t> values);
  void add_all_different(std::vector<std::int32_t> cells);
  void add_linear(std::vector<std::int32_t> cells, std::vector<std::int64_t> weights, Relation relation,
                  std::int64_t constant);
  void add_table(std::vector<std::int32_t> cells, std::vector<std::int64_t> rows);
  // Makes each value of the cell cost `weight` times itself.
  void add_cost(std::int32_t cell, std::int64_t weight);

  std::shared_ptr<const Problem> build();

  // The tables by variable; after `build` the final ones.
  const std::vector<ValueTable>& tables() const { return tables_; }

 private:
  struct Term {
    std::int32_t cell;
    std::int64_t weight;
  };
  struct Sum {
    std::vector<Term> terms;
    Relation relation;
    std::int64_t constant;
  };
  struct Rows {
    std::vector<std::int32_t> cells;
    std::vector<std::int64_t> values;  // row after row
  };

  std::span<const std::int64_t> table(std::int32_t cell) const { return *tables_[static_cast<std::size_t>(cell)]; }
  Word& domain(std::int32_t cell) { return parts_.domains[static_cast<std::size_t>(cell)]; }
  Word domain(std::int32_t cell) const { return parts_.domains[static_cast<std::size_t>(cell)]; }
  int bit_of_value(std::int32_t cell, std::int64_t value) const;
  bool can_be(std::int32_t cell, int bit) const { return bit >= 0 && ((domain(cell) >> bit) & 1) != 0; }
  bool aligned(std::int32_t left, std::int32_t right) const { return &table(left)[0] == &table(right)[0]; }
  bool differ(std::int32_t left, std::int32_t right) const;
  void mark_different(std::int32_t left, std::int32_t right);
  bool all_differ(std::span<const Term> terms) const;
  void add_conflict(Slot left, Slot right);

  void unite_tables();
  void lower_house(std::vector<std::int32_t> cells);
  void lower_sum(const Sum& sum);
  void lower_unequal_pair(const Sum& sum);
  void lower_distinct_sum(const Sum& sum);
  bool tabulate(const Sum& sum);
  void lower_bounds(const Sum& sum);
  void lower_rows(const Rows& table);
  void list_peers();
  void list_conflicts();

  std::vector<ValueTable> tables_;
  std::vector<std::vector<std::int32_t>> houses_;
  std::vector<Sum> sums_;
  std::vector<Rows> rows_;
  std::vector<Term> costs_;

  CellParts parts_;
  std::size_t row_words_ = 0;
  std::vector<Word> different_;  // [variables][row_words_]: known to differ
  std::vector<std::pair<Slot, Slot>> conflicts_;
};

}  // namespace sudoku_cp
