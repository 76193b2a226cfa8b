// The binding of what proofs need: clauses that refute, and those of them that are needed.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "binding/native_control.hpp"
#include "binding/native_problem.hpp"
#include "proofs/refutation.hpp"
#include "proofs/trimming.hpp"

using namespace nanobind::literals;

namespace sudoku_cp {
namespace {

using ClauseList = nb::typed<nb::list, nb::typed<nb::list, std::int64_t>>;
using Terms = std::vector<std::pair<std::int64_t, Literal>>;

// What `Refutation` learns, and how it ended. Literals are 128 · variable + 2 · place of the value in the variable's
// table, + 1 if it is another one.
std::pair<ClauseList, const char*> refute(const PyProblem& problem, const Givens& givens,
                                          const std::vector<std::vector<std::int64_t>>& known,
                                          std::optional<double> seconds, const MaybePoll& poll) {
  if (!Refutation::can_refute(*problem.problem))
    throw nb::value_error("the problem has costs, or no solution from the start");
  std::vector<std::vector<Word>> solutions;
  for (const std::vector<std::int64_t>& row : known) {
    if (row.size() != problem.values->size()) throw nb::value_error("a solution has a value for each variable");
    GivensByIndex values;
    for (std::size_t variable = 0; variable < row.size(); ++variable) values.emplace_back(variable, row[variable]);
    std::vector<Word>& solution = solutions.emplace_back();
    for (const Slot slot : problem.slots(values)) solution.push_back(Word{1} << (slot % kWordBits));
  }
  Refutation refutation(problem.problem);
  PyControl control(seconds, std::nullopt,
                    poll ? std::function<nb::object()>([&] {
                      return (*poll)(refutation.learned(), static_cast<std::int64_t>(known.size()), nb::none(),
                                     nb::none());
                    })
                         : nullptr);
  const std::vector<Slot> required = problem.slots(givens);
  const Ending ending = control.run([&] { return refutation.run(required, solutions, control.control()); });
  nb::list clauses;
  for (std::size_t clause = 0; clause < refutation.clauses().size(); ++clause) {
    nb::list literals;
    for (const SlotLiteral literal : refutation.clauses()[clause]) literals.append(literal);
    clauses.append(literals);
  }
  return {ClauseList(clauses), name_of(ending)};
}

const char* name_of(Trimmer::Ending ending) {
  switch (ending) {
    case Trimmer::Ending::kTrimmed:
      return "trimmed";
    case Trimmer::Ending::kDoesNotFollow:
      return "does not follow";
    case Trimmer::Ending::kStopped:
      return "stopped";
  }
  return "";
}

// The last uses that `Trimmer` finds, and how it ended. Sums are lists of (weight, literal) with the bound to reach.
std::pair<std::vector<std::int64_t>, const char*> trim(std::size_t variables,
                                                       const std::vector<std::pair<Terms, std::int64_t>>& sums,
                                                       const std::vector<std::vector<Literal>>& clauses,
                                                       std::optional<double> seconds, const MaybePoll& poll) {
  Trimmer trimmer(variables);
  const auto check = [&](Literal literal) {
    if (literal < 0 || static_cast<std::size_t>(option_of(literal)) >= variables)
      throw nb::value_error("there is no such literal");
  };
  for (const auto& [terms, bound] : sums) {
    std::vector<WeightedLiteral> weighted;
    for (const auto& [weight, literal] : terms) {
      check(literal);
      weighted.push_back({weight, literal});
    }
    trimmer.add_sum(std::move(weighted), bound);
  }
  for (const std::vector<Literal>& clause : clauses) {
    std::ranges::for_each(clause, check);
    trimmer.add_clause(clause);
  }
  PyControl control(seconds, std::nullopt, callback(poll));
  const Trimmer::Ending ending = control.run([&] { return trimmer.trim(control.control()); });
  return {trimmer.last_uses(), name_of(ending)};
}

}  // namespace

void bind_proofs(nb::module_& module) {
  module.def(
      "can_refute", [](const PyProblem& problem) { return Refutation::can_refute(*problem.problem); }, "problem"_a);
  module.def("refute", &refute, "problem"_a, "givens"_a, "known"_a, "seconds"_a = nb::none(), "poll"_a = nb::none());
  module.def("trim", &trim, "variables"_a, "sums"_a, "clauses"_a, "seconds"_a = nb::none(), "poll"_a = nb::none());
}

}  // namespace sudoku_cp
