// The open options of a cell problem, numbered, and what houses and differing cells imply for them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/problem.hpp"

namespace sudoku_cp {

class OpenOptions {
 public:
  // `domains`: the remaining values of each variable.
  OpenOptions(const ProblemView& problem, std::span<const Word> domains);

  std::size_t size() const { return slots_.size(); }
  std::span<const Word> domains() const { return domains_; }

  // The number of the variable's first option; the others follow in ascending order of their bits.
  std::int32_t first_of(std::size_t variable) const { return first_[variable]; }

  Slot slot_of(std::int32_t option) const { return slots_[static_cast<std::size_t>(option)]; }
  std::size_t variable_of(std::int32_t option) const { return slot_of(option) / kWordBits; }
  Word bit_of(std::int32_t option) const { return Word{1} << (slot_of(option) % kWordBits); }

  // The number of an option, or -1 where it is not open.
  std::int32_t find(Slot slot) const;

  // The options that exclude this one.
  std::span<const std::int32_t> rivals(std::int32_t option) const { return rivals_[static_cast<std::size_t>(option)]; }

  // Sets of options of which one must be taken: those of a variable, and those that place a value in a house.
  const Lists<std::int32_t>& choices() const { return choices_; }

 private:
  void list_rivals(const CellView& cells);
  void list_choices(const CellView& cells);
  void add_to(Lists<std::int32_t>& lists, Slot slot) const;
  bool rivals_are_mutual() const;  // asked by an assertion

  std::vector<Word> domains_;
  std::vector<std::int32_t> first_;  // by variable
  std::vector<Slot> slots_;
  Lists<std::int32_t> rivals_;
  Lists<std::int32_t> choices_;
};

}  // namespace sudoku_cp
