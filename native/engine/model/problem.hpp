// A problem laid out for the kernels: items and options, or variables and houses; with propagators and costs.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <variant>
#include <vector>

#include "aligned.hpp"
#include "constraints/list.hpp"
#include "constraints/store.hpp"
#include "kernel/views.hpp"
#include "lists.hpp"
#include "model/bounds.hpp"
#include "model/house_index.hpp"

namespace sudoku_cp {

// Items and their options. The first `primary` items must be covered.
struct CoverParts {
  std::size_t options_count = 0;
  std::size_t primary = 0;
  Lists<ColouredSlot> options;  // by item
};

using Constraint = ConstraintTypes::Into<std::variant>;

// A constraint that wakes by itself, or is a part of combinations, which name it by its position.
struct Propagator {
  Constraint constraint;
  Metadata metadata;
};

// Variables and what holds between them.
struct CellParts {
  std::vector<Word> domains;   // by variable
  std::int32_t values = 0;     // bits in use
  Lists<std::int32_t> houses;  // permutations
  std::vector<Word> house_values;
  Lists<std::int32_t> peers;  // by variable
  Lists<Slot> conflicts;      // by slot, or empty
  std::vector<Propagator> waking;
  std::vector<Propagator> parts;
  Arena arena;                           // of the constraints
  std::vector<ValueTable> value_tables;  // by variable
  BoundsModel bounds;
  bool contradiction = false;
};

class WavePlan;

// Immutable once built; shared by any number of searches on any number of threads.
class Problem {
 public:
  Problem(CoverParts parts, std::vector<Cost> costs);
  Problem(CellParts parts, std::vector<Cost> costs);
  Problem(const Problem&) = delete;
  Problem& operator=(const Problem&) = delete;
  ~Problem();

  const ProblemView& view() const { return view_; }
  bool of_cells() const { return of_cells_; }
  const SearchKernel& functions(const Kernel& kernel) const;
  std::size_t block_bytes() const { return block_bytes_; }
  const std::byte* root() const { return root_.get(); }
  // Of a cell problem: what each variable has before anything is propagated.
  std::span<const Word> domains() const { return cells_.domains; }
  bool root_failed() const { return root_failed_; }
  std::int32_t intersection_count() const { return house_index_.intersection_count(); }

  // Activities to begin with in another order of branching; none where there is no other.
  std::span<const std::int32_t> other_activity() const { return other_activity_; }

  // Variables by bounds, which are functions of those by masks.
  const BoundsModel& bounds() const { return cells_.bounds; }

  // Whether conflicts are worth clauses more than elsewhere.
  bool favours_learning() const { return favours_learning_; }

  // The plan of its search in waves, made on the first call; null where waves cannot search it.
  const WavePlan* wave_plan() const;

  // What a propagator may write to while it runs, and how deep trials can nest.
  std::size_t workspace_words() const { return workspace_words_; }

  // The bytes of the live options of all words.
  std::size_t row_bytes() const {
    return static_cast<std::size_t>(view_.padded_words) * static_cast<std::size_t>(view_.mask_bytes);
  }
  std::size_t trial_depth() const { return trial_depth_; }

  // The live options of one word in a state.
  Word read_mask(const std::byte* alive, std::size_t word) const;

  // The live options of all words in a state.
  std::vector<Word> read_masks(const std::byte* alive) const;

  // What the options of a solution cost.
  Cost cost_of(std::span<const Word> solution) const;

 private:
  void index_items_by_slot();
  void pick_choice_items();
  void choose_masks();
  void lay_out(Propagator& propagator, bool is_part);
  void index_propagators();
  void weigh_variables();
  void finish_view();
  void make_root();
  void write_mask(std::byte* alive, std::size_t word, Word mask) const;

  CoverParts cover_;
  CellParts cells_;
  std::vector<Cost> costs_;  // by slot, or empty
  bool of_cells_;

  Lists<Item> primary_items_;
  Lists<ColouredItem> secondary_items_;
  std::vector<Item> choice_items_;
  std::vector<Slot> loose_slots_;

  HouseIndex house_index_;
  AlignedArray<std::byte> peer_masks_;
  Lists<std::int32_t> watchers_, scopes_, cores_;
  Lists<Slot> alternatives_;
  Lists<Watchers> watcher_sets_;
  bool favours_learning_ = false;
  std::vector<std::int32_t> initial_activity_, other_activity_, partners_;
  std::vector<PropagatorView> propagators_, parts_;
  std::vector<const std::int64_t*> value_tables_;
  std::size_t workspace_words_ = 0;
  std::size_t trial_depth_ = 0;
  std::vector<std::int32_t> fixed_coverage_;

  ProblemView view_{};
  std::size_t block_bytes_ = 0;
  AlignedArray<std::byte> root_;
  bool root_failed_ = false;
  mutable std::once_flag planned_;
  mutable std::unique_ptr<const WavePlan> wave_plan_;
};

}  // namespace sudoku_cp
