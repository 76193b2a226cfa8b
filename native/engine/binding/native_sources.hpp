// What the engine was built from.
#pragma once

#include <string>

namespace sudoku_cp {

// The SHA-256 of all sources of the engine, by which engines that may answer differently are told apart.
std::string sources_hash();

}  // namespace sudoku_cp
