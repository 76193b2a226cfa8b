// Narrow waves as plain arrays: what the kernels of every CPU level see.
//
// A narrow wave holds the boards of one puzzle, 256 at most, in planes as those of a wave. Its boards branch in their
// lanes: those that are still open move together onto a *tape*, at most 64, of which every word of a plane gets a copy.
// Then two choices are made on every board, so that all four copies are different.
//
//   before   | a . . b . . | . . c . | . . . . | . d . . |     lanes of a plane, in four words
//   tape     | a b c d |
//   after    | a b c d …   | a b c d … | a b c d … | a b c d … |     a bit each:
//                yes, yes      yes, no      no, yes      no, no       the answers to the two choices
//
// Boards that find no room on the tape wait on a stack of *blocks*, each of them a word of every plane.
#pragma once

#include "kernel/wave_views.hpp"

namespace sudoku_cp {

inline constexpr std::int32_t kNarrowWords = tuning::kNarrowWords;
inline constexpr std::int32_t kNarrowLanes = kNarrowWords * kWordBits;

struct NarrowSearch {
  const WaveShape* shape;
  Word* workspace;          // aligned for vectors
  Word live[kNarrowWords];  // lanes with boards that are to be branched

  Word* blocks;               // [block_capacity][planes]; there is room for kNarrowWords more before each step
  std::int32_t* block_lanes;  // boards in each of them
  std::int32_t block_count;

  std::uint8_t* solutions;  // [kNarrowLanes][cells]: of the last step
  std::int32_t solution_count;

  std::int64_t nodes;
  std::int64_t sweeps;
};

// The functions of one CPU level for one kind of shape.
struct NarrowKernel {
  std::int64_t (*workspace_words)(const WaveShape&);
  std::int32_t (*board_planes)(const WaveShape&);
  // Puts a board, given as the candidates of its cells, into a lane of the first word.
  void (*load)(NarrowSearch&, const Word* candidates, std::int32_t lane);
  // Branches all boards and propagates. Returns false where none is left.
  bool (*step)(NarrowSearch&);
};

}  // namespace sudoku_cp
