// The constraints of the engine. A new one is a header of its own, included and listed here: storage, dispatch and
// binding follow from the list.
#pragma once

#include "constraints/automaton/propagator.hpp"
#include "constraints/cardinality.hpp"
#include "constraints/combination.hpp"
#include "constraints/connected/propagator.hpp"
#include "constraints/count.hpp"
#include "constraints/count_distinct.hpp"
#include "constraints/element.hpp"
#include "constraints/exactly_once.hpp"
#include "constraints/extremum.hpp"
#include "constraints/group_sum/propagator.hpp"
#include "constraints/increasing.hpp"
#include "constraints/layouts.hpp"
#include "constraints/linear.hpp"
#include "constraints/loop/propagator.hpp"
#include "constraints/polynomial.hpp"
#include "constraints/precedence/propagator.hpp"
#include "constraints/product.hpp"
#include "constraints/rank/propagator.hpp"
#include "constraints/regions/propagator.hpp"
#include "constraints/set_list.hpp"
#include "constraints/sightlines/propagator.hpp"
#include "constraints/table.hpp"

namespace sudoku_cp {

using ConstraintTypes = TypeList<Linear, Table, SetList, GroupSum, Automaton, Layouts, Element, Count, ExactlyOnce,
                                 CountDistinct, Extremum, Product, Connected, Regions, Sightlines, Precedence, Rank,
                                 Loop, Increasing, Cardinality, Polynomial, Combination>;

}  // namespace sudoku_cp
