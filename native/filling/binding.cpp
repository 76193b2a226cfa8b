// Random grids for Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "random_fill.hpp"

namespace nb = nanobind;
using namespace nanobind::literals;

namespace sudoku_cp {
namespace filling {
namespace {

template <typename Value, std::size_t dimensions>
using Array = nb::ndarray<Value, nb::ndim<dimensions>, nb::c_contig, nb::device::cpu>;

// Fills grids at random with the numbers of digits, and sets whether each row is filled.
void fill(const std::vector<Digits>& domains, const std::vector<std::vector<std::int32_t>>& peers,
          Array<const std::int64_t, 2> ranks, Array<const float, 3> keys, Array<std::uint8_t, 2> grids,
          Array<std::uint8_t, 1> filled) {
  const std::size_t rows = ranks.shape(0), cells = domains.size(), digits = keys.shape(2);
  const auto are_cells = [&](const std::vector<std::int32_t>& some) {
    return std::ranges::all_of(some, [&](auto cell) { return cell >= 0 && static_cast<std::size_t>(cell) < cells; });
  };
  const auto is_domain = [&](Digits domain) {
    return domain != 0 && static_cast<std::size_t>(std::bit_width(domain)) <= digits;
  };
  if (cells == 0 || peers.size() != cells || ranks.shape(1) != cells || keys.shape(0) != rows ||
      keys.shape(1) != cells || grids.shape(0) != rows || grids.shape(1) != cells || filled.shape(0) != rows ||
      digits > kMostDigits || !std::ranges::all_of(peers, are_cells) || !std::ranges::all_of(domains, is_domain)) {
    throw nb::value_error("the arrays do not fit each other");
  }
  const nb::gil_scoped_release release;
  RandomFill search({domains, peers, static_cast<int>(digits)});
  for (std::size_t row = 0; row < rows; ++row) {
    const bool is_done =
        search.fill({ranks.data() + row * cells, cells}, {keys.data() + row * cells * digits, cells * digits},
                    {grids.data() + row * cells, cells});
    filled.data()[row] = is_done ? 1 : 0;
  }
}

}  // namespace
}  // namespace filling

void bind_filling(nb::module_& module) {
  module.def("fill_at_random", &filling::fill, "domains"_a, "peers"_a, "ranks"_a.noconvert(), "keys"_a.noconvert(),
             "grids"_a.noconvert(), "filled"_a.noconvert());
}

}  // namespace sudoku_cp
