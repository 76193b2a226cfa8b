// The binding of the verifier, a module of its own.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "assertions.hpp"
#include "verifier.hpp"

namespace nb = nanobind;
using namespace nanobind::literals;

namespace sudoku_cp_verifier {
namespace {

using Cells = std::vector<std::vector<std::uint32_t>>;
using Candidates = nb::typed<nb::list, nb::typed<nb::tuple, std::int64_t, nb::ellipsis>>;
using Values = nb::typed<nb::tuple, int, nb::ellipsis>;
using Givens = nb::typed<nb::dict, nb::any, int>;
using GivenCells = nb::typed<nb::tuple, nb::any, nb::ellipsis>;

template <typename Value>
using Matrix = nb::ndarray<const Value, nb::numpy, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Sound = nb::ndarray<bool, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

class PyVerifier {
 public:
  PyVerifier(const Candidates& candidates, const Cells& houses) : verifier_(read(candidates), houses) {}

  // Whether the values, one for each cell, are a solution that keeps the givens, a value by cell. `cells`: those of the
  // model, in order; a given of any other cell is not kept.
  bool holds(const Values& values, const Givens& givens, const GivenCells& cells) const {
    std::vector<std::int64_t> solution(verifier_.cells());
    if (values.size() != solution.size()) return false;
    std::size_t kept = 0;
    const std::size_t wanted = givens.size();
    for (std::size_t at = 0; at < solution.size(); ++at) {
      const auto place = static_cast<Py_ssize_t>(at);
      const std::optional<std::int64_t> value = number(PyTuple_GetItem(values.ptr(), place));
      if (!value) return false;
      solution[at] = *value;
      if (kept == wanted || at >= cells.size()) continue;
      PyObject* given = PyDict_GetItemWithError(givens.ptr(), PyTuple_GetItem(cells.ptr(), place));
      if (given == nullptr && PyErr_Occurred() != nullptr) throw nb::python_error();
      if (given == nullptr) continue;
      if (number(given) != value) return false;
      ++kept;
    }
    SUDOKU_CP_ASSERT(kept <= wanted);
    if (kept != wanted) return false;
    std::uint8_t sound = 0;
    verifier_.check(Rows<std::int64_t>{solution, {}, 0, {&sound, 1}}, 1);
    return sound == 1;
  }

  template <typename Value>
  void check(Matrix<Value> solutions, std::optional<Matrix<Value>> givens, Value open, Sound sound, int threads) const {
    const std::size_t rows = solutions.shape(0);
    if (solutions.shape(1) != verifier_.cells() || sound.shape(0) != rows ||
        (givens && (givens->shape(0) != rows || givens->shape(1) != verifier_.cells()))) {
      throw nb::value_error("the arrays do not fit each other");
    }
    Rows<Value> all{{solutions.data(), solutions.size()}, {}, open, {}};
    if (givens) all.givens = {givens->data(), givens->size()};
    std::vector<std::uint8_t> found(rows);
    all.sound = found;
    {
      const nb::gil_scoped_release release;
      verifier_.check(all, threads);
    }
    std::ranges::copy(found, sound.data());
  }

 private:
  // Reads consecutive tuples that are the same object once: the cells of a grid share their candidates.
  static std::vector<std::vector<std::int64_t>> read(const Candidates& candidates) {
    std::vector<std::vector<std::int64_t>> values;
    nb::object last;
    for (nb::handle of_cell : candidates) {
      values.push_back(of_cell.is(last) ? values.back() : nb::cast<std::vector<std::int64_t>>(of_cell));
      last = nb::borrow(of_cell);
    }
    return values;
  }

  // None for an object that is no integer, or too large.
  static std::optional<std::int64_t> number(PyObject* object) {
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (value == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
    if (overflow != 0) return std::nullopt;
    return value;
  }

  Verifier verifier_;
};

}  // namespace

NB_MODULE(_verifier, module) {
  nb::set_leak_warnings(false);  // threads that run when Python ends keep their objects
  module.doc() = "The check of solutions, which shares no code with the engine.";
  nb::class_<PyVerifier> verifier(module, "Verifier");
  verifier.def(nb::init<const Candidates&, const Cells&>(), "candidates"_a, "houses"_a)
      .def("holds", &PyVerifier::holds, "values"_a, "givens"_a, "cells"_a);
  const auto define = [&]<typename Value>(Value) {
    verifier.def("check", &PyVerifier::check<Value>, "solutions"_a.noconvert(), "givens"_a.noconvert().none(), "open"_a,
                 "sound"_a.noconvert(), "threads"_a);
  };
  define(std::int8_t{});
  define(std::int16_t{});
  define(std::int32_t{});
  define(std::int64_t{});
}

}  // namespace sudoku_cp_verifier
