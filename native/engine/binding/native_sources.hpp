// What the engine was built from.
#pragma once

#include <string>

namespace sudoku_cp {

// The SHA-256 of all sources of the engine, which distinguishes engines that may answer differently.
std::string sources_hash();

}  // namespace sudoku_cp
