#include "binding/native_sources.hpp"

namespace sudoku_cp {

std::string sources_hash() { return SUDOKU_CP_SOURCES; }

}  // namespace sudoku_cp
