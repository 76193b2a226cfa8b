// Sets of values that different cells can have.
#include <algorithm>
#include <numeric>

#include "oracles.hpp"

namespace sudoku_cp::testing::sets {
namespace {

// A house that has some of the cells of a list, but not all.
struct Across {
  Scope outside;  // the cells of the list that it does not have
  Scope rest;     // its cells beside the list
  Numbers values;
};

// Sets of values that different cells can have, and the house of which they are a part.
struct Sets {
  Scope cells;
  std::vector<ValuesOfCells> sets;  // with which the constraint holds
  Scope rest;
  Numbers house_values;
  std::vector<Across> across;
};

class SetRules {
 public:
  SetRules(const Sets& sets, Domains& domains) : sets_(sets), domains_(domains) {}

  bool narrow() {
    do {
      changed_ = false;
      if (!narrow_once()) return false;
    } while (changed_);
    return true;
  }

 private:
  const Numbers& domain(std::int32_t cell) const { return domains_[static_cast<std::size_t>(cell)]; }
  bool can_be(std::int32_t cell, std::int64_t value) const { return std::ranges::binary_search(domain(cell), value); }
  bool any_can_be(const Scope& cells, std::int64_t value) const {
    return std::ranges::any_of(cells, [&](std::int32_t cell) { return can_be(cell, value); });
  }
  bool is_fixed(std::int64_t value) const {
    return std::ranges::any_of(sets_.cells, [&](std::int32_t cell) { return domain(cell) == Numbers{value}; });
  }
  bool take(const Scope& cells, std::int64_t value) {
    return std::ranges::all_of(cells, [&](std::int32_t cell) {
      return keep_if(domains_[static_cast<std::size_t>(cell)], changed_, [&](auto each) { return each != value; });
    });
  }

  bool is_possible(const ValuesOfCells& set, const ValuesOfCells& needed) const {
    if (!std::ranges::includes(set, needed)) return false;
    for (const std::int64_t value : set) {
      if (!any_can_be(sets_.cells, value)) return false;
    }
    std::set<std::int64_t> alone;
    for (const std::int32_t cell : sets_.cells) {
      Numbers shared;
      std::ranges::set_intersection(domain(cell), set, std::back_inserter(shared));
      if (shared.empty() || (shared.size() == 1 && !alone.insert(shared[0]).second)) return false;
    }
    return std::ranges::none_of(sets_.rest,
                                [&](std::int32_t cell) { return std::ranges::includes(set, domain(cell)); });
  }

  bool narrow_once() {
    ValuesOfCells needed;
    for (const std::int32_t cell : sets_.cells) {
      if (domain(cell).size() == 1) needed.insert(domain(cell)[0]);
    }
    for (const std::int64_t value : sets_.house_values) {
      if (!any_can_be(sets_.rest, value)) needed.insert(value);
    }
    for (const Across& across : sets_.across) {
      for (const std::int64_t value : across.values) {
        if (is_fixed(value) || !any_can_be(sets_.cells, value) || any_can_be(across.rest, value)) continue;
        needed.insert(value);
        if (!take(across.outside, value)) return false;
      }
    }
    // What is fixed here, before more is.
    ValuesOfCells fixed;
    for (const std::int32_t cell : sets_.cells) {
      if (domain(cell).size() == 1) fixed.insert(domain(cell)[0]);
    }
    std::vector<ValuesOfCells> possible;
    std::ranges::copy_if(sets_.sets, std::back_inserter(possible),
                         [&](const ValuesOfCells& set) { return is_possible(set, needed); });
    if (possible.empty()) return false;
    const auto in_all = [&](std::int64_t value) {
      return std::ranges::all_of(possible, [&](const ValuesOfCells& set) { return set.contains(value); });
    };
    const auto in_some = [&](std::int64_t value) {
      return std::ranges::any_of(possible, [&](const ValuesOfCells& set) { return set.contains(value); });
    };
    for (const std::int32_t cell : sets_.cells) {
      const bool is_open = domain(cell).size() > 1;
      const auto stays = [&](std::int64_t value) { return in_some(value) && !(is_open && fixed.contains(value)); };
      Numbers left = domain(cell);
      const bool some = keep_if(left, changed_, stays);
      domains_[static_cast<std::size_t>(cell)] = left;
      if (!some) return false;
    }
    for (const std::int64_t value : possible[0]) {
      if (!in_all(value)) continue;
      if (!place(value)) return false;
      if (!take(sets_.rest, value)) return false;
      if (fixed.contains(value)) continue;
      for (const Across& across : sets_.across) {
        if (!any_can_be(across.outside, value) && !take(across.rest, value)) return false;
      }
    }
    return true;
  }

  // A value that all sets have goes where it has one place.
  bool place(std::int64_t value) {
    Scope places;
    std::ranges::copy_if(sets_.cells, std::back_inserter(places),
                         [&](std::int32_t cell) { return can_be(cell, value); });
    if (places.empty()) return false;
    if (places.size() > 1) return true;
    Numbers& left = domains_[static_cast<std::size_t>(places[0])];
    changed_ |= left.size() > 1;
    left = {value};
    return true;
  }

  const Sets& sets_;
  Domains& domains_;
  bool changed_ = false;
};

// Different cells, alone, as a part of a house, or across the rim of one.
Sets different_cells(Case& made, Draw& draw, std::size_t least, const Numbers& pool) {
  Sets sets;
  const std::size_t size = least + draw.below(2);
  switch (draw.below(3)) {
    case 0:
      sets.cells = add_cells(made, draw, size, pool, true);
      break;
    case 1: {
      Scope house = add_cells(made, draw, pool.size(), pool, true);
      draw.shuffle(house);
      sets.cells.assign(house.begin(), house.begin() + static_cast<std::ptrdiff_t>(std::min(size, pool.size())));
      sets.rest.assign(house.begin() + std::ssize(sets.cells), house.end());
      sets.house_values = pool;
      made.model.add_all_different(house);
      break;
    }
    default: {
      const Scope house = add_cells(made, draw, pool.size(), pool, true);
      const Scope outside = add_cells(made, draw, size - 2, pool, true);
      sets.cells = {house[0], house[1]};
      sets.cells.insert(sets.cells.end(), outside.begin(), outside.end());
      sets.across = {{outside, Scope(house.begin() + 2, house.end()), pool}};
      made.model.add_all_different(house);
    }
  }
  std::ranges::sort(sets.cells);
  if (sets.rest.empty()) made.model.add_all_different(sets.cells);
  // The witness takes different values.
  Numbers different = pool;
  draw.shuffle(different);
  for (std::size_t at = 0; at < sets.cells.size(); ++at) {
    made.witness[static_cast<std::size_t>(sets.cells[at])] = different[at];
  }
  return sets;
}

Scope both(Scope cells, const Scope& others) {
  cells.insert(cells.end(), others.begin(), others.end());
  return cells;
}

void claim_sets(Case& made, Sets sets, const Numbers& pool, const Holds& holds) {
  sets.sets = sets_with(pool, sets.cells.size(), holds);
  std::vector<House> houses{{sets.cells, {}}};
  if (!sets.rest.empty()) houses.push_back({both(sets.cells, sets.rest), sets.house_values});
  for (const Across& across : sets.across) {
    Scope inside;
    std::ranges::copy_if(sets.cells, std::back_inserter(inside),
                         [&](std::int32_t cell) { return std::ranges::count(across.outside, cell) == 0; });
    houses.push_back({both(inside, across.rest), across.values});
  }
  made.beside = placements(houses);
  const Narrow by_sets = [sets](Domains& domains) { return SetRules(sets, domains).narrow(); };
  made.claim.exactly = all_of({by_sets, made.beside});
  // Where a value has its only place already, houses are left to placements: with more values it may do more.
  if (!sets.rest.empty() || !sets.across.empty()) made.shortness = Shortness::kAny;
}

Case set_list_of_sum(Draw& draw) {
  Case made;
  const std::int64_t low = draw.between(-3, 1);
  Numbers pool = numbers_between(low, low + draw.between(4, 6));
  if (draw.one_in(3)) pool.back() += 3;
  const Sets sets = different_cells(made, draw, 4, pool);
  const Numbers weights(sets.cells.size(), draw.one_of(Numbers{1, 1, -1, 2}));
  const std::int64_t constant = weighted(weights, witness_of(made, sets.cells));
  const Holds holds = [=](const Numbers& values) { return weighted(weights, values) == constant; };
  add_constraint<Linear>(made, sets.cells, holds, sets.cells, weights, Relation::kEqual, constant);
  claim_sets(made, sets, pool, holds);
  return made;
}

// Words of which only the rest of their sum matters.
Case set_list_of_words(Draw& draw) {
  Case made;
  const Numbers pool = numbers_between(1, draw.between(5, 7));
  const Sets sets = different_cells(made, draw, 3, pool);
  const auto divisor = static_cast<std::int32_t>(draw.between(2, 4));
  const auto wanted = static_cast<std::int32_t>(draw.between(0, divisor - 1));
  std::vector<Nfa::Move> moves;
  for (std::int32_t state = 0; state < divisor; ++state) {
    for (const std::int64_t value : pool) {
      moves.push_back({state, static_cast<std::int32_t>((state + value) % divisor), value});
    }
  }
  const Holds holds = [=](const Numbers& values) {
    return std::accumulate(values.begin(), values.end(), std::int64_t{0}) % divisor == wanted;
  };
  add_constraint<Automaton>(made, sets.cells, holds, sets.cells, make_nfa(divisor, moves, {wanted}, {0}), false);
  claim_sets(made, sets, pool, holds);
  return made;
}

Case set_list_of_counts(Draw& draw) {
  Case made;
  const Numbers pool = numbers_between(1, draw.between(5, 7));
  const Sets sets = different_cells(made, draw, 3, pool);
  const Numbers own = witness_of(made, sets.cells);
  const Numbers one = draw.some_of(pool, 4);
  const Numbers other = draw.some_of(pool, 4);
  const auto relation = static_cast<Relation>(draw.below(4));
  const std::int64_t of_one = number_of(own, one);
  const std::int64_t of_other = number_of(own, other) + (relation == Relation::kUnequal ? 1 : 0);
  const Holds holds = [=](const Numbers& values) {
    return number_of(values, one) == of_one && relates(number_of(values, other), relation, of_other);
  };
  const Holds nothing = [](const Numbers&) { return true; };
  add_constraint<Count>(made, sets.cells, nothing, sets.cells, one, Relation::kEqual, std::nullopt, of_one);
  add_constraint<Count>(made, sets.cells, holds, sets.cells, other, relation, std::nullopt, of_other);
  claim_sets(made, sets, pool, holds);
  return made;
}

[[maybe_unused]] const bool kAdded[] = {
    add_generator({"sets of a sum", kKindOf<SetList>, set_list_of_sum, true}),
    add_generator({"sets of words", kKindOf<SetList>, set_list_of_words, true}),
    add_generator({"sets of counts", kKindOf<SetList>, set_list_of_counts, true}),
};

}  // namespace
}  // namespace sudoku_cp::testing::sets
