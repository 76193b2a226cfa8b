// Waves as plain arrays: what the kernels of every CPU level see.
//
// A wave is 512 boards that are propagated side by side, each in its own lane. Every slot (cell, value) has a *plane*: a
// bit a lane, set where the value is still a candidate of the cell on that lane's board. An inference is a few bitwise
// operations for all boards at once, whatever the houses look like.
//
//   plane of (cell 0, value 0)    | word 0: 64 lanes | word 1 | … | word 7 |
//   plane of (cell 0, value 1)    | …
//
// Between waves a board is a row of bits in words of 64. Such rows wait on stacks, word by word. At the end of a row is
// the choice by which the board is still to be split, and which of the two sides it is; all boards of a wave are split
// at once, when they are planes again.
//
//   | slot 0 | slot 1 | … | unused … | choice, 16 bits | chosen | refused |      plain 9×9 grids: ways in place of slots
#pragma once

#include "basics.hpp"
#include "tuning.hpp"

namespace sudoku_cp {

inline constexpr std::int32_t kWaveLanes = tuning::kWaveLanes;
inline constexpr std::int32_t kWaveWords = kWaveLanes / kWordBits;
inline constexpr std::int32_t kChoiceBits = 16;
inline constexpr std::int32_t kEndBits = kChoiceBits + 2;

// A board of a plain 9×9 grid: for nine digits in six bands, which of the six ways to fit in are left.
inline constexpr std::int32_t kPlanesOfPlainRow = 9 * 6 * 6;

// A sudoku of cells with at most 16 values, houses, and pairs of cells that differ.
struct WaveShape {
  std::int32_t cells;
  std::int32_t values;
  std::int32_t board_words;
  const Word* domains;  // by cell
  bool has_all_values;  // all cells
  ListsView<std::int32_t> houses;
  const Word* house_values;
  std::int32_t house_count;
  ListsView<std::int32_t> house_list;  // by cell
  std::int32_t intersection_count;     // pairs of houses that share two cells or more
  ListsView<std::int32_t> shared;      // by intersection: the cells in both houses
  // By intersection and house, 2 · intersection + (0 or 1): the house's further cells, with other intersections,
  // numbered from `cells` on, in place of the cells they share.
  ListsView<std::int32_t> rests;
  // Which of the other houses' needs empty it: 2 · intersection + (0 or 1), the house that must place a value there.
  ListsView<std::int32_t> intersection_losses;  // by intersection, for all its shared cells
  ListsView<std::int32_t> cell_losses;  // by cell; also intersections it is in: 2 · intersections + intersection
  ListsView<std::int32_t> loose;        // by cell: those that must differ from it, but share no house with it
  bool has_loose_pairs;
};

// Boards that wait, and the puzzle of each. Word w of board b is words[w · capacity + b].
struct BoardStack {
  Word* words;
  std::int32_t* puzzles;
  std::int64_t capacity;
  std::int64_t count;
};

inline constexpr std::uint8_t kGivenUp = 2;

struct WaveSearch {
  const WaveShape* shape;
  Word* workspace;    // aligned for vectors
  BoardStack first;   // to be looked at next
  BoardStack later;   // the other sides of branchings
  BoardStack solved;  // first solutions that are still to be written out
  std::int32_t lane_puzzles[kWaveLanes];

  const std::uint8_t* givens;  // [puzzles][cells]: a value, or 255
  std::uint8_t* solutions;     // [puzzles][cells]
  std::int64_t* counts;        // [puzzles], 0 to begin with
  std::int64_t* nodes;
  std::uint8_t* exact;         // [puzzles], 1 to begin with; 0 where a board was not searched, or kGivenUp
  std::int64_t limit;          // solutions a puzzle
  std::int64_t node_limit;     // nodes a puzzle
  std::int64_t give_up_limit;  // nodes a puzzle that have led to no solutions: then it is given up
  bool shared;                 // other threads count solutions and nodes of the same puzzles
};

// The functions of one CPU level for one kind of shape.
struct WaveKernel {
  std::int64_t (*workspace_words)(const WaveShape&);
  // Goes through one wave: of new puzzles, or of boards from the top of the stacks.
  void (*start)(WaveSearch&, std::int64_t first_puzzle, std::int32_t puzzles);
  void (*run)(WaveSearch&);
  // Writes out the solutions on top of their stack.
  void (*write_solutions)(WaveSearch&);
};

}  // namespace sudoku_cp
