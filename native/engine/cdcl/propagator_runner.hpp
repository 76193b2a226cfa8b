// Runs single propagators on domains that the caller gives: no watchers wake, and only state that is valid for any domains
// is kept between runs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "aligned.hpp"
#include "model/problem.hpp"

namespace sudoku_cp {

class PropagatorRunner {
 public:
  PropagatorRunner(const Problem& problem, const SearchKernel& kernel);
  PropagatorRunner(const PropagatorRunner&) = delete;
  PropagatorRunner& operator=(const PropagatorRunner&) = delete;

  std::size_t propagators() const { return propagators_; }

  // The variables of a propagator, each once.
  std::span<const std::int32_t> scope(std::int32_t propagator) const {
    const std::uint32_t* const begin = view_.scopes.begin + propagator;
    return {view_.scopes.values + begin[0], view_.scopes.values + begin[1]};
  }

  const PropagatorView& view(std::int32_t propagator) const { return view_.propagator_list[propagator]; }

  // The values of a variable's bits.
  const std::int64_t* value_table(std::int32_t variable) const { return view_.value_tables[variable]; }

  Word domain(std::int32_t variable) const;
  void set_domain(std::int32_t variable, Word domain);

  // Narrows the domains of the scope. Returns false on a contradiction, which leaves them undefined.
  bool run(std::int32_t propagator);

  std::int64_t runs() const { return search_.statistics.propagations; }

 private:
  const SearchKernel* kernel_;
  ProblemView view_;  // without watchers
  std::size_t propagators_;
  AlignedArray<std::byte> alive_;
  std::vector<Word> reversible_;  // only what holds for any domains is read
  std::vector<Word> workspace_, unions_;
  AlignedArray<std::byte> trials_;
  std::vector<std::int32_t> forced_;
  Search search_{};
};

}  // namespace sudoku_cp
