// A step of a narrow wave: boards move together, branch where they are, and are swept.
#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "kernel/bits.hpp"
#include "kernel/level.hpp"
#include "kernel/narrow_views.hpp"
#include "kernel/planes.hpp"
#include "kernel/scratch.hpp"
#include "tuning.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

inline constexpr std::int32_t kNarrowPlaneBytes = kNarrowWords * sizeof(Word);

template <typename Shape>
struct NarrowWave {
  using Bits = Plane<kNarrowPlaneBytes>;

  static std::int32_t plane_count(const WaveShape& shape) { return Shape::state_size(shape); }

  static std::int64_t workspace_words(const WaveShape& shape) {
    return (plane_count(shape) + kChoiceBits + Shape::scratch_size(shape)) * kNarrowWords;
  }

  static Bits* planes(const NarrowSearch& search) {
    return static_cast<Bits*>(aligned_to(alignof(Bits), search.workspace));
  }
  static Bits* choice(const NarrowSearch& search) { return planes(search) + plane_count(*search.shape); }
  static Bits* scratch(const NarrowSearch& search) { return choice(search) + kChoiceBits; }

  static Bits read(const Word* words) {
    Bits bits;
    __builtin_memcpy(&bits, words, sizeof bits);
    return bits;
  }

  static std::int32_t count(const Bits& lanes) {
    std::int32_t sum = 0;
    for (std::int32_t word = 0; word < kNarrowWords; ++word) sum += size_of(lanes[word]);
    return sum;
  }

  static Word first_lanes(std::int32_t lanes) { return lanes >= kWordBits ? ~Word{0} : (Word{1} << lanes) - 1; }

  static void load(NarrowSearch& search, const Word* candidates, std::int32_t lane) {
    SUDOKU_CP_ASSERT(lane >= 0 && lane < kWordBits);
    SUDOKU_CP_ASSERT((search.live[0] >> lane & 1) == 0);
    Shape::for_each_plane(*search.shape, candidates, [&](std::int32_t plane, bool has) {
      Word& lanes = search.workspace[plane * kNarrowWords];
      lanes = (lanes & ~(Word{1} << lane)) | Word{has} << lane;
    });
    search.live[0] |= Word{1} << lane;
  }

  // Moves lanes together: those of a word to its lower end, and from there to their place on the tape.
#if defined(__AVX512F__)
  class Moves {  // all CPUs with these vectors extract bits in one step
   public:
    explicit Moves(const Bits& kept) : kept_(kept) {}

    Bits together(const Bits& plane) const {
      return Bits{_pext_u64(plane[0], kept_[0]), _pext_u64(plane[1], kept_[1]), _pext_u64(plane[2], kept_[2]),
                  _pext_u64(plane[3], kept_[3])};
    }

   private:
    Bits kept_;
  };
#else
  class Moves {  // by 1, 2, 4, … lanes, after Warren, Hacker's Delight, section 7-4
   public:
    explicit Moves(const Bits& kept) : kept_(kept) {
      Bits rest = kept;
      Bits gaps = ~kept << 1;
      for (std::int32_t round = 0; round < kRounds; ++round) {
        Bits parity = gaps;
        for (std::int32_t shift = 1; shift < kWordBits; shift *= 2) parity ^= parity << shift;
        moved_[round] = parity & rest;
        rest = (rest ^ moved_[round]) | moved_[round] >> (1 << round);
        gaps &= ~parity;
      }
    }

    Bits together(const Bits& plane) const {
      Bits lanes = plane & kept_;
#pragma GCC unroll 6
      for (std::int32_t round = 0; round < kRounds; ++round) {
        const Bits moving = lanes & moved_[round];
        lanes = (lanes ^ moving) + (moving >> (1 << round));  // none meet; NEON shifts and adds at once
      }
      return lanes;
    }

   private:
    static constexpr std::int32_t kRounds = 6;

    Bits kept_;
    Bits moved_[kRounds];
  };
#endif

  // The contents of the tape: words, and then a block. The other words wait as blocks of their own.
  struct Tape {
    Bits kept{};
    Bits begin{};  // of each word on the tape
    std::int32_t waiting[kNarrowWords];
    Word* blocks[kNarrowWords];
    std::int32_t waiting_words = 0;
    const Word* block = nullptr;
    std::int32_t block_begin = 0;
    std::int32_t lanes = 0;
  };

  // Everything is passed by value, as the writes may alias anything.
  template <typename Copy>
  static void write(const NarrowSearch& search, const Tape tape, Copy copy) {
    const Moves moves(read(search.live));
    const std::int32_t count = plane_count(*search.shape);
    Bits* plane = planes(search);
    for (std::int32_t at = 0; at < count; ++at, ++plane) {
      const Bits moved = moves.together(*plane);
      for (std::int32_t word = 0; word < tape.waiting_words; ++word) tape.blocks[word][at] = moved[tape.waiting[word]];
      const Bits on_tape = (moved & tape.kept) << tape.begin;
      Word lanes = 0;
      for (std::int32_t word = 0; word < kNarrowWords; ++word) lanes |= on_tape[word];
      if (tape.block != nullptr) lanes |= tape.block[at] << tape.block_begin;
      *plane = Bits{} + copy(lanes);
    }
  }

  static Word* block(const NarrowSearch& search) {
    return search.blocks + static_cast<std::int64_t>(search.block_count) * plane_count(*search.shape);
  }

  static void push(NarrowSearch& search, Tape& tape, std::int32_t word, std::int32_t lanes) {
    SUDOKU_CP_ASSERT(lanes > 0 && lanes <= kWordBits);
    SUDOKU_CP_ASSERT(tape.waiting_words < kNarrowWords);
    tape.waiting[tape.waiting_words] = word;
    tape.blocks[tape.waiting_words++] = block(search);
    search.block_lanes[search.block_count++] = lanes;
  }

  // Makes each lane of `yes` and `no` answer the choice of its board.
  static void split(const NarrowSearch& search, const Bits& yes, const Bits& no) {
    const WaveShape& shape = *search.shape;
    Bits* choices = choice(search);
    for (std::int32_t bit = 0; bit < kChoiceBits; ++bit) choices[bit] = Bits{};
    Shape::choose(shape, planes(search), scratch(search), choices);
    Shape::split(shape, planes(search), choices, yes, no);
  }

  // Moves boards together, as many as the tape can hold, and copies them.
  static void gather(NarrowSearch& search, Tape& tape, std::int32_t& lanes) {
    for (std::int32_t word = 0; word < kNarrowWords; ++word) {
      const std::int32_t boards = size_of(search.live[word]);
      if (boards == 0) continue;
      if (tape.lanes + boards > kWordBits) {
        push(search, tape, word, boards);
        continue;
      }
      tape.kept[word] = ~Word{0};
      tape.begin[word] = static_cast<Word>(tape.lanes);
      tape.lanes += boards;
    }
    const std::int32_t waiting = search.block_count == 0 ? 0 : search.block_lanes[search.block_count - 1];
    if (search.block_count > 0 && tape.lanes + waiting <= kWordBits) {
      SUDOKU_CP_ASSERT(waiting > 0);
      --search.block_count;
      tape.block = block(search);
      tape.block_begin = tape.lanes;
      tape.lanes += waiting;
    }
    const std::int32_t step = tape.lanes;
    SUDOKU_CP_ASSERT(step > 0 && step <= kWordBits);
    if (step == 1) {
      write(search, tape, [](Word one) { return -one & first_lanes(tuning::kMostCopies); });
      lanes = tuning::kMostCopies;
    } else if (step <= tuning::kFewBoards) {
      write(search, tape, [step](Word boards) { return boards | boards << step; });
      lanes = 2 * step;
    } else {
      write(search, tape, [](Word boards) { return boards; });
      lanes = step;
    }
  }

  // Returns the lanes with boards.
  static Bits branch(NarrowSearch& search) {
    Tape tape;
    std::int32_t lanes = 0;
    gather(search, tape, lanes);
    SUDOKU_CP_ASSERT(lanes >= tape.lanes && lanes <= kWordBits);
    const Bits live = Bits{} + first_lanes(lanes);
    for (std::int32_t half = tape.lanes; half < lanes; half *= 2) {
      Word no = first_lanes(half) << half;
      for (std::int32_t period = 2 * half; period < lanes; period *= 2) no |= no << period;
      split(search, live & ~no, live & no);
    }
    split(search, live & Bits{~Word{0}, ~Word{0}, 0, 0}, live & Bits{0, 0, ~Word{0}, ~Word{0}});
    split(search, live & Bits{~Word{0}, 0, ~Word{0}, 0}, live & Bits{0, ~Word{0}, 0, ~Word{0}});
    search.nodes += lanes * kNarrowWords - tape.lanes;
    return live;
  }

  // A sweep costs the same for any number of boards, so that few boards branch often, before all of them are settled.
  static bool is_time_to_branch(std::int32_t boards, std::int32_t changed, std::int32_t sweeps) {
    return (boards <= kWordBits && sweeps >= tuning::kSweepsOfFew) || 2 * changed <= boards;
  }

  static bool step(NarrowSearch& search) {
    const WaveShape& shape = *search.shape;
    search.solution_count = 0;
    Bits live = read(search.live);
    if (count(live) == 0 && search.block_count == 0) return false;
    live = branch(search);
    Bits dead = ~live;
    for (std::int32_t sweeps = 1;; ++sweeps) {
      Bits open{}, changed{};
      Shape::sweep(shape, planes(search), scratch(search), search.sweeps++ % 2 == 0, dead, open, changed);
      SUDOKU_CP_ASSERT(count(~dead & ~live) == 0);
      live = ~dead;
      changed &= live;
      const Bits solved = live & ~(open | changed);
      if (count(solved) != 0) {
        list_solutions(search, solved);
        live &= ~solved;
        dead = ~live;
      }
      if (is_time_to_branch(count(live), count(changed), sweeps)) break;
    }
    __builtin_memcpy(search.live, &live, sizeof live);
    return true;
  }

  static void list_solutions(NarrowSearch& search, const Bits& solved) {
    const WaveShape& shape = *search.shape;
    for (std::int32_t word = 0; word < kNarrowWords; ++word) {
      for (Word rest = solved[word]; rest != 0; rest &= rest - 1) {
        const std::int32_t lane = lowest_bit(rest);
        SUDOKU_CP_ASSERT(search.solution_count < kNarrowLanes);
        std::uint8_t* solution = search.solutions + search.solution_count++ * shape.cells;
        for (std::int32_t cell = 0; cell < shape.cells; ++cell) {
          [[maybe_unused]] std::int32_t candidates = 0;
          for (std::int32_t value = 0; value < shape.values; ++value) {
            const Bits here = Shape::candidate(shape, planes(search), cell, value);
            if ((here[word] >> lane & 1) == 0) continue;
            solution[cell] = static_cast<std::uint8_t>(value);
            ++candidates;
          }
          SUDOKU_CP_ASSERT(candidates == 1);
        }
      }
    }
  }
};

template <typename Shape>
constexpr NarrowKernel narrow_wave_of = {NarrowWave<Shape>::workspace_words, NarrowWave<Shape>::plane_count,
                                         NarrowWave<Shape>::load, NarrowWave<Shape>::step};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
