// The binding of one search on one puzzle.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "binding/native_control.hpp"
#include "binding/native_problem.hpp"
#include "cpu.hpp"
#include "search/batch.hpp"
#include "search/counting.hpp"
#include "search/minimiser.hpp"

using namespace nanobind::literals;

namespace sudoku_cp {
namespace {

using PricedRows = nb::typed<nb::list, nb::typed<nb::tuple, Cost, Row>>;

class PySolver {
 public:
  PySolver(const PyProblem& problem, const Givens& givens, std::optional<std::string> cpu,
           std::optional<Cost> most_cost, std::optional<std::int64_t> learn_after, int threads, std::uint32_t seed)
      : PySolver(problem, problem.slots(givens), kernel_named(cpu)) {
    if (learn_after) solver_.portfolio().learn_after(*learn_after);
    solver_.portfolio().share_among(threads);
    solver_.learn_at_random(seed);
    if (!most_cost) return;
    if (!has_costs()) throw nb::value_error("the problem has no costs");
    solver_.set_incumbent(std::clamp(*most_cost, -kLargestTotalCost, kLargestTotalCost) + 1);
  }

  // Up to `most` further solutions, and how the search stands after the last of them.
  std::pair<RowList, const char*> take(std::int64_t most, std::optional<double> seconds,
                                       std::optional<std::int64_t> nodes, const MaybePoll& poll) {
    PyControl control(seconds, nodes, progress(poll));
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
                                                                  const MaybePoll& poll) {
    PyControl control(seconds, nodes, progress(poll));
    std::vector<Word> first;
    const std::int64_t before = counter_.count();
    const Ending ending = control.run([&] { return counter_.count(limit, control.control(), first); });
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
    PyControl control(seconds, nodes, progress(poll));
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
  PySolver(const PyProblem& problem, const std::vector<Slot>& givens, const Kernel& kernel)
      : problem_(problem), solver_(problem.problem, kernel), counter_(solver_, bits_of(givens)) {
    for (const Slot slot : givens) solver_.require(slot);
  }

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

  std::function<nb::object()> progress(const MaybePoll& poll) {
    if (!poll) return nullptr;
    return [this, &poll] { return (*poll)(nodes(), counter_.count(), best(), open_bound()); };
  }

  PyProblem problem_;
  Solver solver_;
  Counter counter_;
  std::optional<Minimiser> minimiser_;
  Clock::time_point last_poll_{};
};

}  // namespace

void bind_solver(nb::module_& module) {
  nb::class_<PySolver>(module, "Solver")
      .def(nb::init<const PyProblem&, const Givens&, std::optional<std::string>, std::optional<Cost>,
                    std::optional<std::int64_t>, int, std::uint32_t>(),
           "problem"_a, "givens"_a, "cpu"_a = nb::none(), "most_cost"_a = nb::none(), "learn_after"_a = nb::none(),
           "threads"_a = 1, "seed"_a = 0)
      .def("take", &PySolver::take, "most"_a, "seconds"_a = nb::none(), "nodes"_a = nb::none(), "poll"_a = nb::none())
      .def("count", &PySolver::count, "limit"_a = nb::none(), "seconds"_a = nb::none(), "nodes"_a = nb::none(),
           "poll"_a = nb::none())
      .def("minimum", &PySolver::minimum, "most"_a = 1, "pause"_a = false, "seconds"_a = nb::none(),
           "nodes"_a = nb::none(), "poll"_a = nb::none())
      .def_prop_ro("multipliers", &PySolver::multipliers)
      .def_prop_ro("nodes", &PySolver::nodes)
      .def_prop_ro("propagations", &PySolver::propagations);
}

}  // namespace sudoku_cp
