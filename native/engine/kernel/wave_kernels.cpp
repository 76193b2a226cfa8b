// The waves, compiled once per CPU level with SUDOKU_CP_LEVEL set to its name.
#include "kernel/band_shape.hpp"
#include "kernel/house_shape.hpp"
#include "kernel/level.hpp"
#include "kernel/narrow_triads.hpp"
#include "kernel/narrow_wave.hpp"
#include "kernel/triad_shape.hpp"
#include "kernel/views.hpp"
#include "kernel/wave.hpp"

namespace sudoku_cp {
namespace SUDOKU_CP_LEVEL {
namespace {

constexpr WaveKernels kWaves = {wave_of<TriadShape<kWidePlaneBytes>>, wave_of<HouseShape<kWidePlaneBytes>>,
                                narrow_wave_of<NarrowTriads<kNarrowPlaneBytes>>,
                                narrow_wave_of<BandShape<kNarrowPlaneBytes>>,
                                narrow_wave_of<HouseShape<kNarrowPlaneBytes>>};

}  // namespace
}  // namespace SUDOKU_CP_LEVEL

extern const WaveKernels SUDOKU_CP_OF_LEVEL(waves_);
const WaveKernels SUDOKU_CP_OF_LEVEL(waves_) = SUDOKU_CP_LEVEL::kWaves;

}  // namespace sudoku_cp
