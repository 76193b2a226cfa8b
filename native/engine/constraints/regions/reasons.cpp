// Why regions to be found removed a value or failed.
#include <algorithm>
#include <bit>
#include <vector>

#include "constraints/connected/shape_reasons.hpp"
#include "constraints/regions/constraint.hpp"

namespace sudoku_cp {
namespace {

// As std::has_single_bit, which counts all bits.
bool is_one(Word values) { return values != 0 && (values & (values - 1)) == 0; }

// Searches the domains of a scope for the one rule by which a value was removed, or which failed.
class RegionReasons {
 public:
  RegionReasons(const Regions& regions, std::span<ScopeDomain> scope)
      : regions_(regions), scope_(scope), places_(regions.area.variables.size), needs_(scope.size()) {
    for (auto* indices : {&numbers_, &digits_}) indices->reserve(static_cast<std::size_t>(places_));
    for (auto* domains : {&number_, &digit_}) domains->reserve(static_cast<std::size_t>(places_));
    for (std::int32_t place = 0; place < places_; ++place) {
      numbers_.push_back(index_of(regions.area.variables[place]));
      number_.push_back(scope_[numbers_.back()].now);
      if (!has_digits()) continue;
      digits_.push_back(index_of(regions.cells[place]));
      digit_.push_back(scope_[digits_.back()].now);
    }
    takers_.assign(static_cast<std::size_t>(regions.numbers * kWordBits), -1);
    taken_.assign(static_cast<std::size_t>(regions.numbers), 0);
    for (std::int32_t place = 0; has_digits() && place < places_; ++place) {
      if (!is_one(number(place)) || !is_one(digit(place))) continue;
      std::int32_t& taker = taker_of(std::countr_zero(number(place)), std::countr_zero(digit(place)));
      if (taker >= 0) {
        twice_ = {taker, place};
        continue;
      }
      taker = place;
      taken_[static_cast<std::size_t>(std::countr_zero(number(place)))] |= digit(place);
    }
  }

  bool explain(std::optional<Slot> removed) {
    if (!removed) return explain_failure();
    const auto variable = static_cast<std::int32_t>(*removed / kWordBits);
    const auto bit = static_cast<std::int32_t>(*removed % kWordBits);
    for (std::int32_t place = 0; place < places_; ++place) {
      if (regions_.area.variables[place] == variable && explain_number(place, bit)) return true;
      if (has_digits() && regions_.cells[place] == variable && explain_digit(place, bit)) return true;
    }
    return false;
  }

  // Widens the scope to what is needed of it.
  void apply() { keep_needed(scope_, needs_); }

 private:
  std::size_t index_of(std::int32_t variable) const {
    return static_cast<std::size_t>(&domain_of(scope_, variable) - scope_.data());
  }
  bool has_digits() const { return regions_.cells.size > 0; }
  Word number(std::int32_t place) const { return number_[static_cast<std::size_t>(place)]; }
  Word digit(std::int32_t place) const { return digit_[static_cast<std::size_t>(place)]; }
  bool can_be(std::int32_t place, std::int32_t number) const { return ((this->number(place) >> number) & 1) != 0; }
  bool has(std::int32_t place, std::int32_t number) const { return this->number(place) == Word{1} << number; }
  std::int32_t& taker_of(std::int32_t number, std::int32_t digit) {
    return takers_[static_cast<std::size_t>(number * kWordBits + digit)];
  }

  // Values that a variable must lack: those of `values` that it lacks now.
  void need_number(std::int32_t place, Word values) { needs_[numbers_[static_cast<std::size_t>(place)]] |= values; }
  void need_digit(std::int32_t place, Word values) { needs_[digits_[static_cast<std::size_t>(place)]] |= values; }
  void need_taker(std::int32_t number, std::int32_t digit) {
    const std::int32_t place = taker_of(number, digit);
    need_number(place, ~Word{0});
    need_digit(place, ~Word{0});
  }
  void forget() { std::ranges::fill(needs_, Word{0}); }

  void need_out(std::int32_t number) {
    for (std::int32_t place = 0; place < places_; ++place) {
      if (!can_be(place, number)) need_number(place, Word{1} << number);
    }
  }

  // A number that occurs in every solution, or has a member here.
  bool need_existence(std::int32_t number) {
    if (regions_.numbers * regions_.area.size == places_) return true;
    std::int32_t member = 0;
    while (member < places_ && !has(member, number)) ++member;
    if (member == places_) return false;
    need_number(member, ~Word{0});
    return true;
  }

  bool is_taken(std::int32_t number, std::int32_t digit, std::int32_t place) {
    const std::int32_t taker = taker_of(number, digit);
    return taker >= 0 && taker != place;
  }
  bool all_taken(std::int32_t number, Word digits, std::int32_t place) {
    for (Word rest = digits; rest != 0; rest &= rest - 1) {
      if (!is_taken(number, std::countr_zero(rest), place)) return false;
    }
    return true;
  }
  void need_all_taken(std::int32_t number, Word digits) {
    for (Word rest = digits; rest != 0; rest &= rest - 1) need_taker(number, std::countr_zero(rest));
  }

  // All digits that the place can have are taken in the region.
  bool explain_by_pairs(std::int32_t place, std::int32_t number) {
    if (!has_digits() || !all_taken(number, digit(place), place)) return false;
    need_digit(place, ~Word{0});
    need_all_taken(number, digit(place));
    return true;
  }

  bool explain_by_size(std::int32_t place, std::int32_t number) {
    std::int32_t members = 0;
    std::int32_t most = 0;
    for (std::int32_t other = 0; other < places_; ++other) {
      members += other != place && has(other, number);
      most += can_be(other, number);
    }
    if (members < regions_.area.size) {
      if (most < regions_.area.size) need_out(number);
      return most < regions_.area.size;
    }
    for (std::int32_t other = 0, left = regions_.area.size; left > 0; ++other) {
      if (other == place || !has(other, number)) continue;
      need_number(other, ~Word{0});
      --left;
    }
    return true;
  }

  template <typename Explain>
  bool explain_by_shape(std::int32_t number, Explain explain) {
    std::vector<Side> side(static_cast<std::size_t>(places_), Side::kOut);
    for (std::int32_t place = 0; place < places_; ++place) {
      if (can_be(place, number)) side[static_cast<std::size_t>(place)] = has(place, number) ? Side::kIn : Side::kOpen;
    }
    ShapeReasons reasons(regions_.area.neighbours, regions_.area.size, side);
    if (!explain(reasons)) return false;
    for (std::int32_t place = 0; place < places_; ++place) {
      const auto at = static_cast<std::size_t>(place);
      if (reasons.needed()[at] != 0) need_number(place, side[at] == Side::kIn ? ~Word{0} : Word{1} << number);
    }
    return true;
  }

  // The digit has no other place in the region, which needs it.
  bool explain_hidden(std::int32_t place, std::int32_t number, std::int32_t digit) {
    if (!has_digits() || regions_.digits != regions_.area.size) return false;
    if (is_taken(number, digit, place)) return false;
    const Word bit = Word{1} << digit;
    for (std::int32_t other = 0; other < places_; ++other) {
      if (other != place && can_be(other, number) && (this->digit(other) & bit) != 0) return false;
    }
    if (!need_existence(number)) return false;
    for (std::int32_t other = 0; other < places_; ++other) {
      if (other == place) continue;
      if (!can_be(other, number)) need_number(other, Word{1} << number);
      else need_digit(other, bit);
    }
    return true;
  }
  bool explain_any_hidden(std::int32_t place, std::int32_t number, Word digits) {
    for (Word rest = digits; rest != 0; rest &= rest - 1) {
      if (explain_hidden(place, number, std::countr_zero(rest))) return true;
      forget();
    }
    return false;
  }

  bool explain_number(std::int32_t place, std::int32_t number) {
    if (explain_by_pairs(place, number) || explain_by_size(place, number)) return true;
    const auto is_out = [&](ShapeReasons& reasons) { return reasons.explain_out(place); };
    if (explain_by_shape(number, is_out)) return true;
    for (Word rest = this->number(place) & ~(Word{1} << number); rest != 0; rest &= rest - 1) {
      const std::int32_t other = std::countr_zero(rest);
      if (has_digits() && explain_any_hidden(place, other, digit(place))) return true;
      forget();
      const auto is_in = [&](ShapeReasons& reasons) { return reasons.explain_in(place); };
      if (explain_by_shape(other, is_in) && need_existence(other)) return true;
      forget();
    }
    return false;
  }

  bool explain_digit(std::int32_t place, std::int32_t digit) {
    const Word numbers = number(place);
    bool all = true;
    for (Word rest = numbers; rest != 0; rest &= rest - 1) all &= is_taken(std::countr_zero(rest), digit, place);
    if (all) {
      need_number(place, ~Word{0});
      for (Word rest = numbers; rest != 0; rest &= rest - 1) need_taker(std::countr_zero(rest), digit);
      return true;
    }
    for (Word rest = numbers; rest != 0; rest &= rest - 1) {
      if (explain_any_hidden(place, std::countr_zero(rest), this->digit(place) & ~(Word{1} << digit))) return true;
    }
    return false;
  }

  bool explain_failure() {
    if (twice_.first >= 0) {
      for (const std::int32_t place : {twice_.first, twice_.second}) {
        need_number(place, ~Word{0});
        need_digit(place, ~Word{0});
      }
      return true;
    }
    for (std::int32_t place = 0; has_digits() && place < places_; ++place) {
      bool all = true;
      for (Word rest = number(place); rest != 0; rest &= rest - 1) {
        all &= all_taken(std::countr_zero(rest), digit(place), place);
      }
      if (!all) continue;
      need_number(place, ~Word{0});
      need_digit(place, ~Word{0});
      for (Word rest = number(place); rest != 0; rest &= rest - 1) {
        need_all_taken(std::countr_zero(rest), digit(place));
      }
      return true;
    }
    for (std::int32_t number = 0; number < regions_.numbers; ++number) {
      const auto fails = [](ShapeReasons& reasons) { return reasons.explain_failure(); };
      if (explain_by_shape(number, fails) && need_existence(number)) return true;
      forget();
      for (std::int32_t digit = 0; has_digits() && digit < regions_.digits; ++digit) {
        if (explain_hidden(-1, number, digit)) return true;
        forget();
      }
    }
    return false;
  }

  const Regions& regions_;
  std::span<ScopeDomain> scope_;
  std::int32_t places_;
  std::vector<Word> needs_;                    // by place in the scope
  std::vector<std::size_t> numbers_, digits_;  // by place: where they are in the scope
  std::vector<Word> number_, digit_;           // by place: what it had
  std::vector<std::int32_t> takers_;           // by number and digit: the place that has both, or -1
  std::vector<Word> taken_;
  std::pair<std::int32_t, std::int32_t> twice_{-1, -1};  // places with the same number and digit
};

}  // namespace

bool Regions::widen(std::span<ScopeDomain> scope, std::optional<Slot> removed) const {
  if (number_bits.size != 0 || digit_bits.size != 0) return false;
  RegionReasons reasons(*this, scope);
  if (!reasons.explain(removed)) return false;
  reasons.apply();
  return true;
}

}  // namespace sudoku_cp
