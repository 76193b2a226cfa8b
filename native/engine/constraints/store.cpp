#include "constraints/store.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace sudoku_cp {

std::vector<std::size_t> HousesByVariable::around(std::span<const std::int32_t> variables) const {
  std::vector<std::size_t> found;
  for (const std::int32_t variable : variables) {
    const std::vector<std::size_t>& houses = of_[static_cast<std::size_t>(variable)];
    found.insert(found.end(), houses.begin(), houses.end());
  }
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

void ModelStore::index_houses() {
  std::set<Variables> seen;
  std::erase_if(houses, [&](Variables& cells) {
    std::ranges::sort(cells);
    return !seen.insert(cells).second;
  });
  houses_of = HousesByVariable(tables.size());
  for (std::size_t house = 0; house < houses.size(); ++house) houses_of.add(house, houses[house]);
}

Slice<std::int32_t> ModelStore::variables(const Variables& variables) {
  for (const std::int32_t each : variables) variable(each);
  return arena.keep(variables);
}

std::int32_t ModelStore::variable(std::int32_t variable) const {
  if (variable < 0 || variable >= static_cast<std::int32_t>(tables.size())) {
    throw std::out_of_range("there is no such cell");
  }
  return variable;
}

Number ModelStore::number(std::optional<std::int32_t> variable, std::int64_t number) const {
  return {variable ? this->variable(*variable) : -1, number};
}

Number ModelStore::variable_or_number(std::optional<std::int32_t> variable, std::int64_t number) const {
  if (variable && number != 0) throw std::invalid_argument("nothing can be added to the cell here");
  return this->number(variable, number);
}

int ModelStore::bit_of_value(std::int32_t variable, std::int64_t value) const {
  const auto values = table(variable);
  if (values.back() - values.front() + 1 == std::ssize(values)) {
    const bool is_among = values.front() <= value && value <= values.back();
    return is_among ? static_cast<int>(value - values.front()) : -1;
  }
  const auto found = std::ranges::lower_bound(values, value);
  return found == values.end() || *found != value ? -1 : static_cast<int>(found - values.begin());
}

Word ModelStore::mask_of(std::int32_t variable, std::span<const std::int64_t> values) const {
  Word mask = 0;
  for (const std::int64_t value : values) {
    const int bit = bit_of_value(variable, value);
    if (bit >= 0) mask |= Word{1} << bit;
  }
  return mask;
}

Slice<Word> ModelStore::masks_of(std::span<const std::int32_t> variables, std::span<const std::int64_t> values) {
  std::vector<Word> masks;
  for (const std::int32_t variable : variables) masks.push_back(mask_of(variable, values));
  return arena.keep(masks);
}

Variables scope_of(std::span<const std::int32_t> variables, const Number& number) {
  Variables scope(variables.begin(), variables.end());
  if (number.variable >= 0) scope.push_back(number.variable);
  std::ranges::sort(scope);
  scope.erase(std::ranges::unique(scope).begin(), scope.end());
  return scope;
}

}  // namespace sudoku_cp
