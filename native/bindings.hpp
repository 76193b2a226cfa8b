// The parts of the Python module _native: each adds its functions and classes.
#pragma once

#include <nanobind/nanobind.h>

namespace sudoku_cp {

void bind_engine(nanobind::module_& module);
void bind_rating(nanobind::module_& module);
void bind_canonical(nanobind::module_& module);
void bind_filling(nanobind::module_& module);
void bind_text(nanobind::module_& module);

}  // namespace sudoku_cp
