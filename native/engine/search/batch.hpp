// Many puzzles of one model at once, on one thread or several.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "model/problem.hpp"
#include "search/control.hpp"

namespace sudoku_cp {

inline constexpr std::uint8_t kNoGiven = 255;

struct Batch {
  std::size_t variables;
  std::span<const std::uint8_t> givens;  // [puzzles][variables]: a bit of the domain, or kNoGiven
  std::int64_t limit;                    // solutions to look for in each puzzle
  std::span<std::uint8_t> solutions;     // [puzzles][variables]: the first solution's bits, or kNoGiven
  std::span<std::int64_t> counts;        // [puzzles], up to the limit
  std::span<std::int64_t> nodes;         // [puzzles]
  std::span<std::uint8_t> exact;         // [puzzles]: 1 where the count is final, not cut short by a limit or a stop
  std::span<Cost> costs;                 // [puzzles], or none: with it one solution of least cost is wanted of each
  std::span<Cost> bounds;                // [puzzles] or none: no solution costs less
};

// Whether all givens are bits of a domain, or kNoGiven.
bool has_known_givens(const Batch& batch);

// Solves puzzle after puzzle. `control` applies to the whole batch, its node limit to each puzzle. Returns false if it was
// stopped; the puzzles solved so far have their answers.
bool solve_batch(const std::shared_ptr<const Problem>& problem, const Batch& batch, int threads, Control& control);

}  // namespace sudoku_cp
