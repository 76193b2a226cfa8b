// Clauses over the options of a problem, each watched by two of its literals.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "assertions.hpp"
#include "kernel/scratch.hpp"
#include "tuning.hpp"

namespace sudoku_cp {

// An option is taken, or it is not.
//
//   | number of the option | 0: it is taken, 1: it is not |
using Literal = std::int32_t;

inline Literal taken(std::int32_t option) { return 2 * option; }
inline Literal not_taken(std::int32_t option) { return 2 * option + 1; }
inline Literal negation(Literal literal) { return literal ^ 1; }
inline std::int32_t option_of(Literal literal) { return literal / 2; }
inline bool is_taken(Literal literal) { return (literal & 1) == 0; }

using ClauseId = std::uint32_t;  // where it begins in the store

// A clause in the store; the first two literals are the watched ones.
//
//   | size | LBD, 0 for one that must stay · 4 + lives | literal | literal | … |
class Clause {
 public:
  static constexpr std::size_t kHeader = 2;

  explicit Clause(std::uint32_t* begin) : begin_(begin) {}

  std::uint32_t size() const { return begin_[0]; }
  std::uint32_t lbd() const { return begin_[1] / 4; }
  bool is_learned() const { return lbd() != 0; }
  std::span<Literal> literals() const { return {typed<Literal>(begin_ + kHeader), size()}; }

  // The number of reductions that the clause survives, as it was used.
  std::uint32_t lives() const { return begin_[1] % 4; }
  void note_use(std::uint32_t lbd) { begin_[1] = lbd * 4 + (lbd <= tuning::kMiddleLbd ? 2 : 1); }
  void set_lives(std::uint32_t lives) {
    SUDOKU_CP_ASSERT(lives < 4);
    begin_[1] = lbd() * 4 + lives;
  }

 private:
  std::uint32_t* begin_;
};

struct Watch {
  ClauseId clause : 31;
  ClauseId is_binary : 1;  // then `other` is the only other literal of the clause
  Literal other;           // a literal of the clause: while it is true, the clause needs no visit
};

class ClauseStore {
 public:
  explicit ClauseStore(std::size_t options) : watches_(2 * options) {}

  Clause operator[](ClauseId clause) {
    SUDOKU_CP_ASSERT(clause > 0 && clause + Clause::kHeader + words_[clause] <= words_.size());
    return Clause(words_.data() + clause);
  }

  void add_option() { watches_.resize(watches_.size() + 2); }

  // The clauses that watch a literal, by the literal.
  std::vector<Watch>& watches(Literal literal) { return watches_[static_cast<std::size_t>(literal)]; }

  // Adds a clause of two literals or more. `lbd` is 0 for one that must stay.
  ClauseId add(std::span<const Literal> literals, std::uint32_t lbd) {
    SUDOKU_CP_ASSERT(literals.size() >= 2 && literals[0] != literals[1]);
    // A watch has 31 bits for the number.
    SUDOKU_CP_ASSERT(words_.size() < std::size_t{1} << 31);
    const auto clause = static_cast<ClauseId>(words_.size());
    words_.push_back(static_cast<std::uint32_t>(literals.size()));
    words_.push_back(lbd * 4);
    for (const Literal literal : literals) words_.push_back(static_cast<std::uint32_t>(literal));
    const ClauseId is_binary = literals.size() == 2;
    watches(literals[0]).push_back({clause, is_binary, literals[1]});
    watches(literals[1]).push_back({clause, is_binary, literals[0]});
    return clause;
  }

  // Drops most learned clauses of high LBD that were not used lately, and removes what is true or false at the root. No
  // decision may be set.
  template <typename IsTrue, typename IsFalse>
  void reduce(IsTrue is_true, IsFalse is_false);

 private:
  std::vector<std::uint32_t> words_{0};  // so that no clause has number 0
  std::vector<std::vector<Watch>> watches_;
};

template <typename IsTrue, typename IsFalse>
void ClauseStore::reduce(IsTrue is_true, IsFalse is_false) {
  std::vector<ClauseId> candidates, kept;
  for (ClauseId at = 1; at < words_.size();) {
    Clause clause = (*this)[at];
    const bool may_go = clause.lbd() > tuning::kLowLbd && clause.lives() == 0;
    if (clause.lives() > 0) clause.set_lives(clause.lives() - 1);
    (may_go ? candidates : kept).push_back(at);
    at += static_cast<ClauseId>(clause.size() + Clause::kHeader);
  }
  const auto better = [&](ClauseId left, ClauseId right) {
    const Clause first = (*this)[left], second = (*this)[right];
    if (first.lbd() != second.lbd()) return first.lbd() < second.lbd();
    if (first.size() != second.size()) return first.size() < second.size();
    return left > right;
  };
  const auto end = candidates.begin() + static_cast<std::ptrdiff_t>(candidates.size() / tuning::kPartOfClausesKept);
  std::ranges::nth_element(candidates, end, better);
  kept.insert(kept.end(), candidates.begin(), end);
  std::ranges::sort(kept);
  std::vector<std::uint32_t> old{0};
  old.swap(words_);
  for (std::vector<Watch>& list : watches_) list.clear();
  std::vector<Literal> literals;
  for (const ClauseId at : kept) {
    const Clause clause(old.data() + at);
    if (std::ranges::any_of(clause.literals(), is_true)) continue;
    literals.clear();
    std::ranges::remove_copy_if(clause.literals(), std::back_inserter(literals), is_false);
    const ClauseId added = add(literals, clause.lbd());
    (*this)[added].set_lives(clause.lives());
  }
}

}  // namespace sudoku_cp
