// XY-wings and XYZ-wings.
#pragma once

#include "step.hpp"

namespace sudoku_cp::rating {

bool find_xy_wings(const Grid& grid, const Visit& visit);
bool find_xyz_wings(const Grid& grid, const Visit& visit);

}  // namespace sudoku_cp::rating
