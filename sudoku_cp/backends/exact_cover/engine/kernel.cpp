// The search, compiled once per CPU level with SUDOKU_CP_LEVEL set to its name.
#include "views.hpp"

#ifdef __SSE2__
#include <immintrin.h>
#endif

#define SUDOKU_CP_TEXT_OF(name) #name
#define SUDOKU_CP_TEXT(name) SUDOKU_CP_TEXT_OF(name)
#define SUDOKU_CP_JOIN_OF(left, right) left##right
#define SUDOKU_CP_JOIN(left, right) SUDOKU_CP_JOIN_OF(left, right)

namespace sudoku_cp {
namespace {

// Each builds on those before it.
// clang-format off
#include "kernel/bits.inc"
#include "kernel/lanes.inc"
#include "kernel/activity.inc"
#include "kernel/cover.inc"
#include "kernel/cover_bound.inc"
#include "kernel/cells.inc"
#include "kernel/crossings.inc"
#include "kernel/linear.inc"
#include "kernel/table.inc"
#include "kernel/sum_set.inc"
#include "kernel/values.inc"
#include "kernel/automaton.inc"
#include "kernel/element.inc"
#include "kernel/counts.inc"
#include "kernel/extremum.inc"
#include "kernel/product.inc"
#include "kernel/connected.inc"
#include "kernel/holding.inc"
#include "kernel/cell_propagation.inc"
#include "kernel/cell_branching.inc"
#include "kernel/cell_bound.inc"
#include "kernel/bound.inc"
#include "kernel/search.inc"

namespace wide {
#if defined(__AVX512F__)
constexpr std::int32_t kPlaneBytes = 64;
#elif defined(__AVX2__)
constexpr std::int32_t kPlaneBytes = 32;
#else
constexpr std::int32_t kPlaneBytes = 16;
#endif
#include "kernel/planes.inc"
#include "kernel/cell_bytes.inc"
#include "kernel/wave.inc"
#include "kernel/band_shape.inc"
#include "kernel/house_shape.inc"
}  // namespace wide

namespace narrow {
constexpr std::int32_t kPlaneBytes = kNarrowWords * sizeof(Word);
#include "kernel/planes.inc"
#include "kernel/band_shape.inc"
#include "kernel/house_shape.inc"
#include "kernel/narrow_wave.inc"
}  // namespace narrow
// clang-format on

template <typename Space>
constexpr SearchKernel functions_for = {start<Space>, require<Space>, forbid<Space>, settle<Space>, run<Space>};

}  // namespace

extern const Kernel SUDOKU_CP_JOIN(kernel_, SUDOKU_CP_LEVEL);
const Kernel SUDOKU_CP_JOIN(kernel_, SUDOKU_CP_LEVEL) = {
    SUDOKU_CP_TEXT(SUDOKU_CP_LEVEL),           functions_for<CoverSpace>,
    functions_for<CellSpace<std::uint16_t>>,   functions_for<CellSpace<std::uint32_t>>,
    functions_for<CellSpace<std::uint64_t>>,   wide::wave_of<wide::BandShape>,
    wide::wave_of<wide::HouseShape>,           narrow::narrow_wave_of<narrow::BandShape>,
    narrow::narrow_wave_of<narrow::HouseShape>};

}  // namespace sudoku_cp
