// Constraints that read their cells in order.
#include <algorithm>
#include <numeric>

#include "oracles.hpp"

namespace sudoku_cp::testing::words {
namespace {

Case automaton(Draw& draw, bool negated) {
  Case made;
  const Scope cells = in_any_order(draw, add_cells(made, draw));
  std::set<std::int64_t> all;
  for (const std::int32_t cell : cells) all.insert(made.model.domain(cell).begin(), made.model.domain(cell).end());
  const auto states = static_cast<std::int32_t>(draw.one_in(4) ? 65 + draw.below(70) : 1 + draw.below(6));
  const auto state = [&] { return static_cast<std::int32_t>(draw.below(static_cast<std::size_t>(states))); };
  const bool deterministic = draw.one_in(2);
  std::vector<Nfa::Move> moves;
  for (std::int32_t from = 0; from < states; ++from) {
    for (const std::int64_t value : all) {
      if (draw.one_in(6)) continue;
      moves.push_back({from, state(), value});
      if (!deterministic && draw.one_in(3)) moves.push_back({from, state(), value});
    }
  }
  const std::vector<std::int32_t> starts{state(), state()};
  using States = std::vector<bool>;
  const auto read = [=](const Numbers& values) {
    States reached(static_cast<std::size_t>(states));
    for (const std::int32_t start : starts) reached[static_cast<std::size_t>(start)] = true;
    States after(reached.size());
    for (const std::int64_t value : values) {
      for (const Nfa::Move& move : moves) {
        const bool is_made = move.value == value && reached[static_cast<std::size_t>(move.state)];
        if (is_made) after[static_cast<std::size_t>(move.next)] = true;
      }
      reached.swap(after);
      after.assign(after.size(), false);
    }
    return reached;
  };
  const States of_witness = read(witness_of(made, cells));
  std::vector<std::int32_t> accepting;
  for (std::int32_t end = 0; end < states && accepting.size() < 2; ++end) {
    if (of_witness[static_cast<std::size_t>(end)]) accepting.push_back(end);
  }
  if (accepting.empty() || negated) accepting.push_back(state());
  const Holds holds = [=](const Numbers& values) {
    const States reached = read(values);
    const auto is_reached = [&](std::int32_t end) { return reached[static_cast<std::size_t>(end)]; };
    return negated != std::ranges::any_of(accepting, is_reached);
  };
  add_constraint<Automaton>(made, cells, holds, cells, make_nfa(states, moves, accepting, starts), negated);
  made.claim.exactly = negated ? last_open(cells, holds) : consistency_by_place(cells, holds);
  if (!negated && has_each_cell_once(cells)) made.shortness = Shortness::kIrreducible;
  return made;
}

// The ways to lay out a house, of which each gives every cell a set of values.
using Way = std::vector<std::set<std::int64_t>>;

bool is_possible(const Domains& domains, const Scope& house, const Numbers& pool, const Way& way) {
  const auto shares = [&](std::size_t at, std::int64_t value) {
    return way[at].contains(value) && std::ranges::binary_search(domains[static_cast<std::size_t>(house[at])], value);
  };
  std::set<std::int64_t> placed;
  for (std::size_t at = 0; at < house.size(); ++at) {
    const std::size_t before = placed.size();
    bool some = false;
    for (const std::int64_t value : pool) {
      if (!shares(at, value)) continue;
      some = true;
      placed.insert(value);
    }
    if (!some && placed.size() == before) return false;
  }
  return placed.size() == pool.size();
}

Narrow by_ways(const Scope& house, const Numbers& pool, const std::vector<Way>& ways) {
  return [=](Domains& domains) {
    for (bool changed = true; changed;) {
      changed = false;
      Way left(house.size());
      for (const Way& way : ways) {
        if (!is_possible(domains, house, pool, way)) continue;
        for (std::size_t at = 0; at < house.size(); ++at) left[at].insert(way[at].begin(), way[at].end());
      }
      for (std::size_t at = 0; at < house.size(); ++at) {
        const auto stays = [&](std::int64_t value) { return left[at].contains(value); };
        if (!keep_if(domains[static_cast<std::size_t>(house[at])], changed, stays)) return false;
      }
    }
    return true;
  };
}

// What the values between the least and the largest of a house add up to.
Case sandwich(Draw& draw) {
  Case made;
  const auto size = static_cast<std::int32_t>(draw.between(4, 6));
  const Numbers pool = numbers_between(1, size);
  Scope house = add_cells(made, draw, pool.size(), pool, true);
  draw.shuffle(house);
  made.model.add_all_different(house);
  Numbers order = pool;
  draw.shuffle(order);
  for (std::size_t at = 0; at < house.size(); ++at) made.witness[static_cast<std::size_t>(house[at])] = order[at];
  const auto is_end = [=](std::int64_t value) { return value == 1 || value == size; };
  const auto between = [=](const Numbers& values) {
    const auto opened = std::ranges::find_if(values, is_end);
    const auto closed = std::find_if(opened + 1, values.end(), is_end);
    return std::accumulate(opened + 1, closed, std::int64_t{0});
  };
  const auto sum = static_cast<std::int32_t>(between(witness_of(made, house)));
  // States: nothing, the sum so far after the first end, all.
  const std::int32_t all = sum + 2;
  std::vector<Nfa::Move> moves;
  for (const std::int64_t value : pool) {
    moves.push_back({0, is_end(value) ? 1 : 0, value});
    moves.push_back({is_end(value) ? sum + 1 : all, all, value});
    for (std::int32_t state = 1; !is_end(value) && state + value <= sum + 1; ++state) {
      moves.push_back({state, state + static_cast<std::int32_t>(value), value});
    }
  }
  const Holds holds = [=](const Numbers& values) {
    return std::ranges::count_if(values, is_end) != 2 || between(values) == sum;
  };
  add_constraint<Automaton>(made, house, holds, house, make_nfa(sum + 3, moves, {all}, {0}), false);
  std::vector<Way> ways;
  for (std::int32_t number = 0; number < 1 << (size - 2); ++number) {
    std::set<std::int64_t> inside, around;
    for (std::int64_t value = 2; value < size; ++value) {
      ((number >> (value - 2) & 1) != 0 ? inside : around).insert(value);
    }
    if (std::accumulate(inside.begin(), inside.end(), std::int64_t{0}) != sum) continue;
    for (std::size_t first = 0; first + inside.size() + 1 < house.size(); ++first) {
      for (const bool rises : {true, false}) {
        Way way(house.size(), around);
        way[first] = {rises ? 1 : size};
        way[first + inside.size() + 1] = {rises ? size : 1};
        for (std::size_t at = first + 1; at <= first + inside.size(); ++at) way[at] = inside;
        ways.push_back(way);
      }
    }
  }
  made.claim.exactly = by_ways(house, pool, ways);
  return made;
}

Case precedence(Draw& draw, bool negated) {
  Case made;
  const Scope cells = in_any_order(draw, add_cells(made, draw));
  const std::int64_t start = draw.between(-3, 1);
  const Holds holds = [=](const Numbers& values) {
    std::int64_t largest = start;
    for (const std::int64_t value : values) {
      if (value > largest + 1) return negated;
      largest = std::max(largest, value);
    }
    return !negated;
  };
  add_constraint<Precedence>(made, cells, holds, cells, start, negated);
  made.claim.exactly = negated ? last_open(cells, holds) : consistency_by_place(cells, holds);
  if (!negated) made.shortness = Shortness::kAny;
  if (!draw.one_in(3)) std::ranges::sort(made.witness);
  return made;
}

// Negated: two neighbours are nearer than the step. The last two that can be are narrowed, unless others can, too.
Narrow some_nearer(const Scope& cells, std::int64_t step) {
  return [=](Domains& domains) {
    for (bool changed = true; changed;) {
      changed = false;
      std::vector<std::size_t> near;  // places of the second of two
      for (std::size_t at = 1; at < cells.size(); ++at) {
        const Numbers& before = domains[static_cast<std::size_t>(cells[at - 1])];
        const Numbers& here = domains[static_cast<std::size_t>(cells[at])];
        if (here.front() - before.back() >= step) continue;
        if (here.back() - before.front() < step) return true;
        near.push_back(at);
      }
      if (near.empty()) return false;
      if (near.size() > 1) return true;
      Numbers& before = domains[static_cast<std::size_t>(cells[near[0] - 1])];
      Numbers& here = domains[static_cast<std::size_t>(cells[near[0]])];
      const std::int64_t least = here.front();
      if (!keep_if(before, changed, [&](std::int64_t value) { return value > least - step; })) return false;
      const std::int64_t largest = before.back();
      if (!keep_if(here, changed, [&](std::int64_t value) { return value < largest + step; })) return false;
    }
    return true;
  };
}

Case increasing(Draw& draw, bool negated) {
  Case made;
  const Scope cells = in_any_order(draw, add_cells(made, draw, 2));
  const std::int64_t step = draw.between(-2, cells.size() > 60 ? 0 : 2);
  const Holds holds = [=](const Numbers& values) {
    for (std::size_t at = 1; at < values.size(); ++at) {
      if (values[at] - values[at - 1] < step) return negated;
    }
    return !negated;
  };
  // A witness that mostly increases.
  if (!draw.one_in(4)) {
    std::int64_t least = INT64_MIN / 2;
    for (const std::int32_t cell : cells) {
      const Numbers& domain = made.model.domain(cell);
      const auto next = std::ranges::lower_bound(domain, least);
      if (next == domain.end()) break;
      made.witness[static_cast<std::size_t>(cell)] = *next;
      least = *next + step;
    }
  }
  add_constraint<Increasing>(made, cells, holds, cells, step, negated);
  made.claim.exactly = negated ? some_nearer(cells, step) : consistency_by_place(cells, holds);
  if (!negated && has_each_cell_once(cells)) made.claim.exactly = domain_consistency(cells, holds);
  return made;
}

[[maybe_unused]] const bool kAdded[] = {
    add_generator({"an automaton", kKindOf<Automaton>, [](Draw& draw) { return automaton(draw, false); }, true}),
    add_generator({"no automaton", kKindOf<Automaton>, [](Draw& draw) { return automaton(draw, true); }, true}),
    add_generator({"layouts of a house", kKindOf<Layouts>, sandwich, true}),
    add_generator({"values in order", kKindOf<Precedence>, [](Draw& draw) { return precedence(draw, false); }, true}),
    add_generator({"values in no order", kKindOf<Precedence>, [](Draw& draw) { return precedence(draw, true); }, true}),
    add_generator({"increasing", kKindOf<Increasing>, [](Draw& draw) { return increasing(draw, false); }, true}),
    add_generator({"not increasing", kKindOf<Increasing>, [](Draw& draw) { return increasing(draw, true); }, true}),
};

}  // namespace
}  // namespace sudoku_cp::testing::words
