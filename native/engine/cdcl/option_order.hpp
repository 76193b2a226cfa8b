// The order in which clause learning decides on options: those of recent conflicts first.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "assertions.hpp"
#include "tuning.hpp"

namespace sudoku_cp {

// A binary heap over activities that rise with each conflict, so that older ones count less and less (VSIDS: Moskewicz
// et al., "Chaff", DAC 2001; the heap as in Eén & Sörensson, "An extensible SAT-solver", SAT 2003).
class OptionOrder {
 public:
  // Adds the option with the next number.
  void add() {
    activity_.push_back(0);
    place_.push_back(kAbsent);
    insert(static_cast<std::int32_t>(place_.size()) - 1);
  }

  bool empty() const { return heap_.empty(); }

  std::int32_t take() {
    const std::int32_t first = heap_.front();
    SUDOKU_CP_ASSERT(first % kOptionsOfScan != 0 || std::ranges::none_of(heap_, [&](std::int32_t other) {
                       return activity_of(other) > activity_of(first);
                     }));
    const std::int32_t last = heap_.back();
    move(last, 0);
    heap_.pop_back();
    place_[index(first)] = kAbsent;
    if (!heap_.empty()) sink(last);
    SUDOKU_CP_ASSERT(heap_.empty() || is_ordered_above(place_[index(last)]));
    SUDOKU_CP_ASSERT(first % kOptionsOfScan != 0 || std::ranges::find(heap_, first) == heap_.end());
    return first;
  }

  void insert(std::int32_t option) {
    if (place_[index(option)] != kAbsent) return;
    heap_.push_back(option);
    rise(option, heap_.size() - 1);
    SUDOKU_CP_ASSERT(is_ordered_above(heap_.size() - 1));
  }

  void bump(std::int32_t option) {
    double& activity = activity_[index(option)];
    activity += step_;
    if (activity > kMostActivity) scale_down();
    const std::size_t place = place_[index(option)];
    if (place == kAbsent) return;
    SUDOKU_CP_ASSERT(heap_[place] == option);
    rise(option, place);
    SUDOKU_CP_ASSERT(is_ordered_above(place));
  }

  // Makes later conflicts count a little more.
  void decay() { step_ *= 1 / tuning::kOptionDecay; }

 private:
  static constexpr std::size_t kAbsent = SIZE_MAX;
  static constexpr double kMostActivity = 1e100;

  static std::size_t index(std::int32_t option) { return static_cast<std::size_t>(option); }

  double activity_of(std::int32_t option) const { return activity_[index(option)]; }

  // A scan of the whole heap takes longer than all else: it is made for one option in so many.
  static constexpr std::int32_t kOptionsOfScan = 64;

  // Whether each option from a place up to the top knows its place, and no option below it comes before it. An operation
  // changes no other places than those.
  bool is_ordered_above(std::size_t place) const {
    for (;; place = (place - 1) / 2) {
      if (place >= heap_.size() || place_[index(heap_[place])] != place) return false;
      for (std::size_t child = 2 * place + 1; child < std::min(2 * place + 3, heap_.size()); ++child) {
        if (activity_of(heap_[child]) > activity_of(heap_[place])) return false;
      }
      if (place == 0) return true;
    }
  }

  void move(std::int32_t option, std::size_t place) {
    heap_[place] = option;
    place_[index(option)] = place;
  }

  void rise(std::int32_t option, std::size_t place) {
    for (; place > 0; place = (place - 1) / 2) {
      const std::int32_t parent = heap_[(place - 1) / 2];
      if (activity_of(option) <= activity_of(parent)) break;
      move(parent, place);
    }
    move(option, place);
  }

  void sink(std::int32_t option) {
    std::size_t place = 0;
    for (std::size_t child; (child = 2 * place + 1) < heap_.size(); place = child) {
      if (child + 1 < heap_.size() && activity_of(heap_[child + 1]) > activity_of(heap_[child])) ++child;
      if (activity_of(heap_[child]) <= activity_of(option)) break;
      move(heap_[child], place);
    }
    move(option, place);
  }

  void scale_down() {
    for (double& activity : activity_) activity *= 1 / kMostActivity;
    step_ *= 1 / kMostActivity;
  }

  std::vector<double> activity_;
  std::vector<std::int32_t> heap_;
  std::vector<std::size_t> place_;  // in the heap
  double step_ = 1;
};

}  // namespace sudoku_cp
