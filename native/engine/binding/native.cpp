// The engine for Python.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <vector>

#include "binding/native_problem.hpp"
#include "binding/native_sources.hpp"
#include "bindings.hpp"
#include "cpu.hpp"
#include "model/cover.hpp"

using namespace nanobind::literals;

// The compiler that built this module, for reports.
#if defined(__clang__)
#define SUDOKU_CP_COMPILER "Clang " __clang_version__
#elif defined(__GNUC__)
#define SUDOKU_CP_COMPILER "GCC " __VERSION__
#else
#define SUDOKU_CP_COMPILER "an unknown compiler"
#endif

namespace sudoku_cp {
namespace {

template <typename Value>
using Vector = nb::ndarray<Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A ValueError has the arguments (reason, option, item), None where the fault has no such place.
PyProblem cover_problem(std::size_t primary, std::size_t secondary, Vector<const std::int64_t> begin,
                        Vector<const std::int64_t> items, std::optional<Vector<const std::int64_t>> colours,
                        std::optional<Vector<const std::int64_t>> costs) {
  const auto span = [](const auto& array) { return std::span(array.data(), array.size()); };
  CoverArrays arrays{primary, secondary, span(begin), span(items), {}, {}};
  if (colours) arrays.colours = span(*colours);
  if (costs) arrays.costs = span(*costs);
  try {
    const nb::gil_scoped_release release;
    return {build_cover(arrays), std::vector<ValueTable>{}};
  } catch (const InvalidCover& fault) {
    PyErr_SetObject(PyExc_ValueError, nb::make_tuple(fault.what(), fault.option, fault.item).ptr());
    throw nb::python_error();
  }
}

std::vector<std::string> cpu_levels() {
  std::vector<std::string> names;
  for (const Kernel* kernel : runnable_kernels()) names.emplace_back(kernel->level);
  return names;
}

}  // namespace

void bind_engine(nb::module_& module) {
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const UnknownLevel& error) {
      PyErr_SetString(nb::module_::import_("sudoku_cp.model").attr("SudokuError").ptr(), error.what());
    }
  });

  nb::class_<PyProblem>(module, "Problem")
      .def_prop_ro("tables",
                   [](const PyProblem& self) {
                     std::vector<std::vector<std::int64_t>> tables;
                     for (const ValueTable& values : *self.values) tables.push_back(*values);
                     return tables;
                   })
      .def_prop_ro("houses", [](const PyProblem& self) {
        const CellView& cells = self.problem->view().cells;
        std::vector<std::vector<std::int32_t>> houses;
        for (std::int32_t house = 0; house < cells.house_count; ++house) {
          houses.emplace_back(cells.houses.values + cells.houses.begin[house],
                              cells.houses.values + cells.houses.begin[house + 1]);
        }
        return houses;
      });

  bind_model_builder(module);

  bind_solver(module);
  bind_batches(module);
  bind_proofs(module);

  module.def("cover_problem", &cover_problem, "primary"_a, "secondary"_a, "begin"_a.noconvert(), "items"_a.noconvert(),
             "colours"_a.noconvert() = nb::none(), "costs"_a.noconvert() = nb::none());
  module.def("cpu_levels", &cpu_levels);
  module.def("cpu_level", [] { return std::string(kernel_of_this_cpu().level); });
  module.def("compiler", [] { return std::string(SUDOKU_CP_COMPILER); });
  module.def("sources", &sources_hash);
}

}  // namespace sudoku_cp
