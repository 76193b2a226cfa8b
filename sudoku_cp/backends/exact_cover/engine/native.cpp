// The engine as a Python module.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "batch.hpp"
#include "counting.hpp"
#include "cover.hpp"
#include "cpu.hpp"
#include "minimiser.hpp"
#include "native_problem.hpp"
#include "search.hpp"
#include "true_candidates.hpp"

using namespace nanobind::literals;

namespace sudoku_cp {
namespace {

// Asked with (nodes, count, best cost, bound); True stops the search.
using Poll = nb::typed<nb::callable, bool(std::int64_t, std::int64_t, std::optional<Cost>, std::optional<Cost>)>;
using PricedRows = nb::typed<nb::list, nb::typed<nb::tuple, Cost, Row>>;
using MaybePoll = std::optional<Poll>;

// Limits as Python gives them. The poll runs with the GIL: signals first, then the callback; True from it stops.
class PyControl {
 public:
  PyControl(std::optional<double> seconds, std::optional<std::int64_t> nodes, std::function<nb::object()> callback)
      : callback_(std::move(callback)) {
    constexpr double kForever = 1e9;
    if (seconds) {
      const std::chrono::duration<double> span(*seconds < kForever ? std::max(*seconds, 0.0) : kForever);
      control_.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(span);
    }
    control_.nodes = nodes;
    control_.poll = [this] {
      if (error_) return false;  // a second call would find Python with an exception set
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

  // Keeps to the rate of polls over several calls.
  void share_last_poll(Clock::time_point& last) {
    control_.last_poll = last;
    last_poll_ = &last;
  }

  // Runs with the GIL released; an exception of a signal handler or of the callback goes on afterwards.
  template <typename Work>
  auto run(Work work) {
    auto result = [&] {
      const nb::gil_scoped_release release;
      return work();
    }();
    if (last_poll_ != nullptr) *last_poll_ = control_.last_poll;
    if (error_) throw nb::python_error();
    return result;
  }

 private:
  Control control_;
  std::function<nb::object()> callback_;
  Clock::time_point* last_poll_ = nullptr;
  bool error_ = false;
};

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
  PySolver(const PyProblem& problem, const Givens& givens, std::optional<std::string> cpu,
           std::optional<Cost> most_cost, std::optional<std::int64_t> patience)
      : problem_(problem),
        solver_(problem.problem, kernel_named(cpu)),
        counter_(solver_, bits_of(problem.slots(givens))) {
    if (patience) solver_.portfolio().set_patience(*patience);
    for (const Slot slot : problem.slots(givens)) solver_.require(slot);
    if (!most_cost) return;
    if (!has_costs()) throw nb::value_error("the problem has no costs");
    solver_.set_incumbent(std::clamp(*most_cost, -kLargestTotalCost, kLargestTotalCost) + 1);
  }

  // Up to `most` further solutions, and how the search stands after the last of them.
  std::pair<RowList, const char*> take(std::int64_t most, std::optional<double> seconds,
                                       std::optional<std::int64_t> nodes, const MaybePoll& poll) {
    PyControl control(seconds, nodes, callback(poll));
    control.share_last_poll(last_poll_);
    std::vector<std::vector<Word>> found;
    const Ending ending = control.run([&] {
      Ending last = Ending::kSolution;
      while (static_cast<std::int64_t>(found.size()) < most &&
             (last = counter_.advance(control.control())) == Ending::kSolution) {
        found.push_back(solver_.all_alive());
      }
      return last;
    });
    nb::list solutions;
    for (const auto& alive : found) solutions.append(problem_.decode(alive));
    return {RowList(solutions), name_of(ending)};
  }

  // Counts up to `limit` further solutions: the count, the first of them, and how the search stands.
  std::tuple<std::int64_t, std::optional<Row>, const char*> count(std::optional<std::int64_t> limit,
                                                                  std::optional<double> seconds,
                                                                  std::optional<std::int64_t> nodes,
                                                                  const MaybePoll& poll, int threads) {
    PyControl control(seconds, nodes, callback(poll));
    std::vector<Word> first;
    const std::int64_t before = counter_.count();
    const Ending ending = control.run([&] { return counter_.count(limit, control.control(), threads, first); });
    std::optional<Row> decoded;
    if (counter_.count() != before) decoded = problem_.decode(first);
    return {counter_.count() - before, decoded, name_of(ending)};
  }

  // Looks for the `most` solutions of least cost: those found so far with their costs, the bound on all others, and how
  // the search stands. With `pause` it returns at every solution worth keeping, and goes on when called again.
  std::tuple<PricedRows, std::optional<Cost>, const char*> minimum(std::size_t most, bool pause,
                                                                   std::optional<double> seconds,
                                                                   std::optional<std::int64_t> nodes,
                                                                   const MaybePoll& poll) {
    if (most < 1) throw nb::value_error("at least one solution is to be wanted");
    if (!minimiser_) minimiser_.emplace(solver_, most);
    PyControl control(seconds, nodes, callback(poll));
    control.share_last_poll(last_poll_);
    const Ending ending = control.run([&] {
      Ending last;
      while ((last = minimiser_->advance(control.control())) == Ending::kSolution) {
        counter_.add_one();
        if (pause) break;
      }
      return last;
    });
    nb::list rows;
    for (const PricedSolution& solution : minimiser_->found()) {
      rows.append(nb::make_tuple(solution.cost, problem_.decode(solution.alive)));
    }
    return {PricedRows(rows), minimiser_->bound(), name_of(ending)};
  }

  std::vector<Cost> multipliers() const { return solver_.multipliers(); }

  std::int64_t nodes() const { return counter_.nodes(); }
  std::int64_t propagations() const { return solver_.statistics().propagations; }

 private:
  // By variable: a bit, or kNoGiven.
  std::vector<std::uint8_t> bits_of(const std::vector<Slot>& givens) const {
    std::vector<std::uint8_t> bits(static_cast<std::size_t>(problem_.problem->view().words), kNoGiven);
    for (const Slot slot : givens) bits[slot / kWordBits] = static_cast<std::uint8_t>(slot % kWordBits);
    return bits;
  }

  static const Kernel& kernel_named(const std::optional<std::string>& cpu) {
    if (!cpu) return kernel_of_this_cpu();
    const Kernel* kernel = find_kernel(*cpu);
    if (kernel == nullptr) throw nb::value_error("this CPU has no such level");
    return *kernel;
  }

  // Far from an overflow of the bounds' fixed point.
  static constexpr Cost kLargestTotalCost = Cost{1} << 48;

  bool has_costs() const { return problem_.problem->view().costs != nullptr; }

  std::optional<Cost> best() const {
    if (!minimiser_ || minimiser_->found().empty()) return std::nullopt;
    return minimiser_->found().front().cost;
  }

  std::optional<Cost> open_bound() const { return minimiser_ ? minimiser_->bound() : std::nullopt; }

  std::function<nb::object()> callback(const MaybePoll& poll) {
    if (!poll) return nullptr;
    return [this, &poll] { return (*poll)(nodes(), counter_.count(), best(), open_bound()); };
  }

  PyProblem problem_;
  Solver solver_;
  Counter counter_;
  std::optional<Minimiser> minimiser_;
  Clock::time_point last_poll_{};
};

// Calls a poll that learns nothing of the search.
std::function<nb::object()> callback(const MaybePoll& poll) {
  if (!poll) return nullptr;
  return [&poll] { return (*poll)(0, 0, nb::none(), nb::none()); };
}

// Solutions that show every value that occurs in one; whether these are all; nodes and propagations.
std::tuple<RowList, bool, std::int64_t, std::int64_t> true_candidates(const PyProblem& problem, const Givens& givens,
                                                                      std::optional<double> seconds,
                                                                      std::optional<std::int64_t> nodes,
                                                                      const MaybePoll& poll) {
  PyControl control(seconds, nodes, callback(poll));
  const std::vector<Slot> required = problem.slots(givens);
  const TrueCandidates found =
      control.run([&] { return find_true_candidates(problem.problem, required, control.control()); });
  nb::list covers;
  for (const auto& alive : found.covers) covers.append(problem.decode(alive));
  return {RowList(covers), found.complete, found.statistics.nodes, found.statistics.propagations};
}

template <typename Value>
using Matrix = nb::ndarray<Value, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <typename Value>
using Vector = nb::ndarray<Value, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

bool solve_many(const PyProblem& problem, Matrix<const std::uint8_t> givens, std::int64_t limit, int threads,
                Matrix<std::uint8_t> solutions, Vector<std::int64_t> counts, Vector<std::int64_t> nodes_spent,
                Vector<std::uint8_t> exact, std::optional<Vector<Cost>> costs, std::optional<Vector<Cost>> bounds,
                std::optional<double> seconds, std::optional<std::int64_t> nodes, const MaybePoll& poll) {
  const std::size_t puzzles = givens.shape(0);
  const std::size_t variables = static_cast<std::size_t>(problem.problem->view().words);
  if (givens.shape(1) != variables || solutions.shape(0) != puzzles || solutions.shape(1) != variables ||
      counts.shape(0) != puzzles || nodes_spent.shape(0) != puzzles || exact.shape(0) != puzzles ||
      costs.has_value() != bounds.has_value() ||
      (costs && (costs->shape(0) != puzzles || bounds->shape(0) != puzzles))) {
    throw nb::value_error("the arrays do not fit each other");
  }
  if (costs && problem.problem->view().costs == nullptr) throw nb::value_error("the problem has no costs");
  Batch batch{variables,
              {givens.data(), givens.size()},
              limit,
              {solutions.data(), solutions.size()},
              {counts.data(), puzzles},
              {nodes_spent.data(), puzzles},
              {exact.data(), puzzles},
              {},
              {}};
  if (costs) {
    batch.costs = {costs->data(), puzzles};
    batch.bounds = {bounds->data(), puzzles};
  }
  if (!has_known_givens(batch)) throw nb::value_error("a given is out of range");
  PyControl control(seconds, nodes, callback(poll));
  return control.run([&] { return solve_batch(problem.problem, batch, threads, control.control()); });
}

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
    return {build_cover(arrays), {}};
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
}  // namespace sudoku_cp

NB_MODULE(_native, module) {
  using namespace sudoku_cp;
  module.doc() = "The exact-cover engine.";
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
                     for (const ValueTable& values : self.values) tables.push_back(*values);
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

  bind_cell_model(module);

  nb::class_<PySolver>(module, "Solver")
      .def(nb::init<const PyProblem&, const Givens&, std::optional<std::string>, std::optional<Cost>,
                    std::optional<std::int64_t>>(),
           "problem"_a, "givens"_a, "cpu"_a = nb::none(), "most_cost"_a = nb::none(), "patience"_a = nb::none())
      .def("take", &PySolver::take, "most"_a, "seconds"_a = nb::none(), "nodes"_a = nb::none(), "poll"_a = nb::none())
      .def("count", &PySolver::count, "limit"_a = nb::none(), "seconds"_a = nb::none(), "nodes"_a = nb::none(),
           "poll"_a = nb::none(), "threads"_a = 1)
      .def("minimum", &PySolver::minimum, "most"_a = 1, "pause"_a = false, "seconds"_a = nb::none(),
           "nodes"_a = nb::none(), "poll"_a = nb::none())
      .def_prop_ro("multipliers", &PySolver::multipliers)
      .def_prop_ro("nodes", &PySolver::nodes)
      .def_prop_ro("propagations", &PySolver::propagations);

  // Arrays are taken as they are: a converted copy of one that is written to would be lost.
  module.def("cover_problem", &cover_problem, "primary"_a, "secondary"_a, "begin"_a.noconvert(), "items"_a.noconvert(),
             "colours"_a.noconvert() = nb::none(), "costs"_a.noconvert() = nb::none());
  module.def("true_candidates", &true_candidates, "problem"_a, "givens"_a, "seconds"_a = nb::none(),
             "nodes"_a = nb::none(), "poll"_a = nb::none());
  module.def("solve_many", &solve_many, "problem"_a, "givens"_a.noconvert(), "limit"_a, "threads"_a,
             "solutions"_a.noconvert(), "counts"_a.noconvert(), "nodes_spent"_a.noconvert(), "exact"_a.noconvert(),
             "costs"_a.noconvert() = nb::none(), "bounds"_a.noconvert() = nb::none(), "seconds"_a = nb::none(),
             "nodes"_a = nb::none(), "poll"_a = nb::none());
  module.def("cpu_levels", &cpu_levels);
  module.def("cpu_level", [] { return std::string(kernel_of_this_cpu().level); });
}
