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
// Locked candidates, pairs and X-wings that arise in a chain count as implications, too.
bool find_dynamic_plus_chains(const Grid& grid, const Visit& visit);
// Where these find nothing in a chain, the chains that arise in it count as implications, too. This may take minutes, and
// hours where the inner chains have inner chains; it ends without a step once `stop` returns true.
bool find_nested_chains(const Grid& grid, Nesting nesting, const Visit& visit, const Stop& stop);

}  // namespace sudoku_cp::rating
