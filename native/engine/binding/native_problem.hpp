// A problem as the Python module knows it.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "model/builder.hpp"
#include "model/problem.hpp"

namespace sudoku_cp {

namespace nb = nanobind;

// All cells in the order of the variables, and the givens by cell: two look-ups in a dict take less time than an attribute.
using GivensByCell = std::pair<nb::typed<nb::tuple, nb::any, nb::ellipsis>, nb::typed<nb::dict, nb::any, std::int64_t>>;
using GivensByIndex = std::vector<std::pair<std::size_t, std::int64_t>>;
using Givens = std::variant<GivensByCell, GivensByIndex>;
using Row = nb::typed<nb::tuple, std::int64_t, nb::ellipsis>;  // values of the variables, or option numbers
using RowList = nb::typed<nb::list, Row>;

// A problem, and how Python names its options: by the values of its variables, or by option numbers.
struct PyProblem {
  PyProblem(std::shared_ptr<const Problem> built, std::vector<ValueTable> tables)
      : problem(std::move(built)), values(std::make_shared<const std::vector<ValueTable>>(std::move(tables))) {}

  std::shared_ptr<const Problem> problem;
  std::shared_ptr<const std::vector<ValueTable>> values;  // every search has them

  // The options that give the variables these values.
  std::vector<Slot> slots(const Givens& givens) const {
    std::vector<Slot> result;
    const auto add = [&](std::size_t variable, std::int64_t value) {
      result.push_back(static_cast<Slot>(variable * kWordBits) + place_of(value, *values->at(variable)));
    };
    if (const auto* by_cell = std::get_if<GivensByCell>(&givens)) {
      const auto& [cells, values_of] = *by_cell;
      const std::size_t wanted = values_of.size();
      result.reserve(wanted);
      for (std::size_t variable = 0; result.size() < wanted; ++variable) {
        if (variable == cells.size()) throw nb::value_error("a given is of another model");
        PyObject* cell = PyTuple_GetItem(cells.ptr(), static_cast<Py_ssize_t>(variable));
        PyObject* value = PyDict_GetItemWithError(values_of.ptr(), cell);
        if (value != nullptr) add(variable, nb::cast<std::int64_t>(nb::handle(value)));
        else if (PyErr_Occurred() != nullptr) throw nb::python_error();
      }
    } else {
      for (const auto& [variable, value] : std::get<GivensByIndex>(givens)) add(variable, value);
    }
    return result;
  }

  Row decode(std::span<const Word> alive) const {
    if (problem->of_cells()) {
      auto row = nb::steal<Row>(PyTuple_New(static_cast<Py_ssize_t>(alive.size())));
      for (std::size_t word = 0; word < alive.size(); ++word) {
        const std::int64_t value = (*(*values)[word])[static_cast<std::size_t>(std::countr_zero(alive[word]))];
        PyTuple_SetItem(row.ptr(), static_cast<Py_ssize_t>(word), PyLong_FromLongLong(value));
      }
      return row;
    }
    std::vector<std::size_t> options;
    for (std::size_t word = 0; word < alive.size(); ++word) {
      for (Word rest = alive[word]; rest != 0; rest &= rest - 1) {
        options.push_back(word * kWordBits + static_cast<std::size_t>(std::countr_zero(rest)));
      }
    }
    return Row(nb::tuple(nb::cast(options)));
  }

 private:
  // Most tables have no gaps.
  static Slot place_of(std::int64_t value, const std::vector<std::int64_t>& table) {
    const std::uint64_t place = static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(table.front());
    if (place < table.size() && table[place] == value) return static_cast<Slot>(place);
    const auto found = std::ranges::lower_bound(table, value);
    if (found == table.end() || *found != value) throw nb::value_error("a given is not in the domain");
    return static_cast<Slot>(found - table.begin());
  }
};

// Adds the class that builds problems from variables and constraints.
void bind_model_builder(nb::module_& module);

// Adds the search on one puzzle; needs the class of problems.
void bind_solver(nb::module_& module);

// Adds refutations, and how they are trimmed; needs the class of problems.
void bind_proofs(nb::module_& module);

// Adds the search on many puzzles, and the true candidates of one.
void bind_batches(nb::module_& module);

}  // namespace sudoku_cp
