// The plain 9×9 grid as triads alone: a cell has the candidates that its triads of row and column allow and no other
// digit has taken. Fewer planes than slots, and boards on stacks are shorter still: the ways of each digit in each band.
//
//   state       (digit · 6 + band) · 9 + 3 · line + box      row of a board       (digit · 6 + band) · 6 + way
#pragma once

#include "kernel/band_choice.hpp"
#include "kernel/level.hpp"
#include "kernel/planes.hpp"
#include "kernel/triad_signs.hpp"
#include "kernel/triads.hpp"
#include "kernel/wave_views.hpp"
#include "tuning.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

template <std::int32_t kPlaneBytes>
struct TriadShape : TriadSigns<kPlaneBytes> {
  using Signs = TriadSigns<kPlaneBytes>;
  using Signs::kSize, Signs::kCells, Signs::kTriads, Signs::triads_of;
  using typename Signs::Bits, typename Signs::Triads;
  using Choice = BandChoice<kPlaneBytes>;
  using Ways = typename Choice::Ways;

  static constexpr bool kPacks = true;
  static constexpr std::int32_t kLeastSweeps = tuning::kLeastSweepsOfTriads;

  static_assert(kSize * kBands * Ways::kCount == kPlanesOfPlainRow);

  // Planes that live from sweep to sweep, and what each of them begins with.
  struct Scratch {
    Bits* taken;  // cells taken by a digit
    Bits* alone;  // cells with one candidate
    Bits* three;  // triads with three candidates, by band, line and box

    explicit Scratch(Bits* memory) : Scratch(memory, memory + kCells) {}
    Scratch(Bits* taken_cells, Bits* memory) : taken(taken_cells), alone(memory), three(alone + kCells) {}

    const Bits& three_of(std::int32_t band, std::int32_t line, std::int32_t box) const {
      return three[(band * kBox + line) * kBox + box];
    }
  };

  static std::int64_t state_size(const WaveShape&) { return kSize * kTriads; }
  static std::int64_t scratch_size(const WaveShape&) { return kCells * kSize; }  // for candidates, too

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

  static void begin_sweeps(const Bits* state, Bits* memory) {
    const Scratch scratch(memory);
    for (std::int32_t row = 0; row < kBox; ++row) {
      for (std::int32_t column = 0; column < kBox; ++column)
        Signs::find_taken(triads_of(state, 0), row, column, scratch.taken);
    }
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
      for (std::int32_t box = 0; box < kBox; ++box)
        Signs::template find_alone<kAllValues>(shape, state, row, box, scratch.alone, dead);
    }
    for (std::int32_t triad = 0; triad < kTriads; ++triad)
      scratch.three[triad] = Signs::no_more_than_three(state + triad);
    for (std::int32_t turn = 0; turn < kSize; ++turn) {
      const std::int32_t digit = upward ? turn : kSize - 1 - turn;
      sweep_digit<kAllValues>(shape, digit, triads_of(state, digit), scratch, dead, changed);
    }
    Bits filled = ~Bits{};
    for (std::int32_t cell = 0; cell < kCells; ++cell) filled &= scratch.taken[cell];
    open |= ~filled;
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
    Bits lost{}, none{};  // in registers
    Bits cells[kSize][kSize];
    Bits barred[kBox][kBox][kBox];  // triads of columns, since the digit must be in another one of the box
    Bits only_rows[kBox][kBox][kBox];
    for (std::int32_t band = 0; band < kBox; ++band) {
      Bits allowed[kBox][kBox];
#pragma GCC unroll 1
      for (std::int32_t box = 0; box < kBox; ++box) {
        Bits rows[kBox], columns[kBox];
#pragma GCC unroll 9
        for (std::int32_t line = 0; line < kBox; ++line) {
          rows[line] = triads[band].some[line][box];
          columns[line] = triads[kBox + box].some[line][band];
        }
        const Bits placed = ~(two_of(rows[0], rows[1], rows[2]) | two_of(columns[0], columns[1], columns[2]));
        Bits some[kBox], must_rows[kBox], must_columns[kBox];
#pragma GCC unroll 9
        for (std::int32_t row = 0; row < kBox; ++row) {
#pragma GCC unroll 9
          for (std::int32_t column = 0; column < kBox; ++column) {
            const std::int32_t cell = (band * kBox + row) * kSize + box * kBox + column;
            const Bits free = rows[row] & columns[column] & ~(scratch.taken[cell] & ~placed);
            const Bits here = Signs::template allowed_value<kAllValues>(shape, cell, digit, free);
            const Bits lone = here & scratch.alone[cell];
            cells[band * kBox + row][box * kBox + column] = here;
            some[row] = column == 0 ? here : some[row] | here;
            must_rows[row] = column == 0 ? lone : must_rows[row] | lone;
            must_columns[column] = row == 0 ? lone : must_columns[column] | lone;
          }
          must_rows[row] = or_both(must_rows[row], rows[row], scratch.three_of(band, row, box));
        }
#pragma GCC unroll 9
        for (std::int32_t column = 0; column < kBox; ++column)
          must_columns[column] =
              or_both(must_columns[column], columns[column], scratch.three_of(kBox + box, column, band));
#pragma GCC unroll 9
        for (std::int32_t line = 0; line < kBox; ++line) {
          const std::int32_t next = (line + 1) % kBox, last = (line + 2) % kBox;
          allowed[line][box] = some[line] & ~(must_rows[next] | must_rows[last]);
          barred[box][line][band] = must_columns[next] | must_columns[last];
        }
      }
      none |= triads[band].keep_fitting(allowed, only_rows[band], lost);
    }
    for (std::int32_t band = 0; band < kBox; ++band) {
      Bits allowed[kBox][kBox], only[kBox][kBox];
#pragma GCC unroll 9
      for (std::int32_t box = 0; box < kBox; ++box) {
        Bits some[kBox];
#pragma GCC unroll 9
        for (std::int32_t row = 0; row < kBox; ++row) {
          const Bits of_row = triads[box].some[row][band];
#pragma GCC unroll 9
          for (std::int32_t line = 0; line < kBox; ++line) {
            const Bits here = cells[box * kBox + row][band * kBox + line] & of_row;
            some[line] = row == 0 ? here : some[line] | here;
          }
        }
#pragma GCC unroll 9
        for (std::int32_t line = 0; line < kBox; ++line) allowed[line][box] = some[line] & ~barred[band][line][box];
      }
      none |= triads[kBox + band].keep_fitting(allowed, only, lost);
#pragma GCC unroll 9
      for (std::int32_t row = 0; row < kSize; ++row) {
        const Bits only_row = only_rows[row / kBox][row % kBox][band];
#pragma GCC unroll 9
        for (std::int32_t line = 0; line < kBox; ++line) {
          Bits& cell = scratch.taken[row * kSize + band * kBox + line];
          cell = or_both(cell, only_row, only[line][row / kBox]);
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
        Ways(triads_of(state, digit)[band].some).write(ways_of(rows, digit, band));
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
