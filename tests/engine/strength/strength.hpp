// How strong propagators are: each is run to its fixed point on random domains, and compared with what enumeration by
// itself says. A constraint has a generator of cases here; a test sees to it that none lacks one.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "../models.hpp"

namespace sudoku_cp::testing {

using Scope = std::vector<std::int32_t>;
using Domains = std::vector<Numbers>;  // by variable, ascending

// Whether a constraint holds, of the values of its scope, place by place: a cell may have several places.
using Holds = std::function<bool(const Numbers&)>;

// Narrows domains to a fixed point; false where it finds a contradiction.
using Narrow = std::function<bool(Domains&)>;

class Draw {
 public:
  explicit Draw(std::mt19937& random) : random_(random) {}

  std::size_t below(std::size_t end) { return static_cast<std::size_t>(random_() % end); }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
  }
  bool one_in(std::size_t times) { return below(times) == 0; }
  template <typename Each>
  const Each& one_of(const std::vector<Each>& list) {
    return list[below(list.size())];
  }
  // Some of the list, at least one, in its order.
  template <typename Each>
  std::vector<Each> some_of(const std::vector<Each>& list, std::size_t most) {
    std::vector<Each> some;
    std::sample(list.begin(), list.end(), std::back_inserter(some), 1 + below(std::min(most, list.size())), random_);
    return some;
  }
  template <typename Each>
  void shuffle(std::vector<Each>& list) {
    std::shuffle(list.begin(), list.end(), random_);
  }

 private:
  std::mt19937& random_;
};

// What the propagator of a case reaches: exactly this, or no less than this. Either may be missing.
struct Claim {
  Narrow exactly;
  Narrow at_least;
};

// What an explanation of a propagator is, beside true.
enum class Shortness : std::uint8_t {
  kTrials,       // no literal can be dropped for the propagator to do the same, unless the trials ran out
  kIrreducible,  // no literal can be dropped, or else it does not follow
  kAny           // no more than that
};

// A model, the scope of the constraint that is looked at, and what its propagator reaches.
struct Case {
  SmallModel model;
  Numbers witness;  // values around which domains are drawn; mostly a solution
  Scope scope;
  Holds holds;
  Claim claim;
  Narrow beside;  // what is done beside the propagator, where that is claimed of both together
  Shortness shortness = Shortness::kTrials;
  Scope single;  // reasons are that short where these cells have one value each
  Scope fixed;   // cells that are not looked at: they have their first value
};

struct Generator {
  std::string name;
  std::size_t kind;  // place in the list of constraint types
  std::function<Case(Draw&)> make;
  bool is_weaker;  // than domain consistency: sometimes a value without support stays
};

std::vector<Generator>& all_generators();

inline bool add_generator(Generator generator) {
  all_generators().push_back(std::move(generator));
  return true;
}

// The place of a type in a list of types.
template <typename Wanted, typename... Constraints>
constexpr std::size_t place_of(TypeList<Constraints...>) {
  std::size_t place = 0;
  static_cast<void>(((std::is_same_v<Wanted, Constraints> ? true : (++place, false)) || ...));
  return place;
}

template <typename Constraint>
constexpr std::size_t kKindOf = place_of<Constraint>(ConstraintTypes());

// Consecutive numbers.
Numbers numbers_between(std::int64_t low, std::int64_t high);

// Cells that are added to a case, each with some of the values or all. The case gets a witness for them.
Scope add_cells(Case& made, Draw& draw, std::size_t count, const Numbers& pool, bool all_values);

// The sizes that most constraints are tried with: a few cells with a few values, negative ones too; few cells with up to
// 64 values; more cells than a word has bits. One case in four has other cells, so that masks are wide, or tables differ.
Scope add_cells(Case& made, Draw& draw, std::size_t least = 1);

// Cells in any order, now and then one of them twice.
Scope in_any_order(Draw& draw, Scope cells);

// Adds a constraint that is said as `holds` of its scope, place by place.
template <typename Declared, typename... Arguments>
void add_constraint(Case& made, const Scope& scope, const Holds& holds, const Arguments&... arguments) {
  made.scope = scope;
  made.holds = holds;
  const Meaning meaning = [scope, holds](const Numbers& values) {
    Numbers own;
    for (const std::int32_t cell : scope) own.push_back(values[static_cast<std::size_t>(cell)]);
    return holds(own);
  };
  made.model.add(said<Declared>(meaning, arguments...));
}

Numbers witness_of(const Case& made, const Scope& scope);

// How many of the values are listed.
std::int64_t number_of(const Numbers& values, const Numbers& listed);

// A number that a constraint compares with, known or in a cell, which has the last place of the scope.
struct Wanted {
  Number number;

  std::int64_t read(const Numbers& values, std::size_t place) const {
    return number.variable < 0 ? number.value : values[place] + number.value;
  }
};

Scope with(Scope scope, const Wanted& wanted);

}  // namespace sudoku_cp::testing
