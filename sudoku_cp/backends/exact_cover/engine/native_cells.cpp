// Building a constraint model from Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "native_problem.hpp"

using namespace nanobind::literals;

namespace sudoku_cp {
namespace {

using Cells = std::vector<std::int32_t>;
using Domains = nb::typed<nb::list, Row>;

Relation relation_of(const std::string& sign) {
  if (sign == "=") return Relation::kEqual;
  if (sign == "≠") return Relation::kUnequal;
  if (sign == "≤") return Relation::kAtMost;
  if (sign == "≥") return Relation::kAtLeast;
  throw nb::value_error("a relation is one of = ≠ ≤ ≥");
}

// An automaton, made once and used by any number of conditions.
struct PyDfa {
  std::shared_ptr<const Dfa> dfa;

  PyDfa(const Transitions& transitions, const std::vector<std::int32_t>& accepting, std::int32_t start) {
    const auto states = static_cast<std::int32_t>(transitions.size());
    const auto is_state = [&](std::int32_t state) { return state >= 0 && state < states; };
    bool sound = is_state(start) && std::ranges::all_of(accepting, is_state);
    for (const auto& row : transitions) {
      for (const auto& [value, next] : row) sound &= is_state(next);
    }
    if (!sound) throw nb::value_error("there is no such state");
    dfa = make_dfa(transitions, accepting, start);
  }
};

// The tuples of a table, read once and used by any number of conditions.
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

// Conditions are added to hold, or (`part`) kept for combinations, which name them by the number returned.
class PyCellModel {
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
    check({cell});
    model_.restrict_values(cell, values);
  }

  void add_all_different(Cells cells) {
    check(cells);
    model_.add_all_different(std::move(cells));
  }

  std::int32_t add_linear(const Cells& cells, const std::vector<std::int64_t>& weights, const std::string& relation,
                          std::int64_t constant, bool part) {
    check(cells);
    if (weights.size() != cells.size()) throw nb::value_error("there must be as many weights as cells");
    std::map<std::int32_t, std::int64_t> total;
    for (std::size_t at = 0; at < cells.size(); ++at) total[cells[at]] += weights[at];
    Sum sum{{}, relation_of(relation), constant};
    for (const auto& [cell, weight] : total) {
      if (weight != 0) sum.terms.push_back({cell, weight});
    }
    return add(std::move(sum), part);
  }

  std::int32_t add_table(Cells cells, const PyTuples& tuples, bool part) {
    check(cells);
    if (cells.empty() || cells.size() != tuples.tuples->arity) {
      throw nb::value_error("a table has as many cells, at least one, as its tuples have values");
    }
    return add(Rows{std::move(cells), tuples.tuples}, part);
  }

  // One table in many places, whose cells follow one another.
  void add_tables(const Cells& cells, const PyTuples& tuples) {
    check(cells);
    const std::size_t arity = tuples.tuples->arity;
    if (arity == 0 || cells.size() % arity != 0)
      throw nb::value_error("each place has as many cells as a tuple has values");
    for (auto place = cells.begin(); place != cells.end(); place += static_cast<std::ptrdiff_t>(arity)) {
      model_.add(Rows{{place, place + static_cast<std::ptrdiff_t>(arity)}, tuples.tuples});
    }
  }

  std::int32_t add_automaton(Cells cells, const PyDfa& dfa, bool part) {
    check(cells);
    return add(Reading{std::move(cells), dfa.dfa}, part);
  }

  std::int32_t add_element(Cells array, std::int32_t index, std::int64_t first, std::optional<std::int32_t> cell,
                           std::int64_t number, bool part) {
    check(array);
    check({index});
    return add(Pointing{std::move(array), index, first, cell_or_number(cell, number)}, part);
  }

  std::int32_t add_count(Cells cells, std::vector<std::int64_t> values, const std::string& relation,
                         std::optional<std::int32_t> cell, std::int64_t number, bool part) {
    check(cells);
    return add(Counting{std::move(cells), std::move(values), relation_of(relation), number_of(cell, number)}, part);
  }

  std::int32_t add_distinct(Cells cells, const std::string& relation, std::optional<std::int32_t> cell,
                            std::int64_t number, bool part) {
    check(cells);
    return add(Telling{std::move(cells), relation_of(relation), number_of(cell, number)}, part);
  }

  std::int32_t add_extremum(Cells cells, bool largest, std::optional<std::int32_t> cell, std::int64_t number,
                            bool part) {
    check(cells);
    if (cells.empty()) throw nb::value_error("an extremum needs a cell");
    return add(Extreme{std::move(cells), largest ? 1 : -1, cell_or_number(cell, number)}, part);
  }

  std::int32_t add_product(Cells cells, const std::string& relation, std::optional<std::int32_t> cell,
                           std::int64_t number, bool part) {
    check(cells);
    const Relation known = relation_of(relation);
    if (known != Relation::kEqual && known != Relation::kUnequal) throw nb::value_error("a product is = or ≠");
    return add(Factors{std::move(cells), known, number_of(cell, number)}, part);
  }

  std::int32_t add_connected(Cells cells, std::vector<std::pair<std::int32_t, std::int32_t>> neighbours,
                             std::vector<std::int64_t> values, std::optional<std::int32_t> size, bool negated,
                             bool part) {
    check(cells);
    const auto is_place = [&](std::int32_t place) {
      return place >= 0 && place < static_cast<std::int32_t>(cells.size());
    };
    for (const auto& [one, other] : neighbours) {
      if (!is_place(one) || !is_place(other)) throw nb::index_error("there is no such place");
    }
    if (size && *size < 0) throw nb::value_error("a size cannot be negative");
    return add(Joining{std::move(cells), std::move(neighbours), std::move(values), size.value_or(-1), negated}, part);
  }

  std::int32_t add_holding(const std::vector<std::pair<std::int32_t, std::int32_t>>& parts, const std::string& relation,
                           std::int32_t constant, bool part) {
    for (const auto& [positive, negative] : parts) {
      if (positive < 0 || positive >= parts_ || negative < 0 || negative >= parts_) {
        throw nb::index_error("there is no such part");
      }
    }
    return add(Combination{parts, relation_of(relation), constant}, part);
  }

  void add_cost(std::int32_t cell, std::int64_t value, std::int64_t cost) {
    check({cell});
    model_.add_cost(cell, value, cost);
  }

  PyProblem build() {
    if (built_) throw nb::value_error("the problem has been built");
    built_ = true;
    auto problem = model_.build();
    return {std::move(problem), model_.tables()};
  }

 private:
  std::int32_t add(Condition condition, bool part) {
    if (part) return parts_ = model_.add_part(std::move(condition)) + 1, parts_ - 1;
    model_.add(std::move(condition));
    return -1;
  }

  Number number_of(std::optional<std::int32_t> cell, std::int64_t number) const {
    if (!cell) return {-1, number};
    check({*cell});
    return {*cell, number};
  }

  Number cell_or_number(std::optional<std::int32_t> cell, std::int64_t number) const {
    if (cell && number != 0) throw nb::value_error("nothing can be added to the cell here");
    return number_of(cell, number);
  }

  void check(const Cells& cells) const {
    const auto variables = static_cast<std::int32_t>(model_.tables().size());
    for (const std::int32_t cell : cells) {
      if (cell < 0 || cell >= variables) throw nb::index_error("there is no such cell");
    }
  }

  CellModel model_;
  std::int32_t parts_ = 0;
  bool built_ = false;
};

}  // namespace

void bind_cell_model(nb::module_& module) {
  nb::class_<PyDfa>(module, "Dfa")
      .def(nb::init<const Transitions&, const std::vector<std::int32_t>&, std::int32_t>(), "transitions"_a,
           "accepting"_a, "start"_a);

  nb::class_<PyTuples>(module, "Tuples")
      .def(nb::init<std::size_t, const std::vector<std::vector<std::int64_t>>&>(), "arity"_a, "rows"_a);

  nb::class_<PyCellModel>(module, "CellModel")
      .def(nb::init<>())
      .def("add_variables", &PyCellModel::add_variables, "domains"_a)
      .def("restrict", &PyCellModel::restrict_values, "cell"_a, "values"_a)
      .def("add_all_different", &PyCellModel::add_all_different, "cells"_a)
      .def("add_linear", &PyCellModel::add_linear, "cells"_a, "weights"_a, "relation"_a, "constant"_a, "part"_a = false)
      .def("add_table", &PyCellModel::add_table, "cells"_a, "tuples"_a, "part"_a = false)
      .def("add_tables", &PyCellModel::add_tables, "cells"_a, "tuples"_a)
      .def("add_automaton", &PyCellModel::add_automaton, "cells"_a, "dfa"_a, "part"_a = false)
      .def("add_element", &PyCellModel::add_element, "array"_a, "index"_a, "first"_a, "cell"_a.none(), "number"_a,
           "part"_a = false)
      .def("add_count", &PyCellModel::add_count, "cells"_a, "values"_a, "relation"_a, "cell"_a.none(), "number"_a,
           "part"_a = false)
      .def("add_distinct", &PyCellModel::add_distinct, "cells"_a, "relation"_a, "cell"_a.none(), "number"_a,
           "part"_a = false)
      .def("add_extremum", &PyCellModel::add_extremum, "cells"_a, "largest"_a, "cell"_a.none(), "number"_a,
           "part"_a = false)
      .def("add_product", &PyCellModel::add_product, "cells"_a, "relation"_a, "cell"_a.none(), "number"_a,
           "part"_a = false)
      .def("add_connected", &PyCellModel::add_connected, "cells"_a, "neighbours"_a, "values"_a, "size"_a.none(),
           "negated"_a, "part"_a = false)
      .def("add_holding", &PyCellModel::add_holding, "parts"_a, "relation"_a, "constant"_a, "part"_a = false)
      .def("add_cost", &PyCellModel::add_cost, "cell"_a, "value"_a, "cost"_a)
      .def("build", &PyCellModel::build);
}

}  // namespace sudoku_cp
