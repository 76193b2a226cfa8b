#include "waves.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <limits>
#include <mutex>
#include <set>
#include <span>

#include "cpu.hpp"
#include "workers.hpp"

namespace sudoku_cp {
namespace {

constexpr std::int32_t kMostValues = 16;
constexpr std::int32_t kMostPlanes = 1 << 14;

// Puzzles that one thread solves among themselves, at most.
constexpr std::int64_t kPuzzlesPerTurn = 8192;

// New puzzles wait while so many boards do.
constexpr std::int64_t kMostLater = 2048;

// Memory for the boards of one stack.
class BoardMemory {
 public:
  // Makes room for `more` boards on top, and for a whole wave to be read from anywhere.
  void make_room(BoardStack& stack, std::int32_t board_words, std::int64_t more) {
    if (stack.count + more + kWaveLanes <= stack.capacity) return;
    const std::int64_t capacity = rounded(2 * (stack.count + more + kWaveLanes));
    Lines lines(static_cast<std::size_t>(capacity * board_words / kLineWords));
    auto* words = reinterpret_cast<Word*>(lines.data());
    for (std::int32_t word = 0; word < board_words; ++word) {
      std::copy_n(stack.words + word * stack.capacity, stack.count, words + word * capacity);
    }
    lines_ = std::move(lines);
    puzzles_.resize(static_cast<std::size_t>(capacity));
    stack.words = words;
    stack.puzzles = puzzles_.data();
    stack.capacity = capacity;
  }

 private:
  static constexpr std::int64_t kLineWords = 8;
  struct alignas(64) Line {
    Word words[kLineWords];
  };
  using Lines = std::vector<Line>;

  // Far from a power of two, so that the words of a board do not meet in the same sets of a cache.
  static std::int64_t rounded(std::int64_t count) { return (count / 512 + 1) * 512 + 9 * kLineWords; }

  Lines lines_;
  std::vector<std::int32_t> puzzles_;
};

// Boards that one thread leaves to others.
class Exchange {
 public:
  Exchange(std::int32_t board_words, int threads) : board_words_(board_words), threads_(threads) {}

  bool is_wanted() const { return waiting_.load(std::memory_order_relaxed) > 0; }

  // Takes the older half of a stack.
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
    given_.notify_one();
  }

  // Waits for boards. Returns false where all threads wait for some, or the search has been stopped.
  bool take(BoardStack& stack, BoardMemory& memory, const std::atomic<bool>& stop) {
    std::unique_lock lock(mutex_);
    if (++waiting_ == threads_ && puzzles_.empty()) given_.notify_all();
    while (puzzles_.empty()) {
      if (waiting_ == threads_ || stop) return false;
      given_.wait_for(lock, Control::kPollInterval);
    }
    --waiting_;
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

// The stacks of one thread, and the planes it works with.
class WaveSolver {
 public:
  WaveSolver(const WavePlan& plan, const Batch& batch, bool shared, const Control& control)
      : kernel_(&plan.functions(kernel_of_this_cpu())) {
    search_.shape = &plan.shape();
    workspace_.make_room(workspace_stack_, 1, kernel_->workspace_words(plan.shape()));
    search_.workspace = workspace_stack_.words;
    search_.givens = batch.givens.data();
    search_.solutions = batch.solutions.data();
    search_.counts = batch.counts.data();
    search_.nodes = batch.nodes.data();
    search_.exact = batch.exact.data();
    search_.limit = batch.limit;
    search_.node_limit = control.nodes.value_or(std::numeric_limits<std::int64_t>::max());
    search_.barren_limit = plan.barren_limit();
    search_.shared = shared;
  }

  // Puzzles to begin with when there is room.
  void take_puzzles(std::int64_t begin, std::int64_t end) {
    next_puzzle_ = begin;
    end_puzzle_ = end;
  }

  // Goes through one wave. Returns false where there is nothing left to do.
  bool step() {
    const std::int32_t words = search_.shape->board_words;
    first_memory_.make_room(search_.first, words, 2 * kWaveLanes);
    later_memory_.make_room(search_.later, words, kWaveLanes);
    solved_memory_.make_room(search_.solved, words, kWaveLanes);
    if (search_.first.count < kWaveLanes && search_.later.count < kMostLater && next_puzzle_ < end_puzzle_) {
      const std::int64_t begin = next_puzzle_;
      next_puzzle_ = std::min(begin + kWaveLanes, end_puzzle_);
      kernel_->start(search_, begin, static_cast<std::int32_t>(next_puzzle_ - begin));
    } else if (search_.first.count + search_.later.count > 0) {
      kernel_->run(search_);
    } else {
      return false;
    }
    write_solutions(kWaveLanes);
    return true;
  }

  // Writes solutions out while there are so many.
  void write_solutions(std::int64_t enough) {
    while (search_.solved.count >= enough) kernel_->write_solutions(search_);
  }

  void give(Exchange& exchange) { exchange.give(search_.later); }

  bool take(Exchange& exchange, const std::atomic<bool>& stop) {
    return exchange.take(search_.first, first_memory_, stop);
  }

  // Marks the puzzles that nobody looked at, and those of such boards.
  void mark_unfinished() {
    std::fill(search_.exact + next_puzzle_, search_.exact + end_puzzle_, std::uint8_t{0});
    for (const BoardStack* stack : {&search_.first, &search_.later}) {
      for (std::int64_t board = 0; board < stack->count; ++board) {
        const std::atomic_ref exact(search_.exact[stack->puzzles[board]]);
        if (exact != kGivenUp) exact = 0;
      }
    }
  }

 private:
  const WaveKernel* kernel_;
  std::int64_t next_puzzle_ = 0;
  std::int64_t end_puzzle_ = 0;
  WaveSearch search_{};
  BoardStack workspace_stack_{};
  BoardMemory workspace_, first_memory_, later_memory_, solved_memory_;
};

std::span<const std::int32_t> list_of(const ListsView<std::int32_t>& lists, std::int32_t list) {
  return {lists.values + lists.begin[list], lists.values + lists.begin[list + 1]};
}

bool is_plain_9(const ProblemView& problem, const WaveShape& shape) {
  constexpr std::int32_t kSize = 9, kBox = 3, kPeers = 20;
  if (shape.values != kSize || shape.cells != kSize * kSize || shape.house_count != 3 * kSize) return false;
  for (std::int32_t house = 0; house < shape.house_count; ++house) {
    if (shape.house_values[house] != (Word{1} << kSize) - 1) return false;
  }
  // With three houses a line, it is enough that each cell has the peers of a plain grid and no others.
  for (std::int32_t cell = 0; cell < shape.cells; ++cell) {
    const auto peers = list_of(problem.cells.peers, cell);
    const bool plain = std::ranges::all_of(peers, [&](std::int32_t peer) {
      const bool same_row = cell / kSize == peer / kSize;
      const bool same_column = cell % kSize == peer % kSize;
      const bool same_box = cell / kSize / kBox == peer / kSize / kBox && cell % kSize / kBox == peer % kSize / kBox;
      return same_row || same_column || same_box;
    });
    if (peers.size() != kPeers || !plain) return false;
  }
  return true;
}

// Turns of one size, and an even number of them for the sake of two threads. The size tells which boards share waves, and
// so which solution comes first: it must not depend on the threads.
std::int64_t puzzles_per_turn(std::int64_t puzzles) {
  const std::int64_t pairs = puzzles / (2 * kPuzzlesPerTurn) + 1;
  return std::max(puzzles < kPuzzlesPerTurn ? puzzles : (puzzles + 2 * pairs - 1) / (2 * pairs), std::int64_t{kWaveLanes});
}

}  // namespace

std::optional<WavePlan> WavePlan::of(const Problem& problem) {
  const ProblemView& view = problem.view();
  const CellView& cells = view.cells;
  if (!problem.of_cells() || problem.root_failed() || view.propagators != 0 || view.costs != nullptr) return {};
  if (cells.conflicts.begin != nullptr || cells.values > kMostValues) return {};
  const std::int32_t planes = view.words * cells.values;
  if (planes > kMostPlanes) return {};
  WavePlan plan;
  for (std::int32_t cell = 0; cell < view.words; ++cell) {
    if (list_of(cells.house_list, cell).empty()) return {};
    plan.domains_.push_back(problem.read_mask(problem.root(), static_cast<std::size_t>(cell)));
  }
  plan.shape_.cells = view.words;
  plan.shape_.values = cells.values;
  plan.shape_.board_words = (planes + kEndBits + kWordBits - 1) / kWordBits;
  plan.shape_.domains = plan.domains_.data();
  plan.shape_.houses = cells.houses;
  plan.shape_.house_values = cells.house_values;
  plan.shape_.house_count = cells.house_count;
  plan.shape_.house_list = cells.house_list;
  plan.shape_.crossing_count = problem.crossing_count();
  plan.shape_.shared = cells.shared;
  plan.list_crossings(cells);
  plan.list_loose_pairs(cells);
  plan.is_plain_9_ = is_plain_9(view, plan.shape_);
  return plan;
}

std::int64_t WavePlan::nodes_before_waves(std::int64_t candidates) const {
  constexpr std::int64_t kHard = 210, kOpen = 270, kFewNodes = 24, kManyNodes = 150;
  if (!is_plain_9_ || candidates > kOpen) return kManyNodes;
  return candidates < kHard ? kFewNodes : 0;
}

void WavePlan::list_loose_pairs(const CellView& cells) {
  for (std::int32_t cell = 0; cell < shape_.cells; ++cell) {
    const auto own = list_of(cells.house_list, cell);
    for (const std::int32_t peer : list_of(cells.peers, cell)) {
      if (std::ranges::find_first_of(own, list_of(cells.house_list, peer)) == own.end()) loose_.values.push_back(peer);
    }
    loose_.close();
  }
  shape_.loose = loose_.view();
  shape_.has_loose_pairs = !loose_.values.empty();
}

// Covers what a house has besides the shared cells of a crossing by other crossings of the house as far as they fit.
void WavePlan::list_crossings(const CellView& cells) {
  const std::int32_t crossings = shape_.crossing_count;
  std::vector<std::vector<std::int32_t>> crossing_losses(static_cast<std::size_t>(crossings));
  std::vector<std::vector<std::int32_t>> cell_losses(static_cast<std::size_t>(shape_.cells));
  std::vector<std::vector<std::int32_t>> houses(static_cast<std::size_t>(crossings));
  for (std::int32_t house = 0; house < shape_.house_count; ++house) {
    for (const std::int32_t crossing : list_of(cells.crossings, house)) houses[static_cast<std::size_t>(crossing)].push_back(house);
  }
  for (std::int32_t crossing = 0; crossing < crossings; ++crossing) {
    for (const std::int32_t cell : list_of(cells.shared, crossing)) {
      cell_losses[static_cast<std::size_t>(cell)].push_back(2 * crossings + crossing);
    }
    for (std::int32_t side = 0; side < 2; ++side) {
      const std::int32_t house = houses[static_cast<std::size_t>(crossing)][static_cast<std::size_t>(side)];
      const auto rest = list_of(side == 0 ? cells.only_first : cells.only_second, crossing);
      std::set<std::int32_t> uncovered(rest.begin(), rest.end());
      const std::int32_t need_of_other = 2 * crossing + 1 - side;
      for (const std::int32_t other : list_of(cells.crossings, house)) {
        const auto shared = list_of(cells.shared, other);
        if (!std::ranges::all_of(shared, [&](std::int32_t cell) { return uncovered.contains(cell); })) continue;
        for (const std::int32_t cell : shared) uncovered.erase(cell);
        rests_.values.push_back(shape_.cells + other);
        crossing_losses[static_cast<std::size_t>(other)].push_back(need_of_other);
      }
      for (const std::int32_t cell : uncovered) {
        rests_.values.push_back(cell);
        cell_losses[static_cast<std::size_t>(cell)].push_back(need_of_other);
      }
      rests_.close();
    }
  }
  for (const auto& list : crossing_losses) crossing_losses_.add(list);
  for (const auto& list : cell_losses) cell_losses_.add(list);
  shape_.rests = rests_.view();
  shape_.crossing_losses = crossing_losses_.view();
  shape_.cell_losses = cell_losses_.view();
}

bool solve_in_waves(const WavePlan& plan, const Batch& batch, int threads, Control& control) {
  std::ranges::fill(batch.exact, std::uint8_t{1});
  const auto puzzles = static_cast<std::int64_t>(batch.counts.size());
  // Threads share the boards of puzzles only where these are large.
  const bool shared = threads > 1 && batch.limit >= kManySolutions;
  const std::int64_t turn = shared ? kWaveLanes : puzzles_per_turn(puzzles);
  std::atomic<std::int64_t> next_puzzle = 0;
  Exchange exchange(plan.shape().board_words, threads);
  std::mutex ending;
  const auto work = [&](Control& own, const std::atomic<bool>& stop) {
    WaveSolver solver(plan, batch, shared, own);
    bool goes_on = true;
    while ((goes_on = own.may_go_on())) {
      if (solver.step()) {
        if (exchange.is_wanted()) solver.give(exchange);
        continue;
      }
      const std::int64_t begin = next_puzzle.fetch_add(turn);
      if (begin < puzzles) solver.take_puzzles(begin, std::min(begin + turn, puzzles));
      else if (!shared || !solver.take(exchange, stop)) break;
    }
    solver.write_solutions(1);
    const std::lock_guard lock(ending);
    solver.mark_unfinished();
    return goes_on;
  };
  const bool finished = run_workers(threads, control, work);
  for (std::int64_t puzzle = 0; puzzle < puzzles; ++puzzle) {
    const auto at = static_cast<std::size_t>(puzzle);
    batch.counts[at] = std::min(batch.counts[at], batch.limit);
    if (batch.counts[at] == batch.limit || puzzle >= next_puzzle) batch.exact[at] = 0;
  }
  return finished;
}

}  // namespace sudoku_cp
