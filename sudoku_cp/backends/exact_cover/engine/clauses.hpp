// Clauses over the options of a problem, each watched by two of its literals.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

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
//   | size | LBD: 0 for one that must stay | activity | literal | literal | … |
class Clause {
 public:
  static constexpr std::size_t kHeader = 3;

  explicit Clause(std::uint32_t* begin) : begin_(begin) {}

  std::uint32_t size() const { return begin_[0]; }
  std::uint32_t lbd() const { return begin_[1]; }
  bool is_learned() const { return lbd() != 0; }
  float activity() const { return std::bit_cast<float>(begin_[2]); }
  void set_activity(float activity) { begin_[2] = std::bit_cast<std::uint32_t>(activity); }
  std::span<Literal> literals() const { return {reinterpret_cast<Literal*>(begin_ + kHeader), size()}; }

 private:
  std::uint32_t* begin_;
};

struct Watch {
  ClauseId clause;
  Literal other;  // a literal of the clause: where it is true the clause need not be looked at
};

class ClauseStore {
 public:
  explicit ClauseStore(std::size_t options) : watches_(2 * options) {}

  Clause operator[](ClauseId clause) { return Clause(words_.data() + clause); }

  // The clauses that watch a literal, by the literal.
  std::vector<Watch>& watches(Literal literal) { return watches_[static_cast<std::size_t>(literal)]; }

  // Adds a clause of two literals or more. `lbd` is 0 for one that must stay.
  ClauseId add(std::span<const Literal> literals, std::uint32_t lbd, float activity) {
    const auto clause = static_cast<ClauseId>(words_.size());
    words_.push_back(static_cast<std::uint32_t>(literals.size()));
    words_.push_back(lbd);
    words_.push_back(std::bit_cast<std::uint32_t>(activity));
    for (const Literal literal : literals) words_.push_back(static_cast<std::uint32_t>(literal));
    watches(literals[0]).push_back({clause, literals[1]});
    watches(literals[1]).push_back({clause, literals[0]});
    if (lbd != 0) ++learned_;
    return clause;
  }

  std::size_t learned() const { return learned_; }

  void scale_activities(float factor) {
    for (ClauseId at = 1; at < words_.size(); at += static_cast<ClauseId>((*this)[at].size() + Clause::kHeader)) {
      (*this)[at].set_activity((*this)[at].activity() * factor);
    }
  }

  // Drops the worse half of the learned clauses, and what is true or false for good, as long as nothing else is set.
  template <typename IsTrue, typename IsFalse>
  void reduce(IsTrue is_true, IsFalse is_false);

 private:
  std::vector<std::uint32_t> words_{0};  // so that no clause has number 0
  std::vector<std::vector<Watch>> watches_;
  std::size_t learned_ = 0;
};

template <typename IsTrue, typename IsFalse>
void ClauseStore::reduce(IsTrue is_true, IsFalse is_false) {
  struct Candidate {
    std::uint32_t lbd;
    float activity;
    ClauseId clause;
  };
  std::vector<Candidate> candidates;
  std::vector<ClauseId> kept;
  for (ClauseId at = 1; at < words_.size();) {
    const Clause clause = (*this)[at];
    if (clause.lbd() <= tuning::kLowLbd) kept.push_back(at);
    else candidates.push_back({clause.lbd(), clause.activity(), at});
    at += static_cast<ClauseId>(clause.size() + Clause::kHeader);
  }
  const auto half = candidates.begin() + static_cast<std::ptrdiff_t>(candidates.size() / 2);
  std::ranges::nth_element(candidates, half, [](const Candidate& left, const Candidate& right) {
    if (left.lbd != right.lbd) return left.lbd < right.lbd;
    if (left.activity != right.activity) return left.activity > right.activity;
    return left.clause < right.clause;
  });
  for (auto at = candidates.begin(); at != half; ++at) kept.push_back(at->clause);
  std::ranges::sort(kept);
  std::vector<std::uint32_t> old{0};
  old.swap(words_);
  for (std::vector<Watch>& list : watches_) list.clear();
  learned_ = 0;
  std::vector<Literal> literals;
  for (const ClauseId at : kept) {
    const Clause clause(old.data() + at);
    if (std::ranges::any_of(clause.literals(), is_true)) continue;
    literals.clear();
    std::ranges::remove_copy_if(clause.literals(), std::back_inserter(literals), is_false);
    add(literals, clause.lbd(), clause.activity());
  }
}

}  // namespace sudoku_cp
