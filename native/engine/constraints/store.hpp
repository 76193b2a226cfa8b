// The store of a model while it is built: its variables and their domains, and the memory of its constraints.
#pragma once

#include <algorithm>
#include <any>
#include <bit>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <typeindex>
#include <utility>
#include <vector>

#include "constraints/constraint.hpp"
#include "constraints/metadata.hpp"

namespace sudoku_cp {

using Variables = std::vector<std::int32_t>;
using ValueTable = std::shared_ptr<const std::vector<std::int64_t>>;  // ascending; bit b stands for the b-th value

// Owns the arrays of constraints, and what these share, for as long as the problem lives.
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

// Pairs of variables that must differ. Of each row of bits only the words with a bit are kept: most variables differ from
// few others, and from near ones.
class Differences {
 public:
  void resize(std::size_t variables) { rows_.assign(variables, {}); }

  bool has(std::int32_t left, std::int32_t right) const {
    const std::vector<Part>& row = rows_[static_cast<std::size_t>(left)];
    const auto place = std::ranges::lower_bound(row, word_of(right), {}, &Part::word);
    return place != row.end() && place->word == word_of(right) && (place->bits & bit_of(right)) != 0;
  }
  void add(std::int32_t left, std::int32_t right) {
    std::vector<Part>& row = rows_[static_cast<std::size_t>(left)];
    auto place = std::ranges::lower_bound(row, word_of(right), {}, &Part::word);
    if (place == row.end() || place->word != word_of(right)) place = row.insert(place, {word_of(right), 0});
    place->bits |= bit_of(right);
  }
  // Calls `visit` with the variables that differ from this one, ascending.
  template <typename Visit>
  void each_of(std::int32_t variable, Visit visit) const {
    for (const Part& part : rows_[static_cast<std::size_t>(variable)]) {
      for (Word rest = part.bits; rest != 0; rest &= rest - 1) visit(part.word * kWordBits + std::countr_zero(rest));
    }
  }

 private:
  struct Part {
    std::int32_t word;  // its place in the row
    Word bits;
  };

  static std::int32_t word_of(std::int32_t variable) { return variable / kWordBits; }
  static Word bit_of(std::int32_t variable) { return Word{1} << (variable % kWordBits); }

  std::vector<std::vector<Part>> rows_;
};

// The houses of each variable.
class HousesByVariable {
 public:
  explicit HousesByVariable(std::size_t variables = 0) : of_(variables) {}
  void add(std::size_t house, const Variables& variables) {
    for (const std::int32_t variable : variables) of_[static_cast<std::size_t>(variable)].push_back(house);
  }
  // The houses that hold some of the variables, ascending.
  std::vector<std::size_t> around(std::span<const std::int32_t> variables) const;

 private:
  std::vector<std::vector<std::size_t>> of_;
};

// What constraints are declared and prepared with.
class ModelStore {
 public:
  Arena arena;
  std::vector<ValueTable> tables;  // by variable
  std::vector<Word> domains;
  std::vector<Variables> houses;  // scopes whose variables must all differ; once indexed, each once and ascending
  HousesByVariable houses_of;     // indexed
  Differences differences;        // by houses and inequalities; complete when constraints are prepared
  std::function<void()> check_limits = [] {};  // for what takes long; throws once a limit is reached
  std::int32_t declared_parts = 0;
  std::vector<Metadata> parts;  // of combinations, as far as they are prepared

  // For the declaration of constraints. They throw std::out_of_range or std::invalid_argument.
  Slice<std::int32_t> variables(const Variables& variables);
  std::int32_t variable(std::int32_t variable) const;
  Number number(std::optional<std::int32_t> variable, std::int64_t number) const;
  Number variable_or_number(std::optional<std::int32_t> variable, std::int64_t number) const;

  // For the preparation of constraints, when tables and domains are final.
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

  // Drops houses that are equal to others, and lists those of each variable.
  void index_houses();

  // What constraints share: created once for each key.
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
