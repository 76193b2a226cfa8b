// ModelStore a constraint model from Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "binding/native_control.hpp"
#include "binding/native_house_problems.hpp"
#include "binding/native_problem.hpp"
#include "search/witnesses.hpp"

using namespace nanobind::literals;

namespace sudoku_cp {
namespace {

using Domains = nb::typed<nb::list, Row>;

Relation relation_of(const std::string& sign) {
  if (sign == "=") return Relation::kEqual;
  if (sign == "≠") return Relation::kUnequal;
  if (sign == "≤") return Relation::kAtMost;
  if (sign == "≥") return Relation::kAtLeast;
  throw nb::value_error("a relation is one of = ≠ ≤ ≥");
}

// What it is about, as BoundsCondition::Kind; of which; the value; and whether it is negated.
using PyCondition = std::tuple<int, std::int32_t, std::int64_t, bool>;

BoundsCondition condition_of(const PyCondition& condition) {
  const auto& [kind, at, value, negated] = condition;
  if (kind < 0 || kind > 2) throw nb::value_error("a condition is of kind 0, 1 or 2");
  return {static_cast<BoundsCondition::Kind>(kind), at, value, negated};
}

// An automaton, made once and used by any number of constraints.
struct PyNfa {
  std::shared_ptr<const Nfa> nfa;

  using Move = std::tuple<std::int32_t, std::int64_t, std::int32_t>;  // a state, a value, the next state

  PyNfa(std::int32_t states, const std::vector<Move>& moves, const std::vector<std::int32_t>& accepting,
        const std::vector<std::int32_t>& starts) {
    const auto is_state = [&](std::int32_t state) { return state >= 0 && state < states; };
    bool sound = std::ranges::all_of(starts, is_state) && std::ranges::all_of(accepting, is_state);
    std::vector<Nfa::Move> read;
    read.reserve(moves.size());
    for (const auto& [state, value, next] : moves) {
      sound &= is_state(state) && is_state(next);
      read.push_back({state, next, value});
    }
    if (!sound) throw nb::value_error("there is no such state");
    nfa = make_nfa(states, std::move(read), accepting, starts);
  }
};

// The tuples of a table, read once and used by any number of constraints.
struct PyTuples {
  std::shared_ptr<const Tuples> tuples;

  PyTuples(std::size_t arity, const std::vector<std::vector<std::int64_t>>& rows) {
    Tuples read{arity, {}};
    read.values.reserve(arity * rows.size());
    for (const auto& row : rows) {
      if (row.size() != arity) throw nb::value_error("tuples must have as many values as cells");
      read.values.insert(read.values.end(), row.begin(), row.end());
    }
    tuples = std::make_shared<const Tuples>(std::move(read));
  }
};

class PyModelBuilder {
 public:
  // Tuples that are the same object are read once: the cells of a grid share their domain.
  void add_variables(const Domains& domains) {
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

  void restrict_values(std::int32_t cell, const std::vector<std::int64_t>& values) {
    model_.restrict_values(model_.store().variable(cell), values);
  }

  void add_all_different(Variables cells) {
    for (const std::int32_t cell : cells) model_.store().variable(cell);
    model_.add_all_different(std::move(cells));
  }

  // One table in many places, whose cells follow one another.
  void add_tables(const Variables& cells, const PyTuples& tuples) {
    const auto arity = static_cast<std::ptrdiff_t>(tuples.tuples->arity);
    if (arity == 0 || std::ssize(cells) % arity != 0) {
      throw nb::value_error("each place has as many cells as a tuple has values");
    }
    for (auto place = cells.begin(); place != cells.end(); place += arity) {
      model_.add(Table::declare(model_.store(), {place, place + arity}, tuples.tuples));
    }
  }

  // Declares a constraint, to hold or (`part`) for combinations to name. Returns the number of a part.
  template <typename Constraint, typename... Arguments>
  std::int32_t declare(bool part, const Arguments&... arguments) {
    Constraint declared = Constraint::declare(model_.store(), arguments...);
    if (part) return model_.add_part(std::move(declared));
    model_.add(std::move(declared));
    return -1;
  }

  void add_cost(std::int32_t cell, std::int64_t value, std::int64_t cost) {
    model_.add_cost(model_.store().variable(cell), value, cost);
  }

  void set_bounded(bool bounded) { model_.set_bounded(bounded); }

  std::int32_t add_bounds_variable(std::int64_t low, std::int64_t high, std::int64_t base,
                                   std::vector<std::pair<std::int64_t, std::int32_t>> digits) {
    return model_.bounds().add_variable(model_.store(), {low, high, base, std::move(digits)});
  }

  std::int32_t add_truth() { return model_.bounds().add_truth(); }

  void add_bounds_clause(const std::vector<PyCondition>& conditions) {
    std::vector<BoundsCondition> read;
    for (const PyCondition& condition : conditions) read.push_back(condition_of(condition));
    model_.bounds().add_clause(model_.store(), std::move(read));
  }

  void add_bounds_sum(std::vector<std::pair<std::int64_t, std::int32_t>> terms,
                      const std::vector<std::pair<std::int64_t, PyCondition>>& conditions, std::int64_t constant,
                      const std::optional<PyCondition>& when, bool is_cost) {
    BoundsSum sum{std::move(terms), {}, constant, std::nullopt};
    for (const auto& [weight, condition] : conditions) sum.conditions.emplace_back(weight, condition_of(condition));
    if (when) sum.when = condition_of(*when);
    if (is_cost) model_.bounds().set_cost(model_.store(), std::move(sum));
    else model_.bounds().add_sum(model_.store(), std::move(sum));
  }

  void close_group() { model_.close_group(); }

  // Whether the groups of constraints alone have a solution. None where a limit is reached.
  std::optional<bool> has_solution(const std::vector<std::int32_t>& groups, const std::vector<Word>& domains,
                                   std::optional<std::int64_t> nodes) const {
    PyControl control(std::nullopt, nodes, nullptr);
    return control.run([&] { return GroupSolver(model_, groups, domains).has_solution(control.control()); });
  }

  // The values asked about, by variable, that the groups of constraints alone refute with so many nodes for each.
  std::vector<std::pair<std::int32_t, Word>> refuted(const std::vector<std::int32_t>& groups,
                                                     const std::vector<Word>& domains, const std::vector<Word>& asked,
                                                     std::optional<std::int64_t> nodes, const MaybePoll& poll) const {
    PyControl control(std::nullopt, nodes, callback(poll));
    return control.run([&] { return GroupSolver(model_, groups, domains).refuted(asked, control.control()); });
  }

  // What the groups of constraints alone rule out, by variable, where the domains are these: masks over the values of
  // the variable. None where a limit is reached.
  std::optional<std::vector<std::pair<std::int32_t, Word>>> eliminations(const std::vector<std::int32_t>& groups,
                                                                         const std::vector<Word>& domains,
                                                                         std::optional<std::int64_t> nodes) {
    PyControl control(std::nullopt, nodes, nullptr);
    return control.run([&] { return witnesses_.eliminations(model_, groups, domains, control.control()); });
  }

  // The problem of some groups of constraints alone. None where a limit is reached.
  std::optional<PyProblem> build_groups(const std::vector<std::int32_t>& groups, std::optional<double> seconds,
                                        const MaybePoll& poll) const {
    PyControl control(seconds, std::nullopt, callback(poll));
    control.control().last_poll = Clock::now();  // most are built before they would poll
    const std::vector<Word> all(model_.tables().size(), ~Word{0});
    ModelBuilder model = model_.of_groups(groups, all);
    auto problem = control.run([&] { return model.build(false, &control.control()); });
    if (problem == nullptr) return std::nullopt;
    return PyProblem{std::move(problem), model.tables()};
  }

  // None where a limit is reached.
  std::optional<PyProblem> build(bool clausal, std::optional<double> seconds, const MaybePoll& poll) {
    if (built_) throw nb::value_error("the problem has been built");
    built_ = true;
    PyControl control(seconds, std::nullopt, callback(poll));
    control.control().last_poll = Clock::now();  // most are built before they would poll
    if (!model_.has_only_houses()) return make(clausal, control);
    static HouseProblems built;
    const ModelStore& store = model_.store();
    Houses houses{store.domains, store.tables, store.houses};
    if (auto found = built.find(houses)) return found;
    std::optional<PyProblem> problem = make(clausal, control);
    if (problem) built.keep(std::move(houses), *problem);
    return problem;
  }

 private:
  std::optional<PyProblem> make(bool clausal, PyControl& control) {
    auto problem = control.run([&] { return model_.build(clausal, &control.control()); });
    if (problem == nullptr) return std::nullopt;
    return PyProblem{std::move(problem), model_.tables()};
  }

  ModelBuilder model_;
  Witnesses witnesses_;
  bool built_ = false;
};

// How an argument of a declaration comes from Python.
template <typename Argument>
struct FromPython {
  using Type = Argument;
  static const Argument& read(const Argument& argument) { return argument; }
};

template <>
struct FromPython<Relation> {
  using Type = std::string;
  static Relation read(const std::string& sign) { return relation_of(sign); }
};

template <>
struct FromPython<std::shared_ptr<const Nfa>> {
  using Type = PyNfa;
  static const std::shared_ptr<const Nfa>& read(const PyNfa& nfa) { return nfa.nfa; }
};

template <>
struct FromPython<std::shared_ptr<const Tuples>> {
  using Type = PyTuples;
  static const std::shared_ptr<const Tuples>& read(const PyTuples& tuples) { return tuples.tuples; }
};

template <typename Argument>
auto named(const char* name) {
  if constexpr (requires(Argument argument) { argument.has_value(); }) return nb::arg(name).none();
  else return nb::arg(name);
}

using ModelClass = nb::class_<PyModelBuilder>;

// Binds the declaration of a constraint under the names that the constraint gives to it and to its arguments.
template <typename Constraint, typename... Arguments, std::size_t... at>
void bind_declaration(ModelClass& model, Constraint (*)(ModelStore&, Arguments...), std::index_sequence<at...>) {
  model.def(
      Constraint::kBinding,
      [](PyModelBuilder& self, const typename FromPython<std::remove_cvref_t<Arguments>>::Type&... arguments,
         bool part) {
        return self.template declare<Constraint>(part, FromPython<std::remove_cvref_t<Arguments>>::read(arguments)...);
      },
      named<std::remove_cvref_t<Arguments>>(Constraint::kArguments[at])..., "part"_a = false);
}

// Some constraints are only made of others.
template <typename Constraint>
void bind_constraint(ModelClass& model) {
  if constexpr (requires { &Constraint::declare; }) {
    bind_declaration(model, &Constraint::declare, std::make_index_sequence<std::size(Constraint::kArguments)>());
  }
}

template <typename... Constraints>
void bind_constraints(ModelClass& model, TypeList<Constraints...>) {
  (bind_constraint<Constraints>(model), ...);
}

}  // namespace

void bind_model_builder(nb::module_& module) {
  nb::class_<PyNfa>(module, "Nfa")
      .def(nb::init<std::int32_t, const std::vector<PyNfa::Move>&, const std::vector<std::int32_t>&,
                    const std::vector<std::int32_t>&>(),
           "states"_a, "moves"_a, "accepting"_a, "starts"_a);

  nb::class_<PyTuples>(module, "Tuples")
      .def(nb::init<std::size_t, const std::vector<std::vector<std::int64_t>>&>(), "arity"_a, "rows"_a);

  ModelClass model(module, "ModelBuilder");
  model.def(nb::init<>())
      .def("add_variables", &PyModelBuilder::add_variables, "domains"_a)
      .def("restrict", &PyModelBuilder::restrict_values, "cell"_a, "values"_a)
      .def("add_all_different", &PyModelBuilder::add_all_different, "cells"_a)
      .def("add_tables", &PyModelBuilder::add_tables, "cells"_a, "tuples"_a)
      .def("add_cost", &PyModelBuilder::add_cost, "cell"_a, "value"_a, "cost"_a)
      .def("set_bounded", &PyModelBuilder::set_bounded, "bounded"_a)
      .def("add_bounds_variable", &PyModelBuilder::add_bounds_variable, "low"_a, "high"_a, "base"_a, "digits"_a)
      .def("add_truth", &PyModelBuilder::add_truth)
      .def("add_bounds_clause", &PyModelBuilder::add_bounds_clause, "conditions"_a)
      .def("add_bounds_sum", &PyModelBuilder::add_bounds_sum, "terms"_a, "conditions"_a, "constant"_a, "when"_a.none(),
           "is_cost"_a = false)
      .def("close_group", &PyModelBuilder::close_group)
      .def("has_solution", &PyModelBuilder::has_solution, "groups"_a, "domains"_a, "nodes"_a = nb::none())
      .def("refuted", &PyModelBuilder::refuted, "groups"_a, "domains"_a, "asked"_a, "nodes"_a = nb::none(),
           "poll"_a = nb::none())
      .def("eliminations", &PyModelBuilder::eliminations, "groups"_a, "domains"_a, "nodes"_a = nb::none())
      .def("build_groups", &PyModelBuilder::build_groups, "groups"_a, "seconds"_a = nb::none(), "poll"_a = nb::none())
      .def("build", &PyModelBuilder::build, "clausal"_a = false, "seconds"_a = nb::none(), "poll"_a = nb::none());
  bind_constraints(model, ConstraintTypes());
}

}  // namespace sudoku_cp
