// The search, compiled once per CPU level with SUDOKU_CP_LEVEL set to its name.
#include "kernel/band_shape.hpp"
#include "kernel/bound.hpp"
#include "kernel/cell_bound.hpp"
#include "kernel/cell_branching.hpp"
#include "kernel/cell_propagation.hpp"
#include "kernel/cover.hpp"
#include "kernel/cover_bound.hpp"
#include "kernel/house_shape.hpp"
#include "kernel/narrow_triads.hpp"
#include "kernel/narrow_wave.hpp"
#include "kernel/search.hpp"
#include "kernel/triad_shape.hpp"
#include "kernel/wave.hpp"
#include "views.hpp"

#define SUDOKU_CP_TEXT_OF(name) #name
#define SUDOKU_CP_TEXT(name) SUDOKU_CP_TEXT_OF(name)
#define SUDOKU_CP_JOIN_OF(left, right) left##right
#define SUDOKU_CP_JOIN(left, right) SUDOKU_CP_JOIN_OF(left, right)

namespace sudoku_cp {
namespace SUDOKU_CP_LEVEL {
namespace {

template <typename Space>
constexpr SearchKernel functions_for = {start<Space>,  reopen<Space>, require<Space>, forbid<Space>,
                                        settle<Space>, run<Space>,    nullptr};

template <typename Mask>
constexpr SearchKernel functions_for<CellSpace<Mask>> = {
    start<CellSpace<Mask>>,  reopen<CellSpace<Mask>>, require<CellSpace<Mask>>,   forbid<CellSpace<Mask>>,
    settle<CellSpace<Mask>>, run<CellSpace<Mask>>,    CellSpace<Mask>::run_afresh};

constexpr Kernel kKernel = {SUDOKU_CP_TEXT(SUDOKU_CP_LEVEL),
                            functions_for<CoverSpace>,
                            functions_for<CellSpace<std::uint16_t>>,
                            functions_for<CellSpace<std::uint32_t>>,
                            functions_for<CellSpace<std::uint64_t>>,
                            wave_of<TriadShape<kWidePlaneBytes>>,
                            wave_of<HouseShape<kWidePlaneBytes>>,
                            narrow_wave_of<NarrowTriads<kNarrowPlaneBytes>>,
                            narrow_wave_of<BandShape<kNarrowPlaneBytes>>,
                            narrow_wave_of<HouseShape<kNarrowPlaneBytes>>};

}  // namespace
}  // namespace SUDOKU_CP_LEVEL

extern const Kernel SUDOKU_CP_JOIN(kernel_, SUDOKU_CP_LEVEL);
const Kernel SUDOKU_CP_JOIN(kernel_, SUDOKU_CP_LEVEL) = SUDOKU_CP_LEVEL::kKernel;

}  // namespace sudoku_cp
