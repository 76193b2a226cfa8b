// All literals that follow from one, each with the literals that it follows from.
#pragma once

#include <vector>

#include "grid.hpp"
#include "links.hpp"
#include "literals.hpp"
#include "step.hpp"

namespace sudoku_cp::rating {

enum class Depth : std::uint8_t {
  kStatic,       // what a single literal implies
  kDynamic,      // what several imply together
  kDynamicPlus,  // what further techniques find in the grid that is left
};

class Implications {
 public:
  // Literals follow in order of their distance; the search ends at the first contradiction.
  Implications(const Grid& grid, Literal source, LinkKinds kinds, Depth depth);

  bool has(Literal literal) const { return node_of_[literal] >= 0; }
  // In the order in which they were found, the source first.
  const std::vector<Literal>& literals() const { return literals_; }
  // A candidate both sides of which follow.
  std::optional<int> contradiction() const { return contradiction_; }
  // The number of literals that one depends on, itself included.
  int ancestors(Literal literal) const { return count_ancestors(node_of_[literal]); }
  int ancestors_of_contradiction() const;

 private:
  int count_ancestors(int node) const;

  // False for a contradiction.
  bool add(Literal literal);
  bool follow_on(const Grid& rest, Literal literal, LinkKinds kinds);
  bool follow_off(const Grid& rest, Literal literal, LinkKinds kinds, bool is_dynamic);
  void add_absent_of_cell(const Grid& rest, int cell);
  void add_absent_of_house(const Grid& rest, int house, int digit);
  bool follow_techniques(const Grid& rest);
  void drain(Grid& rest, LinkKinds kinds, Depth depth);

  const Grid& source_grid_;
  std::array<std::int16_t, kLiterals> node_of_{};
  std::vector<Literal> literals_;
  // The parents of node i begin at parents_begin_[i].
  std::vector<std::int32_t> parents_begin_;
  std::vector<std::int16_t> parents_;
  std::vector<std::int16_t> new_parents_;
  std::vector<Literal> pending_on_;
  std::vector<Literal> pending_off_;
  std::size_t next_on_ = 0;
  std::size_t next_off_ = 0;
  std::optional<int> contradiction_;
};

}  // namespace sudoku_cp::rating
