#include "cdcl/open_options.hpp"

#include <algorithm>
#include <bit>

namespace sudoku_cp {
namespace {

Slot slot_at(std::size_t variable, int bit) { return static_cast<Slot>(variable * kWordBits) + static_cast<Slot>(bit); }

}  // namespace

OpenOptions::OpenOptions(const ProblemView& problem, std::span<const Word> domains)
    : domains_(domains.begin(), domains.end()) {
  for (std::size_t variable = 0; variable < domains_.size(); ++variable) {
    first_.push_back(static_cast<std::int32_t>(slots_.size()));
    for (Word rest = domains_[variable]; rest != 0; rest &= rest - 1) {
      slots_.push_back(slot_at(variable, std::countr_zero(rest)));
    }
  }
  list_rivals(problem.cells);
  list_choices(problem.cells);
  SUDOKU_CP_ASSERT(rivals_are_mutual());
}

std::int32_t OpenOptions::find(Slot slot) const {
  SUDOKU_CP_ASSERT(slot / kWordBits < domains_.size());
  const Word domain = domains_[slot / kWordBits];
  const Word bit = Word{1} << (slot % kWordBits);
  return (domain & bit) == 0 ? -1 : first_[slot / kWordBits] + std::popcount(domain & (bit - 1));
}

#ifdef SUDOKU_CP_ASSERTIONS
bool OpenOptions::rivals_are_mutual() const {
  for (std::size_t option = 0; option < size(); ++option) {
    const auto own = static_cast<std::int32_t>(option);
    for (const std::int32_t rival : rivals(own)) {
      if (rival == own || std::ranges::find(rivals(rival), own) == rivals(rival).end()) return false;
    }
  }
  return true;
}
#endif

void OpenOptions::add_to(Lists<std::int32_t>& lists, Slot slot) const {
  const std::int32_t option = find(slot);
  if (option >= 0) lists.values.push_back(option);
}

void OpenOptions::list_rivals(const CellView& cells) {
  for (const Slot slot : slots_) {
    const std::size_t variable = slot / kWordBits;
    const int bit = static_cast<int>(slot % kWordBits);
    for (int other = 0; other < cells.values; ++other) {
      if (other != bit) add_to(rivals_, slot_at(variable, other));
    }
    for (std::uint32_t at = cells.peers.begin[variable]; at < cells.peers.begin[variable + 1]; ++at) {
      add_to(rivals_, slot_at(static_cast<std::size_t>(cells.peers.values[at]), bit));
    }
    if (cells.conflicts.begin != nullptr) {
      for (std::uint32_t at = cells.conflicts.begin[slot]; at < cells.conflicts.begin[slot + 1]; ++at) {
        add_to(rivals_, cells.conflicts.values[at]);
      }
    }
    rivals_.close();
  }
}

void OpenOptions::list_choices(const CellView& cells) {
  for (std::size_t variable = 0; variable < domains_.size(); ++variable) {
    for (int bit = 0; bit < cells.values; ++bit) add_to(choices_, slot_at(variable, bit));
    choices_.close();
  }
  for (std::int32_t house = 0; house < cells.house_count; ++house) {
    for (Word rest = cells.house_values[house]; rest != 0; rest &= rest - 1) {
      for (std::uint32_t at = cells.houses.begin[house]; at < cells.houses.begin[house + 1]; ++at) {
        add_to(choices_, slot_at(static_cast<std::size_t>(cells.houses.values[at]), std::countr_zero(rest)));
      }
      choices_.close();
    }
  }
}

}  // namespace sudoku_cp
