// The Python module of all that is compiled, but for the verifier, which has its own.
#include <nanobind/nanobind.h>

#include "bindings.hpp"

NB_MODULE(_native, module) {
  nanobind::set_leak_warnings(false);  // threads that run when Python ends keep their objects
  module.doc() = "The engine, the rater, canonical forms, random grids, text cells.";
  sudoku_cp::bind_engine(module);
  sudoku_cp::bind_rating(module);
  sudoku_cp::bind_canonical(module);
  sudoku_cp::bind_filling(module);
  sudoku_cp::bind_text(module);
}
