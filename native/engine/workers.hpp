// Threads that share a piece of work.
#pragma once

#include <atomic>
#include <functional>

#include "search/control.hpp"

namespace sudoku_cp {

// The work of a thread: under limits of its own, until it is done or stopped. Returns false if it was stopped.
using Work = std::function<bool(Control&, const std::atomic<bool>& stop)>;

// Runs the same work on several threads, or on the caller's where one is asked for. Returns false where one of them was
// stopped, which stops all. What a thread throws is thrown here.
bool run_workers(int threads, Control& control, const Work& work);

}  // namespace sudoku_cp
