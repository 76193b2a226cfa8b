// The plain 9×9 grid as triads alone: a cell has the candidates that its triads of row and column allow and no other
// digit has taken. Fewer planes than slots, and boards on stacks are shorter still: the ways of each digit in each band.
//
//   state       (digit · 6 + band) · 9 + 3 · line + box      row of a board       (digit · 6 + band) · 6 + way
#pragma once

#include "../wave_views.hpp"
#include "band_choice.hpp"
#include "level.hpp"
#include "planes.hpp"
#include "triads.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <std::int32_t kPlaneBytes>
struct TriadShape {
  using Bits = Plane<kPlaneBytes>;
  using Triads = sudoku_cp::SUDOKU_CP_LEVEL::Triads<kPlaneBytes>;
  using Choice = BandChoice<kPlaneBytes>;
  using Ways = typename Choice::Ways;

  static constexpr std::int32_t kSize = 9;
  static constexpr std::int32_t kCells = 81;
  static constexpr std::int32_t kTriads = kBands * kSize;  // of a digit
  static constexpr bool kPacks = true;
  // In the first sweep a digit hears only of cells taken by digits before it.
  static constexpr std::int32_t kLeastSweeps = 2;

  static_assert(kSize * kBands * Ways::kCount == kPlanesOfPlainRow);

  // Planes that live from sweep to sweep, and what each of them begins with.
  struct Scratch {
    Bits* taken;  // cells taken by a digit
    Bits* known;  // where those taken by all digits are
    Bits* alone;  // cells with one candidate
    Bits* three;  // triads with three candidates, by band, line and box

    explicit Scratch(Bits* memory) : Scratch(memory, memory + kCells) {}
    Scratch(Bits* taken_cells, Bits* memory)
        : taken(taken_cells), known(memory), alone(known + 1), three(alone + kCells) {}

    const Bits& three_of(std::int32_t band, std::int32_t line, std::int32_t box) const {
      return three[(band * kBox + line) * kBox + box];
    }
  };

  static std::int64_t state_size(const WaveShape&) { return kSize * kTriads; }
  static std::int64_t scratch_size(const WaveShape&) { return kCells * kSize; }  // for candidates, too

  static Triads* triads_of(Bits* state, std::int32_t digit) {
    return reinterpret_cast<Triads*>(state) + digit * kBands;
  }
  static const Triads* triads_of(const Bits* state, std::int32_t digit) {
    return reinterpret_cast<const Triads*>(state) + digit * kBands;
  }

  // From candidates, where cells with one candidate are given and others open. A board with an empty cell gets no triads.
  static void begin(const Bits* candidates, Bits* state) {
    Bits alone[kCells], full = ~Bits{};
    for (std::int32_t cell = 0; cell < kCells; ++cell) {
      PlaneTally<kPlaneBytes> tally;
      const Bits* planes = candidates + cell * kSize;
      for (std::int32_t at = 0; at < kSize; at += 3) tally.add(planes[at], planes[at + 1], planes[at + 2]);
      full &= tally.once;
      alone[cell] = ~tally.twice;
    }
    for (std::int32_t digit = 0; digit < kSize; ++digit) {
      Bits given[kCells];
      for (std::int32_t cell = 0; cell < kCells; ++cell) given[cell] = candidates[cell * kSize + digit] & alone[cell];
      for (std::int32_t band = 0; band < kBands; ++band) {
        const bool rows = band < kBox;
        const std::int32_t first = rows ? band * kBox * kSize : (band - kBox) * kBox;
        Bits only[kBox][kBox];
        Triads& triads = triads_of(state, digit)[band];
        for (auto& line : triads.some) {
          for (Bits& triad : line) triad = full;
        }
        triads.keep_fitting(Triads(given + first, rows ? 1 : kSize, rows ? kSize : 1), only);
      }
    }
  }

  static void begin_sweeps(Bits* memory) {
    const Scratch scratch(memory);
    for (std::int32_t cell = 0; cell < kCells; ++cell) scratch.taken[cell] = Bits{};
    *scratch.known = Bits{};
  }

  static void sweep(const WaveShape& shape, Bits* state, Bits* memory, bool upward, Bits& dead, Bits& open,
                    Bits& changed) {
    sweep(shape, state, Scratch(memory), upward, dead, open, changed);
  }

  static void sweep(const WaveShape& shape, Bits* state, const Scratch& scratch, bool upward, Bits& dead, Bits& open,
                    Bits& changed) {
    if (shape.has_all_values) sweep_over<true>(shape, state, scratch, upward, dead, open, changed);
    else sweep_over<false>(shape, state, scratch, upward, dead, open, changed);
  }

  template <bool kAllValues>
  static void sweep_over(const WaveShape& shape, Bits* state, const Scratch& scratch, bool upward, Bits& dead,
                         Bits& open, Bits& changed) {
    for (std::int32_t row = 0; row < kSize; ++row) {
      for (std::int32_t box = 0; box < kBox; ++box) find_alone<kAllValues>(shape, state, row, box, scratch.alone, dead);
    }
    for (std::int32_t triad = 0; triad < kTriads; ++triad) scratch.three[triad] = no_more_than_three(state + triad);
    for (std::int32_t turn = 0; turn < kSize; ++turn) {
      const std::int32_t digit = upward ? turn : kSize - 1 - turn;
      sweep_digit<kAllValues>(shape, digit, triads_of(state, digit), scratch, dead, changed);
    }
    *scratch.known = ~Bits{};
    Bits filled = ~Bits{};
    for (std::int32_t cell = 0; cell < kCells; ++cell) filled &= scratch.taken[cell];
    open |= ~filled;
  }

  // Leaves out a value that the cell lacks on all boards.
  template <bool kAllValues>
  static Bits allowed(const WaveShape& shape, std::int32_t cell, std::int32_t digit, const Bits& candidates) {
    if constexpr (kAllValues) return candidates;
    else return candidates & (Bits{} + -(shape.domains[cell] >> digit & 1));
  }

  // Where a triad has at most three candidates: of four and more, two pairs carry.
  static Bits no_more_than_three(const Bits* triad) {
    Bits odds[kBox], pairs[kBox];
#pragma GCC unroll 9
    for (std::int32_t at = 0; at < kBox; ++at) {
      const Bits* digits = triad + at * kBox * kTriads;
      odds[at] = odd(digits[0], digits[kTriads], digits[2 * kTriads]);
      pairs[at] = two_of(digits[0], digits[kTriads], digits[2 * kTriads]);
    }
    const Bits pair_of_odds = two_of(odds[0], odds[1], odds[2]);
    return ~(two_of(pairs[0], pairs[1], pairs[2]) | (pair_of_odds & any(pairs[0], pairs[1], pairs[2])));
  }

  // Three cells of a row and a box. What others have taken does not count: there are other signs of that.
  template <bool kAllValues>
  static void find_alone(const WaveShape& shape, const Bits* state, std::int32_t row, std::int32_t box, Bits* alone,
                         Bits& dead) {
    PlaneTally<kPlaneBytes> tallies[kBox];
    Bits some[kBox][kBox];
    const std::int32_t first = row * kSize + box * kBox;
#pragma GCC unroll 9
    for (std::int32_t digit = 0; digit < kSize; ++digit) {
      const Triads* triads = triads_of(state, digit);
      const Bits& of_row = triads[row / kBox].some[row % kBox][box];
#pragma GCC unroll 9
      for (std::int32_t at = 0; at < kBox; ++at) {
        const Bits here = of_row & triads[kBox + box].some[at][row / kBox];
        some[at][digit % kBox] = allowed<kAllValues>(shape, first + at, digit, here);
        if (digit % kBox == kBox - 1) tallies[at].add(some[at][0], some[at][1], some[at][2]);
      }
    }
    dead |= ~all(tallies[0].once, tallies[1].once, tallies[2].once);
    for (std::int32_t at = 0; at < kBox; ++at) alone[first + at] = ~tallies[at].twice;
  }

  static Bits candidate(const Triads* triads, std::int32_t cell) {
    const std::int32_t row = cell / kSize, column = cell % kSize;
    return triads[row / kBox].some[row % kBox][column / kBox] &
           triads[kBox + column / kBox].some[column % kBox][row / kBox];
  }

  // A cell with no other candidate makes its triads of row and column the only ones of their lines; and where both are
  // the only ones, the digit is in the cell. Where a digit is placed in a box, what is taken there is its own cell.
  template <bool kAllValues>
  static void sweep_digit(const WaveShape& shape, std::int32_t digit, Triads* triads, const Scratch& scratch,
                          Bits& dead, Bits& changed) {
    const Bits known = *scratch.known;
    Bits lost{}, none{};  // in registers
    Bits cells[kSize][kSize];
    Triads must[kBands], next[kBands];
    Bits only[kBands][kBox][kBox];
    for (std::int32_t band = 0; band < kBox; ++band) {
#pragma GCC unroll 1
      for (std::int32_t box = 0; box < kBox; ++box) {
        Bits rows[kBox], columns[kBox];
#pragma GCC unroll 9
        for (std::int32_t line = 0; line < kBox; ++line) {
          rows[line] = triads[band].some[line][box];
          columns[line] = triads[kBox + box].some[line][band];
        }
        const Bits placed = known & ~(two_of(rows[0], rows[1], rows[2]) | two_of(columns[0], columns[1], columns[2]));
        Bits lone_rows[kBox] = {}, lone_columns[kBox] = {};
#pragma GCC unroll 9
        for (std::int32_t row = 0; row < kBox; ++row) {
          Bits some{};
#pragma GCC unroll 9
          for (std::int32_t column = 0; column < kBox; ++column) {
            const std::int32_t cell = (band * kBox + row) * kSize + box * kBox + column;
            const Bits free = rows[row] & columns[column] & ~(scratch.taken[cell] & ~placed);
            const Bits here = allowed<kAllValues>(shape, cell, digit, free);
            const Bits lone = here & scratch.alone[cell];
            cells[band * kBox + row][box * kBox + column] = here;
            some |= here;
            lone_rows[row] |= lone;
            lone_columns[column] |= lone;
          }
          next[band].some[row][box] = some;
          must[band].some[row][box] = or_both(lone_rows[row], rows[row], scratch.three_of(band, row, box));
        }
#pragma GCC unroll 9
        for (std::int32_t column = 0; column < kBox; ++column) {
          must[kBox + box].some[column][band] =
              or_both(lone_columns[column], columns[column], scratch.three_of(kBox + box, column, band));
        }
      }
      none |= next[band].keep_fitting(must[band], only[band]);
    }
    for (std::int32_t band = 0; band < kBox; ++band) {
      Triads& fitting = next[kBox + band];
#pragma GCC unroll 9
      for (std::int32_t line = 0; line < kBox; ++line) {
#pragma GCC unroll 9
        for (std::int32_t box = 0; box < kBox; ++box) {
          Bits some{};
#pragma GCC unroll 9
          for (std::int32_t row = 0; row < kBox; ++row)
            some = or_both(some, cells[box * kBox + row][band * kBox + line], next[box].some[row][band]);
          fitting.some[line][box] = some;
        }
      }
      none |= fitting.keep_fitting(must[kBox + band], only[kBox + band]);
#pragma GCC unroll 9
      for (std::int32_t row = 0; row < kSize; ++row) {
#pragma GCC unroll 9
        for (std::int32_t line = 0; line < kBox; ++line) {
          Bits& cell = scratch.taken[row * kSize + band * kBox + line];
          cell = or_both(cell, only[row / kBox][row % kBox][band], only[kBox + band][line][row / kBox]);
        }
      }
    }
    for (std::int32_t band = 0; band < kBands; ++band) {
#pragma GCC unroll 9
      for (std::int32_t line = 0; line < kBox; ++line) {
#pragma GCC unroll 9
        for (std::int32_t box = 0; box < kBox; ++box) {
          Bits& triad = triads[band].some[line][box];
          lost |= triad ^ next[band].some[line][box];
          triad = next[band].some[line][box];
        }
      }
    }
    dead |= none;
    changed |= lost;
  }

  static void choose(const WaveShape&, const Bits* state, Bits*, Bits* choice) {
    Choice::choose(triads_of(state, 0), choice);
  }

  template <typename Planes>
  static Planes* ways_of(Planes* rows, std::int32_t digit, std::int32_t band) {
    return rows + (digit * kBands + band) * Ways::kCount;
  }

  static void pack(const Bits* state, Bits* rows) {
    for (std::int32_t digit = 0; digit < kSize; ++digit) {
      for (std::int32_t band = 0; band < kBands; ++band) {
        const Ways ways(triads_of(state, digit)[band].some);
        __builtin_memcpy(ways_of(rows, digit, band), ways.possible, sizeof ways.possible);
      }
    }
  }

  // Makes the choice on rows of boards.
  static void split(const WaveShape&, Bits* rows, const Bits* choice, const Bits& chosen, const Bits& refused) {
    const typename Choice::Loss loss(choice, chosen, refused);
    for (std::int32_t band = 0; band < kBands; ++band) {
      Bits lost[Ways::kCount] = {};
      for (std::int32_t line = 0; line < kBox; ++line) {
        for (std::int32_t box = 0; box < kBox; ++box) {
          lost[Ways::even(line, box)] |= loss.triads[band][line][box];
          lost[Ways::uneven(line, box)] |= loss.triads[band][line][box];
        }
      }
      for (std::int32_t digit = 0; digit < kSize; ++digit) {
        Bits* ways = ways_of(rows, digit, band);
        for (std::int32_t way = 0; way < Ways::kCount; ++way) ways[way] &= ~(loss.digits[digit] & lost[way]);
      }
    }
  }

  static void unpack(const Bits* rows, Bits* state) {
    for (std::int32_t digit = 0; digit < kSize; ++digit) {
      for (std::int32_t band = 0; band < kBands; ++band) {
        const Ways ways(ways_of(rows, digit, band));
        Triads& triads = triads_of(state, digit)[band];
#pragma GCC unroll 9
        for (std::int32_t line = 0; line < kBox; ++line) {
#pragma GCC unroll 9
          for (std::int32_t box = 0; box < kBox; ++box) triads.some[line][box] = ways.has_triad(line, box);
        }
      }
    }
  }

  static void list_candidates(const Bits* state, Bits* candidates) {
    for (std::int32_t cell = 0; cell < kCells; ++cell) {
      for (std::int32_t digit = 0; digit < kSize; ++digit) *candidates++ = candidate(triads_of(state, digit), cell);
    }
  }
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
