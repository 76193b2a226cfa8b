// The binding of batches, and of true candidates.
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <tuple>
#include <vector>

#include "binding/native_control.hpp"
#include "binding/native_problem.hpp"
#include "search/batch.hpp"
#include "search/true_candidates.hpp"

using namespace nanobind::literals;

namespace sudoku_cp {
namespace {

// Solutions that show every value that occurs in one; whether these are all; nodes and propagations.
std::tuple<RowList, bool, std::int64_t, std::int64_t> true_candidates(const PyProblem& problem, const Givens& givens,
                                                                      std::optional<double> seconds,
                                                                      std::optional<std::int64_t> nodes,
                                                                      const MaybePoll& poll, int threads) {
  PyControl control(seconds, nodes, callback(poll));
  const std::vector<Slot> required = problem.slots(givens);
  const TrueCandidates found =
      control.run([&] { return find_true_candidates(problem.problem, required, control.control(), threads); });
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

}  // namespace

void bind_batches(nb::module_& module) {
  module.def("true_candidates", &true_candidates, "problem"_a, "givens"_a, "seconds"_a = nb::none(),
             "nodes"_a = nb::none(), "poll"_a = nb::none(), "threads"_a = 1);
  // Arrays are taken as they are: a converted copy of one that is written to would be lost.
  module.def("solve_many", &solve_many, "problem"_a, "givens"_a.noconvert(), "limit"_a, "threads"_a,
             "solutions"_a.noconvert(), "counts"_a.noconvert(), "nodes_spent"_a.noconvert(), "exact"_a.noconvert(),
             "costs"_a.noconvert() = nb::none(), "bounds"_a.noconvert() = nb::none(), "seconds"_a = nb::none(),
             "nodes"_a = nb::none(), "poll"_a = nb::none());
}

}  // namespace sudoku_cp
