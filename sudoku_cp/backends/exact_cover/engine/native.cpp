// The engine as a Python module.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "cells.hpp"
#include "cover.hpp"
#include "cpu.hpp"
#include "search.hpp"
#include "true_candidates.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace sudoku_cp {
namespace {

using Givens = std::vector<std::pair<std::size_t, std::int64_t>>;  // (variable, value)

// A problem, and how its options are told in Python: by the values of its variables, or by option numbers.
struct PyProblem {
  std::shared_ptr<const Problem> problem;
  std::vector<ValueTable> values;

  // The options that give the variables these values.
  std::vector<Slot> slots(const Givens& givens) const {
    std::vector<Slot> result;
    for (const auto& [variable, value] : givens) {
      const auto& table = *values.at(variable);
      const auto found = std::ranges::lower_bound(table, value);
      if (found == table.end() || *found != value) throw nb::value_error("a given is not in the domain");
      result.push_back(static_cast<Slot>(variable * kWordBits) + static_cast<Slot>(found - table.begin()));
    }
    return result;
  }

  nb::object decode(std::span<const Word> alive) const {
    if (problem->of_cells()) {
      nb::object row = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(alive.size())));
      for (std::size_t word = 0; word < alive.size(); ++word) {
        const std::int64_t value = (*values[word])[static_cast<std::size_t>(std::countr_zero(alive[word]))];
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
    return nb::tuple(nb::cast(options));
  }
};

class PyCellModel {
 public:
  // Tuples that are the same object are read once: the cells of a grid share their domain.
  void add_variables(const nb::list& domains) {
    nb::object last;
    ValueTable values;
    for (nb::handle domain : domains) {
      if (!domain.is(last)) {
        values = std::make_shared<const std::vector<std::int64_t>>(nb::cast<std::vector<std::int64_t>>(domain));
        last = nb::borrow(domain);
      }
      model_.add_variable(values);
    }
  }

  CellModel& model() { return model_; }

  PyProblem build() {
    auto problem = model_.build();
    return {std::move(problem), model_.tables()};
  }

 private:
  CellModel model_;
};

// Limits as Python gives them. The poll runs with the GIL: signals first, then the callback; True from it stops.
class PyControl {
 public:
  PyControl(std::optional<double> seconds, std::optional<std::int64_t> nodes, std::function<nb::object()> callback)
      : callback_(std::move(callback)) {
    if (seconds) control_.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                        std::chrono::duration<double>(std::min(*seconds, 1e9)));
    control_.nodes = nodes;
    control_.poll = [this] {
      const nb::gil_scoped_acquire gil;
      if (PyErr_CheckSignals() != 0) {
        error_ = true;
        return false;
      }
      if (!callback_) return true;
      try {
        return !nb::cast<bool>(callback_());
      } catch (nb::python_error& error) {
        error.restore();
        error_ = true;
        return false;
      }
    };
  }

  Control& control() { return control_; }

  // Runs with the GIL released; an exception of a signal handler or of the callback goes on afterwards.
  template <typename Work>
  auto run(Work work) {
    auto result = [&] {
      const nb::gil_scoped_release release;
      return work();
    }();
    if (error_) throw nb::python_error();
    return result;
  }

 private:
  Control control_;
  std::function<nb::object()> callback_;
  bool error_ = false;
};

Relation relation_of(const std::string& sign) {
  if (sign == "=") return Relation::kEqual;
  if (sign == "≠") return Relation::kUnequal;
  if (sign == "≤") return Relation::kAtMost;
  if (sign == "≥") return Relation::kAtLeast;
  throw nb::value_error("a relation is one of = ≠ ≤ ≥");
}

const char* name_of(Ending ending) {
  switch (ending) {
    case Ending::kSolution:
      return "solution";
    case Ending::kExhausted:
      return "exhausted";
    case Ending::kStopped:
      return "stopped";
  }
  return "";
}

class PySolver {
 public:
  PySolver(const PyProblem& problem, const Givens& givens, std::optional<std::string> cpu)
      : problem_(problem), solver_(problem.problem, kernel_named(cpu)) {
    for (const Slot slot : problem.slots(givens)) solver_.require(slot);
  }

  // Up to `most` further solutions, and how the search stands after the last of them.
  nb::tuple take(std::int64_t most, std::optional<double> seconds, std::optional<std::int64_t> nodes,
                 const nb::object& poll) {
    PyControl control(seconds, nodes, callback(poll));
    std::vector<std::vector<Word>> found;
    const Ending ending = control.run([&] {
      Ending last = Ending::kSolution;
      while (static_cast<std::int64_t>(found.size()) < most &&
             (last = solver_.advance(control.control())) == Ending::kSolution) {
        found.push_back(solver_.all_alive());
        ++count_;
      }
      return last;
    });
    nb::list solutions;
    for (const auto& alive : found) solutions.append(problem_.decode(alive));
    return nb::make_tuple(solutions, name_of(ending));
  }

  // Counts up to `limit` further solutions: the count, the first of them, and how the search stands.
  nb::tuple count(std::optional<std::int64_t> limit, std::optional<double> seconds, std::optional<std::int64_t> nodes,
                  const nb::object& poll) {
    PyControl control(seconds, nodes, callback(poll));
    std::vector<Word> first;
    const std::int64_t begin = count_;
    const Ending ending = control.run([&] {
      Ending last = Ending::kSolution;
      while ((!limit || count_ - begin < *limit) && (last = solver_.advance(control.control())) == Ending::kSolution) {
        if (count_++ == begin) first = solver_.all_alive();
      }
      return last;
    });
    return nb::make_tuple(count_ - begin, count_ == begin ? nb::none() : problem_.decode(first), name_of(ending));
  }

  // The least-cost cover: its cost, the cover, the bound, and how the search stands.
  nb::tuple minimum(std::optional<double> seconds, std::optional<std::int64_t> nodes, const nb::object& poll) {
    if (problem_.problem->view().costs == nullptr) throw nb::value_error("the problem has no costs");
    PyControl control(seconds, nodes, callback(poll));
    std::vector<Word> best;
    const Ending ending = control.run([&] {
      Ending last;
      while ((last = solver_.advance(control.control())) == Ending::kSolution) {
        best_ = solver_.cost_of_solution();
        solver_.set_incumbent(*best_);
        best = solver_.all_alive();
        ++count_;
      }
      return last;
    });
    const std::optional<Cost> bound = ending == Ending::kExhausted ? best_ : open_bound();
    return nb::make_tuple(best_, best_ ? problem_.decode(best) : nb::none(), bound, name_of(ending));
  }

  std::int64_t nodes() const { return solver_.statistics().nodes; }
  std::int64_t propagations() const { return solver_.statistics().propagations; }

 private:
  static const Kernel& kernel_named(const std::optional<std::string>& cpu) {
    if (!cpu) return kernel_of_this_cpu();
    const Kernel* kernel = find_kernel(*cpu);
    if (kernel == nullptr) throw nb::value_error("this CPU has no such level");
    return *kernel;
  }

  std::optional<Cost> open_bound() const {
    const Cost bound = solver_.open_bound();
    return bound <= -kNoCost || bound >= kNoCost ? std::nullopt : std::optional(bound);
  }

  std::function<nb::object()> callback(const nb::object& poll) {
    if (poll.is_none()) return nullptr;
    return [this, poll] {
      const auto bound = problem_.problem->view().costs == nullptr ? std::nullopt : open_bound();
      return poll(nodes(), count_, best_, bound);
    };
  }

  PyProblem problem_;
  Solver solver_;
  std::int64_t count_ = 0;
  std::optional<Cost> best_;
};

nb::tuple true_candidates(const PyProblem& problem, const Givens& givens, std::optional<double> seconds,
                          std::optional<std::int64_t> nodes, const nb::object& poll) {
  std::function<nb::object()> callback;
  if (!poll.is_none()) callback = [&poll] { return poll(0, 0, nb::none(), nb::none()); };
  PyControl control(seconds, nodes, callback);
  const std::vector<Slot> required = problem.slots(givens);
  const TrueCandidates found =
      control.run([&] { return find_true_candidates(problem.problem, required, control.control()); });
  nb::list covers;
  for (const auto& alive : found.covers) covers.append(problem.decode(alive));
  return nb::make_tuple(covers, found.complete, found.statistics.nodes, found.statistics.propagations);
}

template <typename Value>
using Matrix = nb::ndarray<Value, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <typename Value>
using Vector = nb::ndarray<Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

bool solve_many(const PyProblem& problem, Matrix<const std::uint8_t> givens, std::int64_t limit, int threads,
                Matrix<std::uint8_t> solutions, Vector<std::int64_t> counts, Vector<std::int64_t> nodes_spent,
                Vector<std::uint8_t> exact, std::optional<double> seconds, std::optional<std::int64_t> nodes,
                const nb::object& poll) {
  const std::size_t puzzles = givens.shape(0);
  const std::size_t variables = static_cast<std::size_t>(problem.problem->view().words);
  if (givens.shape(1) != variables || solutions.shape(0) != puzzles || solutions.shape(1) != variables ||
      counts.shape(0) != puzzles || nodes_spent.shape(0) != puzzles || exact.shape(0) != puzzles) {
    throw nb::value_error("the arrays do not fit each other");
  }
  for (std::size_t at = 0; at < givens.size(); ++at) {
    if (givens.data()[at] >= kWordBits && givens.data()[at] != kNoGiven) throw nb::value_error("a given is out of range");
  }
  const Batch batch{variables,
                    {givens.data(), givens.size()},
                    limit,
                    {solutions.data(), solutions.size()},
                    {counts.data(), puzzles},
                    {nodes_spent.data(), puzzles},
                    {exact.data(), puzzles}};
  std::function<nb::object()> callback;
  if (!poll.is_none()) callback = [&poll] { return poll(0, 0, nb::none(), nb::none()); };
  PyControl control(seconds, nodes, callback);
  return control.run([&] { return solve_batch(problem.problem, batch, threads, control.control()); });
}

PyProblem cover_problem(std::size_t primary, std::size_t secondary, Vector<const std::int64_t> begin,
                        Vector<const std::int64_t> items, std::optional<Vector<const std::int64_t>> colours,
                        std::optional<Vector<const std::int64_t>> costs) {
  const auto span = [](const auto& array) { return std::span(array.data(), array.size()); };
  CoverArrays arrays{primary, secondary, span(begin), span(items), {}, {}};
  if (colours) arrays.colours = span(*colours);
  if (costs) arrays.costs = span(*costs);
  const nb::gil_scoped_release release;
  return {build_cover(arrays), {}};
}

std::vector<std::string> cpu_levels() {
  std::vector<std::string> names;
  for (const Kernel* kernel : runnable_kernels()) names.emplace_back(kernel->level);
  return names;
}

}  // namespace
}  // namespace sudoku_cp

NB_MODULE(_native, module) {
  using namespace sudoku_cp;
  module.doc() = "The exact-cover engine.";

  nb::class_<PyProblem>(module, "Problem")
      .def_prop_ro("tables", [](const PyProblem& self) {
        std::vector<std::vector<std::int64_t>> tables;
        for (const ValueTable& values : self.values) tables.push_back(*values);
        return tables;
      });

  nb::class_<PyCellModel>(module, "CellModel")
      .def(nb::init<>())
      .def("add_variables", &PyCellModel::add_variables, "domains"_a)
      .def("restrict",
           [](PyCellModel& self, std::int32_t cell, const std::vector<std::int64_t>& values) {
             self.model().restrict_values(cell, values);
           },
           "cell"_a, "values"_a)
      .def("add_all_different",
           [](PyCellModel& self, std::vector<std::int32_t> cells) { self.model().add_all_different(std::move(cells)); },
           "cells"_a)
      .def("add_linear",
           [](PyCellModel& self, std::vector<std::int32_t> cells, std::vector<std::int64_t> weights,
              const std::string& relation, std::int64_t constant) {
             self.model().add_linear(std::move(cells), std::move(weights), relation_of(relation), constant);
           },
           "cells"_a, "weights"_a, "relation"_a, "constant"_a)
      .def("add_table",
           [](PyCellModel& self, std::vector<std::int32_t> cells, const std::vector<std::vector<std::int64_t>>& tuples) {
             std::vector<std::int64_t> rows;
             for (const auto& row : tuples) rows.insert(rows.end(), row.begin(), row.end());
             self.model().add_table(std::move(cells), std::move(rows));
           },
           "cells"_a, "tuples"_a)
      .def("add_cost",
           [](PyCellModel& self, std::int32_t cell, std::int64_t weight) { self.model().add_cost(cell, weight); },
           "cell"_a, "weight"_a)
      .def("build", &PyCellModel::build);

  nb::class_<PySolver>(module, "Solver")
      .def(nb::init<const PyProblem&, const Givens&, std::optional<std::string>>(), "problem"_a,
           "givens"_a, "cpu"_a = nb::none())
      .def("take", &PySolver::take, "most"_a, "seconds"_a = nb::none(), "nodes"_a = nb::none(), "poll"_a = nb::none())
      .def("count", &PySolver::count, "limit"_a = nb::none(), "seconds"_a = nb::none(), "nodes"_a = nb::none(),
           "poll"_a = nb::none())
      .def("minimum", &PySolver::minimum, "seconds"_a = nb::none(), "nodes"_a = nb::none(), "poll"_a = nb::none())
      .def_prop_ro("nodes", &PySolver::nodes)
      .def_prop_ro("propagations", &PySolver::propagations);

  module.def("cover_problem", &cover_problem, "primary"_a, "secondary"_a, "begin"_a, "items"_a,
             "colours"_a = nb::none(), "costs"_a = nb::none());
  module.def("true_candidates", &true_candidates, "problem"_a, "givens"_a, "seconds"_a = nb::none(),
             "nodes"_a = nb::none(), "poll"_a = nb::none());
  module.def("solve_many", &solve_many, "problem"_a, "givens"_a, "limit"_a, "threads"_a, "solutions"_a, "counts"_a,
             "nodes_spent"_a, "exact"_a, "seconds"_a = nb::none(), "nodes"_a = nb::none(), "poll"_a = nb::none());
  module.def("cpu_levels", &cpu_levels);
  module.def("cpu_level", [] { return std::string(kernel_of_this_cpu().level); });
}
