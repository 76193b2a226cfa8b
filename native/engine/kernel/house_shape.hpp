// Any houses, given as lists of cells. Values are processed one after the other.
//
//   slot     values · cell + value
#pragma once

#include "kernel/level.hpp"
#include "kernel/planes.hpp"
#include "kernel/scratch.hpp"
#include "kernel/slot_planes.hpp"
#include "kernel/wave_views.hpp"
#include "tuning.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <std::int32_t kPlaneBytes>
struct HouseShape : SlotPlanes<Plane<kPlaneBytes>> {
  using Bits = Plane<kPlaneBytes>;
  using Tally = PlaneTally<kPlaneBytes>;

  static constexpr bool kPacks = false;  // rows of boards are the planes
  static constexpr std::int32_t kLeastSweeps = tuning::kLeastSweepsOfHouses;
  static constexpr std::int32_t kCellBits = 14;
  static constexpr std::int32_t kCountBits = 5;  // for up to 16 cells of a house

  // Planes a value at a time, by cell, by intersection or by house.
  struct Scratch {
    Bits* alone;   // cells with one candidate
    Bits* taken;   // cells taken by a value so far
    Bits* cells;   // the value's candidates, and then,
    Bits* shared;  // right behind them, the intersections that have some
    Bits* needed;  // intersections where one of the two houses must place it, two each, and then,
    Bits* lost;    // right behind them, intersections where it cannot be for that
    Bits* placed;  // its places
    Bits* only;    // houses where it has at most one place
    Bits* has;     // houses where it is placed

    Scratch(const WaveShape& shape, Bits* memory)
        : alone(memory),
          taken(alone + shape.cells),
          cells(taken + shape.cells),
          shared(cells + shape.cells),
          needed(shared + shape.intersection_count),
          lost(needed + 2 * shape.intersection_count),
          placed(lost + shape.intersection_count),
          only(placed + shape.cells),
          has(only + shape.house_count) {}
  };

  static std::int64_t scratch_size(const WaveShape& shape) {
    return 4 * shape.cells + 4 * shape.intersection_count + (2 + shape.values * kCountBits) * shape.house_count;
  }

  // Calls `use` with the union of the planes that each list names, list by list.
  template <typename Use>
  static void unite(const Bits* planes, const ListsView<std::int32_t>& lists, std::int32_t count, Use use) {
    const std::int32_t* member = lists.values;
    const std::uint32_t* end = lists.begin + 1;
    for (std::int32_t list = 0; list < count; ++list) {
      const std::int32_t* const last = lists.values + end[list];
      Bits seen{};
      for (; member + 3 <= last; member += 3) seen |= any(planes[member[0]], planes[member[1]], planes[member[2]]);
      for (; member != last; ++member) seen |= planes[*member];
      use(list, seen);
    }
  }

  // What one house must place among the cells it shares with another goes from the other's further cells.
  static void cross(const WaveShape& shape, const Scratch& scratch) {
    const std::int32_t intersections = shape.intersection_count;
    Bits* const cells = scratch.cells;
    Bits* const shared = scratch.shared;
    Bits* const needed = scratch.needed;
    Bits* const lost = scratch.lost;
    unite(cells, shape.shared, intersections,
          [&](std::int32_t intersection, const Bits& some) { shared[intersection] = some; });
    unite(cells, shape.rests, 2 * intersections,
          [&](std::int32_t side, const Bits& rest) { needed[side] = shared[side / 2] & ~rest; });
    unite(needed, shape.intersection_losses, intersections,
          [&](std::int32_t intersection, const Bits& none) { lost[intersection] = none; });
    unite(needed, shape.cell_losses, shape.cells, [&](std::int32_t cell, const Bits& none) { cells[cell] &= ~none; });
  }

  static Tally tally(const Bits* planes, const std::int32_t* members, std::int32_t count) {
    Tally result;
    std::int32_t at = 0;
    for (; at + 3 <= count; at += 3) result.add(planes[members[at]], planes[members[at + 1]], planes[members[at + 2]]);
    for (; at < count; ++at) result.add(planes[members[at]]);
    return result;
  }

  static void sweep(const WaveShape& shape, Bits* slots, Bits* memory, bool upward, Bits& dead, Bits& open,
                    Bits& changed) {
    const Scratch scratch(shape, memory);
    for (std::int32_t cell = 0; cell < shape.cells; ++cell) {
      Tally values;
      for (std::int32_t value = 0; value < shape.values; ++value) values.add(slots[cell * shape.values + value]);
      scratch.alone[cell] = ~values.twice;
      scratch.taken[cell] = Bits{};
      dead |= ~values.once;
      open |= values.twice;
    }
    for (std::int32_t turn = 0; turn < shape.values; ++turn) {
      sweep_value(shape, slots, scratch, upward ? turn : shape.values - 1 - turn, dead, changed);
    }
  }

  static void sweep_value(const WaveShape& shape, Bits* slots, const Scratch& scratch, std::int32_t value, Bits& dead,
                          Bits& changed) {
    for (std::int32_t cell = 0; cell < shape.cells; ++cell) {
      scratch.cells[cell] = slots[cell * shape.values + value] & ~scratch.taken[cell];
    }
    cross(shape, scratch);
    Bits none{}, lost{};
    const std::int32_t* member = shape.houses.values;
    for (std::int32_t house = 0; house < shape.house_count; ++house) {
      const std::int32_t* const last = shape.houses.values + shape.houses.begin[house + 1];
      const Tally places = tally(scratch.cells, member, static_cast<std::int32_t>(last - member));
      if ((shape.house_values[house] >> value & 1) != 0) none |= ~places.once;
      scratch.only[house] = ~places.twice;
      member = last;
    }
    Bits* const cells = scratch.cells;
    Bits* const alone = scratch.alone;
    Bits* const taken = scratch.taken;
    Bits* const placed = scratch.placed;
    Bits* const has = scratch.has;
    unite(scratch.only, shape.house_list, shape.cells, [&](std::int32_t cell, const Bits& only) {
      placed[cell] = cells[cell] & (alone[cell] | only);
      taken[cell] |= placed[cell];
    });
    unite(placed, shape.houses, shape.house_count, [&](std::int32_t house, const Bits& here) { has[house] = here; });
    if (shape.has_loose_pairs) {
      unite(placed, shape.loose, shape.cells, [&](std::int32_t cell, const Bits& beside) {
        none |= beside & placed[cell];
        cells[cell] &= ~beside;
      });
    }
    unite(has, shape.house_list, shape.cells, [&](std::int32_t cell, const Bits& seen) {
      Bits& slot = slots[cell * shape.values + value];
      const Bits after = cells[cell] & (placed[cell] | ~seen);
      lost |= slot ^ after;
      slot = after;
    });
    dead |= none;
    changed |= lost;
  }

  // A binary number for each lane; overflow is lost.
  template <std::int32_t kBits>
  struct Number {
    Bits bits[kBits]{};

    // Adds three planes.
    void add(const Bits& a, const Bits& b, const Bits& c) {
      const Number<2> sum{{odd(a, b, c), two_of(a, b, c)}};
      add(sum, ~Bits{});
    }

    // Adds a shorter number where the mask is set.
    template <std::int32_t kOtherBits>
    void add(const Number<kOtherBits>& other, const Bits& mask) {
      Bits carry{};
      for (std::int32_t bit = 0; bit < kBits; ++bit) {
        const Bits term = bit < kOtherBits ? other.bits[bit] & mask : Bits{};
        const Bits next = two_of(bits[bit], term, carry);
        bits[bit] = odd(bits[bit], term, carry);
        carry = next;
      }
    }
  };

  using Count = Number<kCountBits>;

  // A choice is a cell. Of those with two candidates it is the one whose candidates have the most places left in their
  // houses; where all have more, of those with three, or of any.
  static void choose(const WaveShape& shape, const Bits* slots, Bits* memory, Bits* choice) {
    constexpr std::int32_t kScoreBits = 8;
    auto* places = typed<Count>(memory);  // by house and value
    count_places(shape, slots, places);
    constexpr std::int32_t kKeyBits = kScoreBits + 3;
    Bits best[kKeyBits] = {};
    for (std::int32_t cell = 0; cell < shape.cells; ++cell) {
      const Bits* candidates = slots + cell * shape.values;
      Number<kKeyBits> key;
      Bits once{}, twice{}, thrice{}, often{};
      for (std::int32_t value = 0; value < shape.values; ++value) {
        const Bits& here = candidates[value];
        often |= thrice & here;
        thrice |= twice & here;
        twice |= once & here;
        once |= here;
        const ListsView<std::int32_t>& houses = shape.house_list;
        for (std::uint32_t at = houses.begin[cell]; at < houses.begin[cell + 1]; ++at) {
          key.add(places[houses.values[at] * shape.values + value], here);
        }
      }
      key.bits[kScoreBits] = twice & ~(thrice & often);
      key.bits[kScoreBits + 1] = twice & ~thrice;
      key.bits[kScoreBits + 2] = twice;  // above a score of 0
      Bits better{};
      for (std::int32_t bit = 0; bit < kKeyBits; ++bit) {
        better = pick(key.bits[bit] ^ best[bit], key.bits[bit], better);
      }
      better &= twice;
      for (std::int32_t bit = 0; bit < kKeyBits; ++bit) best[bit] = pick(better, key.bits[bit], best[bit]);
      for (std::int32_t bit = 0; bit < kCellBits; ++bit) {
        choice[bit] = (cell >> bit & 1) != 0 ? choice[bit] | better : choice[bit] & ~better;
      }
    }
  }

  static void count_places(const WaveShape& shape, const Bits* slots, Count* places) {
    for (std::int32_t house = 0; house < shape.house_count; ++house) {
      const std::int32_t* members = shape.houses.values + shape.houses.begin[house];
      const auto size = static_cast<std::int32_t>(shape.houses.begin[house + 1] - shape.houses.begin[house]);
      for (std::int32_t value = 0; value < shape.values; ++value, ++places) {
        const auto at = [&](std::int32_t place) {
          return place < size ? slots[members[place] * shape.values + value] : Bits{};
        };
        *places = {};
        for (std::int32_t place = 0; place < size; place += 3) places->add(at(place), at(place + 1), at(place + 2));
      }
    }
  }

  // Gives the cell its first candidate on boards of one side, and one of the others on those of the other.
  static void split(const WaveShape& shape, Bits* slots, const Bits* choice, const Bits& chosen, const Bits& refused) {
    for (std::int32_t cell = 0; cell < shape.cells; ++cell) {
      Bits here = chosen | refused;
      for (std::int32_t bit = 0; bit < kCellBits; ++bit) here &= (cell >> bit & 1) != 0 ? choice[bit] : ~choice[bit];
      Bits* candidates = slots + cell * shape.values;
      Bits none_before = ~Bits{};
      for (std::int32_t value = 0; value < shape.values; ++value) {
        const Bits first = candidates[value] & none_before;
        none_before &= ~candidates[value];
        candidates[value] &= ~(here & (first ^ chosen));
      }
    }
  }
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
