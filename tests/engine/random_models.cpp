// Random constraints of every kind, with any scope: constants are drawn around an assignment, so that they often hold.
#include <algorithm>
#include <map>

#include "models.hpp"

namespace sudoku_cp::testing {
namespace {

constexpr std::int64_t kFarAway = 1000;

class Maker {
 public:
  // Different values are counted only among cells with a common table of values.
  Maker(std::mt19937& random, SmallModel& model, bool common_table)
      : random_(random), model_(model), common_table_(common_table) {
    for (std::size_t cell = 0; cell < model.variables(); ++cell) {
      const Numbers& domain = model.domain(static_cast<std::int32_t>(cell));
      witness_.push_back(domain[below(domain.size())]);
    }
  }

  void add_constraint() {
    switch (below(common_table_ ? 20 : 19)) {
      case 0:
        return model_.add_all_different(scope());
      case 1:
      case 2:
        return model_.add(sum(relation(), near(-2, 2)));
      case 3:
        return model_.add(table());
      case 4:
        return model_.add(automaton(below(4) == 0));
      case 5:
        return model_.add(element());
      case 6:
        return model_.add(count(scope(), relation(), number()));
      case 7:
        return model_.add(extremum());
      case 8:
        return model_.add(product(scope(), below(4) == 0 ? Relation::kUnequal : Relation::kEqual, near(-1, 1)));
      case 9:
        return add_combination();
      case 10:
        return model_.add(group());
      case 11:
        return add_exactly_once();
      case 12:
        return model_.add(increasing(scope(), near(-2, 2), below(4) == 0));
      case 13:
        return add_cardinality();
      case 14:
        return model_.add(regions());
      case 15:
        return model_.add(precedence(scope(), near(-3, 2), below(4) == 0));
      case 16:
        return add_sightlines();
      case 17: {
        const auto [line, others] = lines();
        return model_.add(rank(line, others, near(0, 3), below(2) == 0, below(4) == 0));
      }
      case 18:
        return model_.add(route());
      default:
        return model_.add(count_distinct(scope(), relation(), number()));
    }
  }

 private:
  using Scope = std::vector<std::int32_t>;

  std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }
  std::int64_t near(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
  }
  std::int32_t cell() { return static_cast<std::int32_t>(below(model_.variables())); }
  Relation relation() { return static_cast<Relation>(below(4)); }
  static Relation negated(Relation relation) {
    return relation == Relation::kEqual ? Relation::kUnequal : Relation::kEqual;
  }

  // Cells may occur twice.
  Scope scope() {
    Scope cells;
    for (std::size_t size = 1 + below(4); size > 0; --size) cells.push_back(cell());
    return cells;
  }

  // A known number or a cell; where things are counted, with something added to it.
  Number value() { return below(3) == 0 ? Number{cell(), 0} : Number{-1, near(-2, 5)}; }
  Number number() { return below(3) == 0 ? Number{cell(), near(-1, 1)} : Number{-1, near(0, 4)}; }

  static std::int64_t at(const Numbers& values, std::int32_t cell) { return values[static_cast<std::size_t>(cell)]; }
  static std::int64_t read(const Numbers& values, const Number& number) {
    return number.variable < 0 ? number.value : at(values, number.variable) + number.value;
  }

  Said sum(Relation relation, std::int64_t slack) { return sums(relation, slack).first; }

  // A weighted sum, and its negation for = and ≠.
  std::pair<Said, Said> sums(Relation relation, std::int64_t slack) {
    const Scope cells = scope();
    Numbers weights;
    std::int64_t constant = slack;
    for (const std::int32_t cell : cells) {
      weights.push_back(near(-3, 3));
      constant += weights.back() * at(witness_, cell);
    }
    return {sum(cells, weights, relation, constant), sum(cells, weights, negated(relation), constant)};
  }

  static Said sum(const Scope& cells, const Numbers& weights, Relation relation, std::int64_t constant) {
    const Meaning meaning = [=](const Numbers& values) {
      std::int64_t total = 0;
      for (std::size_t term = 0; term < cells.size(); ++term) total += weights[term] * at(values, cells[term]);
      return relates(total, relation, constant);
    };
    return said<Linear>(meaning, cells, weights, relation, constant);
  }

  Said table() {
    const Scope cells = scope();
    std::set<Numbers> listed;
    for (std::size_t row = below(12); row > 0; --row) {
      Numbers values;
      for (const std::int32_t cell : cells) {
        const Numbers& domain = model_.domain(cell);
        values.push_back(below(9) == 0 ? kFarAway : domain[below(domain.size())]);
      }
      listed.insert(values);
    }
    Numbers own;
    for (const std::int32_t cell : cells) own.push_back(at(witness_, cell));
    listed.insert(own);
    Tuples tuples{cells.size(), {}};
    for (const Numbers& row : listed) tuples.values.insert(tuples.values.end(), row.begin(), row.end());
    const Meaning meaning = [cells, listed](const Numbers& values) {
      Numbers row;
      for (const std::int32_t cell : cells) row.push_back(at(values, cell));
      return listed.contains(row);
    };
    return said<Table>(meaning, cells, std::make_shared<const Tuples>(std::move(tuples)));
  }

  Said automaton(bool negated) {
    const std::size_t states = 1 + below(5);
    const auto state = [&] { return static_cast<std::int32_t>(below(states)); };
    const Scope cells = scope();
    std::vector<Nfa::Move> moves;
    std::vector<std::int32_t> accepting, starts{state()};
    if (below(3) == 0) starts.push_back(state());
    const bool deterministic = below(2) == 0;
    for (std::int32_t from = 0; from < static_cast<std::int32_t>(states); ++from) {
      for (std::int64_t value = -4; value < 8; ++value) {
        for (std::size_t ways = below(5) == 0 ? 0 : 1 + (deterministic ? 0 : below(2)); ways > 0; --ways) {
          moves.push_back({from, state(), value});
        }
      }
      if (below(3) != 0) accepting.push_back(from);
    }
    const Meaning meaning = [=](const Numbers& values) {
      std::set<std::int32_t> reached(starts.begin(), starts.end());
      for (const std::int32_t cell : cells) {
        std::set<std::int32_t> after;
        for (const Nfa::Move& move : moves) {
          if (move.value == at(values, cell) && reached.contains(move.state)) after.insert(move.next);
        }
        reached = std::move(after);
      }
      return negated != std::ranges::any_of(accepting, [&](std::int32_t end) { return reached.contains(end); });
    };
    const auto nfa = make_nfa(static_cast<std::int32_t>(states), moves, accepting, starts);
    return said<Automaton>(meaning, cells, nfa, negated);
  }

  Said element() {
    const Scope array = scope();
    const std::int32_t index = cell();
    const std::int64_t first = near(-1, 1);
    const Number number = value();
    const Meaning meaning = [=](const Numbers& values) {
      const std::int64_t place = at(values, index) - first;
      return place >= 0 && place < static_cast<std::int64_t>(array.size()) &&
             at(values, array[static_cast<std::size_t>(place)]) == read(values, number);
    };
    return said<Element>(meaning, array, index, first, variable_of(number), number.value);
  }

  Said count(const Scope& cells, Relation relation, Number number) {
    std::set<std::int64_t> listed;
    for (std::size_t size = 1 + below(4); size > 0; --size) listed.insert(near(-3, 6));
    return count(cells, Numbers(listed.begin(), listed.end()), relation, number);
  }

  static Said count(const Scope& cells, const Numbers& listed, Relation relation, Number number) {
    const Meaning meaning = [=](const Numbers& values) {
      const auto is_listed = [&](std::int32_t cell) {
        return std::ranges::find(listed, at(values, cell)) != listed.end();
      };
      return relates(std::ranges::count_if(cells, is_listed), relation, read(values, number));
    };
    return said<Count>(meaning, cells, listed, relation, variable_of(number), number.value);
  }

  static Said count_distinct(const Scope& cells, Relation relation, Number number) {
    const Meaning meaning = [=](const Numbers& values) {
      std::set<std::int64_t> seen;
      for (const std::int32_t cell : cells) seen.insert(at(values, cell));
      return relates(static_cast<std::int64_t>(seen.size()), relation, read(values, number));
    };
    return said<CountDistinct>(meaning, cells, relation, variable_of(number), number.value);
  }

  Said extremum() {
    const Scope cells = scope();
    const bool largest = below(2) == 0;
    const Number number = value();
    const Meaning meaning = [=](const Numbers& values) {
      std::int64_t best = at(values, cells.front());
      for (const std::int32_t cell : cells) {
        best = largest ? std::max(best, at(values, cell)) : std::min(best, at(values, cell));
      }
      return best == read(values, number);
    };
    return said<Extremum>(meaning, cells, largest, variable_of(number), number.value);
  }

  Said product(const Scope& cells, Relation relation, std::int64_t slack) {
    std::int64_t number = slack;
    std::int64_t own = 1;
    for (const std::int32_t cell : cells) own *= at(witness_, cell);
    number += own;
    return product(cells, relation, below(4) == 0 ? Number{cell(), 0} : Number{-1, number});
  }

  static Said product(const Scope& cells, Relation relation, Number number) {
    const Meaning meaning = [=](const Numbers& values) {
      std::int64_t product = 1;
      for (const std::int32_t cell : cells) product *= at(values, cell);
      return relates(product, relation, read(values, number));
    };
    return said<Product>(meaning, cells, relation, variable_of(number), number.value);
  }

  static Said increasing(const Scope& cells, std::int64_t step, bool negated) {
    const Meaning meaning = [=](const Numbers& values) {
      for (std::size_t next = 1; next < cells.size(); ++next) {
        if (at(values, cells[next]) - at(values, cells[next - 1]) < step) return negated;
      }
      return !negated;
    };
    return said<Increasing>(meaning, cells, step, negated);
  }

  // The numbers allowed to each of some values.
  using Limits = std::map<std::int64_t, std::vector<std::int32_t>>;

  Limits limits(const Scope& cells) {
    Limits limits;
    for (std::size_t size = below(5); size > 0; --size) {
      const std::int64_t value = near(-3, 5);
      std::vector<std::int32_t>& numbers = limits[value];
      const auto takes_it = [&](std::int32_t cell) { return at(witness_, cell) == value; };
      if (below(5) != 0) numbers.push_back(static_cast<std::int32_t>(std::ranges::count_if(cells, takes_it)));
      for (std::size_t some = below(3); some > 0; --some) numbers.push_back(static_cast<std::int32_t>(below(5)));
    }
    return limits;
  }

  void add_cardinality() {
    const Scope cells = scope();
    model_.add(cardinality(cells, limits(cells), below(4) == 0));
  }

  static Said cardinality(const Scope& cells, const Limits& limits, bool negated) {
    Numbers listed;
    std::vector<std::vector<std::int32_t>> allowed;
    for (const auto& [value, numbers] : limits) {
      listed.push_back(value);
      allowed.push_back(numbers);
    }
    const Meaning meaning = [=](const Numbers& values) {
      for (const auto& [value, numbers] : limits) {
        const auto takes_it = [&](std::int32_t cell) { return at(values, cell) == value; };
        const auto number = static_cast<std::int32_t>(std::ranges::count_if(cells, takes_it));
        if (std::ranges::find(numbers, number) == numbers.end()) return negated;
      }
      return !negated;
    };
    return said<Cardinality>(meaning, cells, listed, allowed, negated);
  }

  std::int32_t size() { return below(2) == 0 ? -1 : static_cast<std::int32_t>(1 + below(3)); }

  std::vector<std::pair<std::int32_t, std::int32_t>> some_pairs(std::size_t places) {
    std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
    for (std::int32_t one = 0; one < static_cast<std::int32_t>(places); ++one) {
      for (std::int32_t other = 0; other < one; ++other) {
        if (below(2) == 0) pairs.emplace_back(one, other);
      }
    }
    return pairs;
  }

  // Some of the pairs of places are neighbours. A group, and no group.
  std::pair<Said, Said> connected(const Scope& cells, std::int32_t size) {
    const std::vector<std::pair<std::int32_t, std::int32_t>> neighbours = some_pairs(cells.size());
    const Numbers listed{near(-3, 1), near(0, 2), near(2, 5)};
    return {connected(cells, neighbours, listed, size, false), connected(cells, neighbours, listed, size, true)};
  }

  // A group is found by joining what it has, over and over.
  static Said connected(const Scope& cells, const std::vector<std::pair<std::int32_t, std::int32_t>>& neighbours,
                        const Numbers& listed, std::int32_t size, bool negated) {
    const Meaning meaning = [=](const Numbers& values) {
      std::map<std::int32_t, std::int32_t> part_of;
      for (std::int32_t place = 0; place < static_cast<std::int32_t>(cells.size()); ++place) {
        const std::int64_t value = at(values, cells[static_cast<std::size_t>(place)]);
        if (std::ranges::find(listed, value) != listed.end()) part_of[place] = place;
      }
      for (std::size_t round = 0; round < part_of.size(); ++round) {
        for (const auto& [one, other] : neighbours) {
          if (!part_of.contains(one) || !part_of.contains(other)) continue;
          part_of[one] = part_of[other] = std::min(part_of[one], part_of[other]);
        }
      }
      std::set<std::int32_t> parts;
      for (const auto& [place, part] : part_of) parts.insert(part);
      const bool group = parts.size() == 1 && (size < 0 || size == static_cast<std::int32_t>(part_of.size()));
      return group != negated;
    };
    return said<Connected>(meaning, cells, neighbours, listed, size < 0 ? std::nullopt : std::optional(size), negated);
  }

  // A loop or a path is found by taking edges from one end on, until none is left.
  Said route() {
    const Scope cells = scope();
    const auto nodes = static_cast<std::int32_t>(2 + below(3));
    const auto node = [&] { return static_cast<std::int32_t>(below(static_cast<std::size_t>(nodes))); };
    std::vector<std::pair<std::int32_t, std::int32_t>> edges;
    std::vector<Numbers> listed;
    for (const std::int32_t cell : cells) {
      edges.emplace_back(node(), node());
      listed.push_back({at(witness_, cell), near(-3, 5)});
    }
    Scope visits, tips;
    if (below(3) == 0) visits.push_back(node());
    const bool is_path = below(2) == 0;
    if (is_path && below(3) == 0) tips.push_back(node());
    const bool negated = below(3) == 0;
    const Meaning meaning = [=](const Numbers& values) {
      std::vector<std::pair<std::int32_t, std::int32_t>> left;
      std::map<std::int32_t, int> degree;
      for (std::size_t edge = 0; edge < cells.size(); ++edge) {
        if (std::ranges::find(listed[edge], at(values, cells[edge])) == listed[edge].end()) continue;
        left.push_back(edges[edge]);
        ++degree[edges[edge].first];
        ++degree[edges[edge].second];
      }
      if (left.empty()) return negated;
      Scope ends;
      for (const auto& [each, number] : degree) {
        if (number == 1) ends.push_back(each);
        if (number > 2) return negated;
      }
      if (ends.size() != (is_path ? 2 : 0)) return negated;
      for (std::int32_t here = is_path ? ends[0] : left[0].first;;) {
        const auto next =
            std::ranges::find_if(left, [&](const auto& edge) { return edge.first == here || edge.second == here; });
        if (next == left.end()) break;
        here = next->first == here ? next->second : next->first;
        left.erase(next);
      }
      const auto is_visited = [&](std::int32_t each) { return degree.contains(each); };
      const auto is_end = [&](std::int32_t each) { return std::ranges::find(ends, each) != ends.end(); };
      return (left.empty() && std::ranges::all_of(visits, is_visited) && std::ranges::all_of(tips, is_end)) != negated;
    };
    return said<Loop>(meaning, cells, edges, listed, nodes, visits, is_path, tips, negated);
  }

  // Each number that occurs has a group of the size, in which no digit stands twice; or digits do not matter.
  Said regions() {
    const Scope numbers = scope();
    Scope digits;
    for (std::size_t place = 0; place < numbers.size(); ++place) digits.push_back(cell());
    if (below(3) == 0) digits.clear();
    const std::vector<std::pair<std::int32_t, std::int32_t>> neighbours = some_pairs(numbers.size());
    const auto size = static_cast<std::int32_t>(1 + below(3));
    const Meaning meaning = [=](const Numbers& values) {
      return std::ranges::all_of(numbers, [&](std::int32_t of_region) {
        const std::int64_t number = at(values, of_region);
        std::set<std::int64_t> seen;
        std::size_t places = 0;
        for (std::size_t place = 0; place < numbers.size(); ++place) {
          if (at(values, numbers[place]) != number) continue;
          ++places;
          seen.insert(digits.empty() ? static_cast<std::int64_t>(place) : at(values, digits[place]));
        }
        return seen.size() == places && connected(numbers, neighbours, {number}, size, false).meaning(values);
      });
    };
    return said<Regions>(meaning, digits, numbers, neighbours, size);
  }

  static Said precedence(const Scope& cells, std::int64_t start, bool negated) {
    const Meaning meaning = [=](const Numbers& values) {
      std::set<std::int64_t> before;
      for (const std::int32_t cell : cells) {
        if (at(values, cell) > start + 1 && !before.contains(at(values, cell) - 1)) return negated;
        before.insert(at(values, cell));
      }
      return !negated;
    };
    return said<Precedence>(meaning, cells, start, negated);
  }

  void add_sightlines() {
    std::vector<Scope> lines;
    for (std::size_t count = below(4); count > 0; --count) lines.push_back(scope());
    const std::int32_t viewer = cell();
    model_.add(sightlines(viewer, lines, number(), below(4) == 0));
  }

  static Said sightlines(std::int32_t viewer, const std::vector<Scope>& lines, Number number, bool negated) {
    const Meaning meaning = [=](const Numbers& values) {
      std::int64_t seen = 1;
      for (const Scope& line : lines) {
        const auto differs = [&](std::int32_t cell) { return at(values, cell) != at(values, viewer); };
        seen += std::ranges::find_if(line, differs) - line.begin();
      }
      return (seen == read(values, number)) != negated;
    };
    Scope cells;
    std::vector<std::int32_t> ends;
    for (const Scope& line : lines) {
      cells.insert(cells.end(), line.begin(), line.end());
      ends.push_back(static_cast<std::int32_t>(cells.size()));
    }
    return said<Sightlines>(meaning, viewer, cells, ends, variable_of(number), number.value, negated);
  }

  // A line and others of its length.
  std::pair<Scope, std::vector<Scope>> lines() {
    Scope line(1 + below(3));
    for (std::int32_t& each : line) each = cell();
    std::vector<Scope> others(below(4), line);
    for (Scope& other : others)
      for (std::int32_t& each : other) each = cell();
    return {line, others};
  }

  static Said rank(const Scope& line, const std::vector<Scope>& others, std::int64_t lower, bool ties, bool negated) {
    const auto read_line = [](const Numbers& values, const Scope& cells) {
      Numbers numbers;
      for (const std::int32_t each : cells) numbers.push_back(at(values, each));
      return numbers;
    };
    const Meaning meaning = [=](const Numbers& values) {
      const Numbers own = read_line(values, line);
      std::int64_t found = 0;
      for (const Scope& other : others) {
        const Numbers numbers = read_line(values, other);
        if (numbers == own && !ties) return negated;
        found += numbers < own;
      }
      return (found == lower) != negated;
    };
    Scope cells = line;
    for (const Scope& other : others) cells.insert(cells.end(), other.begin(), other.end());
    return said<Rank>(meaning, cells, static_cast<std::int64_t>(line.size()), lower, ties, negated);
  }

  // A constraint and its negation.
  std::pair<Said, Said> part() {
    const Scope cells = scope();
    const Relation relation = below(2) == 0 ? Relation::kEqual : Relation::kUnequal;
    const Number limit = number();
    const Number own = value();
    switch (below(common_table_ ? 10 : 9)) {
      case 0:
        return sums(relation, near(-1, 1));
      case 1: {
        const Numbers listed{near(-3, 1), near(2, 5)};
        return {count(cells, listed, relation, limit), count(cells, listed, negated(relation), limit)};
      }
      case 2:
        return {product(cells, relation, own), product(cells, negated(relation), own)};
      case 3:
        return connected(cells, size());
      case 4: {
        const std::int64_t step = near(-1, 1);
        return {increasing(cells, step, false), increasing(cells, step, true)};
      }
      case 5: {
        const Limits some = limits(cells);
        return {cardinality(cells, some, false), cardinality(cells, some, true)};
      }
      case 6: {
        const std::int64_t start = near(-3, 2);
        return {precedence(cells, start, false), precedence(cells, start, true)};
      }
      case 7: {
        const std::vector<Scope> views{cells, scope()};
        const std::int32_t viewer = cell();
        return {sightlines(viewer, views, limit, false), sightlines(viewer, views, limit, true)};
      }
      case 8: {
        const auto [line, others] = lines();
        const std::int64_t lower = near(0, 3);
        const bool ties = below(2) == 0;
        return {rank(line, others, lower, ties, false), rank(line, others, lower, ties, true)};
      }
      default:
        return {count_distinct(cells, relation, limit), count_distinct(cells, negated(relation), limit)};
    }
  }

  Said group() {
    const Scope cells = scope();
    const auto [group, none] = connected(cells, size());
    return below(3) == 0 ? none : group;
  }

  // Values that are each taken once among the same cells: the engine looks after them together.
  void add_exactly_once() {
    const Scope cells = scope();
    for (std::int64_t value = near(-3, 2), end = value + near(1, 3); value < end; ++value) {
      model_.add(count(cells, Numbers{value}, Relation::kEqual, {-1, 1}));
    }
  }

  void add_combination() {
    std::vector<std::pair<Said, Said>> parts;
    for (std::size_t size = below(4); size > 0; --size) parts.push_back(part());
    model_.add_combination(parts, relation(), static_cast<std::int32_t>(near(0, 3)));
  }

  std::mt19937& random_;
  SmallModel& model_;
  bool common_table_;
  Numbers witness_;
};

}  // namespace

SmallModel random_model(std::mt19937& random, std::int64_t extra_values) {
  SmallModel model;
  const std::size_t variables = 1 + random() % 4;
  for (std::size_t variable = 0; variable < variables; ++variable) {
    std::set<std::int64_t> domain;
    for (std::size_t size = 1 + random() % 5; size > 0; --size)
      domain.insert(static_cast<std::int64_t>(random() % 9) - 3);
    model.add_variable(Numbers(domain.begin(), domain.end()));
  }
  constexpr std::int64_t kMostExtra = 50;  // with the other values still in one word
  Maker maker(random, model, extra_values <= kMostExtra);
  for (std::size_t constraints = random() % 4; constraints > 0; --constraints) maker.add_constraint();
  if (random() % 2 == 0) {
    for (std::size_t cell = 0; cell < variables; ++cell) {
      model.add_cost(static_cast<std::int32_t>(cell), static_cast<std::int64_t>(random() % 9) - 4);
    }
  }
  if (extra_values > 0) {
    Numbers wide;
    for (std::int64_t value = 0; value < extra_values; ++value) wide.push_back(kFarAway + value);
    const auto cell = static_cast<std::int32_t>(model.variables());
    model.add_variable(wide);
    const Meaning meaning = [cell, wide](const Numbers& values) {
      return values[static_cast<std::size_t>(cell)] == wide.back();
    };
    model.add(said<Linear>(meaning, std::vector{cell}, Numbers{1}, Relation::kEqual, wide.back()));
  }
  return model;
}

SmallModel random_products(std::mt19937& random) {
  const auto below = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
  const auto near = [&](std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
  };
  SmallModel model;
  Numbers witness;
  const std::size_t variables = 1 + below(3);
  for (std::size_t variable = 0; variable < variables; ++variable) {
    std::set<std::int64_t> domain;
    const std::int64_t low = near(-9, 3);
    for (std::size_t size = 2 + below(11); size > 0; --size) domain.insert(near(low, low + 12));
    model.add_variable(Numbers(domain.begin(), domain.end()));
    witness.push_back(*std::next(domain.begin(), static_cast<std::ptrdiff_t>(below(domain.size()))));
  }
  // A comparison, and its opposite for = and ≠.
  const auto products = [&](Relation relation) {
    std::vector<std::int32_t> cells;
    std::vector<std::int32_t> degrees;
    Numbers weights;
    for (std::size_t count = 1 + below(3); count > 0; --count) {
      degrees.push_back(static_cast<std::int32_t>(below(4)));
      weights.push_back(near(-3, 3));
      for (std::int32_t factor = 0; factor < degrees.back(); ++factor) {
        cells.push_back(static_cast<std::int32_t>(below(variables)));
      }
    }
    const auto total = [=](const Numbers& values) {
      std::int64_t sum = 0;
      auto next = cells.begin();
      for (std::size_t term = 0; term < degrees.size(); ++term) {
        std::int64_t product = weights[term];
        for (std::int32_t left = degrees[term]; left > 0; --left) product *= values[static_cast<std::size_t>(*next++)];
        sum += product;
      }
      return sum;
    };
    const std::int64_t constant = total(witness) + (below(3) == 0 ? near(-2, 2) : 0);
    const auto said_with = [&](Relation sign) {
      const Meaning meaning = [=](const Numbers& values) { return relates(total(values), sign, constant); };
      return said<Polynomial>(meaning, cells, degrees, weights, sign, constant);
    };
    const Relation opposite = relation == Relation::kEqual ? Relation::kUnequal : Relation::kEqual;
    return std::pair(said_with(relation), said_with(opposite));
  };
  for (std::size_t count = 1 + below(2); count > 0; --count) {
    model.add(products(static_cast<Relation>(below(4))).first);
  }
  if (below(3) == 0) {
    const auto part = [&] { return products(below(2) == 0 ? Relation::kEqual : Relation::kUnequal); };
    model.add_combination({part(), part()}, static_cast<Relation>(below(4)), static_cast<std::int32_t>(below(3)));
  }
  return model;
}

}  // namespace sudoku_cp::testing
