// Minlex forms for Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "bindings.hpp"
#include "minlex.hpp"

namespace nb = nanobind;
using namespace nanobind::literals;

namespace sudoku_cp {
namespace canonical {
namespace {

template <typename Value>
using Grids = nb::ndarray<Value, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Writes the minlex form of each row of givens, 0 for open cells.
void minlex(Grids<const std::uint8_t> givens, Grids<std::uint8_t> least, int box_height, int box_width) {
  const auto is_fitting = [](int number) { return number >= 1 && number <= kMostSide; };
  if (!is_fitting(box_height) || !is_fitting(box_width) || box_height * box_width > kMostSide) {
    throw nb::value_error("boxes have at most 9 cells");
  }
  const auto side = static_cast<std::size_t>(box_height * box_width);
  const std::size_t rows = givens.shape(0), cells = side * side;
  const std::span values(givens.data(), givens.size());
  if (givens.shape(1) != cells || least.shape(0) != rows || least.shape(1) != cells ||
      std::ranges::any_of(values, [side](std::uint8_t given) { return given > side; })) {
    throw nb::value_error("the arrays do not fit each other, or a given is out of range");
  }
  const std::span forms(least.data(), least.size());
  const nb::gil_scoped_release release;
  Minlex search(box_height, box_width);
  for (std::size_t row = 0; row < rows; ++row) {
    search.find(values.subspan(row * cells, cells), forms.subspan(row * cells, cells));
  }
}

}  // namespace
}  // namespace canonical

void bind_canonical(nb::module_& module) {
  module.def("minlex", &canonical::minlex, "givens"_a.noconvert(), "least"_a.noconvert(), "box_height"_a,
             "box_width"_a);
}

}  // namespace sudoku_cp
