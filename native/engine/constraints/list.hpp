// The constraints of the engine. A new one is a header of its own, included and listed here: storage, dispatch and
// binding follow from the list.
#pragma once

#include "automaton.hpp"
#include "cardinality.hpp"
#include "combination.hpp"
#include "connected.hpp"
#include "count.hpp"
#include "count_distinct.hpp"
#include "element.hpp"
#include "exactly_once.hpp"
#include "extremum.hpp"
#include "group_sum.hpp"
#include "increasing.hpp"
#include "layouts.hpp"
#include "linear.hpp"
#include "precedence.hpp"
#include "product.hpp"
#include "rank.hpp"
#include "regions.hpp"
#include "set_list.hpp"
#include "sightlines.hpp"
#include "table.hpp"

namespace sudoku_cp {

using ConstraintTypes =
    TypeList<Linear, Table, SetList, GroupSum, Automaton, Layouts, Element, Count, ExactlyOnce, CountDistinct, Extremum,
             Product, Connected, Regions, Sightlines, Precedence, Rank, Increasing, Cardinality, Combination>;

}  // namespace sudoku_cp
