// The passes of `lower`, in their order. A pass reads and writes its arguments alone: what it takes as const or by value it
// reads, all else it also writes. Of the store, all passes read the tables.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "model/declarations.hpp"

namespace sudoku_cp {

// What becomes of a model: the parts of its problem, and what the passes know of them.
struct Lowering {
  ModelStore& store;
  CellParts parts;
  HousesByVariable permutations_of = HousesByVariable();  // the houses of `parts`, by variable
  std::vector<std::pair<Slot, Slot>> conflicts;           // both ways
};

// Gives all variables one table, where a word can hold it: then equal bits are equal values everywhere.
// Reads and writes the tables and domains.
void unite_tables(ModelStore& store);

// Drops sums that are equal to earlier ones. Reads and writes the constraints.
void drop_equal_sums(std::vector<Constraint>& constraints);

// A sum of at most one variable cuts its domain. Reads the sum; writes the domain, or the contradiction.
void lower_unary(Lowering& lowering, const Linear& linear);

// Makes the variables of an all-different constraint differ; one with as many values as variables is a permutation, in
// which each value must have a place. Reads the domains; writes differences, conflicts, houses, or the contradiction.
void lower_house(Lowering& lowering, const Variables& variables);

// weight·x + weight'·y ≠ constant: of each forbidden pair of values one excludes the other. Reads the domains; writes
// differences and conflicts.
void lower_unequal_pair(Lowering& lowering, const Linear& linear);

// Merges counts of one among the same variables. Reads and writes the constraints; writes to the arena.
void merge_counts_of_one(ModelStore& store, std::vector<Constraint>& constraints);

// Replaces several counts of the same different variables by the sets of values that all of them allow, if these are few.
// Reads domains, differences and houses; writes the constraints and the arena.
void list_counts(Lowering& lowering, std::vector<Constraint>& constraints);

// Sums that houses and cages imply. Reads the constraints, differences and houses; writes to the arena.
std::vector<Linear> implied_sums(ModelStore& store, const CellParts& parts, std::span<const Constraint> constraints);

// Sums of cages less those of the houses that they nearly cover. Reads the constraints, domains, differences and houses;
// writes to the arena.
std::vector<Linear> covering_sums(ModelStore& store, const CellParts& parts, std::span<const Constraint> constraints);

// What follows reads the final domains, differences and houses; writes propagators, the arena and the memo.

// Prepares a constraint and adds it to the propagators.
void post(ModelStore& store, Constraint constraint, std::vector<Propagator>& propagators);

// A sum becomes a table, a list of sets, a sum of groups or a sum of bounds; nothing where domains and conflicts already
// express it.
void post_sum(Lowering& lowering, const Linear& linear, bool is_implied);

// An automaton over different variables becomes a table, a list of sets or the layouts of a house, if its words are few;
// returns whether it has.
bool post_words(Lowering& lowering, const Automaton& automaton);

// Lists by variable those that must differ from it. Reads the differences; writes the peers.
void list_peers(Lowering& lowering);

// Lists by slot the options that it excludes. Reads and writes the conflicts.
void list_conflicts(Lowering& lowering);

// The cost of each slot; none where no value has a cost. Reads the prices.
std::vector<Cost> costs_by_slot(const ModelStore& store, std::span<const Price> prices);

// Whether a total is related to a constant in this way.
bool relates(std::int64_t total, Relation relation, std::int64_t constant);

// Whether all pairs of variables must differ.
bool all_differ(const Differences& differences, std::span<const Term> terms);

}  // namespace sudoku_cp
