// Constraints on values that one of several cells takes, or that all of them give together.
#include <algorithm>

#include "oracles.hpp"

namespace sudoku_cp::testing::values {
namespace {

// A known number, or a cell, which may be one of the others, with something added to it.
Wanted number_near(Case& made, Draw& draw, const Scope& cells, std::int64_t of_witness, bool may_be_shifted) {
  if (draw.one_in(2)) return {{-1, of_witness}};
  if (draw.one_in(6)) return {{draw.one_of(cells), 0}};
  const std::int64_t shift = may_be_shifted ? draw.between(-1, 1) : 0;
  const std::int64_t value = of_witness - shift;
  Numbers pool{value};
  for (std::int64_t more = draw.between(0, 4); more > 0; --more) pool.push_back(value + draw.between(-4, 4));
  std::ranges::sort(pool);
  pool.erase(std::ranges::unique(pool).begin(), pool.end());
  const Scope cell = add_cells(made, draw, 1, pool, true);
  made.witness.back() = value;
  return {{cell[0], shift}};
}

Case element(Draw& draw) {
  Case made;
  Scope array = in_any_order(draw, add_cells(made, draw));
  const std::int64_t first = draw.between(-1, 1);
  const auto most = std::min<std::int64_t>(std::ssize(array), 60);
  const std::int64_t place = draw.between(0, most - 1);
  Numbers places = numbers_between(first - 1, first + most);
  Scope index{draw.one_of(array)};
  if (!draw.one_in(8)) {
    index = add_cells(made, draw, 1, places, draw.one_in(2));
    if (std::ranges::binary_search(made.model.domain(index[0]), first + place)) made.witness.back() = first + place;
  }
  const std::int64_t of_witness = made.witness[static_cast<std::size_t>(array[static_cast<std::size_t>(place)])];
  const Wanted value = number_near(made, draw, array, of_witness, false);
  Scope scope = array;
  scope.push_back(index[0]);
  scope = with(scope, value);
  const std::size_t size = array.size();
  const Holds holds = [=](const Numbers& values) {
    const std::int64_t at = values[size] - first;
    return at >= 0 && at < static_cast<std::int64_t>(size) &&
           values[static_cast<std::size_t>(at)] == value.read(values, size + 1);
  };
  add_constraint<Element>(made, scope, holds, array, index[0], first, variable_of(value.number), value.number.value);
  made.claim.exactly = consistency_by_place(scope, holds);
  return made;
}

Case extremum(Draw& draw) {
  Case made;
  const Scope cells = in_any_order(draw, add_cells(made, draw));
  const bool largest = draw.one_in(2);
  const auto best = [=](const Numbers& values) {
    const auto end = values.begin() + std::ssize(cells);
    return largest ? *std::max_element(values.begin(), end) : *std::min_element(values.begin(), end);
  };
  const Wanted number = number_near(made, draw, cells, best(witness_of(made, cells)), false);
  const Scope scope = with(cells, number);
  const std::size_t size = cells.size();
  const Holds holds = [=](const Numbers& values) { return best(values) == number.read(values, size); };
  add_constraint<Extremum>(made, scope, holds, cells, largest, variable_of(number.number), number.number.value);
  const bool each_once = has_each_cell_once(scope);
  if (number.number.variable < 0) made.claim.exactly = domain_consistency(scope, holds);
  else if (each_once) made.claim.at_least = integer_bounds(scope, holds);
  return made;
}

std::int64_t product_of(const Numbers& values, std::size_t size) {
  std::int64_t product = 1;
  for (std::size_t at = 0; at < size; ++at) product *= values[at];
  return product;
}

// The bounds of a product of positive factors; of any factors, the last open one and the number, value by value.
Narrow product_rules(const Scope& factors, const Wanted& number, const Scope& scope, const Holds& holds) {
  return [=](Domains& domains) {
    const auto domain = [&](std::int32_t cell) -> Numbers& { return domains[static_cast<std::size_t>(cell)]; };
    for (bool changed = true; changed;) {
      changed = false;
      const auto open = std::ranges::count_if(factors, [&](std::int32_t cell) { return domain(cell).size() > 1; });
      if (open <= 1) {
        if (!domain_consistency(scope, holds)(domains)) return false;
        continue;
      }
      if (std::ranges::any_of(factors, [&](std::int32_t cell) { return domain(cell).front() <= 0; })) return true;
      const auto ends = [&](std::size_t without) {
        std::pair<std::int64_t, std::int64_t> product{1, 1};
        for (std::size_t at = 0; at < factors.size(); ++at) {
          if (at == without) continue;
          product.first *= domain(factors[at]).front();
          product.second *= domain(factors[at]).back();
        }
        return product;
      };
      const auto [low, high] = ends(factors.size());
      Numbers own{number.number.value};
      if (number.number.variable >= 0) {
        const auto stays = [&, low = low, high = high](std::int64_t value) {
          return low <= value + number.number.value && value + number.number.value <= high;
        };
        if (!keep_if(domain(number.number.variable), changed, stays)) return false;
        own = domain(number.number.variable);
        for (std::int64_t& value : own) value += number.number.value;
      }
      if (own.back() < low || own.front() > high) return false;
      for (std::size_t at = 0; at < factors.size(); ++at) {
        const auto [least, most] = ends(at);
        const auto stays = [&, least = least, most = most](std::int64_t value) {
          const bool divides = own.size() > 1 || own[0] == 0 || own[0] % value == 0;
          return divides && value * least <= own.back() && value * most >= own.front();
        };
        Numbers left = domain(factors[at]);
        const bool some = left.size() == 1 || keep_if(left, changed, stays);
        domain(factors[at]) = left;
        if (!some) return false;
      }
    }
    return true;
  };
}

// A sum of products: the weight of each and the cells in it, of which one may be there several times.
using Products = std::vector<std::pair<std::int64_t, Scope>>;

// The least and the largest sum, each cell anywhere between the ends of its domain: those of each product lie where each
// of its cells has an end, or is 0 in between and squared.
std::pair<std::int64_t, std::int64_t> ends_of_sum(const Domains& domains, const Products& products) {
  std::pair<std::int64_t, std::int64_t> sum{0, 0};
  for (const auto& [weight, cells] : products) {
    std::vector<Numbers> powers;
    for (const std::int32_t cell : distinct_cells(cells)) {
      const Numbers& domain = domains[static_cast<std::size_t>(cell)];
      const auto exponent = std::ranges::count(cells, cell);
      Numbers ends{1, 1};
      for (auto times = exponent; times > 0; --times) {
        ends[0] *= domain.front();
        ends[1] *= domain.back();
      }
      if (exponent % 2 == 0 && domain.front() < 0 && domain.back() > 0) ends.push_back(0);
      powers.push_back(ends);
    }
    Numbers totals;
    each_choice(powers, [&, weight = weight](const Numbers& values) {
      std::int64_t total = weight;
      for (const std::int64_t value : values) total *= value;
      totals.push_back(total);
    });
    const auto [low, high] = std::ranges::minmax(totals);
    sum.first += low;
    sum.second += high;
  }
  return sum;
}

// Of up to two open cells each value, of more the ends of each domain: where the sum of the others may make up for it.
Narrow ends_of_products(const Products& products, const Scope& scope, Relation relation, std::int64_t constant) {
  return [=](Domains& domains) {
    const auto may_hold = [&](const Domains& tried) {
      const auto [low, high] = ends_of_sum(tried, products);
      if (relation == Relation::kUnequal) return low != high || low != constant;
      const bool is_above = relation != Relation::kAtMost && high < constant;
      const bool is_below = relation != Relation::kAtLeast && low > constant;
      return !is_above && !is_below;
    };
    for (bool changed = true; changed;) {
      changed = false;
      if (!may_hold(domains)) return false;
      const auto open = std::ranges::count_if(
          scope, [&](std::int32_t cell) { return domains[static_cast<std::size_t>(cell)].size() > 1; });
      if (relation == Relation::kUnequal && open > 1) return true;
      for (const std::int32_t cell : scope) {
        Numbers& domain = domains[static_cast<std::size_t>(cell)];
        if (domain.size() == 1) continue;
        const auto stays = [&](std::int64_t value) {
          Domains tried = domains;
          tried[static_cast<std::size_t>(cell)] = {value};
          return may_hold(tried);
        };
        if (open <= 2) {
          if (!keep_if(domain, changed, stays)) return false;
          continue;
        }
        for (; !domain.empty() && !stays(domain.front()); changed = true) domain.erase(domain.begin());
        for (; !domain.empty() && !stays(domain.back()); changed = true) domain.pop_back();
        if (domain.empty()) return false;
      }
    }
    return true;
  };
}

Case polynomial(Draw& draw, Relation relation) {
  Case made;
  const std::int64_t low = draw.one_of(Numbers{-9, -3, 0, 1, 2});
  const Numbers pool = numbers_between(low, low + draw.one_of(Numbers{4, 10, 30, 62}));
  const Scope cells = add_cells(made, draw, 2 + draw.below(4), pool, draw.one_in(2));
  Products products;
  Scope flat;
  Numbers weights;
  std::vector<std::int32_t> degrees;
  for (std::size_t count = 1 + draw.below(4); count > 0; --count) {
    Scope factors;
    for (std::size_t size = 1 + draw.below(3); size > 0; --size) factors.push_back(draw.one_of(cells));
    std::ranges::sort(factors);
    const bool is_new = std::ranges::none_of(products, [&](const auto& product) { return product.second == factors; });
    if (!is_new) continue;  // equal products are one
    flat.insert(flat.end(), factors.begin(), factors.end());
    degrees.push_back(static_cast<std::int32_t>(factors.size()));
    weights.push_back(draw.one_of(Numbers{1, 1, -1, 2, -3, 10}));
    products.emplace_back(weights.back(), factors);
  }
  const Scope scope = distinct_cells(flat);
  const auto total = [=](const Numbers& values) {
    std::int64_t sum = 0;
    for (const auto& [weight, factors] : products) {
      std::int64_t product = weight;
      for (const std::int32_t factor : factors) {
        product *= values[static_cast<std::size_t>(std::ranges::find(scope, factor) - scope.begin())];
      }
      sum += product;
    }
    return sum;
  };
  const std::int64_t constant = total(witness_of(made, scope)) + draw.one_of(Numbers{0, 0, 0, -1, 1});
  const Holds holds = [=](const Numbers& values) { return relates(total(values), relation, constant); };
  add_constraint<Polynomial>(made, scope, holds, flat, degrees, weights, relation, constant);
  made.claim.exactly = ends_of_products(products, scope, relation, constant);
  return made;
}

Case product(Draw& draw, Relation relation) {
  Case made;
  Scope cells;
  if (draw.one_in(8)) {
    // Most of many factors are 1.
    cells = add_cells(made, draw, 64, {1}, true);
    const Scope open = add_cells(made, draw, 3, {1, 2, 3, 4}, true);
    cells.insert(cells.end(), open.begin(), open.end());
  } else {
    const std::int64_t low = draw.one_of(Numbers{-3, 0, 1, 1, 1, 2});
    cells = add_cells(made, draw, 2 + draw.below(3), numbers_between(low, low + draw.one_of(Numbers{4, 8, 24})),
                      draw.one_in(2));
  }
  cells = in_any_order(draw, cells);
  const std::size_t size = cells.size();
  const Wanted number = number_near(made, draw, cells, product_of(witness_of(made, cells), size), true);
  const Scope scope = with(cells, number);
  const Holds holds = [=](const Numbers& values) {
    return relates(product_of(values, size), relation, number.read(values, size));
  };
  add_constraint<Product>(made, scope, holds, cells, relation, variable_of(number.number), number.number.value);
  // A run narrows factor by factor, each by what those before it have become: with more values it may do more.
  made.shortness = Shortness::kAny;
  if (has_each_cell_once(scope)) {
    made.claim.exactly =
        relation == Relation::kEqual ? product_rules(cells, number, scope, holds) : last_open(scope, holds);
  }
  return made;
}

[[maybe_unused]] const bool kAdded[] = {
    add_generator({"an element", kKindOf<Element>, element, true}),
    add_generator({"an extremum", kKindOf<Extremum>, extremum, true}),
    add_generator({"a sum of products that is equal", kKindOf<Polynomial>,
                   [](Draw& draw) { return polynomial(draw, Relation::kEqual); }, true}),
    add_generator({"a sum of products that is unequal", kKindOf<Polynomial>,
                   [](Draw& draw) { return polynomial(draw, Relation::kUnequal); }, true}),
    add_generator({"a sum of products that is at most", kKindOf<Polynomial>,
                   [](Draw& draw) { return polynomial(draw, Relation::kAtMost); }, true}),
    add_generator({"a sum of products that is at least", kKindOf<Polynomial>,
                   [](Draw& draw) { return polynomial(draw, Relation::kAtLeast); }, true}),
    add_generator({"a product", kKindOf<Product>, [](Draw& draw) { return product(draw, Relation::kEqual); }, true}),
    add_generator({"no product", kKindOf<Product>, [](Draw& draw) { return product(draw, Relation::kUnequal); }, true}),
};

}  // namespace
}  // namespace sudoku_cp::testing::values
