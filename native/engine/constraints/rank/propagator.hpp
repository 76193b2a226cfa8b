// The place of a line among others, all read as words: how many others are lower. Where the first variables of some
// lines are a house that has each of its values once, just one of them begins as the line does: its rival, the only
// one of them whose relation is not known from its first value. Values are compared by their order among all.
//
//   workspace   | possible relations of each grouped line to the line | of each group |
#pragma once

#include <stdexcept>

#include "constraints/store.hpp"
#include "kernel/level.hpp"
#include "kernel/refusing.hpp"

namespace sudoku_cp {

struct Rank {
  // Other lines of which at most one is a rival: those that begin in a house, or a single line.
  struct Group {
    Word values;  // of the house; 0: a single line, compared from its first value on
    std::int32_t begin, end;
  };

  Slice<std::int32_t> variables;  // those of the line, and of each other line
  std::int32_t length;
  std::int64_t lower;  // how many others are lower
  bool ties;           // whether others may equal the line
  bool negated;

  // Set by prepare.
  Slice<std::int32_t> scope;
  Slice<const std::uint8_t*> orders;  // for each variable, by bit; none where bits are in one order
  Slice<Group> groups;
  Slice<std::int32_t> grouped;  // where other lines begin, group by group
  bool has_houses;              // some lines begin in a house
  bool distinct;                // the values of each line differ

  static constexpr const char* kBinding = "add_rank";
  static constexpr const char* kArguments[] = {"cells", "length", "lower", "ties", "negated"};

  static Rank declare(ModelStore& store, const Variables& cells, std::int64_t length, std::int64_t lower, bool ties,
                      bool negated) {
    const auto size = static_cast<std::int64_t>(cells.size());
    if (length < 1 || size == 0 || size % length != 0) throw std::invalid_argument("lines must be of one length");
    return {
        store.variables(cells), static_cast<std::int32_t>(length), lower, ties, negated, {}, {}, {}, {}, false, false};
  }

  Metadata prepare(ModelStore& store);

 private:
  void order_values(ModelStore& store);
  void group_lines(ModelStore& store);
  std::vector<std::vector<Slot>> places_of_rivals(const ModelStore& store) const;
  std::int32_t begin_of(std::size_t line) const { return variables[static_cast<std::ptrdiff_t>(line) * length]; }
};

}  // namespace sudoku_cp

namespace sudoku_cp::SUDOKU_CP_LEVEL {
namespace {

// What a line can be beside another, as a set.
constexpr Word kLower = 1;
constexpr Word kSame = 2;
constexpr Word kHigher = 4;

inline Word reversed(Word relations) { return (relations >> 2) | (relations & kSame) | ((relations << 2) & kHigher); }

// The values of a variable by their order.
inline Word ordered_values(const Rank& rank, std::int32_t position, Word domain) {
  if (rank.orders.size == 0) return domain;
  Word values = 0;
  for (Word rest = domain; rest != 0; rest &= rest - 1) values |= Word{1} << rank.orders[position][lowest_bit(rest)];
  return values;
}

// Lines are given by the position where they begin; that of the rank begins at 0.
template <typename Mask>
class RankSearch {
 public:
  RankSearch(Search& search, const Rank& rank) : search_(search), rank_(rank), domains_(masks<Mask>(search)) {
    Scratch scratch = workspace_of(search);
    relations_ = scratch.take<Word>(rank.grouped.size);
    of_group_ = scratch.take<Word>(rank.groups.size);
  }

  bool run() {
    if (!keep_first()) return false;
    const Word first = values_at(0);
    if (!is_single(first) && rank_.has_houses) return true;
    first_ = first;
    std::int64_t must = 0;
    std::int64_t may = 0;
    for (std::int32_t at = 0; at < rank_.groups.size; ++at) {
      const Rank::Group& group = rank_.groups[at];
      must += size_of(group.values & (first - 1));
      may += size_of(group.values & (first - 1));
      if (!has_rival(group)) continue;
      const Word relations = of_group_[at] = relate(group);
      search_.failed |= relations == 0;
      must += relations == kLower;
      may += (relations & kLower) != 0;
    }
    search_.failed |= must > rank_.lower || may < rank_.lower;
    if (search_.failed) return false;
    for (std::int32_t at = 0; at < rank_.groups.size; ++at) {
      if (!has_rival(rank_.groups[at])) continue;
      Word wanted = of_group_[at];
      if (wanted != kLower && must == rank_.lower) wanted &= ~kLower;
      if ((wanted & kLower) != 0 && may == rank_.lower) wanted = kLower;
      if (!keep_rivals(rank_.groups[at], wanted)) return false;
    }
    return true;
  }

 private:
  Word values_at(std::int32_t position) const {
    return ordered_values(rank_, position, domains_[rank_.variables[position]]);
  }

  bool keep_values(std::int32_t position, Word values) {
    const std::int32_t variable = rank_.variables[position];
    if (rank_.orders.size == 0) return keep_only<Mask>(search_, variable, values);
    Word kept = 0;
    for (Word rest = domains_[variable]; rest != 0; rest &= rest - 1) {
      if (((values >> rank_.orders[position][lowest_bit(rest)]) & 1) != 0) kept |= rest & -rest;
    }
    return keep_only<Mask>(search_, variable, kept);
  }

  // The first value has neither too many nor too few lower lines beside it.
  bool keep_first() {
    const Word values = values_at(0);
    if (is_single(values)) return true;
    Word kept = 0;
    for (Word rest = values; rest != 0; rest &= rest - 1) {
      const Word value = rest & -rest;
      std::int64_t must = 0;
      std::int64_t may = 0;
      for (const Rank::Group& group : rank_.groups) {
        const Word lower = value - 1;
        if (group.values != 0) {
          must += size_of(group.values & lower);
          may += size_of(group.values & lower) + ((group.values & value) != 0 && group.begin < group.end);
        } else {
          const Word other = values_at(rank_.grouped[group.begin]);
          must += (other & ~lower) == 0;
          may += (other & (lower | value)) != 0;
        }
      }
      if (must <= rank_.lower && rank_.lower <= may) kept |= value;
    }
    return keep_values(0, kept);
  }

  bool has_rival(const Rank::Group& group) const {
    return group.begin < group.end && (group.values == 0 || (group.values & first_) != 0);
  }

  // The place from which on a rival is compared, and the values that both lines have before it.
  std::int32_t begin_of_rivals(const Rank::Group& group) const { return group.values == 0 ? 0 : 1; }
  Word used_before(const Rank::Group& group) const { return group.values == 0 || !rank_.distinct ? 0 : first_; }

  // What a rival of the group can be beside the line.
  Word relate(const Rank::Group& group) {
    Word all = 0;
    for (std::int32_t at = group.begin; at < group.end; ++at) {
      const std::int32_t line = rank_.grouped[at];
      const bool is_rival = group.values == 0 || (values_at(line) & first_) != 0;
      const Word relations = is_rival ? relations_of(line, 0, begin_of_rivals(group), used_before(group)) : 0;
      all |= relations_[at] = rank_.ties ? relations : relations & ~kSame;
    }
    return all;
  }

  // What a line can be beside another if all before a place is equal. If it can be lower and higher, it may be the same.
  Word relations_of(std::int32_t one, std::int32_t other, std::int32_t place, Word used) const {
    Word relations = 0;
    for (; place < rank_.length; ++place) {
      const Word values = values_at(one + place) & ~used;
      const Word others = values_at(other + place) & ~used;
      if (values == 0 || others == 0) return relations;
      if (lowest_bit(values) < highest_bit(others)) relations |= kLower;
      if (highest_bit(values) > lowest_bit(others)) relations |= kHigher;
      const Word equal = values & others;
      if (equal == 0) return relations;
      if (relations == (kLower | kHigher)) break;
      if (rank_.distinct && is_single(equal)) used |= equal;
    }
    return relations | kSame;
  }

  // The first place of a line, from one on, with several values.
  std::int32_t first_open(std::int32_t line, std::int32_t place) const {
    while (place < rank_.length && is_single(domains_[rank_.variables[line + place]])) ++place;
    return place;
  }

  // The values at the first open place of a line with which it can be in a relation to another.
  Word supported(std::int32_t one, std::int32_t other, Word wanted, std::int32_t place, std::int32_t open,
                 Word used) const {
    for (;; ++place) {
      const Word values = values_at(one + place) & ~used;
      const Word others = values_at(other + place) & ~used;
      if (values == 0 || others == 0) return 0;
      const Word lower = (Word{1} << highest_bit(others)) - 1;
      const Word higher = ~Word{0} << lowest_bit(others) << 1;
      const Word beside = ((wanted & kLower) != 0 ? lower : 0) | ((wanted & kHigher) != 0 ? higher : 0);
      if (place == open) {
        Word kept = values & beside;
        for (Word rest = values & others & ~beside; rest != 0; rest &= rest - 1) {
          const Word value = rest & -rest;
          const Word after = relations_of(one, other, place + 1, rank_.distinct ? used | value : 0);
          if ((after & wanted) != 0) kept |= value;
        }
        return kept;
      }
      if ((values & beside) != 0) return ~Word{0};
      if ((values & others) == 0) return 0;
      if (rank_.distinct) used |= values;
    }
  }

  // One of the rivals is as it must be: the line fits one of them, and a last one fits the line.
  bool keep_rivals(const Rank::Group& group, Word wanted) {
    const std::int32_t begin = begin_of_rivals(group);
    const bool either = (wanted & kLower) != 0 && (wanted & kHigher) != 0;
    const std::int32_t open = either ? rank_.length : first_open(0, begin);
    std::int32_t left = 0;
    std::int32_t rival = 0;
    Word kept = 0;
    for (std::int32_t at = group.begin; at < group.end; ++at) {
      const std::int32_t line = rank_.grouped[at];
      if ((relations_[at] & wanted) != 0) {
        ++left;
        rival = line;
        if (open < rank_.length) kept |= supported(0, line, reversed(wanted), begin, open, used_before(group));
      } else if (!keep_values(line, ~first_)) {
        return false;
      }
    }
    if (open < rank_.length && !keep_values(open, kept)) return false;
    if (left > 1) return true;
    if (group.values != 0 && !keep_values(rival, first_)) return false;
    const std::int32_t open_of_rival = either ? rank_.length : first_open(rival, begin);
    return open_of_rival == rank_.length ||
           keep_values(rival + open_of_rival, supported(rival, 0, wanted, begin, open_of_rival, used_before(group)));
  }

  Search& search_;
  const Rank& rank_;
  const Mask* domains_;
  Word first_ = 0;   // the values of the line at its first place: one, if lines are in houses
  Word* relations_;  // by place in `grouped`
  Word* of_group_;
};

// How the values of the line compare with those of the others when each variable has one.
template <typename DomainOf>
bool holds(const Rank& rank, DomainOf domain_of) {
  std::int64_t lower = 0;
  for (std::int32_t line = rank.length; line < rank.variables.size; line += rank.length) {
    std::int32_t place = 0;
    Word own = 0;
    Word other = 0;
    for (; place < rank.length && own == other; ++place) {
      own = ordered_values(rank, place, domain_of(rank.variables[place]));
      other = ordered_values(rank, line + place, domain_of(rank.variables[line + place]));
    }
    if (own == other && !rank.ties) return false;
    lower += other < own;
  }
  return lower == rank.lower;
}

template <typename Mask>
bool propagate(Search& search, const Rank& rank) {
  if (!rank.negated) return RankSearch<Mask>(search, rank).run();
  return refuse<Mask>(search, rank.scope, [&](auto domain_of) { return holds(rank, domain_of); });
}

}  // namespace
}  // namespace sudoku_cp::SUDOKU_CP_LEVEL
