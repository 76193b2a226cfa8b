// Lists of the sets of values that different variables can take, which sums, counts and automata become.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "lowering/passes.hpp"

namespace sudoku_cp {

// All sets of a size among the first bits, by their sum.
const SetsBySum& sets_by_sum(ModelStore& store, std::size_t values, std::size_t size);

// The constraint that the different variables take one of the sets.
SetList make_list(Lowering& lowering, const Variables& variables, std::vector<ValueSet> sets);

// The other variables of the first house that holds all of these, and the values of that house; 0 where there is none.
std::pair<ValueSet, Variables> rest_of_house(const Lowering& lowering, const Variables& variables);

}  // namespace sudoku_cp
