// Growing stacks of boards, and their exchange between threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "aligned.hpp"
#include "kernel/wave_views.hpp"
#include "lists.hpp"
#include "search/control.hpp"

namespace sudoku_cp {

// Memory for the boards of one stack.
class BoardMemory {
 public:
  // Makes room for `more` boards on top, and for reading a whole wave from any board on.
  void make_room(BoardStack& stack, std::int32_t board_words, std::int64_t more) {
    if (stack.count + more + kWaveLanes <= stack.capacity) return;
    const std::int64_t capacity = rounded(2 * (stack.count + more + kWaveLanes));
    AlignedArray<Word> words = make_aligned<Word>(static_cast<std::size_t>(capacity * board_words));
    for (std::int32_t word = 0; word < board_words; ++word) {
      std::copy_n(stack.words + word * stack.capacity, stack.count, words.get() + word * capacity);
    }
    words_ = std::move(words);
    puzzles_.resize(static_cast<std::size_t>(capacity));
    stack.words = words_.get();
    stack.puzzles = puzzles_.data();
    stack.capacity = capacity;
    SUDOKU_CP_ASSERT(stack.count + more + kWaveLanes <= capacity);
  }

 private:
  static constexpr std::int64_t kLineWords = kLineBytes / sizeof(Word);

  // Far from a power of two, so that the words of a board do not map to the same sets of a cache.
  static std::int64_t rounded(std::int64_t count) { return (count / 512 + 1) * 512 + 9 * kLineWords; }

  AlignedArray<Word> words_;
  std::vector<std::int32_t> puzzles_;
};

// Boards that one thread hands to others.
class Exchange {
 public:
  Exchange(std::int32_t board_words, int threads) : board_words_(board_words), threads_(threads) {}

  bool is_wanted() const { return waiting_.load(std::memory_order_relaxed) > 0; }

  // Takes over the older half of a stack.
  void give(BoardStack& stack) {
    const std::int64_t half = stack.count / 2;
    if (half == 0) return;
    const std::lock_guard lock(mutex_);
    if (!puzzles_.empty()) return;
    words_.clear();
    for (std::int32_t word = 0; word < board_words_; ++word) {
      Word* boards = stack.words + word * stack.capacity;
      words_.insert(words_.end(), boards, boards + half);
      std::copy(boards + half, boards + stack.count, boards);
    }
    puzzles_.assign(stack.puzzles, stack.puzzles + half);
    std::copy(stack.puzzles + half, stack.puzzles + stack.count, stack.puzzles);
    stack.count -= half;
    SUDOKU_CP_ASSERT(stack.count >= half && puzzles_.size() * static_cast<std::size_t>(board_words_) == words_.size());
    given_.notify_one();
  }

  // Waits for boards. Returns false if all threads are waiting, or the search was stopped.
  bool take(BoardStack& stack, BoardMemory& memory, const std::atomic<bool>& stop) {
    std::unique_lock lock(mutex_);
    if (++waiting_ == threads_ && puzzles_.empty()) given_.notify_all();
    while (puzzles_.empty()) {
      if (waiting_ == threads_ || stop) return false;
      given_.wait_for(lock, Control::kPollInterval);
    }
    --waiting_;
    SUDOKU_CP_ASSERT(waiting_ >= 0 && waiting_ < threads_);
    const auto count = static_cast<std::int64_t>(puzzles_.size());
    memory.make_room(stack, board_words_, count);
    for (std::int32_t word = 0; word < board_words_; ++word) {
      std::copy_n(words_.data() + word * count, count, stack.words + word * stack.capacity + stack.count);
    }
    std::ranges::copy(puzzles_, stack.puzzles + stack.count);
    stack.count += count;
    puzzles_.clear();
    return true;
  }

 private:
  const std::int32_t board_words_;
  const int threads_;
  std::atomic<int> waiting_{0};
  std::mutex mutex_;
  std::condition_variable given_;
  std::vector<Word> words_;  // word by word
  std::vector<std::int32_t> puzzles_;
};

}  // namespace sudoku_cp
