// The rater for Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <tuple>

#include "bindings.hpp"
#include "bulk.hpp"

namespace nb = nanobind;
using namespace nanobind::literals;

namespace sudoku_cp {
namespace rating {
namespace {

template <typename Value, std::size_t kDimensions>
using Array = nb::ndarray<Value, nb::ndim<kDimensions>, nb::c_contig, nb::device::cpu>;

// Called without arguments; True stops the run.
using MaybePoll = std::optional<nb::typed<nb::callable, bool()>>;

// The rows of the result: ER, EP and ED in tenths, the number of the hardest technique, and 1 if solved.
constexpr std::size_t kColumns = 5;

bool rate_many(Array<const std::uint8_t, 2> givens, Array<std::int32_t, 2> ratings, int threads,
               const MaybePoll& poll) {
  const std::size_t puzzles = givens.shape(0);
  const std::span values(givens.data(), givens.size());
  if (givens.shape(1) != kCells || ratings.shape(0) != puzzles || ratings.shape(1) != kColumns || threads < 1 ||
      std::ranges::any_of(values, [](std::uint8_t given) { return given > kSide; })) {
    throw nb::value_error("the arrays do not fit each other, or a given is out of range");
  }
  std::vector<Rating> found(puzzles);
  bool has_failed = false;  // with an exception set
  const auto is_cancelled = [&] {
    if (has_failed) return true;
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) return has_failed = true;
    if (!poll) return false;
    try {
      return nb::cast<bool>((*poll)());
    } catch (nb::python_error& error) {
      error.restore();
      return has_failed = true;
    }
  };
  const bool is_complete = [&] {
    const nb::gil_scoped_release release;
    return rate_bulk(values, found, threads, is_cancelled);
  }();
  if (has_failed) throw nb::python_error();
  std::int32_t* row = ratings.data();
  for (const Rating& rating : found) {
    row[0] = rating.er;
    row[1] = rating.ep;
    row[2] = rating.ed;
    row[3] = static_cast<std::int32_t>(rating.hardest);
    row[4] = rating.solved ? 1 : 0;
    row += kColumns;
  }
  return is_complete;
}

using CellDigit = std::tuple<int, int>;
using PyStep = std::tuple<std::string, int, std::vector<CellDigit>, std::vector<CellDigit>>;

// The name and the rating of the easiest step, what it eliminates and what it places; None if there is no step.
std::optional<PyStep> easiest_step_of(Array<const std::uint16_t, 1> candidates) {
  if (candidates.shape(0) != kCells) throw nb::value_error("a grid has 81 cells");
  const Grid grid(std::span<const Digits, kCells>(candidates.data(), kCells));
  const std::optional<Step> step = easiest_step(grid, [] { return false; });
  if (!step) return std::nullopt;
  std::vector<CellDigit> eliminations;
  step->eliminations.for_each([&](int gone) { eliminations.emplace_back(cell_of(gone), digit_of(gone) + 1); });
  std::vector<CellDigit> placements;
  if (step->placement) placements.emplace_back(cell_of(*step->placement), digit_of(*step->placement) + 1);
  return PyStep{name_of(step->technique), step->rating, eliminations, placements};
}

std::vector<std::string> technique_names() {
  std::vector<std::string> names;
  for (int technique = 0; technique < static_cast<int>(Technique::kCount); ++technique) {
    names.emplace_back(name_of(static_cast<Technique>(technique)));
  }
  return names;
}

}  // namespace
}  // namespace rating

void bind_rating(nb::module_& module) {
  module.def("rate_many", &rating::rate_many, "givens"_a.noconvert(), "ratings"_a.noconvert(), "threads"_a = 1,
             "poll"_a = nb::none());
  module.def("easiest_step", &rating::easiest_step_of, "candidates"_a.noconvert());
  module.def("technique_names", &rating::technique_names);
}

}  // namespace sudoku_cp
