// A problem laid out for the kernels: items and options, or variables and houses; with propagators and costs.
#pragma once

#include <memory>
#include <mutex>
#include <new>
#include <span>
#include <vector>

#include "views.hpp"

namespace sudoku_cp {

// A list of lists in two arrays: list i is values[begin[i]] … values[begin[i + 1] - 1].
template <typename Value>
struct Lists {
  std::vector<std::uint32_t> begin{0};
  std::vector<Value> values;

  void add(std::span<const Value> list) {
    values.insert(values.end(), list.begin(), list.end());
    close();
  }
  void close() { begin.push_back(static_cast<std::uint32_t>(values.size())); }
  std::size_t size() const { return begin.size() - 1; }
  std::span<const Value> operator[](std::size_t list) const {
    return std::span(values).subspan(begin[list], begin[list + 1] - begin[list]);
  }
  ListsView<Value> view() const { return {begin.data(), values.data()}; }
};

// Items and their options. The first `primary` items must be covered.
struct CoverParts {
  std::size_t options_count = 0;
  std::size_t primary = 0;
  Lists<ColouredSlot> options;  // by item
};

struct LinearConstraint {
  std::vector<std::int32_t> words;
  std::vector<std::int64_t> contributions;  // [words][64]
  Relation relation;
  std::int64_t constant;
};

struct TableConstraint {
  std::vector<std::int32_t> words;
  std::shared_ptr<const std::vector<Word>> supports;  // [words][64][chunks]
  std::int32_t chunks;
  std::size_t tuples;
};

struct SumSetConstraint {
  std::vector<std::int32_t> words;
  std::vector<Word> sets;
};

// A deterministic automaton, shared by all constraints that use it.
struct Dfa {
  std::vector<std::int64_t> alphabet;  // ascending
  std::vector<std::int32_t> next;      // [states][alphabet]: the next state, -1 where none
  std::vector<Word> accepting;         // a set of states
  std::int32_t start;
};

struct AutomatonConstraint {
  std::vector<std::int32_t> words;
  std::vector<std::int32_t> letters;  // [words][64]: positions in the alphabet
  std::shared_ptr<const Dfa> dfa;
  std::vector<Word> finishing;  // [words + 1]: sets of the states before each letter from which the rest can end well
};

struct ElementConstraint {
  std::vector<std::int32_t> words;
  std::vector<std::int32_t> positions;  // [64]
  std::int32_t index_word;
  Number value;
};

struct CountConstraint {
  std::vector<std::int32_t> words;
  std::vector<Word> members;  // [words]
  Relation relation;
  Number number;
};

struct PlacingConstraint {
  std::vector<std::int32_t> words;
  Word values;
};

struct DistinctConstraint {
  std::vector<std::int32_t> words;
  Relation relation;
  Number number;
};

struct ExtremumConstraint {
  std::vector<std::int32_t> words;
  std::int32_t sign;
  Number value;
};

struct ProductConstraint {
  std::vector<std::int32_t> words;
  Relation relation;
  Number value;
};

struct ConnectedConstraint {
  std::vector<std::int32_t> words;
  std::vector<Word> members;       // [words]
  Lists<std::int32_t> neighbours;  // by place
  std::int32_t size;               // -1: any
  bool negated;
};

struct HoldingConstraint {
  std::vector<std::int32_t> positive;  // parts, by number
  std::vector<std::int32_t> negative;
  std::vector<std::int32_t> scope;
  Relation relation;
  std::int32_t constant;
  std::int32_t depth;  // of holdings inside: 1 where there are none
};

// A propagator that wakes by itself, or is a part of others.
struct Propagator {
  PropagatorKind kind;
  std::size_t index;  // among the constraints of its kind
  std::vector<std::int32_t> scope;
  bool idempotent;
};

// Variables and what holds between them.
struct CellParts {
  std::vector<Word> domains;   // by variable
  std::int32_t values = 0;     // bits in use
  Lists<std::int32_t> houses;  // permutations
  std::vector<Word> house_values;
  Lists<std::int32_t> peers;  // by variable
  Lists<Slot> conflicts;      // by slot, or empty
  std::vector<LinearConstraint> linears;
  std::vector<TableConstraint> tables;
  std::vector<SumSetConstraint> sum_sets;
  std::vector<AutomatonConstraint> automata;
  std::vector<ElementConstraint> elements;
  std::vector<CountConstraint> counts;
  std::vector<PlacingConstraint> placings;
  std::vector<DistinctConstraint> distincts;
  std::vector<ExtremumConstraint> extrema;
  std::vector<ProductConstraint> products;
  std::vector<ConnectedConstraint> connecteds;
  std::vector<HoldingConstraint> holdings;
  std::vector<Propagator> waking;
  std::vector<Propagator> parts;  // of holdings, which name them by position
  std::vector<std::shared_ptr<const std::vector<std::int64_t>>> value_tables;  // by variable
  bool contradiction = false;
};

// Frees memory that was allocated with the alignment of vectors.
struct DeleteVectors {
  void operator()(std::byte* block) const { ::operator delete[](block, std::align_val_t{kVectorBytes}); }
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
  bool root_failed() const { return root_failed_; }
  std::int32_t crossing_count() const { return static_cast<std::int32_t>(shared_.size()); }

  // How to search it in waves, planned when first asked for; null where waves cannot.
  const WavePlan* wave_plan() const;

  // What a propagator may write to while it runs, and how deep trials can nest.
  std::size_t workspace_words() const { return workspace_words_; }
  std::size_t trial_depth() const { return trial_depth_; }

  // The live options of one word in a state.
  Word read_mask(const std::byte* alive, std::size_t word) const;

 private:
  void index_items_by_slot();
  void pick_choice_items();
  void index_houses();
  void index_crossings();
  void choose_masks();
  void view_constraints();
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

  std::vector<Word> houses_of_;
  Lists<std::int32_t> house_list_;
  Lists<std::int32_t> crossings_, shared_, only_first_, only_second_;
  std::unique_ptr<std::byte[], DeleteVectors> peer_masks_;
  Lists<std::int32_t> watchers_;
  std::vector<std::int32_t> initial_activity_;
  std::vector<PropagatorView> propagators_;
  std::vector<LinearView> linears_;
  std::vector<TableView> tables_;
  std::vector<SumSetView> sum_sets_;
  std::vector<AutomatonView> automata_;
  std::vector<ElementView> elements_;
  std::vector<CountView> counts_;
  std::vector<PlacingView> placings_;
  std::vector<DistinctView> distincts_;
  std::vector<ExtremumView> extrema_;
  std::vector<ProductView> products_;
  std::vector<ConnectedView> connecteds_;
  std::vector<HoldingView> holdings_;
  std::vector<const std::int64_t*> value_tables_;
  std::size_t workspace_words_ = 0;
  std::size_t trial_depth_ = 0;
  std::vector<std::int32_t> fixed_coverage_;

  ProblemView view_{};
  std::size_t block_bytes_ = 0;
  std::unique_ptr<std::byte[]> root_;
  bool root_failed_ = false;
  mutable std::once_flag planned_;
  mutable std::unique_ptr<const WavePlan> wave_plan_;
};

}  // namespace sudoku_cp
