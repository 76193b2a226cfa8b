// Houses examined side by side, a lane for each of 32: which of them allow an inference. Needs the permutations of 16 bits
// of AVX-512; other levels examine one house after the other, and find the same.
//
//   lane                 | house 0 | house 1 | …           | pair 0 | pair 1 | …      a house, and one of its partners
//   first members        | r1c1    | r2c1    |             | r1c4   | r1c1   |        cells that the pair does not share
//   second members       | r1c2    | r2c2    |             | r1c5   | r1c2   |
#pragma once

#include "kernel/bits.hpp"
#include "kernel/invariants.hpp"
#include "kernel/lanes.hpp"
#include "kernel/level.hpp"
#include "kernel/plain_houses.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

#if defined(__AVX512BW__) && defined(__AVX512VL__)

inline constexpr bool kHasPairLanes = true;

typedef std::uint16_t HouseVector __attribute__((vector_size(kHouseLanes * sizeof(std::uint16_t)), may_alias));

inline HouseVector row_at(const std::uint16_t* row) { return (HouseVector)_mm512_loadu_si512(row); }

inline std::uint32_t set_lanes(const HouseVector& vector) {
  return _mm512_test_epi16_mask((__m512i)vector, (__m512i)vector);
}

// The domains of all variables.
class DomainRegisters {
 public:
  explicit DomainRegisters(const Search& search)
      : low_(_mm512_loadu_si512(search.state.alive)),
        middle_(_mm512_loadu_si512(search.state.alive + sizeof(HouseVector))),
        high_(_mm512_loadu_si512(search.state.alive + 2 * sizeof(HouseVector))) {}

  // The domains of a row of variables.
  HouseVector of(const std::uint16_t* row) const {
    const __m512i variables = _mm512_loadu_si512(row);
    const __m512i below = _mm512_permutex2var_epi16(low_, variables, middle_);
    const __mmask32 above = _mm512_test_epi16_mask(variables, _mm512_set1_epi16(2 * kHouseLanes));
    return (HouseVector)_mm512_mask_permutexvar_epi16(below, above, variables, high_);
  }

  // The values that any of several rows has.
  HouseVector any_of(const std::uint16_t* rows, std::int32_t count) const {
    HouseVector seen{};
    for (std::int32_t at = 0; at < count; ++at) seen |= of(rows + at * kHouseLanes);
    return seen;
  }

 private:
  __m512i low_, middle_, high_;
};

// The houses, of 32, that lack a place for a value, or have one place for a value that is not placed.
inline Word telling_houses(const DomainRegisters& domains, const HouseLanesView& lanes, std::int32_t chunk) {
  const std::uint16_t* const members = lanes.members + chunk * lanes.house_size * kHouseLanes;
  HouseVector once{}, twice{}, placed{};
  for (std::int32_t at = 0; at < lanes.house_size; ++at) {
    const HouseVector domain = domains.of(members + at * kHouseLanes);
    placed |= domain & (HouseVector)((domain & (domain - 1)) == 0);
    twice |= once & domain;
    once |= domain;
  }
  const HouseVector lacking = row_at(lanes.house_values + chunk * kHouseLanes) & ~once;
  return set_lanes(lacking | (once & ~twice & ~placed));
}

// The pairs, of 32, where the house must have values among the shared cells that the rest of its partner can still have,
// or more of them than cells.
inline std::uint32_t telling_pairs(const DomainRegisters& domains, const HouseLanesView& lanes, std::int32_t chunk) {
  const std::uint16_t* const outsides = lanes.outsides + chunk * lanes.outside_size * kHouseLanes;
  const std::uint16_t* const rests = lanes.rests + chunk * lanes.rest_size * kHouseLanes;
  const HouseVector required =
      row_at(lanes.pair_values + chunk * kHouseLanes) & ~domains.any_of(outsides, lanes.outside_size);
  const HouseVector shared = row_at(lanes.shared_sizes + chunk * kHouseLanes);
  HouseVector surplus = required;
  for (std::int32_t at = 0; at < lanes.most_shared; ++at) {
    surplus &= (surplus - 1) | (HouseVector)(shared <= static_cast<std::uint16_t>(at));
  }
  return set_lanes((required & domains.any_of(rests, lanes.rest_size)) | surplus);
}

// The values with two places in each house: writes those of all lanes.
inline void find_pairs(const Search& search, const HouseLanesView& lanes, std::uint16_t* pairs) {
  const DomainRegisters domains(search);
  for (std::int32_t chunk = 0; chunk < lanes.house_chunks; ++chunk) {
    const std::uint16_t* const members = lanes.members + chunk * lanes.house_size * kHouseLanes;
    HouseVector once{}, twice{}, thrice{};
    for (std::int32_t at = 0; at < lanes.house_size; ++at) {
      const HouseVector domain = domains.of(members + at * kHouseLanes);
      thrice |= twice & domain;
      twice |= once & domain;
      once |= domain;
    }
    _mm512_storeu_si512(pairs + chunk * kHouseLanes, (__m512i)(twice & ~thrice));
  }
}

// The houses that lack a place for a value, or have one place for a value that is not placed.
inline Word telling_houses(const Search& search) {
  const HouseLanesView& lanes = search.problem->cells.lanes;
  const DomainRegisters domains(search);
  Word telling = telling_houses(domains, lanes, 0);
  if (lanes.house_chunks == 2) telling |= telling_houses(domains, lanes, 1) << kHouseLanes;
  return telling;
}

// The first of some houses with locked candidates that its partners can still have, or with more of them than cells.
inline Word houses_with_locked(const Search& search, Word unlocked) {
  const HouseLanesView& lanes = search.problem->cells.lanes;
  const DomainRegisters domains(search);
  for (std::int32_t chunk = 0; chunk < lanes.pair_chunks; ++chunk) {
    if ((lanes.houses_of_pairs[chunk] & unlocked) == 0) continue;
    for (std::uint32_t telling = telling_pairs(domains, lanes, chunk); telling != 0; telling &= telling - 1) {
      const Word house = Word{1} << lanes.house_of_pair[chunk * kHouseLanes + __builtin_ctz(telling)];
      if ((house & unlocked) != 0) return house;
    }
  }
  return 0;
}

// Whether the houses of a problem are examined side by side.
template <typename Mask>
bool has_house_lanes(const Search& search) {
  return sizeof(Mask) == sizeof(std::uint16_t) && search.problem->cells.lanes.house_chunks != 0;
}

#elif defined(__AVX2__)

inline constexpr bool kHasPairLanes = false;

inline void find_pairs(const Search&, const HouseLanesView&, std::uint16_t*) {}

inline Word telling_houses(const Search& search) {
  const PlainGridView& grid = search.problem->cells.plain_grid;
  return telling_houses(masks<std::uint16_t>(search), grid.values) | grid.other_houses;
}

inline Word houses_with_locked(const Search& search, Word) {
  const PlainGridView& grid = search.problem->cells.plain_grid;
  return houses_with_locked(masks<std::uint16_t>(search), grid.values) | grid.other_partners;
}

template <typename Mask>
bool has_house_lanes(const Search& search) {
  return sizeof(Mask) == sizeof(std::uint16_t) && search.problem->cells.plain_grid.values != 0;
}

#else

inline constexpr bool kHasPairLanes = false;

inline void find_pairs(const Search&, const HouseLanesView&, std::uint16_t*) {}

inline Word telling_houses(const Search&) { return ~Word{0}; }
inline Word houses_with_locked(const Search&, Word) { return ~Word{0}; }

template <typename Mask>
bool has_house_lanes(const Search&) {
  return false;
}

#endif

// Skips dirty houses that allow no inference, in the order in which they would be examined.
template <typename Mask>
void pass_over_houses(Search& search) {
  // What the registers see as placed has been placed.
  SUDOKU_CP_ASSERT(search.forced_count == 0);
  const Word dirty = search.cells.dirty[0];
  if ((dirty & (dirty - 1)) == 0) return;
  const Word telling = telling_houses(search) & dirty;
  const Word ahead = dirty & (~Word{0} << search.cells.dirty_cursor);
  const Word behind = dirty & ~ahead;
  Word passed = dirty;
  if (telling == 0) search.cells.dirty_cursor = (highest_bit(behind != 0 ? behind : ahead) + 1) % kWordBits;
  else if ((telling & ahead) != 0) passed = ahead & ((telling & ahead & -(telling & ahead)) - 1);
  else passed = ahead | (behind & ((telling & -telling) - 1));
  SUDOKU_CP_ASSERT((passed & ~dirty) == 0 &&
                   all_houses(passed, [&](auto house) { return is_silent<Mask>(search, house); }));
  search.cells.dirty[0] = dirty & ~passed;
  search.cells.unlocked[0] |= passed;
}

// Skips unlocked houses without locked candidates, likewise.
template <typename Mask>
void pass_over_unlocked(Search& search) {
  const Word unlocked = search.cells.unlocked[0];
  if (unlocked == 0) return;
  const Word telling = houses_with_locked(search, unlocked) & unlocked;
  [[maybe_unused]] const Word passed = unlocked & ((telling & -telling) - 1);
  SUDOKU_CP_ASSERT(all_houses(passed, [&](auto house) { return locks_nothing<Mask>(search, house); }));
  search.cells.unlocked[0] = unlocked & ~((telling & -telling) - 1);
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
