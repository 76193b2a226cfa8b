#include "workers.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "assertions.hpp"

namespace sudoku_cp {
namespace {

class Workers {
 public:
  // Workers wait for one another: unless the system starts all of them, none runs.
  Workers(int threads, const Control& control, const Work& work) : running_(threads) {
    try {
      while (started() < threads) threads_.emplace_back([this, control, &work] { run(control, work); });
    } catch (const std::system_error&) {
      const std::lock_guard lock(mutex_);
      error_ = std::current_exception();
      stop_ = true;
      running_ -= threads - started();
    }
  }

  // Waits for the end, and calls the caller's poll in the meantime.
  bool wait(const Control& control) {
    std::unique_lock lock(mutex_);
    while (running_ > 0) {
      done_.wait_for(lock, Control::kPollInterval);
      if (running_ == 0 || stop_ || !control.poll) continue;
      lock.unlock();
      if (!control.poll()) stop_ = true;
      lock.lock();
    }
    if (error_) std::rethrow_exception(error_);
    return !stop_;
  }

 private:
  int started() const { return static_cast<int>(threads_.size()); }

  void run(Control control, const Work& work) {
    control.poll = nullptr;
    control.stop = &stop_;
    try {
      if (!work(control, stop_)) stop_ = true;
    } catch (...) {
      const std::lock_guard lock(mutex_);
      error_ = std::current_exception();
      stop_ = true;
    }
    const std::lock_guard lock(mutex_);
    SUDOKU_CP_ASSERT(running_ > 0);
    --running_;
    done_.notify_all();
  }

  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable done_;
  int running_;
  std::exception_ptr error_;
  std::vector<std::jthread> threads_;
};

}  // namespace

bool run_workers(int threads, Control& control, const Work& work) {
  if (threads > 1) return Workers(threads, control, work).wait(control);
  const std::atomic<bool> stop = false;
  return work(control, stop);
}

}  // namespace sudoku_cp
