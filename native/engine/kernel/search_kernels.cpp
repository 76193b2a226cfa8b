// The searches, compiled once per CPU level with SUDOKU_CP_LEVEL set to its name.
#include "kernel/bound.hpp"
#include "kernel/cell_bound.hpp"
#include "kernel/cell_branching.hpp"
#include "kernel/cell_propagation.hpp"
#include "kernel/cover.hpp"
#include "kernel/cover_bound.hpp"
#include "kernel/level.hpp"
#include "kernel/search.hpp"
#include "kernel/views.hpp"

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

constexpr SearchKernels kSearches = {functions_for<CoverSpace>, functions_for<CellSpace<std::uint16_t>>,
                                     functions_for<CellSpace<std::uint32_t>>, functions_for<CellSpace<std::uint64_t>>};

}  // namespace
}  // namespace SUDOKU_CP_LEVEL

extern const SearchKernels SUDOKU_CP_OF_LEVEL(searches_);
const SearchKernels SUDOKU_CP_OF_LEVEL(searches_) = SUDOKU_CP_LEVEL::kSearches;

}  // namespace sudoku_cp
