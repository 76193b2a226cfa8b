#include <algorithm>

#include "strength.hpp"

namespace sudoku_cp::testing {

std::vector<Generator>& all_generators() {
  static std::vector<Generator> generators;
  return generators;
}

Numbers numbers_between(std::int64_t low, std::int64_t high) {
  Numbers numbers;
  for (std::int64_t number = low; number <= high; ++number) numbers.push_back(number);
  return numbers;
}

Scope add_cells(Case& made, Draw& draw, std::size_t count, const Numbers& pool, bool all_values) {
  Scope cells;
  for (; count > 0; --count) {
    const Numbers domain = all_values ? pool : draw.some_of(pool, pool.size());
    cells.push_back(static_cast<std::int32_t>(made.model.variables()));
    made.model.add_variable(domain);
    made.witness.push_back(draw.one_of(domain));
  }
  return cells;
}

Scope add_cells(Case& made, Draw& draw, std::size_t least) {
  if (draw.one_in(4)) {
    // Tables of 20 and 45 values more, or of 60 with which not all are in one table.
    constexpr std::int64_t kFar = 1000;
    const std::int64_t values = draw.one_of(Numbers{20, 45, 60});
    made.fixed = add_cells(made, draw, 1, numbers_between(kFar, kFar + values - 1), true);
    made.witness.back() = kFar;
  }
  switch (draw.below(8)) {
    case 0: {
      const std::int64_t low = draw.between(-30, 1);
      return add_cells(made, draw, std::max<std::size_t>(least, 2 + draw.below(2)),
                       numbers_between(low, low + draw.one_of(Numbers{24, 24, 63}) - 1), draw.one_in(2));
    }
    case 1:
      return add_cells(made, draw, 65 + draw.below(10), numbers_between(draw.between(-1, 1), 2), draw.one_in(2));
    default:
      return add_cells(made, draw, least + draw.below(5), numbers_between(-2, draw.between(1, 5)), draw.one_in(3));
  }
}

Scope in_any_order(Draw& draw, Scope cells) {
  draw.shuffle(cells);
  if (draw.one_in(4)) cells.insert(cells.begin() + draw.between(0, std::ssize(cells)), draw.one_of(cells));
  return cells;
}

Numbers witness_of(const Case& made, const Scope& scope) {
  Numbers values;
  for (const std::int32_t cell : scope) values.push_back(made.witness[static_cast<std::size_t>(cell)]);
  return values;
}

std::int64_t number_of(const Numbers& values, const Numbers& listed) {
  return std::ranges::count_if(values,
                               [&](std::int64_t value) { return std::ranges::find(listed, value) != listed.end(); });
}

Scope with(Scope scope, const Wanted& wanted) {
  if (wanted.number.variable >= 0) scope.push_back(wanted.number.variable);
  return scope;
}

}  // namespace sudoku_cp::testing
