// The namespace of kernels: one a CPU level, so that the linker never takes code of one level for another. Inside it all
// is local to one source file, which the compiler rewards: a function that is called once is inlined.
#pragma once

// The build sets it to a level's name for search_kernels.cpp and wave_kernels.cpp. What else includes a kernel header, an editor for one, gets a
// namespace of its own.
#ifndef SUDOKU_CP_LEVEL
#define SUDOKU_CP_LEVEL host
#endif

#define SUDOKU_CP_JOINED_OF(left, right) left##right
#define SUDOKU_CP_JOINED(left, right) SUDOKU_CP_JOINED_OF(left, right)
#define SUDOKU_CP_OF_LEVEL(prefix) SUDOKU_CP_JOINED(prefix, SUDOKU_CP_LEVEL)
