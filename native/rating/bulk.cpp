#include "bulk.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace sudoku_cp::rating {
namespace {

constexpr std::chrono::milliseconds kBetweenPolls{20};

class BulkRating {
 public:
  BulkRating(std::span<const std::uint8_t> givens, std::span<Rating> ratings) : givens_(givens), ratings_(ratings) {}

  bool run(int threads, const std::function<bool()>& is_cancelled) {
    SUDOKU_CP_ASSERT(threads > 0 && givens_.size() == ratings_.size() * kCells);
    std::vector<std::jthread> workers;
    const std::size_t wanted = std::min(static_cast<std::size_t>(threads), ratings_.size());
    const auto start_all = [&] {
      while (workers.size() < wanted) {
        const std::scoped_lock lock(mutex_);
        workers.emplace_back([this] { work(); });
        ++working_;
      }
    };
    try {
      start_all();
    } catch (...) {
      stopped_ = true;
      throw;
    }
    std::unique_lock lock(mutex_);
    while (!finished_.wait_for(lock, kBetweenPolls, [&] { return working_ == 0; })) {
      lock.unlock();
      if (is_cancelled()) stopped_ = true;
      lock.lock();
    }
    if (error_) std::rethrow_exception(error_);
    return !stopped_;
  }

 private:
  void work() {
    try {
      const Stop stop = [this] { return stopped_.load(std::memory_order_relaxed); };
      while (!stop()) {
        const std::size_t puzzle = next_.fetch_add(1, std::memory_order_relaxed);
        if (puzzle >= ratings_.size()) break;
        ratings_[puzzle] = rate(givens_.subspan(puzzle * kCells).first<kCells>(), stop);
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      error_ = std::current_exception();
      stopped_ = true;
    }
    const std::scoped_lock lock(mutex_);
    SUDOKU_CP_ASSERT(working_ > 0);
    if (--working_ == 0) finished_.notify_one();
  }

  std::span<const std::uint8_t> givens_;
  std::span<Rating> ratings_;
  std::atomic<std::size_t> next_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::condition_variable finished_;
  int working_ = 0;
  std::exception_ptr error_;
};

}  // namespace

bool rate_bulk(std::span<const std::uint8_t> givens, std::span<Rating> ratings, int threads,
               const std::function<bool()>& is_cancelled) {
  return BulkRating(givens, ratings).run(threads, is_cancelled);
}

}  // namespace sudoku_cp::rating
