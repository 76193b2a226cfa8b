#include "cpu.hpp"

#include <cstdlib>
#include <string>
#include <vector>

namespace sudoku_cp {

extern const SearchKernels searches_baseline;
extern const WaveKernels waves_baseline;
#ifdef SUDOKU_CP_X86_LEVELS
extern const SearchKernels searches_v2, searches_v3, searches_v4;
extern const WaveKernels waves_v3, waves_v4;
#endif
#ifdef SUDOKU_CP_NEON_LEVEL
extern const SearchKernels searches_neon;
extern const WaveKernels waves_neon;
#endif

namespace {

constexpr Kernel kBaseline{"baseline", searches_baseline, waves_baseline};
#ifdef SUDOKU_CP_X86_LEVELS
// Waves gain nothing from v2: its vectors are as wide as those of the baseline, and they hardly count bits.
constexpr Kernel kV2{"v2", searches_v2, waves_baseline};
constexpr Kernel kV3{"v3", searches_v3, waves_v3};
constexpr Kernel kV4{"v4", searches_v4, waves_v4};
#endif
#ifdef SUDOKU_CP_NEON_LEVEL
constexpr Kernel kNeon{"neon", searches_neon, waves_neon};
#endif

std::vector<const Kernel*> find_runnable() {
  std::vector<const Kernel*> kernels{&kBaseline};
#ifdef SUDOKU_CP_X86_LEVELS
  __builtin_cpu_init();
  const bool v2 = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("sse4.2");
  const bool v3 = v2 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                  __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma");
  const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                  __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                  __builtin_cpu_supports("avx512vl");
  if (v2) kernels.push_back(&kV2);
  if (v3) kernels.push_back(&kV3);
  if (v4) kernels.push_back(&kV4);
#endif
#ifdef SUDOKU_CP_NEON_LEVEL
  kernels.push_back(&kNeon);  // every such CPU has it
#endif
  return kernels;
}

const Kernel& choose_kernel() {
  const char* wanted = std::getenv("SUDOKU_CP_CPU");
  if (wanted == nullptr || *wanted == '\0') return *runnable_kernels().back();
  if (const Kernel* named = find_kernel(wanted)) return *named;
  std::string levels;
  for (const Kernel* kernel : runnable_kernels()) levels += (levels.empty() ? "" : ", ") + std::string(kernel->level);
  throw UnknownLevel("SUDOKU_CP_CPU: this machine has no level " + std::string(wanted) + "; it has " + levels);
}

}  // namespace

std::span<const Kernel* const> runnable_kernels() {
  static const std::vector<const Kernel*> kernels = find_runnable();
  return kernels;
}

const Kernel* find_kernel(std::string_view level) {
  for (const Kernel* kernel : runnable_kernels()) {
    if (level == kernel->level) return kernel;
  }
  return nullptr;
}

const Kernel& kernel_of_this_cpu() {
  static const Kernel& kernel = choose_kernel();
  return kernel;
}

}  // namespace sudoku_cp
