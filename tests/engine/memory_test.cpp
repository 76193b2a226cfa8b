// Blocks of memory and their typed parts, and what takes little of it.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "aligned.hpp"
#include "check.hpp"
#include "constraints/groups.hpp"
#include "constraints/store.hpp"
#include "kernel/scratch.hpp"

#if defined(SUDOKU_CP_ASSERTIONS) && defined(__unix__)
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#endif

namespace sudoku_cp::testing {
namespace {

template <typename Value>
std::ptrdiff_t offset(const AlignedArray<std::byte>& block, const Value* values) {
  return static_cast<const std::byte*>(static_cast<const void*>(values)) - block.get();
}

// What the system hands out first is zero anyway; memory that has been in use is not.
void leave_ones() {
  constexpr std::size_t kBytes = 1 << 16;
  const AlignedArray<std::byte> used = make_aligned_for_overwrite<std::byte>(kBytes);
  volatile std::byte* const bytes = used.get();  // compilers leave out what is only freed
  for (std::size_t at = 0; at < kBytes; ++at) bytes[at] = std::byte{0xFF};
}

TEST(aligned_arrays_begin_at_a_cache_line) {
  for (std::size_t count = 0; count < 100; ++count) {
    leave_ones();
    const AlignedArray<std::uint16_t> zeros = make_aligned<std::uint16_t>(count);
    const AlignedArray<std::byte> bytes = make_aligned_for_overwrite<std::byte>(count);
    CHECK(reinterpret_cast<std::uintptr_t>(zeros.get()) % kLineBytes == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(bytes.get()) % kLineBytes == 0);
    for (std::size_t at = 0; at < count; ++at) CHECK(zeros[at] == 0);
  }
}

TEST(the_arrays_of_a_block_follow_one_another) {
  const AlignedArray<std::byte> block = make_aligned<std::byte>(64);
  Scratch scratch(block.get(), 64);
  CHECK(offset(block, scratch.take<std::byte>(8)) == 0);
  CHECK(offset(block, scratch.take<Word>(2)) == 8);
  CHECK(offset(block, scratch.take<std::int32_t>(0)) == 24);
  CHECK(offset(block, scratch.take<std::int32_t>(3)) == 24);
  CHECK(offset(block, scratch.take<std::uint16_t>(14)) == 36);
}

TEST(differences_of_a_million_variables_take_memory_by_pair) {
  constexpr std::int32_t kVariables = 1'000'000;  // a bit for each pair of them is 125 GB
  std::mt19937 random(7);
  std::set<std::pair<std::int32_t, std::int32_t>> pairs;
  Differences differences;
  differences.resize(kVariables);
  std::uniform_int_distribution<std::int32_t> any(0, kVariables - 1);
  std::uniform_int_distribution<std::int32_t> near(0, 199);  // some words have several bits
  for (int round = 0; round < 2000; ++round) {
    const std::int32_t left = round % 2 == 0 ? any(random) : near(random);
    const std::int32_t right = round % 3 == 0 ? any(random) : near(random);
    pairs.emplace(left, right);
    differences.add(left, right);
    differences.add(left, right);
    CHECK(differences.has(left, right));
    CHECK(differences.has(right, left) == pairs.contains({right, left}));
  }
  std::vector<std::pair<std::int32_t, std::int32_t>> listed;
  for (std::int32_t left = 0; left < kVariables; ++left)
    differences.each_of(left, [&](std::int32_t right) { listed.emplace_back(left, right); });
  CHECK(std::ranges::equal(listed, pairs));  // ascending, as sets are
}

TEST(a_scope_of_a_million_variables_is_divided_by_what_differs) {
  constexpr std::int32_t kVariables =
      1'000'000;  // a bit for each pair of them is 125 GB, and a look at each takes hours
  ModelStore store;
  store.tables.assign(kVariables,
                      std::make_shared<const std::vector<std::int64_t>>(std::vector<std::int64_t>{1, 2, 3}));
  store.differences.resize(kVariables);
  const auto differ = [&](std::int32_t one, std::int32_t other) {
    store.differences.add(one, other);
    store.differences.add(other, one);
  };
  store.houses = {{5, 6, 7}};
  store.index_houses();
  differ(5, 6);
  differ(5, 7);
  differ(6, 7);
  differ(4, kVariables - 1);
  differ(4, 5);
  Variables scope(kVariables);
  std::ranges::generate(scope, [next = kVariables]() mutable { return --next; });
  const std::vector<Variables> groups = Divider(store, scope).divide();
  CHECK(groups.size() == kVariables - 3);
  CHECK((groups[0] == Variables{5, 6, 7}));
  CHECK((groups[1] == Variables{kVariables - 1, 4}));
  CHECK((groups[2] == Variables{kVariables - 2}));
}

#if defined(SUDOKU_CP_ASSERTIONS) && defined(__unix__)
template <typename Run>
bool aborts(Run run) {
  const pid_t child = fork();
  if (child == 0) {
    std::fclose(stderr);
    std::signal(SIGABRT, SIG_DFL);
    run();
    _exit(0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

TEST(more_than_a_block_has_is_not_handed_out) {
  const AlignedArray<std::byte> block = make_aligned<std::byte>(64);
  const auto take = [&](std::size_t words) {
    return [&block, words] {
      Scratch scratch(block.get(), 64);
      scratch.take<std::byte>(8);
      scratch.take<Word>(words);
    };
  };
  CHECK(!aborts(take(7)));
  CHECK(aborts(take(8)));
  CHECK(aborts([&] { Scratch(block.get(), 64).take<Word>(std::int32_t{-1} << 29); }));  // no bytes in 32 bits
}

TEST(values_are_aligned_for_their_type) {
  const AlignedArray<std::byte> block = make_aligned<std::byte>(64);
  CHECK(!aborts([&] { typed<Word>(block.get() + 8); }));
  CHECK(aborts([&] { typed<Word>(block.get() + 2); }));
  CHECK(aborts([&] { typed<Word>(static_cast<const void*>(block.get() + 2)); }));
}
#endif

}  // namespace
}  // namespace sudoku_cp::testing
