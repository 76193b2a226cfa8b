// The lowering of a constraint model: domains become masks over one table of values, all-different constraints become
// houses and peers, and what they do not say becomes conflicts and propagators.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "problem.hpp"

namespace sudoku_cp {

using ValueTable = std::shared_ptr<const std::vector<std::int64_t>>;  // ascending; bit b stands for the b-th value

struct Term {
  std::int32_t cell;
  std::int64_t weight;
};

struct Price {
  std::int32_t cell;
  std::int64_t value;
  Cost cost;
};

struct Sum {
  std::vector<Term> terms;
  Relation relation;
  std::int64_t constant;
};

// Tuples of values, which any number of conditions may share.
struct Tuples {
  std::size_t arity;
  std::vector<std::int64_t> values;  // tuple after tuple
};

struct Rows {
  std::vector<std::int32_t> cells;
  std::shared_ptr<const Tuples> tuples;
};

using Transitions = std::vector<std::map<std::int64_t, std::int32_t>>;  // by state: the next state of each value

std::shared_ptr<const Dfa> make_dfa(const Transitions& transitions, const std::vector<std::int32_t>& accepting,
                                    std::int32_t start);

struct Reading {
  std::vector<std::int32_t> cells;
  std::shared_ptr<const Dfa> dfa;
};

struct Pointing {
  std::vector<std::int32_t> array;
  std::int32_t index;
  std::int64_t first;  // the index of the first cell
  Number value;        // a number, or a variable as it is
};

struct Counting {
  std::vector<std::int32_t> cells;
  std::vector<std::int64_t> values;
  Relation relation;
  Number number;
};

// Each of the values is taken by just one of the cells, which are different and have one table.
struct Placing {
  std::vector<std::int32_t> cells;
  std::vector<std::int64_t> values;
};

struct Telling {
  std::vector<std::int32_t> cells;
  Relation relation;
  Number number;
};

struct Extreme {
  std::vector<std::int32_t> cells;
  std::int32_t sign;
  Number value;  // a number, or a variable as it is
};

struct Factors {
  std::vector<std::int32_t> cells;
  Relation relation;
  Number value;
};

// One group of the cells with one of the values, or anything else.
struct Joining {
  std::vector<std::int32_t> cells;
  std::vector<std::pair<std::int32_t, std::int32_t>> neighbours;  // places in `cells`
  std::vector<std::int64_t> values;
  std::int32_t size;  // -1: any
  bool negated;
};

// How many of several parts hold; each part is told with its negation.
struct Combination {
  std::vector<std::pair<std::int32_t, std::int32_t>> parts;
  Relation relation;
  std::int32_t constant;
};

using Condition =
    std::variant<Sum, Rows, Reading, Pointing, Counting, Placing, Telling, Extreme, Factors, Joining, Combination>;

class CellModel {
 public:
  void add_variable(ValueTable values);
  // Leaves the variable only the values listed.
  void restrict_values(std::int32_t cell, std::span<const std::int64_t> values);
  void add_all_different(std::vector<std::int32_t> cells) { houses_.push_back(std::move(cells)); }
  void add(Condition condition) { conditions_.push_back(std::move(condition)); }
  // Keeps a condition for combinations to name. Returns its number.
  std::int32_t add_part(Condition condition);
  // Makes a value of the cell cost so much.
  void add_cost(std::int32_t cell, std::int64_t value, Cost cost) { costs_.push_back({cell, value, cost}); }

  std::shared_ptr<const Problem> build();

  // The tables by variable; after `build` the final ones.
  const std::vector<ValueTable>& tables() const { return parts_.value_tables; }

 private:
  std::span<const std::int64_t> table(std::int32_t cell) const {
    return *parts_.value_tables[static_cast<std::size_t>(cell)];
  }
  Word members_among(std::int32_t cell, std::span<const std::int64_t> values) const;
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
  bool places_a_value(const Condition& condition) const;
  void merge_placings();
  void lower_house(std::vector<std::int32_t> cells);
  void list_peers();
  void list_conflicts();
  std::vector<Cost> list_costs() const;

  // What a condition becomes: nothing where the domains or other parts already say it all.
  void lower_sum(const Sum& sum);
  std::vector<Sum> implied_sums() const;
  void lower_unary(const Sum& sum);
  void lower_unequal_pair(const Sum& sum);
  bool tabulate(const Sum& sum);
  void lower(const Condition& condition, std::vector<Propagator>& target);

  // What a table becomes depends on its tuples, on which columns are the same cell, and on the domains.
  struct SupportsKey {
    std::shared_ptr<const Tuples> tuples;
    std::vector<std::size_t> position;
    std::vector<std::pair<const std::int64_t*, Word>> domains;
    auto operator<=>(const SupportsKey&) const = default;
  };
  struct Supports {
    std::shared_ptr<const std::vector<Word>> supports;
    std::int32_t chunks = 0;
    std::size_t tuples = 0;
  };

  Supports list_supports(const Rows& rows, std::span<const std::int32_t> words,
                         std::span<const std::size_t> position) const;
  Propagator distinct_sum(const Sum& sum);
  Propagator make(const Sum& sum);
  Propagator make(const Rows& rows);
  Propagator make(const Reading& reading);
  Propagator make(const Pointing& pointing);
  Propagator make(const Counting& counting);
  Propagator make(const Placing& placing);
  Propagator make(const Telling& telling);
  Propagator make(const Extreme& extreme);
  Propagator make(const Factors& factors);
  Propagator make(const Joining& joining);
  Propagator make(const Combination& combination);

  std::vector<std::vector<std::int32_t>> houses_;
  std::vector<Condition> conditions_;
  std::vector<Condition> part_conditions_;
  std::vector<Price> costs_;

  CellParts parts_;
  std::map<SupportsKey, Supports> supports_;
  std::size_t row_words_ = 0;
  std::vector<Word> different_;  // [variables][row_words_]: known to differ
  std::vector<std::pair<Slot, Slot>> conflicts_;
};

}  // namespace sudoku_cp
