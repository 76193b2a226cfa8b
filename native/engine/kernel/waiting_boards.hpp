// Boards that wait: moved from stack to stack, and marked with the side of their last branching.
#pragma once

#include "assertions.hpp"
#include "kernel/level.hpp"
#include "kernel/wave_views.hpp"

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

inline std::int64_t read_shared(const std::int64_t& counter) { return __atomic_load_n(&counter, __ATOMIC_RELAXED); }

// Returns what it was before.
inline std::int64_t increase(const WaveSearch& search, std::int64_t& counter) {
  return search.shared ? __atomic_fetch_add(&counter, 1, __ATOMIC_RELAXED) : counter++;
}

inline bool is_finished(const WaveSearch& search, std::int32_t puzzle) {
  return read_shared(search.counts[puzzle]) >= search.limit;
}

// Adds boards of another stack.
inline void append(const WaveSearch& search, BoardStack& to, const BoardStack& from, std::int64_t first,
                   std::int64_t boards) {
  SUDOKU_CP_ASSERT(boards >= 0 && first + boards <= from.capacity && to.count + boards <= to.capacity);
  const auto size = static_cast<std::size_t>(boards);
  for (std::int32_t word = 0; word < search.shape->board_words; ++word) {
    __builtin_memcpy(to.words + word * to.capacity + to.count, from.words + word * from.capacity + first,
                     size * sizeof(Word));
  }
  __builtin_memcpy(to.puzzles + to.count, from.puzzles + first, size * sizeof(std::int32_t));
  to.count += boards;
}

// Takes boards over from the top of another stack, but those whose puzzles are finished, until there are `enough`.
inline void take_over(const WaveSearch& search, BoardStack& to, BoardStack& from, std::int64_t enough) {
  while (to.count < enough && from.count > 0) {
    if (is_finished(search, from.puzzles[from.count - 1])) {
      --from.count;
      continue;
    }
    std::int64_t run = 1;
    const std::int64_t most = from.count < enough - to.count ? from.count : enough - to.count;
    while (run < most && !is_finished(search, from.puzzles[from.count - run - 1])) ++run;
    from.count -= run;
    SUDOKU_CP_ASSERT(from.count >= 0);
    append(search, to, from, from.count, run);
  }
}

// The side of the last branching of a board, which is still to be applied to it: the last two bits of its row.
inline constexpr Word kChosenSide = Word{1} << 62, kRefusedSide = Word{1} << 63;

inline void mark_side(const WaveSearch& search, const BoardStack& stack, std::int64_t first, Word side) {
  Word* ends = stack.words + (search.shape->board_words - 1) * stack.capacity;
  for (std::int64_t board = first; board < stack.count; ++board) {
    SUDOKU_CP_ASSERT((ends[board] & (kChosenSide | kRefusedSide)) == 0);
    ends[board] |= side;
  }
}

// Lanes one by one: the puzzle of each, and where in the workspace the first word of its board is.
struct LaneList {
  std::int32_t count = 0;
  std::int32_t puzzles[kWaveLanes];
  std::int32_t places[kWaveLanes];

  void add(std::int32_t puzzle, std::int32_t place) {
    SUDOKU_CP_ASSERT(count < kWaveLanes);
    puzzles[count] = puzzle;
    places[count++] = place;
  }
};

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
