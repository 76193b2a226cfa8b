#include "models.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "check.hpp"

namespace sudoku_cp::testing {

void SmallModel::add_variable(Numbers domain) {
  model_.add_variable(std::make_shared<const Numbers>(domain));
  domains_.push_back(std::move(domain));
  differ_.emplace_back();
}

void SmallModel::add_all_different(const std::vector<std::int32_t>& cells) {
  model_.add_all_different(cells);
  for (auto later = cells.begin(); later != cells.end(); ++later) {
    for (auto cell = cells.begin(); cell != later; ++cell) {
      differ_[static_cast<std::size_t>(std::max(*cell, *later))].push_back(
          static_cast<std::size_t>(std::min(*cell, *later)));
    }
  }
}

void SmallModel::add(Said said) {
  model_.add(said.declare(model_.store()));
  meanings_.push_back(std::move(said.meaning));
}

void SmallModel::add_combination(const std::vector<std::pair<Said, Said>>& parts, Relation relation,
                                 std::int32_t constant) {
  std::vector<std::pair<std::int32_t, std::int32_t>> numbers;
  std::vector<Meaning> meanings;
  for (const auto& [part, negation] : parts) {
    const std::int32_t positive = model_.add_part(part.declare(model_.store()));
    numbers.emplace_back(positive, model_.add_part(negation.declare(model_.store())));
    meanings.push_back(part.meaning);
  }
  model_.add(Combination::declare(model_.store(), numbers, relation, constant));
  meanings_.push_back([meanings, relation, constant](const Numbers& values) {
    std::int64_t count = 0;
    for (const Meaning& meaning : meanings) count += meaning(values) ? 1 : 0;
    return relates(count, relation, constant);
  });
}

void SmallModel::add_cost(std::int32_t cell, std::int64_t weight) {
  for (const std::int64_t value : domain(cell)) model_.add_cost(cell, value, weight * value);
  costs_.emplace_back(cell, weight);
  has_costs_ = true;
}

std::set<Numbers> SmallModel::solutions() const {
  std::set<Numbers> found;
  Numbers values(variables());
  const auto extend = [&](auto& self, std::size_t variable) -> void {
    if (variable == variables()) {
      for (const Meaning& meaning : meanings_) {
        if (!meaning(values)) return;
      }
      found.insert(found.end(), values);
      return;
    }
    for (const std::int64_t value : domains_[variable]) {
      values[variable] = value;
      const auto is_taken_by = [&](std::size_t earlier) { return values[earlier] == value; };
      if (std::ranges::none_of(differ_[variable], is_taken_by)) self(self, variable + 1);
    }
  };
  extend(extend, 0);
  return found;
}

bool SmallModel::differs(const Numbers& values) const {
  for (std::size_t variable = 0; variable < values.size(); ++variable) {
    const auto is_taken_by = [&](std::size_t earlier) { return values[earlier] == values[variable]; };
    if (std::ranges::any_of(differ_[variable], is_taken_by)) return false;
  }
  return true;
}

bool SmallModel::holds(const Numbers& values) const {
  return differs(values) && std::ranges::all_of(meanings_, [&](const Meaning& meaning) { return meaning(values); });
}

std::int64_t SmallModel::cost(const Numbers& values) const {
  std::int64_t total = 0;
  for (const auto& [cell, weight] : costs_) total += weight * values[static_cast<std::size_t>(cell)];
  return total;
}

Numbers SmallModel::values(const std::vector<Word>& alive) const {
  Numbers values;
  for (std::size_t variable = 0; variable < variables(); ++variable) {
    CHECK(std::has_single_bit(alive[variable]));
    values.push_back(model_.tables()[variable]->at(static_cast<std::size_t>(std::countr_zero(alive[variable]))));
  }
  return values;
}

std::vector<int> SmallModel::bits(const Numbers& values) const {
  std::vector<int> bits;
  for (std::size_t variable = 0; variable < variables(); ++variable) {
    const auto& table = *model_.tables()[variable];
    bits.push_back(static_cast<int>(std::ranges::lower_bound(table, values[variable]) - table.begin()));
  }
  return bits;
}

SmallModel grid(std::int32_t size, std::int32_t box_height, std::int32_t box_width) {
  SmallModel model;
  Numbers digits(static_cast<std::size_t>(size));
  std::iota(digits.begin(), digits.end(), 1);
  for (std::int32_t cell = 0; cell < size * size; ++cell) model.add_variable(digits);
  for (std::int32_t line = 0; line < size; ++line) {
    std::vector<std::int32_t> row, column, box;
    const std::int32_t boxes_a_row = size / box_width;
    const std::int32_t corner = line / boxes_a_row * box_height * size + line % boxes_a_row * box_width;
    for (std::int32_t place = 0; place < size; ++place) {
      row.push_back(line * size + place);
      column.push_back(place * size + line);
      box.push_back(corner + place / box_width * size + place % box_width);
    }
    model.add_all_different(row);
    model.add_all_different(column);
    model.add_all_different(box);
  }
  return model;
}

bool relates(std::int64_t left, Relation relation, std::int64_t right) {
  switch (relation) {
    case Relation::kEqual:
      return left == right;
    case Relation::kUnequal:
      return left != right;
    case Relation::kAtMost:
      return left <= right;
    case Relation::kAtLeast:
      return left >= right;
  }
  return false;
}

}  // namespace sudoku_cp::testing
