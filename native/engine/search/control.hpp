// When a search stops, and how it ended.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "tuning.hpp"

namespace sudoku_cp {

using Clock = std::chrono::steady_clock;

// The limits of a search, and a callback that may stop it.
struct Control {
  std::optional<Clock::time_point> deadline;
  std::optional<std::int64_t> nodes;
  const std::atomic<bool>* stop = nullptr;
  std::function<bool()> poll;     // called now and then; false stops the search
  Clock::time_point last_poll{};  // so the first look polls

  // Checks the clock, the stop flag and, if it is due, the callback.
  bool may_go_on() {
    const auto now = Clock::now();
    if (deadline && now >= *deadline) return false;
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) return false;
    if (!poll || now - last_poll < kPollInterval) return true;
    last_poll = now;
    return poll();
  }

  static constexpr auto kPollInterval = std::chrono::milliseconds(tuning::kMillisecondsPerPoll);
};

enum class Ending { kSolution, kExhausted, kStopped };

}  // namespace sudoku_cp
