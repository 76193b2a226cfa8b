// The cells of many grids as bytes: lines of text become ranks, and ranks become packed rows.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>

#include "../assertions.hpp"

namespace nb = nanobind;
using namespace nanobind::literals;

namespace sudoku_cp::formats {
namespace {

template <typename Value>
using Matrix = nb::ndarray<Value, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

using Byte = std::uint8_t;

constexpr std::size_t kBytes = 256;
constexpr Byte kPackedRanks = 16;  // as many as half a byte has

// Digits from 1 on and points, by arithmetic that compilers turn into vectors; false where there is anything else.
bool read_digits(const Byte* line, Byte* ranks, std::size_t cells, Byte digits) {
  Byte strange = 0;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const auto rank = static_cast<Byte>(line[cell] == '.' ? 0 : line[cell] - '0');
    ranks[cell] = rank;
    strange = static_cast<Byte>(strange | (rank > digits ? 1 : 0));
  }
  return strange == 0;
}

// Any marks by a table; false also for a line without digits whose marks may draw a frame.
bool look_up(const Byte* line, Byte* ranks, std::size_t cells, Byte digits, const Byte* rank_of) {
  bool known = true, is_ruled = false;
  Byte any = 0;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const Byte mark = line[cell];
    ranks[cell] = rank_of[mark];
    known &= ranks[cell] <= digits;
    any = static_cast<Byte>(any | ranks[cell]);
    is_ruled |= mark == '-' || mark == '*' || mark == '_';
  }
  return known && (any != 0 || !is_ruled);
}

// Read texts of one length, each with the cells of a grid: lines, or texts that follow each other without line ends.
// `rank_of`: by character, more than `digits` for one that is no cell. Returns false where there is anything else; the
// ranks are worth nothing then.
bool read_lines(const nb::bytes& text, Matrix<Byte> ranks, const nb::bytes& rank_of, int digits) {
  const std::size_t rows = ranks.shape(0), cells = ranks.shape(1);
  const bool has_ends = text.size() == rows * (cells + 1);
  if ((!has_ends && text.size() != rows * cells) || rank_of.size() != kBytes || digits < 0 ||
      digits >= static_cast<int>(kBytes)) {
    throw nb::value_error("the text, the array and the table do not fit each other");
  }
  const auto* line = static_cast<const Byte*>(text.data());
  const auto* table = static_cast<const Byte*>(rank_of.data());
  const auto most = static_cast<Byte>(digits);
  bool is_plain = table[Byte{'0'}] == 0 && table[Byte{'.'}] == 0;  // whether the digits stand for themselves
  for (int digit = 1; digit <= digits; ++digit) is_plain &= digit <= 9 && table['0' + digit] == digit;
  Byte* row = ranks.data();
  const nb::gil_scoped_release release;
  for (std::size_t count = 0; count < rows; ++count, line += cells + (has_ends ? 1 : 0), row += cells) {
    if (has_ends && line[cells] != '\n') return false;
    if (is_plain && read_digits(line, row, cells, most)) continue;
    if (!look_up(line, row, cells, most, table)) return false;
  }
  SUDOKU_CP_ASSERT(line == static_cast<const Byte*>(text.data()) + text.size());
  return true;
}

// Put two cells into a byte, the first one into its upper half.
void pack(Matrix<const Byte> ranks, Matrix<Byte> packed) {
  const std::size_t rows = ranks.shape(0), cells = ranks.shape(1), size = packed.shape(1);
  if (packed.shape(0) != rows || size != (cells + 1) / 2) throw nb::value_error("the arrays do not fit each other");
  const Byte* from = ranks.data();
  Byte* to = packed.data();
  const nb::gil_scoped_release release;
  for (std::size_t row = 0; row < rows; ++row, from += cells, to += size) {
    for (std::size_t pair = 0; pair < cells / 2; ++pair) {
      SUDOKU_CP_ASSERT(from[2 * pair] < kPackedRanks && from[2 * pair + 1] < kPackedRanks);
      to[pair] = static_cast<Byte>(from[2 * pair] << 4 | from[2 * pair + 1]);
    }
    if (cells % 2 != 0) to[size - 1] = static_cast<Byte>(from[cells - 1] << 4);
  }
}

}  // namespace
}  // namespace sudoku_cp::formats

NB_MODULE(_cells, module) {
  using namespace sudoku_cp::formats;
  module.doc() = "The cells of many grids as bytes.";
  // Arrays are taken as they are: a converted copy of one that is written to would be lost.
  module.def("read_lines", &read_lines, "text"_a, "ranks"_a.noconvert(), "rank_of"_a, "digits"_a);
  module.def("pack", &pack, "ranks"_a, "packed"_a.noconvert());
}
