// The lowering of a constraint model: domains become masks over one table of values, all-different constraints become
// houses and peers, and what they do not say becomes conflicts and propagators.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "lowering/implied_sums.hpp"
#include "model/problem.hpp"

namespace sudoku_cp {

struct Price {
  std::int32_t variable;
  std::int64_t value;
  Cost cost;
};

// Values between two others of a house.
struct Filling {
  ValueSet before;
  ValueSet between;
  ValueSet after;
};

struct Control;

using Eliminations = std::vector<std::pair<std::int32_t, Word>>;  // (variable, a mask over its declared values)

struct GroupSolutions {
  Eliminations eliminations;
  // Solutions that show all other values: the mask of its declared value for each variable.
  std::vector<std::vector<Word>> solutions;
};

class CellModel {
 public:
  void add_variable(ValueTable values);
  // Leaves the variable only the values listed.
  void restrict_values(std::int32_t cell, std::span<const std::int64_t> values);
  void add_all_different(Variables cells) { building_.houses.push_back(std::move(cells)); }
  // What constraints are declared with.
  Building& building() { return building_; }
  void add(Constraint constraint) { constraints_.push_back(std::move(constraint)); }
  // Keeps a constraint for combinations to name. Returns its number.
  std::int32_t add_part(Constraint constraint);
  // Makes a value of the cell cost so much.
  void add_cost(std::int32_t cell, std::int64_t value, Cost cost) { costs_.push_back({cell, value, cost}); }

  // Whether there are no constraints but houses, and no costs.
  bool has_only_houses() const { return constraints_.empty() && building_.declared_parts == 0 && costs_.empty(); }

  // Ends a group: what was declared since the group before it.
  void close_group();
  // What the groups declare, alone, over the same variables with these domains: masks over the declared tables.
  CellModel of_groups(std::span<const std::int32_t> groups, std::span<const Word> domains) const;
  // Whether the groups alone have a solution; none where the control stops the search.
  std::optional<bool> has_solution(std::span<const std::int32_t> groups, std::span<const Word> domains,
                                   Control& control) const;
  // The values asked about, masks over the declared tables, with each of which a search finds that the groups alone have
  // no solution; the control limits each of these searches. The model is lowered once for all of them.
  Eliminations refuted(std::span<const std::int32_t> groups, std::span<const Word> domains, std::span<const Word> asked,
                       Control& control) const;
  // The values, by variable, that no solution of the groups alone has; none where the control stops the search.
  // Values that are known to be in a solution, masks over the declared tables, are not looked for.
  std::optional<GroupSolutions> eliminations(std::span<const std::int32_t> groups, std::span<const Word> domains,
                                             Control& control, std::span<const Word> known = {}) const;

  // With `clausal` automata stay what they are, so that clauses say all that they remove. Null where the control stops it.
  std::shared_ptr<const Problem> build(bool clausal = false, Control* control = nullptr);

  // The declared domains by variable, less the values that are restricted.
  const std::vector<Word>& domains() const { return building_.domains; }
  // The tables by variable; after `build` the final ones.
  const std::vector<ValueTable>& tables() const { return building_.tables; }

 private:
  // How much of each list is declared where a group ends.
  struct GroupEnd {
    std::size_t houses, constraints, parts;
  };

  bool differ(std::int32_t left, std::int32_t right) const { return building_.differences.has(left, right); }
  void mark_different(std::int32_t left, std::int32_t right) { building_.differences.add(left, right); }
  bool all_differ(std::span<const Term> terms) const;
  void add_conflict(Slot left, Slot right);

  std::shared_ptr<const Problem> lower(bool clausal, Control* control);
  void unite_tables();
  void drop_equal_sums();
  bool places_a_value(const Constraint& constraint) const;
  void merge_counts_of_one();
  // Whether a total is related to a constant as asked.
  static bool relates(std::int64_t total, Relation relation, std::int64_t constant);
  bool counts_different_cells(const Constraint& constraint) const;
  void list_counts();
  std::optional<SetList> list_sets(const Variables& cells, std::span<const Count> counts);
  void lower_house(const Variables& cells);
  void list_peers();
  void list_conflicts();
  std::vector<Cost> list_costs() const;

  // What a constraint becomes: nothing where the domains or other parts already say it all.
  void lower_sum(const Linear& linear, bool is_implied);
  std::vector<Linear> implied_sums();
  std::vector<Linear> covering_sums();
  struct CoveringSum {
    std::vector<Term> terms;
    std::int64_t constant;
    std::int64_t slack;  // how far from its least or its largest it is
  };
  CoveringSum cover(std::span<const Cage> cages, std::span<const std::size_t> houses) const;
  void cover_with_fewer(Family cages, std::span<const std::size_t> houses, std::vector<Linear>& implied);
  std::pair<std::int64_t, std::int64_t> bounds_of_different(const Variables& cells) const;
  void lower_unary(const Linear& linear);
  void lower_unequal_pair(const Linear& linear);
  bool list_words(const Automaton& automaton);
  bool lay_out(const Variables& house, ValueSet house_values, std::span<const Filling> fillings);
  bool tabulate(const Linear& linear, std::size_t most);
  SetList list_sets(const Linear& linear);
  const SetsBySum& sets_by_sum(std::size_t values, std::size_t size);
  Slice<ValueSet> keep_sets(std::vector<ValueSet> sets);
  SetList make_list(const Variables& cells, std::vector<ValueSet> sets);
  bool group(const Linear& linear);
  std::pair<ValueSet, Variables> rest_of_house(const Variables& variables) const;
  Slice<Crossing> crossings_of(const Variables& variables);
  void post(Constraint constraint, std::vector<Propagator>& target);

  Building building_;
  std::vector<Constraint> constraints_;
  std::vector<Constraint> part_constraints_;
  std::vector<Price> costs_;
  std::vector<GroupEnd> group_ends_;

  CellParts parts_;
  HousesByVariable permutations_of_;  // the houses of the parts
  std::vector<std::pair<Slot, Slot>> conflicts_;
};

}  // namespace sudoku_cp
