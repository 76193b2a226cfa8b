// The cells of texts for Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "bindings.hpp"
#include "cells.hpp"

namespace nb = nanobind;
using namespace nanobind::literals;

namespace sudoku_cp {
namespace text {
namespace {

template <typename Value>
using Matrix = nb::ndarray<Value, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

bool read(const nb::bytes& text, Matrix<Byte> ranks, const nb::bytes& rank_of, int digits) {
  const std::size_t rows = ranks.shape(0), cells = ranks.shape(1);
  const bool has_ends = text.size() == rows * (cells + 1);
  if ((!has_ends && text.size() != rows * cells) || rank_of.size() != kBytes || digits < 0 ||
      digits >= static_cast<int>(kBytes)) {
    throw nb::value_error("the text, the array and the table do not fit each other");
  }
  const RankOf table(static_cast<const Byte*>(rank_of.data()), kBytes);
  const auto* begin = static_cast<const Byte*>(text.data());
  const nb::gil_scoped_release release;
  return read_cells(begin, has_ends, {ranks.data(), ranks.size()}, cells, table, static_cast<Byte>(digits));
}

void pack(Matrix<const Byte> ranks, Matrix<Byte> packed) {
  const std::size_t rows = ranks.shape(0), cells = ranks.shape(1);
  if (packed.shape(0) != rows || packed.shape(1) != (cells + 1) / 2) {
    throw nb::value_error("the arrays do not fit each other");
  }
  const nb::gil_scoped_release release;
  pack_cells({ranks.data(), ranks.size()}, cells, packed.data());
}

}  // namespace
}  // namespace text

void bind_text(nb::module_& module) {
  // Arrays are taken as they are: a converted copy of one that is written to would be lost.
  module.def("read_cells", &text::read, "text"_a, "ranks"_a.noconvert(), "rank_of"_a, "digits"_a);
  module.def("pack_cells", &text::pack, "ranks"_a, "packed"_a.noconvert());
}

}  // namespace sudoku_cp
