// Why sightlines removed a value or failed.
#include <algorithm>
#include <bit>
#include <vector>

#include "constraints/sightlines/propagator.hpp"

namespace sudoku_cp {
namespace {

// What a variable in a line has in common with the viewer.
enum class Common : std::uint8_t { kNothing, kMaybe, kEverything };

// Finds, for each value of the viewer, what variables lack so that no number is left.
class SightlineReasons {
 public:
  // The removed value is taken, so that nothing is needed of its variable.
  SightlineReasons(const Sightlines& sightlines, std::span<ScopeDomain> scope, std::optional<Slot> removed)
      : sightlines_(sightlines), scope_(scope), needs_(scope.size()) {
    if (!removed) return;
    taken_ = static_cast<std::int32_t>(*removed / kWordBits);
    taken_value_ = Word{1} << (*removed % kWordBits);
  }

  bool explain() {
    const std::int32_t viewer = sightlines_.viewer;
    const Word whole = viewer == taken_ ? taken_value_ : domain_of(scope_, viewer).whole;
    for (Word rest = whole; rest != 0; rest &= rest - 1) {
      const Word value = rest & -rest;
      if ((now(viewer) & value) == 0) need(viewer, value);
      else if (!explain_value(std::countr_zero(value))) return false;
    }
    return true;
  }

  // Widens the scope to what is needed of it.
  void apply() { keep_needed(scope_, needs_); }

 private:
  Word now(std::int32_t variable) const { return variable == taken_ ? taken_value_ : domain_of(scope_, variable).now; }
  void need(std::int32_t variable, Word values) {
    if (variable != taken_) needs_[static_cast<std::size_t>(&domain_of(scope_, variable) - scope_.data())] |= values;
  }

  // The lines have fewer and fewer variables that matter, as long as the numbers stay the same.
  bool explain_value(int value) {
    common_.clear();
    matter_.clear();
    for (std::int32_t place = 0; place < sightlines_.variables.size; ++place) {
      const std::int32_t variable = sightlines_.variables[place];
      const Word domain = now(variable);
      const Word same = domain & sightlines_.same[place][value];
      common_.push_back(same == 0 ? Common::kNothing : same == domain ? Common::kEverything : Common::kMaybe);
      if (common_.back() == Common::kMaybe || variable == taken_) continue;
      // What holds at the root needs no reason.
      const Word whole = domain_of(scope_, variable).whole;
      const Word whole_same = whole & sightlines_.same[place][value];
      if (whole_same != 0 && whole_same != whole) matter_.push_back(place);
    }
    const Word numbers = possible_numbers();
    if ((seen() & numbers) != 0) return false;
    std::ranges::stable_sort(matter_, std::ranges::greater(), [&](std::int32_t place) {
      return domain_of(scope_, sightlines_.variables[place]).narrowed;
    });
    for (const std::int32_t place : matter_) {
      Common& common = common_[static_cast<std::size_t>(place)];
      const Common before = common;
      common = Common::kMaybe;
      if ((seen() & numbers) != 0) common = before;
    }
    need_lines(value);
    need_numbers(seen());
    return true;
  }

  Word possible_numbers() const {
    const std::int32_t variable = sightlines_.number.variable;
    if (variable < 0) return sightlines_.numbers[0];
    Word numbers = 0;
    for (Word rest = now(variable); rest != 0; rest &= rest - 1) numbers |= sightlines_.numbers[std::countr_zero(rest)];
    return numbers;
  }

  // How many variables the viewer may see.
  Word seen() const {
    Word sums = Word{1} << 1;
    for (std::int32_t line = 0; line < sightlines_.ends.size; ++line) {
      const Word before = sums;
      sums = 0;
      std::int32_t place = sightlines_.begin_of(line);
      for (int length = 0;; ++length, ++place) {
        const bool ends = place == sightlines_.ends[line];
        const Common common = ends ? Common::kNothing : common_[static_cast<std::size_t>(place)];
        if (common != Common::kEverything) sums |= before << length;
        if (common == Common::kNothing) break;
      }
    }
    return sums;
  }

  void need_lines(int value) {
    for (std::int32_t line = 0; line < sightlines_.ends.size; ++line) {
      for (std::int32_t place = sightlines_.begin_of(line); place < sightlines_.ends[line]; ++place) {
        const Common common = common_[static_cast<std::size_t>(place)];
        const Word same = sightlines_.same[place][value];
        if (common != Common::kMaybe) {
          need(sightlines_.variables[place], common == Common::kNothing ? same : ~same);
        }
        if (common == Common::kNothing) break;
      }
    }
  }

  void need_numbers(Word seen) {
    const std::int32_t variable = sightlines_.number.variable;
    if (variable < 0) return;
    for (Word rest = domain_of(scope_, variable).whole; rest != 0; rest &= rest - 1) {
      if ((sightlines_.numbers[std::countr_zero(rest)] & seen) != 0) need(variable, rest & -rest);
    }
  }

  const Sightlines& sightlines_;
  std::span<ScopeDomain> scope_;
  std::vector<Word> needs_;  // by place in the scope
  std::int32_t taken_ = -1;
  Word taken_value_ = 0;
  std::vector<Common> common_;  // by place in the lines
  std::vector<std::int32_t> matter_;
};

}  // namespace

bool Sightlines::widen(std::span<ScopeDomain> domains, std::optional<Slot> removed) const {
  const bool each_once = scope.size == variables.size + 1 + (number.variable >= 0);
  if (negated || !each_once) return false;
  SightlineReasons reasons(*this, domains, removed);
  if (!reasons.explain()) return false;
  reasons.apply();
  return true;
}

}  // namespace sudoku_cp
