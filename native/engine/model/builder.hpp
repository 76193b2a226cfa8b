// Collects the declarations of a constraint model and builds its problem, or that of some groups of the declarations.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "model/declarations.hpp"

namespace sudoku_cp {

struct Control;

class ModelBuilder {
 public:
  void add_variable(ValueTable values);
  // Removes all values but these from the domain of the variable.
  void restrict_values(std::int32_t variable, std::span<const std::int64_t> values);
  void add_all_different(Variables variables) { declared_.store.houses.push_back(std::move(variables)); }
  // Constraints are declared in this store.
  ModelStore& store() { return declared_.store; }
  void add(Constraint constraint);
  // Whether variables by bounds say what the constraints added from now on do.
  void set_bounded(bool bounded) { bounded_ = bounded; }
  BoundsModel& bounds() { return declared_.bounds; }
  // Adds a constraint that only combinations refer to. Returns its number.
  std::int32_t add_part(Constraint constraint);
  // Adds to the cost of assigning this value.
  void add_cost(std::int32_t variable, std::int64_t value, Cost cost) {
    declared_.prices.push_back({variable, value, cost});
  }

  // Whether all-different constraints are all that is declared.
  bool has_only_houses() const {
    return declared_.constraints.empty() && declared_.parts.empty() && declared_.prices.empty() &&
           declared_.bounds.empty();
  }

  // Ends a group: the all-different constraints, constraints and parts declared since the previous group.
  void close_group();
  // The model that declares only these groups, over the same variables with their domains cut down to the masks given.
  // Throws std::invalid_argument or std::out_of_range.
  ModelBuilder of_groups(std::span<const std::int32_t> groups, std::span<const Word> domains) const;

  // Lowers the model, once. With `clausal` automata remain automata, so that clauses express all that they remove. Null
  // where the control stops it.
  std::shared_ptr<const Problem> build(bool clausal = false, Control* control = nullptr);

  // The declared domains, by variable.
  const std::vector<Word>& domains() const { return declared_.store.domains; }
  // The tables, by variable: as declared, and after `build` those of the problem.
  const std::vector<ValueTable>& tables() const { return declared_.store.tables; }

 private:
  // The length of each list of declarations where a group ends.
  struct GroupEnd {
    std::size_t houses, constraints, parts;
  };

  Declarations declared_;
  bool bounded_ = false;
  std::vector<GroupEnd> group_ends_;
};

}  // namespace sudoku_cp
