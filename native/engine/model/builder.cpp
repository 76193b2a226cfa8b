#include "model/builder.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "lowering/lower.hpp"

namespace sudoku_cp {
namespace {

Word full_mask(std::size_t values) { return values == kWordBits ? ~Word{0} : (Word{1} << values) - 1; }

}  // namespace

void ModelBuilder::add_variable(ValueTable values) {
  if (values->empty() || values->size() > kWordBits) throw std::invalid_argument("a domain needs 1 to 64 values");
  declared_.store.domains.push_back(full_mask(values->size()));
  declared_.store.tables.push_back(std::move(values));
}

void ModelBuilder::restrict_values(std::int32_t variable, std::span<const std::int64_t> values) {
  declared_.store.domain(variable) &= declared_.store.mask_of(variable, values);
}

void ModelBuilder::add(Constraint constraint) {
  const auto mark = [&](auto& each) {
    if constexpr (requires { each.bounded; }) each.bounded = bounded_;
  };
  std::visit(mark, constraint);
  declared_.constraints.push_back(std::move(constraint));
}

std::int32_t ModelBuilder::add_part(Constraint constraint) {
  declared_.parts.push_back(std::move(constraint));
  return declared_.store.declared_parts++;
}

void ModelBuilder::close_group() {
  group_ends_.push_back({declared_.store.houses.size(), declared_.constraints.size(), declared_.parts.size()});
}

ModelBuilder ModelBuilder::of_groups(std::span<const std::int32_t> groups, std::span<const Word> domains) const {
  if (domains.size() != declared_.store.domains.size()) throw std::invalid_argument("each cell needs a mask");
  ModelBuilder model;
  Declarations& chosen = model.declared_;
  chosen.store = declared_.store;
  chosen.store.houses.clear();
  for (std::size_t variable = 0; variable < domains.size(); ++variable) {
    chosen.store.domains[variable] &= domains[variable];
    chosen.contradiction |= chosen.store.domains[variable] == 0;
  }
  // Combinations name parts by number, so a sum of no terms, which holds, stands in for the parts of other groups.
  chosen.parts.assign(declared_.parts.size(), Linear{{}, Relation::kEqual, 0, {}});
  for (const std::int32_t group : groups) {
    const auto at = static_cast<std::size_t>(group);
    if (group < 0 || at >= group_ends_.size()) throw std::out_of_range("there is no such group");
    const GroupEnd begin = group == 0 ? GroupEnd{0, 0, 0} : group_ends_[at - 1];
    const GroupEnd end = group_ends_[at];
    const auto copy = [](const auto& all, std::size_t from, std::size_t to, auto target) {
      std::copy(all.begin() + static_cast<std::ptrdiff_t>(from), all.begin() + static_cast<std::ptrdiff_t>(to), target);
    };
    copy(declared_.store.houses, begin.houses, end.houses, std::back_inserter(chosen.store.houses));
    copy(declared_.constraints, begin.constraints, end.constraints, std::back_inserter(chosen.constraints));
    copy(declared_.parts, begin.parts, end.parts, chosen.parts.begin() + static_cast<std::ptrdiff_t>(begin.parts));
  }
  return model;
}

std::shared_ptr<const Problem> ModelBuilder::build(bool clausal, Control* control) {
  return lower(declared_, clausal, control);
}

}  // namespace sudoku_cp
