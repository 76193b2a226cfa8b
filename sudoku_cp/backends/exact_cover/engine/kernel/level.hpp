// The namespace of kernels: one a CPU level, so that the linker never takes code of one level for another. Inside it all
// is local to kernel.cpp, which the compiler rewards: a function that is called once is inlined.
#pragma once

// The build sets it to a level's name for kernel.cpp. What else includes a kernel header, an editor for one, gets a
// namespace of its own.
#ifndef SUDOKU_CP_LEVEL
#define SUDOKU_CP_LEVEL host
#endif
