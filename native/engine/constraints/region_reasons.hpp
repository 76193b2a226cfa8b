// Why regions to be found, and connected groups, removed a value or failed.
#pragma once

#include <optional>
#include <span>

#include "constraints/scope_domain.hpp"

namespace sudoku_cp {

struct Connected;
struct Regions;

// As `Explainer::widen`; false, with the scope as it was, where no reason has been found.
bool widen(const Connected& group, std::span<ScopeDomain> scope, std::optional<Slot> removed);
bool widen(const Regions& regions, std::span<ScopeDomain> scope, std::optional<Slot> removed);

}  // namespace sudoku_cp
