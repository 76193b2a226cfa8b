// One wave: boards become planes, are swept until few of them change, and go back to the stacks.
#pragma once

#include "kernel/bits.hpp"
#include "kernel/cell_bytes.hpp"
#include "kernel/level.hpp"
#include "kernel/scratch.hpp"
#include "kernel/waiting_boards.hpp"
#include "tuning.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

inline constexpr std::int32_t kPieces =
    kWaveWords / kWidePlaneWords;  // vectors that make up a plane; each goes its own way

// Lanes in which something is the case, in the order of the board stacks: lane 8 · bit + word.
struct LaneSet {
  Word words[kWaveWords];

  template <typename Use>
  void for_each(Use use) const {
    for (std::int32_t word = 0; word < kWaveWords; ++word) {
      for (Word rest = words[word]; rest != 0; rest &= rest - 1) use(word, lowest_bit(rest));
    }
  }
};

// No lane is set.
[[maybe_unused]] inline bool is_empty(const WidePlane& plane) {
  Word any = 0;
  for (std::int32_t word = 0; word < kWidePlaneWords; ++word) any |= plane[word];
  return any == 0;
}

struct WaveSigns {
  WidePlane dead[kPieces];     // no solution from here
  WidePlane open[kPieces];     // some cell has several candidates
  WidePlane changed[kPieces];  // a candidate went in the last sweep
};

template <typename Shape>
struct Wave {
  // By piece: rows of boards, the state that is swept where this is another, and what the shape needs.
  static std::int64_t piece_size(const WaveShape& shape) { return state_end(shape) + Shape::scratch_size(shape); }

  static std::int64_t row_planes(const WaveShape& shape) { return shape.board_words * kWordBits; }
  static std::int64_t state_end(const WaveShape& shape) {
    if constexpr (Shape::kPacks) return row_planes(shape) + Shape::state_size(shape);
    else return row_planes(shape);
  }

  static std::int64_t workspace_words(const WaveShape& shape) { return piece_size(shape) * kWaveWords; }

  static WidePlane* rows(const WaveSearch& search, std::int32_t piece) {
    return static_cast<WidePlane*>(aligned_to(alignof(WidePlane), search.workspace)) +
           piece * piece_size(*search.shape);
  }

  static WidePlane* state(const WaveSearch& search, std::int32_t piece) {
    return rows(search, piece) + (Shape::kPacks ? row_planes(*search.shape) : 0);
  }

  static WidePlane* scratch(const WaveSearch& search, std::int32_t piece) {
    return rows(search, piece) + state_end(*search.shape);
  }

  // By slot, before the first sweep and after the last one.
  static WidePlane* candidates(const WaveSearch& search, std::int32_t piece) {
    return Shape::kPacks ? scratch(search, piece) : rows(search, piece);
  }

  // The planes of the choice, and those that separate the two sides.
  static WidePlane* choice(const WaveSearch& search, std::int32_t piece) {
    return rows(search, piece) + row_planes(*search.shape) - kEndBits;
  }

  // The words of a board, while planes are transposed: the first one; the others follow in steps of `kRowStep`.
  static constexpr std::int32_t kRowStep = kWordBits * kWidePlaneWords;
  static std::int32_t place(const WaveSearch& search, std::int32_t word, std::int32_t bit) {
    const auto piece = static_cast<std::int32_t>(word / kWidePlaneWords * piece_size(*search.shape));
    return (piece + bit) * kWidePlaneWords + word % kWidePlaneWords;
  }

  // Word by word: the words of one board are a power of two apart, and would meet in one set of the cache.
  static void push(const WaveSearch& search, BoardStack& stack, const LaneList& lanes) {
    SUDOKU_CP_ASSERT(stack.count + lanes.count <= stack.capacity);
    for (std::int32_t word = 0; word < search.shape->board_words; ++word) {
      const Word* from = search.workspace + word * kRowStep;
      Word* to = stack.words + word * stack.capacity + stack.count;
      for (std::int32_t at = 0; at < lanes.count; ++at) to[at] = from[lanes.places[at]];
    }
    __builtin_memcpy(stack.puzzles + stack.count, lanes.puzzles,
                     static_cast<std::size_t>(lanes.count) * sizeof(std::int32_t));
    stack.count += lanes.count;
  }

  // Loads boards from a stack, the first into lane 0. Lanes beyond its end get what lies there.
  static void load(const WaveSearch& search, const BoardStack& stack, std::int64_t first) {
    SUDOKU_CP_ASSERT(first >= 0 && first + kWaveLanes <= stack.capacity);
    for (std::int32_t piece = 0; piece < kPieces; ++piece) {
      WidePlane* to = rows(search, piece);
      for (std::int32_t word = 0; word < search.shape->board_words; ++word, to += kWordBits) {
        const Word* from = stack.words + word * stack.capacity + first + piece * kWidePlaneWords;
        for (std::int32_t bit = 0; bit < kWordBits; ++bit)
          to[bit] = *static_cast<const UnalignedPlane*>(aligned_to(alignof(Word), from + bit * kWaveWords));
        transpose(to);
      }
    }
  }

  // Goes on with the boards that are loaded, one in each of the first `lanes` lanes.
  static void propagate(WaveSearch& search, std::int32_t lanes) {
    SUDOKU_CP_ASSERT(lanes >= 0 && lanes <= kWaveLanes);
    const WaveShape& shape = *search.shape;
    WaveSigns signs;
    const LaneSet loaded = first_lanes(lanes);
    for (std::int32_t piece = 0; piece < kPieces; ++piece) {
      WidePlane live;
      __builtin_memcpy(&live, loaded.words + piece * kWidePlaneWords, kWidePlaneBytes);
      signs.dead[piece] = ~live;
      if constexpr (Shape::kPacks) Shape::begin_sweeps(state(search, piece), scratch(search, piece));
    }
    std::int32_t changed = kWaveLanes;
    for (std::int32_t sweeps = 0; sweeps < Shape::kLeastSweeps || changed > tuning::kFewChanged; ++sweeps) {
      const bool upward = sweeps % 2 == 0;
      changed = 0;
      for (std::int32_t piece = 0; piece < kPieces; ++piece) {
        signs.open[piece] = signs.changed[piece] = WidePlane{};
        [[maybe_unused]] const WidePlane dead = signs.dead[piece];
        Shape::sweep(shape, state(search, piece), scratch(search, piece), upward, signs.dead[piece], signs.open[piece],
                     signs.changed[piece]);
        SUDOKU_CP_ASSERT(is_empty(dead & ~signs.dead[piece]));
        signs.changed[piece] &= ~signs.dead[piece];
        for (std::int32_t word = 0; word < kWidePlaneWords; ++word) changed += size_of(signs.changed[piece][word]);
      }
    }
    sort_out(search, signs);
  }

  static LaneSet first_lanes(std::int32_t lanes) {
    LaneSet set;
    for (std::int32_t word = 0; word < kWaveWords; ++word) {
      const std::int32_t count = (lanes - word + kWaveWords - 1) / kWaveWords;
      set.words[word] = count >= kWordBits ? ~Word{0} : (Word{1} << count) - 1;
    }
    return set;
  }

  static void sort_out(WaveSearch& search, const WaveSigns& signs) {
    const WaveShape& shape = *search.shape;
    LaneSet solved, unsettled, open;
    for (std::int32_t piece = 0; piece < kPieces; ++piece) {
      const WidePlane live = ~signs.dead[piece];
      const WidePlane settled = live & ~signs.changed[piece];
      const WidePlane sets[3] = {settled & ~signs.open[piece], live & signs.changed[piece],
                                 settled & signs.open[piece]};
      __builtin_memcpy(solved.words + piece * kWidePlaneWords, &sets[0], kWidePlaneBytes);
      __builtin_memcpy(unsettled.words + piece * kWidePlaneWords, &sets[1], kWidePlaneBytes);
      __builtin_memcpy(open.words + piece * kWidePlaneWords, &sets[2], kWidePlaneBytes);
      Shape::choose(shape, state(search, piece), scratch(search, piece), choice(search, piece));
      if constexpr (Shape::kPacks) Shape::pack(state(search, piece), rows(search, piece));
      for (std::int32_t word = 0; word < shape.board_words; ++word) transpose(rows(search, piece) + word * kWordBits);
    }
    accept(search, solved);
    defer(search, unsettled);
    branch(search, open);
  }

  // Calls `use` with the puzzle and the place of each lane whose puzzle is not finished.
  template <typename Use>
  static void for_unfinished(const WaveSearch& search, const LaneSet& lanes, Use use) {
    lanes.for_each([&](std::int32_t word, std::int32_t bit) {
      const std::int32_t puzzle = search.lane_puzzles[bit * kWaveWords + word];
      if (!is_finished(search, puzzle)) use(puzzle, place(search, word, bit));
    });
  }

  static void accept(WaveSearch& search, const LaneSet& solved) {
    LaneList first;
    for_unfinished(search, solved, [&](std::int32_t puzzle, std::int32_t place) {
      if (increase(search, search.counts[puzzle]) == 0) first.add(puzzle, place);
    });
    push(search, search.solved, first);
  }

  static void defer(WaveSearch& search, const LaneSet& unsettled) {
    LaneList list;
    for_unfinished(search, unsettled, [&](std::int32_t puzzle, std::int32_t place) { list.add(puzzle, place); });
    push(search, search.first, list);
  }

  static void branch(WaveSearch& search, const LaneSet& open) {
    LaneList list;
    for_unfinished(search, open, [&](std::int32_t puzzle, std::int32_t place) {
      if (may_branch(search, puzzle)) list.add(puzzle, place);
    });
    const std::int64_t chosen = search.first.count, refused = search.later.count;
    SUDOKU_CP_ASSERT(refused + list.count <= search.later.capacity);
    push(search, search.first, list);
    append(search, search.later, search.first, chosen, list.count);
    mark_side(search, search.first, chosen, kChosenSide);
    mark_side(search, search.later, refused, kRefusedSide);
  }

  static bool may_branch(WaveSearch& search, std::int32_t puzzle) {
    const std::int64_t nodes = read_shared(search.nodes[puzzle]);
    const std::int64_t most = search.give_up_limit + tuning::kNodesPerSolution * read_shared(search.counts[puzzle]);
    if (nodes >= search.node_limit || nodes >= most) {
      __atomic_store_n(&search.exact[puzzle], nodes >= search.node_limit ? 0 : kGivenUp, __ATOMIC_RELAXED);
      return false;
    }
    increase(search, search.nodes[puzzle]);
    return true;
  }

  static void start(WaveSearch& search, std::int64_t first_puzzle, std::int32_t puzzles) {
    for (std::int32_t piece = 0; piece < kPieces; ++piece) {
      read_givens(search, first_puzzle, puzzles, piece, candidates(search, piece));
      if constexpr (Shape::kPacks) Shape::begin(candidates(search, piece), state(search, piece));
      clear_end(search, piece);
    }
    for (std::int32_t lane = 0; lane < puzzles; ++lane)
      search.lane_puzzles[lane] = static_cast<std::int32_t>(first_puzzle) + lane;
    propagate(search, puzzles);
  }

  static void run(WaveSearch& search) {
    take_over(search, search.first, search.later, kWaveLanes);
    SUDOKU_CP_ASSERT(search.first.count >= 0 && search.later.count >= 0);
    BoardStack& stack = search.first;
    const auto lanes = static_cast<std::int32_t>(stack.count < kWaveLanes ? stack.count : kWaveLanes);
    stack.count -= lanes;
    load(search, stack, stack.count);
    __builtin_memcpy(search.lane_puzzles, stack.puzzles + stack.count,
                     static_cast<std::size_t>(lanes) * sizeof(std::int32_t));
    split(search);
    propagate(search, lanes);
  }

  // Makes the choices that boards came with, or the opposite ones.
  static void split(const WaveSearch& search) {
    for (std::int32_t piece = 0; piece < kPieces; ++piece) {
      const WidePlane* end = choice(search, piece);
      const WidePlane chosen = end[kChoiceBits], refused = end[kChoiceBits + 1];
      SUDOKU_CP_ASSERT(is_empty(chosen & refused));
      Shape::split(*search.shape, rows(search, piece), end, chosen, refused);
      clear_end(search, piece);
      unpack(search, piece);
    }
  }

  static void clear_end(const WaveSearch& search, std::int32_t piece) {
    for (std::int32_t bit = 0; bit < kEndBits; ++bit) choice(search, piece)[bit] = WidePlane{};
  }

  static void unpack(const WaveSearch& search, std::int32_t piece) {
    if constexpr (Shape::kPacks) Shape::unpack(rows(search, piece), state(search, piece));
  }

  static void write_solutions(WaveSearch& search) {
    BoardStack& stack = search.solved;
    const auto lanes = static_cast<std::int32_t>(stack.count < kWaveLanes ? stack.count : kWaveLanes);
    stack.count -= lanes;
    load(search, stack, stack.count);
    for (std::int32_t piece = 0; piece < kPieces; ++piece) {
      unpack(search, piece);
      if constexpr (Shape::kPacks) Shape::list_candidates(state(search, piece), candidates(search, piece));
      write_values(search, candidates(search, piece), stack.puzzles + stack.count, lanes, piece);
    }
  }
};

template <typename Shape>
constexpr WaveKernel wave_of = {Wave<Shape>::workspace_words, Wave<Shape>::start, Wave<Shape>::run,
                                Wave<Shape>::write_solutions};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
