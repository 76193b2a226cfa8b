// Limits, signals and progress of a call from Python.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <optional>

#include "basics.hpp"
#include "search/control.hpp"

namespace sudoku_cp {

namespace nb = nanobind;

// Asked with (nodes, count, best cost, bound); True stops the search.
using Poll = nb::typed<nb::callable, bool(std::int64_t, std::int64_t, std::optional<Cost>, std::optional<Cost>)>;
using MaybePoll = std::optional<Poll>;

// Limits as Python gives them. The poll runs with the GIL: signals first, then the callback; True from it stops.
class PyControl {
 public:
  PyControl(std::optional<double> seconds, std::optional<std::int64_t> nodes, std::function<nb::object()> callback)
      : callback_(std::move(callback)) {
    constexpr double kForever = 1e9;
    if (seconds) {
      const std::chrono::duration<double> span(*seconds < kForever ? std::max(*seconds, 0.0) : kForever);
      control_.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(span);
    }
    control_.nodes = nodes;
    control_.poll = [this] {
      if (error_) return false;  // a second call would find Python with an exception set
      const nb::gil_scoped_acquire gil;
      if (PyErr_CheckSignals() != 0) {
        error_ = true;
        return false;
      }
      if (!callback_) return true;
      try {
        return !nb::cast<bool>(callback_());
      } catch (nb::python_error& error) {
        error.restore();
        error_ = true;
        return false;
      }
    };
  }

  Control& control() { return control_; }

  // Keeps to the rate of polls over several calls.
  void share_last_poll(Clock::time_point& last) {
    control_.last_poll = last;
    last_poll_ = &last;
  }

  // Runs with the GIL released; an exception of a signal handler or of the callback goes on afterwards.
  template <typename Work>
  auto run(Work work) {
    auto result = [&] {
      const nb::gil_scoped_release release;
      return work();
    }();
    if (last_poll_ != nullptr) *last_poll_ = control_.last_poll;
    if (error_) throw nb::python_error();
    return result;
  }

 private:
  Control control_;
  std::function<nb::object()> callback_;
  Clock::time_point* last_poll_ = nullptr;
  bool error_ = false;
};

inline const char* name_of(Ending ending) {
  switch (ending) {
    case Ending::kSolution:
      return "solution";
    case Ending::kExhausted:
      return "exhausted";
    case Ending::kStopped:
      return "stopped";
  }
  return "";
}

// Calls a poll that learns nothing of the search.
inline std::function<nb::object()> callback(const MaybePoll& poll) {
  if (!poll) return nullptr;
  return [&poll] { return (*poll)(0, 0, nb::none(), nb::none()); };
}

}  // namespace sudoku_cp
