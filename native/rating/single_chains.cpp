#include "single_chains.hpp"

#include <algorithm>
#include <memory>
#include <span>

#include "best_by_elimination.hpp"
#include "chain_identity.hpp"
#include "chain_length.hpp"
#include "links.hpp"
#include "literals.hpp"

namespace sudoku_cp::rating {
namespace {

constexpr Tenths kOneKind = 65;
constexpr Tenths kForcingX = 66;
constexpr Tenths kMixed = 70;

// Of chains with as many literals the first kind is taken.
enum Kind : std::uint8_t { kX, kY, kXY };

constexpr std::array<LinkKinds, 3> kKinds{{{true, false}, {false, true}, {true, true}}};

constexpr int kNone = -1;

struct Path {
  std::vector<Literal> literals;  // the last one first, without the source
  CandidateSet absent;
};

struct Forced {
  std::int16_t candidate;
  std::int8_t house;  // or kLastOfCell
};

// The candidates that are off by a literal and lead on, and what they lead to.
struct Links {
  std::array<std::vector<std::int16_t>, kCandidates> excluded;
  std::array<std::vector<Forced>, kCandidates> forced;
};

struct ChainNode {
  std::int16_t candidate;
  std::int16_t via;  // the candidate whose absence implies this one
  std::int8_t house;
  int parent;
};

// The house by which one candidate excludes another, or their cell.
int excluding_house(int one, int other) {
  if (cell_of(one) == cell_of(other)) return kLastOfCell;
  SUDOKU_CP_ASSERT(digit_of(one) == digit_of(other) && sees(cell_of(one), cell_of(other)));
  for (const HouseKind kind : kLinkOrder) {
    const int house = kLayout.houses_of[cell_of(one)][kind];
    if (house == kLayout.houses_of[cell_of(other)][kind]) return house;
  }
  return kLastOfCell;
}

// Links lead from on to off and from off to on.
[[maybe_unused]] bool alternates(std::span<const Literal> literals) {
  return std::ranges::adjacent_find(literals, [](Literal one, Literal next) { return is_on(one) == is_on(next); }) ==
         literals.end();
}

class SingleChains {
 public:
  explicit SingleChains(const Grid& grid) : grid_(grid) {}

  std::vector<NestedStep> find() {
    for (const Kind kind : {kX, kY, kXY}) {
      kind_ = kind;
      make_links();
      for (int cell = 0; cell < kCells; ++cell) {
        if (kind == kY ? grid_.size(cell) != 2 : grid_.size(cell) < 2) continue;
        for_bits(grid_.candidates(cell), [&](int digit) {
          const int source = candidate(cell, digit);
          find_cycles(source);
          if (kind == kY) return;
          find_forcing_chain_on(source);
          find_forcing_chain_off(source);
        });
      }
    }
    std::vector<NestedStep> steps;
    best_.for_each([&](int literals, const CandidateSet& eliminations, const Path& path) {
      ChainIdentity identity;
      for (const Literal literal : path.literals) identity.add(literal);
      steps.push_back({eliminations, path.absent, {identity.value(), literals}});
    });
    return steps;
  }

 private:
  void make_links() {
    const LinkKinds kinds = kKinds[kind_];
    for (int cell = 0; cell < kCells; ++cell) {
      for_bits(grid_.candidates(cell), [&](int digit) {
        std::vector<Forced>& forced = links_->forced[candidate(cell, digit)];
        forced.clear();
        for_forced(grid_, candidate(cell, digit), kinds, [&](int other, int house) {
          forced.push_back({static_cast<std::int16_t>(other), static_cast<std::int8_t>(house)});
        });
      });
    }
    for (int cell = 0; cell < kCells; ++cell) {
      for_bits(grid_.candidates(cell), [&](int digit) {
        std::vector<std::int16_t>& excluded = links_->excluded[candidate(cell, digit)];
        excluded.clear();
        for_excluded(grid_, candidate(cell, digit), kinds.y, [&](int other) {
          if (!links_->forced[other].empty()) excluded.push_back(static_cast<std::int16_t>(other));
        });
      });
    }
  }

  void start(int source) {
    nodes_.assign(1, {static_cast<std::int16_t>(source), kNone, kLastOfCell, kNone});
    seen_ = {};
  }

  void find_cycles(int source) {
    start(source);
    seen_.add(source);
    for (int at = 0; at < static_cast<int>(nodes_.size()); ++at) {
      for (const std::int16_t gone : links_->excluded[node(at).candidate]) {
        for (const Forced& forced : links_->forced[gone]) {
          const bool closes = forced.candidate == source && at > 0;
          if ((!closes && seen_.has(forced.candidate)) || goes_through(at, gone)) continue;
          if (closes) add_cycle(at, gone, forced.house);
          push(forced, gone, at);
        }
      }
    }
  }

  void find_forcing_chain_on(int source) {
    start(source);
    seen_.add(source);
    CandidateSet seen_off;
    for (int at = 0; at < static_cast<int>(nodes_.size()); ++at) {
      if (at > 0 && excludes(node(at).candidate, source)) {
        add_forcing_chain(off(source), at, kNone, kLastOfCell);
        return;
      }
      follow(at, seen_off, kNone);
    }
  }

  void find_forcing_chain_off(int source) {
    nodes_.clear();
    seen_ = {};
    CandidateSet seen_off;
    seen_off.add(source);
    for (const Forced& forced : links_->forced[source]) push(forced, source, kNone);
    for (int at = 0; at < static_cast<int>(nodes_.size()); ++at) {
      if (follow(at, seen_off, source)) return;
    }
  }

  // True if a chain was found that ends with the target on.
  bool follow(int at, CandidateSet& seen_off, int target) {
    for (const std::int16_t gone : links_->excluded[node(at).candidate]) {
      if (seen_off.has(gone)) continue;
      seen_off.add(gone);
      for (const Forced& forced : links_->forced[gone]) {
        if (forced.candidate == target) {
          add_forcing_chain(on(target), at, gone, forced.house);
          return true;
        }
        push(forced, gone, at);
      }
    }
    return false;
  }

  void push(const Forced& forced, int via, int parent) {
    SUDOKU_CP_ASSERT(parent < static_cast<int>(nodes_.size()));
    SUDOKU_CP_ASSERT(via != forced.candidate);
    if (seen_.has(forced.candidate)) return;
    seen_.add(forced.candidate);
    nodes_.push_back({forced.candidate, static_cast<std::int16_t>(via), forced.house, parent});
  }

  bool goes_through(int at, int gone) const {
    for (; at != kNone; at = node(at).parent) {
      if (node(at).via == gone) return true;
    }
    return false;
  }

  bool excludes(int one, int other) const {
    if (cell_of(one) == cell_of(other)) return kKinds[kind_].y && one != other;
    return digit_of(one) == digit_of(other) && sees(cell_of(one), cell_of(other));
  }

  const ChainNode& node(int at) const {
    SUDOKU_CP_ASSERT(at >= 0 && static_cast<std::size_t>(at) < nodes_.size());
    return nodes_[static_cast<std::size_t>(at)];
  }

  void add_forcing_chain(Literal target, int last, int via, int house) {
    Path path;
    path.literals.push_back(target);
    if (is_on(target)) {
      add_others(path.absent, candidate_of(target), house);
      path.literals.push_back(off(via));
    }
    for (int at = last; at != kNone; at = node(at).parent) {
      path.literals.push_back(on(node(at).candidate));
      if (node(at).via == kNone) continue;
      add_others(path.absent, node(at).candidate, node(at).house);
      path.literals.push_back(off(node(at).via));
    }
    const int literals = static_cast<int>(path.literals.size());
    SUDOKU_CP_ASSERT(alternates(path.literals));
    path.literals.push_back(0);
    CandidateSet eliminations;
    const int cell = cell_of(candidate_of(target));
    if (is_on(target)) {
      for_bits(static_cast<Digits>(grid_.candidates(cell) & ~(1 << digit_of(candidate_of(target)))),
               [&](int digit) { eliminations.add(candidate(cell, digit)); });
    } else {
      eliminations.add(candidate_of(target));
    }
    offer(kind_ == kXY ? kMixed : kForcingX, literals, eliminations, path);
  }

  void add_cycle(int last, int via, int house) {
    CellSet cells;
    std::array<CandidateSet, 2> excluded;
    const auto add_literal = [&](int candidate, bool is_on) {
      cells.add(cell_of(candidate));
      for_excluded(grid_, candidate, false, [&](int gone) { excluded[is_on ? 1 : 0].add(gone); });
    };
    add_literal(via, false);
    for (int at = last; at != kNone; at = node(at).parent) {
      add_literal(node(at).candidate, true);
      if (node(at).via != kNone) add_literal(node(at).via, false);
    }
    excluded[0] &= excluded[1];
    CandidateSet eliminations;
    excluded[0].for_each([&](int gone) {
      if (!cells.has(cell_of(gone))) eliminations.add(gone);
    });
    if (eliminations.empty()) return;
    Path path;
    const int source = nodes_.front().candidate;
    path.literals.push_back(on(source));
    add_others(path.absent, source, house);
    // In the other direction, the candidates that are off have the links: the houses in which their parents exclude them.
    const auto add_off = [&](int gone, int parent) {
      path.literals.push_back(off(gone));
      add_others(path.absent, gone, excluding_house(parent, gone));
    };
    add_off(via, node(last).candidate);
    for (int at = last; node(at).parent != kNone; at = node(at).parent) {
      path.literals.push_back(on(node(at).candidate));
      add_others(path.absent, node(at).candidate, node(at).house);
      add_off(node(at).via, node(node(at).parent).candidate);
    }
    const int literals = static_cast<int>(path.literals.size());
    SUDOKU_CP_ASSERT(literals % 2 == 0 && alternates(path.literals));
    path.literals.push_back(1);
    offer(kind_ == kXY ? kMixed : kOneKind, literals, eliminations, path);
  }

  void offer(Tenths rating, int literals, const CandidateSet& eliminations, const Path& path) {
    const Tenths of_length = length_rating(literals);
    best_.offer({order_of(rating + of_length, of_length), literals, kind_, ++found_}, eliminations, path);
  }

  const Grid& grid_;
  Kind kind_ = kX;
  std::unique_ptr<Links> links_ = std::make_unique<Links>();
  std::vector<ChainNode> nodes_;
  CandidateSet seen_;
  BestByElimination<Path> best_;
  int found_ = 0;
};

}  // namespace

std::vector<NestedStep> all_single_chains(const Grid& grid) { return SingleChains(grid).find(); }

}  // namespace sudoku_cp::rating
