// A model while it is built: its variables, the memory of its constraints, and what a constraint has to say of itself.
#pragma once

#include <any>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <typeindex>
#include <utility>
#include <vector>

#include "constraints/constraint.hpp"

namespace sudoku_cp {

using Variables = std::vector<std::int32_t>;
using ValueTable = std::shared_ptr<const std::vector<std::int64_t>>;  // ascending; bit b stands for the b-th value

// Keeps the arrays of constraints, and what they share, as long as the problem lives.
class Arena {
 public:
  template <typename Value>
  Slice<Value> keep(const std::vector<Value>& values) {
    const std::shared_ptr<Value[]> copy(new Value[values.size()]);
    for (std::size_t at = 0; at < values.size(); ++at) copy[static_cast<std::ptrdiff_t>(at)] = values[at];
    blocks_.push_back(copy);
    return {copy.get(), static_cast<std::int32_t>(values.size())};
  }

  template <typename Shared>
  const Shared* keep(std::shared_ptr<const Shared> shared) {
    blocks_.push_back(shared);
    return shared.get();
  }

 private:
  std::vector<std::shared_ptr<const void>> blocks_;
};

// Pairs of variables that are known to differ.
class Differences {
 public:
  void resize(std::size_t variables) {
    row_words_ = (variables + kWordBits - 1) / kWordBits;
    rows_.assign(variables * row_words_, 0);
  }
  // Those that differ from a variable, a bit each.
  std::span<const Word> of(std::int32_t variable) const {
    return std::span(rows_).subspan(static_cast<std::size_t>(variable) * row_words_, row_words_);
  }
  bool has(std::int32_t left, std::int32_t right) const {
    const auto at = static_cast<std::size_t>(right);
    return (of(left)[at / kWordBits] >> (at % kWordBits)) & 1;
  }
  void add(std::int32_t left, std::int32_t right) {
    const auto at = static_cast<std::size_t>(right);
    rows_[static_cast<std::size_t>(left) * row_words_ + at / kWordBits] |= Word{1} << (at % kWordBits);
  }

 private:
  std::size_t row_words_ = 0;
  std::vector<Word> rows_;
};

// The houses of each variable.
class HousesByVariable {
 public:
  explicit HousesByVariable(std::size_t variables = 0) : of_(variables) {}
  void add(std::size_t house, const Variables& variables) {
    for (const std::int32_t variable : variables) of_[static_cast<std::size_t>(variable)].push_back(house);
  }
  // Those that hold some of the variables, ascending.
  std::vector<std::size_t> around(std::span<const std::int32_t> variables) const;

 private:
  std::vector<std::vector<std::size_t>> of_;
};

// What a constraint takes up in a search.
struct Footprint {
  Variables scope;        // each variable once; a change of one wakes the propagator
  Variables around = {};  // other variables that wake it, too, though it is not about them: branching gives no weight
  bool idempotent = false;
  std::size_t workspace_words = 0;  // while the propagator runs
  std::size_t state_bits = 0;       // kept in the states of a search, all set to begin with: at its `state_begin`
  std::int32_t depth = 0;           // of combinations: 1 for one of other constraints only
  // Variables of which one says more when the other is known; a variable of each constraint has one partner at most.
  std::vector<std::pair<std::int32_t, std::int32_t>> partners = {};
  // Lists of options, of each of which just one holds; much follows from which.
  std::vector<std::vector<Slot>> alternatives = {};
  bool favours_learning = false;  // as it follows from few places of many, which branching comes to again and again
};

class Building {
 public:
  Arena arena;
  std::vector<ValueTable> tables;  // by variable
  std::vector<Word> domains;
  std::vector<Variables> houses;  // scopes whose variables must all differ; once indexed, each once and ascending
  HousesByVariable houses_of;     // indexed
  Differences differences;        // of houses and inequalities; complete when constraints are completed
  std::int32_t declared_parts = 0;
  std::vector<Footprint> parts;

  // For constraints that are declared. They throw std::out_of_range or std::invalid_argument.
  Slice<std::int32_t> variables(const Variables& variables);
  std::int32_t variable(std::int32_t variable) const;
  Number number(std::optional<std::int32_t> variable, std::int64_t number) const;
  Number variable_or_number(std::optional<std::int32_t> variable, std::int64_t number) const;

  // For constraints that are completed, when tables and domains are final.
  std::span<const std::int64_t> table(std::int32_t variable) const {
    return *tables[static_cast<std::size_t>(variable)];
  }
  Word& domain(std::int32_t variable) { return domains[static_cast<std::size_t>(variable)]; }
  Word domain(std::int32_t variable) const { return domains[static_cast<std::size_t>(variable)]; }
  int bit_of_value(std::int32_t variable, std::int64_t value) const;
  bool can_be(std::int32_t variable, int bit) const { return bit >= 0 && ((domain(variable) >> bit) & 1) != 0; }
  bool aligned(std::int32_t left, std::int32_t right) const { return &table(left)[0] == &table(right)[0]; }
  Word mask_of(std::int32_t variable, std::span<const std::int64_t> values) const;
  Slice<Word> masks_of(std::span<const std::int32_t> variables, std::span<const std::int64_t> values);

  // Leaves out houses that are equal to others, and finds those of each variable.
  void index_houses();

  // What constraints of a model have in common, made once for each key.
  template <typename Key, typename Value>
  Value& memo(const Key& key) {
    using Memo = std::map<Key, Value>;
    std::any& memo = memos_[typeid(Memo)];
    if (!memo.has_value()) memo = Memo();
    return std::any_cast<Memo&>(memo)[key];
  }

 private:
  std::map<std::type_index, std::any> memos_;
};

// The variables, and that of the number if it has one, each once.
Variables scope_of(std::span<const std::int32_t> variables, const Number& number = {-1, 0});

}  // namespace sudoku_cp
