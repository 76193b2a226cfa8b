// Forcing chains from several cases: Nishio, multiple, dynamic, and dynamic with further steps inside.
#pragma once

#include "nested_chains.hpp"
#include "rater.hpp"
#include "step.hpp"

namespace sudoku_cp::rating {

bool find_nishio_chains(const Grid& grid, const Visit& visit);
// All candidates of a cell, or all places of a digit in a house, imply the same.
bool find_multiple_chains(const Grid& grid, const Visit& visit);
// A candidate implies a contradiction, or the same as its absence; several literals together may imply another.
bool find_dynamic_chains(const Grid& grid, const Visit& visit);
// Locked candidates, pairs and X-wings that arise in a chain count as implications too.
bool find_dynamic_plus_chains(const Grid& grid, const Visit& visit);
// Where these find nothing in a chain, so do the chains that arise in it. May take minutes, where chains inside have
// chains inside themselves hours; a true answer of `stop` ends it without a step.
bool find_nested_chains(const Grid& grid, Nesting nesting, const Visit& visit, const Stop& stop);

}  // namespace sudoku_cp::rating
