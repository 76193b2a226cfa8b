// Which kernels this CPU can run.
#pragma once

#include <span>
#include <stdexcept>
#include <string_view>

#include "kernel/views.hpp"

namespace sudoku_cp {

// The kernels built into this library that the CPU can run, the most demanding last.
std::span<const Kernel* const> runnable_kernels();

// SUDOKU_CP_CPU names a level that is not built in or that the CPU cannot run.
struct UnknownLevel : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The kernel in use: the most demanding one, or the one that SUDOKU_CP_CPU names. Throws UnknownLevel.
const Kernel& kernel_of_this_cpu();

// The kernel of that level, or null where it is not built in or the CPU cannot run it.
const Kernel* find_kernel(std::string_view level);

}  // namespace sudoku_cp
