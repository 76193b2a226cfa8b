#include "minlex.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <utility>

namespace sudoku_cp::canonical {
namespace {

constexpr std::uint8_t kUnknown = 0xff;

// All orders of the numbers below `count`, in lexicographic order; the numbers from `count` follow in each.
std::vector<Line> permutations(int count) {
  SUDOKU_CP_ASSERT(count <= kMostSide);
  std::vector<Line> orders;
  Line order{};
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  do {
    orders.push_back(order);
  } while (std::next_permutation(order.begin(), order.begin() + count));
  return orders;
}

}  // namespace

Minlex::Minlex(int box_height, int box_width)
    : box_height_(box_height),
      box_width_(box_width),
      side_(box_height * box_width),
      orientations_(box_height == box_width ? 2 : 1) {
  const std::vector<Line> within = permutations(box_width);
  for (const Line& stack_order : permutations(box_height)) {
    std::vector<std::size_t> choice(static_cast<std::size_t>(box_height), 0);
    while (true) {
      Line columns{};
      for (int stack = 0, at = 0; stack < box_height; ++stack) {
        const Line& order = within[choice[static_cast<std::size_t>(stack)]];
        for (int column = 0; column < box_width; ++column) {
          columns[static_cast<std::size_t>(at++)] = static_cast<std::uint8_t>(
              stack_order[static_cast<std::size_t>(stack)] * box_width + order[static_cast<std::size_t>(column)]);
        }
      }
      arrangements_.push_back(columns);
      std::size_t stack = 0;
      while (stack < choice.size() && ++choice[stack] == within.size()) choice[stack++] = 0;
      if (stack == choice.size()) break;
    }
  }
  SUDOKU_CP_ASSERT(std::ranges::all_of(arrangements_, [&](const Line& columns) { return is_permutation(columns); }));
  // Copies keep the number of their arrangement in 16 bits.
  SUDOKU_CP_ASSERT(arrangements_.size() <= std::numeric_limits<std::uint16_t>::max());
}

void Minlex::find(std::span<const std::uint8_t> givens, std::span<std::uint8_t> least) {
  SUDOKU_CP_ASSERT(givens.size() == static_cast<std::size_t>(side_ * side_) && least.size() == givens.size());
  SUDOKU_CP_ASSERT(std::ranges::all_of(givens, [&](std::uint8_t given) { return given <= side_; }));
  orient(givens);
  start();
  for (int row = 0; row < side_; ++row) {
    if (row > 0) extend(row);
    SUDOKU_CP_ASSERT(!copies_.empty());
    std::copy_n(best_.begin(), side_, least.begin() + row * side_);
  }
  // The grid itself is one of its copies.
  SUDOKU_CP_ASSERT(!std::ranges::lexicographical_compare(givens, least));
  SUDOKU_CP_ASSERT(
      std::ranges::all_of(copies_, [&](const Copy& copy) { return is_symmetric(copy) && gives(copy, least); }));
}

void Minlex::orient(std::span<const std::uint8_t> givens) {
  for (std::size_t number = 0; number < orientations_.size(); ++number) {
    Orientation& orientation = orientations_[number];
    orientation.open_rows = 0;
    for (int row = 0; row < side_; ++row) {
      bool is_open = true;
      for (int column = 0; column < side_; ++column) {
        const int cell = number == 0 ? row * side_ + column : column * side_ + row;
        const std::uint8_t given = givens[static_cast<std::size_t>(cell)];
        orientation.rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = given;
        is_open &= given == 0;
      }
      orientation.open_rows |= static_cast<std::uint32_t>(is_open) << row;
    }
    choose_arrangements(orientation);
  }
}

// Open columns of a stack look alike, and so do open stacks: they stay in order.
void Minlex::choose_arrangements(Orientation& orientation) const {
  std::uint32_t open = 0, open_stacks = 0;
  for (int column = 0; column < side_; ++column) {
    const bool is_open = std::all_of(orientation.rows.begin(), orientation.rows.begin() + side_,
                                     [&](const Line& row) { return row[static_cast<std::size_t>(column)] == 0; });
    open |= static_cast<std::uint32_t>(is_open) << column;
  }
  const std::uint32_t stack_mask = (1U << box_width_) - 1;
  for (int stack = 0; stack < box_height_; ++stack) {
    if ((open >> (stack * box_width_) & stack_mask) == stack_mask) open_stacks |= 1U << stack;
  }
  orientation.arrangements.clear();
  for (std::size_t number = 0; number < arrangements_.size(); ++number) {
    const Line& columns = arrangements_[number];
    bool is_first = true;
    int last_open_stack = -1;
    for (int at = 0; at < side_ && is_first && open != 0; at += box_width_) {
      const int stack = columns[static_cast<std::size_t>(at)] / box_width_;
      if ((open_stacks >> stack & 1) != 0) {
        is_first = stack > last_open_stack;
        last_open_stack = stack;
      }
      int last_open = -1;
      for (int column = at; column < at + box_width_; ++column) {
        const int original = columns[static_cast<std::size_t>(column)];
        if ((open >> original & 1) == 0) continue;
        is_first &= original > last_open;
        last_open = original;
      }
    }
    if (is_first) orientation.arrangements.push_back(static_cast<std::uint16_t>(number));
  }
  SUDOKU_CP_ASSERT(!orientation.arrangements.empty());
}

// Whether a row has a digit twice, in a grid without solutions.
bool Minlex::has_repeats() const {
  for (const Orientation& orientation : orientations_) {
    for (const Line& row : orientation.rows) {
      std::uint32_t seen = 0;
      for (const std::uint8_t digit : row) {
        if (digit != 0 && (seen >> digit & 1) != 0) return true;
        seen |= 1U << digit;
      }
    }
  }
  return false;
}

// The least first row. Where digits differ, their labels are 1, 2, 3, …: only the places of the givens matter, and in
// the least row the boxes with fewer givens come first, each with its open cells first.
void Minlex::start() {
  const bool places_decide = !has_repeats();
  const auto givens_by_box = [&](const Line& row) {
    std::array<int, kMostSide> counts{};
    for (int column = 0; column < side_; ++column) {
      counts[static_cast<std::size_t>(column / box_width_)] += row[static_cast<std::size_t>(column)] != 0;
    }
    std::ranges::sort(counts);  // what lies beyond the boxes is 0 in every row
    return counts;
  };
  std::array<int, kMostSide> fewest;
  fewest.fill(kMostSide + 1);
  for (const Orientation& orientation : orientations_) {
    for (int row = 0; row < side_; ++row) {
      fewest = std::min(fewest, givens_by_box(orientation.rows[static_cast<std::size_t>(row)]));
    }
  }
  extended_.clear();
  best_.fill(kUnknown);
  for (std::size_t number = 0; number < orientations_.size(); ++number) {
    const Orientation& orientation = orientations_[number];
    std::uint32_t rows = candidates(Copy{{}, {}, 1, static_cast<std::uint8_t>(number), 0}, 0);
    for (; rows != 0; rows &= rows - 1) {
      const auto row = static_cast<std::uint8_t>(std::countr_zero(rows));
      if (places_decide && givens_by_box(orientation.rows[row]) != fewest) continue;
      for (const std::uint16_t arrangement : orientation.arrangements) {
        try_row(Copy{{}, {}, 1, static_cast<std::uint8_t>(number), arrangement}, 0, row);
      }
    }
  }
  copies_.swap(extended_);
}

void Minlex::extend(int place) {
  extended_.clear();
  best_.fill(kUnknown);
  for (const Copy& copy : copies_) {
    for (std::uint32_t rows = candidates(copy, place); rows != 0; rows &= rows - 1) {
      try_row(copy, place, static_cast<std::uint8_t>(std::countr_zero(rows)));
    }
  }
  copies_.swap(extended_);
}

// The rows that may come next: those left in the band, or at its end all of other bands. Open rows of a band look
// alike, and so do open bands.
std::uint32_t Minlex::candidates(const Copy& copy, int place) const {
  const std::uint32_t open = orientations_[copy.orientation].open_rows;
  const std::uint32_t band_mask = (1U << box_height_) - 1;
  std::uint32_t used = 0, found = 0;
  for (int row = 0; row < place; ++row) used |= 1U << copy.rows[static_cast<std::size_t>(row)];
  const bool is_inside = place % box_height_ != 0;
  bool has_open_band = false;
  for (int top = 0; top < side_; top += box_height_) {
    const std::uint32_t band = band_mask << top;
    const bool is_current = is_inside && (used & band) != 0 && (used & band) != band;
    if (is_inside ? !is_current : (used & band) != 0) continue;
    if (!is_inside && (open & band) == band && std::exchange(has_open_band, true)) continue;
    const std::uint32_t left = band & ~used;
    const std::uint32_t open_left = left & open;
    found |= (left & ~open) | (open_left & (~open_left + 1));
  }
  SUDOKU_CP_ASSERT(found != 0 && (found & used) == 0);
  return found;
}

// Appends the copy with a further row, unless the row is greater than the least one so far.
void Minlex::try_row(const Copy& copy, int place, std::uint8_t row) {
  const Line& columns = arrangements_[copy.arrangement];
  const Line& digits = orientations_[copy.orientation].rows[row];
  std::array<std::uint8_t, kMostSide + 1> labels = copy.labels;
  std::uint8_t next = copy.next_label;
  bool is_less = false;
  for (std::size_t at = 0; at < static_cast<std::size_t>(side_); ++at) {
    const std::uint8_t digit = digits[columns[at]];
    if (digit != 0 && labels[digit] == 0) labels[digit] = next++;
    const std::uint8_t label = labels[digit];
    if (!is_less && label != best_[at]) {
      if (label > best_[at]) return;
      is_less = true;
      extended_.clear();
    }
    best_[at] = label;
  }
  SUDOKU_CP_ASSERT(next <= side_ + 1);
  Copy& longer = extended_.emplace_back(copy);
  longer.labels = labels;
  longer.next_label = next;
  longer.rows[static_cast<std::size_t>(place)] = row;
}

}  // namespace sudoku_cp::canonical
