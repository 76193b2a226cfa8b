// All literals that follow from one, each with the literals that it follows from.
#pragma once

#include <span>
#include <vector>

#include "grid.hpp"
#include "links.hpp"
#include "literals.hpp"
#include "nested_step.hpp"
#include "step.hpp"

namespace sudoku_cp::rating {

enum class Depth : std::uint8_t {
  kStatic,       // what a single literal implies
  kDynamic,      // what several imply together
  kDynamicPlus,  // what further techniques find in the grid that is left, and nested chains where they are given
};

// How a literal follows: as the last one of a house, by the number of the house; of its cell, kLastOfCell; or otherwise.
inline constexpr std::int8_t kOtherwise = -2;

class Implications {
 public:
  struct Node {
    Literal literal;
    std::int8_t reason;
    // The literals that this one depends on, itself included.
    std::int16_t literals;
    // Their candidates.
    CandidateSet ancestors;
    std::int32_t parents_begin;
    std::int32_t parents_end;
  };

  // Nested chains are searched where the pointer is given.
  Implications(const Grid& grid, Literal source, LinkKinds kinds, Depth depth, NestedSteps* nested);

  // Follows literals in order of their distance until the first contradiction. Stops before literals that only steps with
  // more literals can depend on; returns true if there are any.
  bool extend(int most_literals);

  bool has(Literal literal) const { return node_of_[literal] >= 0; }
  int node_of(Literal literal) const { return node_of_[literal]; }
  const Node& node(int node) const { return nodes_[static_cast<std::size_t>(node)]; }
  std::span<const std::int16_t> parents(int node) const;
  // The nodes from 0 to this number, in the order in which they were found, the source first.
  int size() const { return static_cast<int>(nodes_.size()) - (contradiction_ < 0 ? 0 : 1); }
  const CandidateSet& candidates_on() const { return on_; }
  const CandidateSet& candidates_off() const { return off_; }
  // The last node of a contradiction, whose negation is another node; -1 without one.
  int contradiction() const { return contradiction_; }
  // Adds the nested chains that a node depends on, each once.
  void add_nested(const Node& node, NestedChains& chains) const;

 private:
  struct Held {
    int gone;
    NestedChain chain;
    std::vector<std::int16_t> parents;
    int least_literals;
  };
  struct Nested {
    int candidate;
    NestedChain chain;
  };

  // False for a contradiction.
  bool add(Literal literal, std::int8_t reason);
  bool follow_on(Literal literal);
  bool follow_off(Literal literal);
  void add_absent_of_cell(int cell);
  void add_absent_of_house(int house, int digit);
  // Follows what is pending; false for a contradiction.
  bool drain();
  // Finds what follows by further steps; false if nothing does.
  bool find_held();
  void hold_techniques();
  void hold_nested();
  void hold(const CandidateSet& eliminations, const CandidateSet& absent, NestedChain chain);
  // Without contradictions: a candidate that is on has lost all that it could be excluded by.
  void add_held();

  const Grid& source_grid_;
  Grid rest_;
  LinkKinds kinds_;
  Depth depth_;
  NestedSteps* nested_steps_;
  std::array<std::int16_t, kLiterals> node_of_{};
  std::vector<Node> nodes_;
  CandidateSet on_;
  CandidateSet off_;
  std::vector<std::int16_t> parents_;
  std::vector<std::int16_t> new_parents_;
  std::vector<Literal> pending_on_;
  std::vector<Literal> pending_off_;
  std::size_t next_on_ = 0;
  std::size_t next_off_ = 0;
  std::vector<Held> held_;
  std::vector<Nested> nested_;
  int contradiction_ = -1;
  bool is_complete_ = false;
};

}  // namespace sudoku_cp::rating
