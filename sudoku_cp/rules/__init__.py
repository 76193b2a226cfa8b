"""Named variant rules, each a combination of kernel constraints, and the decorator that declares more.

>>> from sudoku_cp import Sudoku
>>> from sudoku_cp.rules import anti_knight, killer
>>> sudoku = Sudoku(9)
>>> sudoku.add(anti_knight(), killer("r1c1 r1c2", sum=3))

The first use of a rule or of the registry loads all rules, always in the same order; the picture of a plain sudoku
needs only the shapes.
"""

from sudoku_cp._base.lazy import lazy_names

TYPE_CHECKING = False

if TYPE_CHECKING:
    from sudoku_cp.rules.applied_rule import AppliedRule
    from sudoku_cp.rules.arithmetic import calcudoku
    from sudoku_cp.rules.cages import compare_cages, killer, multi_sum_cage
    from sudoku_cp.rules.cages_rare import equality_cage, lunchbox, rellik
    from sudoku_cp.rules.chaos import chaos_construction, region_border, region_count, region_view, same_region
    from sudoku_cp.rules.chess import anti_king, anti_knight, anti_leaper, anti_queen, knightmare, taxicab
    from sudoku_cp.rules.combinations import all_of, any_of, at_least, at_most, exactly, none_of
    from sudoku_cp.rules.counting import (
        contain_at_least,
        contain_exactly,
        count_digits,
        count_distinct,
        counting_circles,
        look_and_say,
        same_values,
    )
    from sudoku_cp.rules.dots import (
        consecutive,
        greater_than,
        kropki_black,
        kropki_grey,
        kropki_white,
        quadruple,
        xv,
    )
    from sudoku_cp.rules.drawings import Border, Cage, Dot, Drawing, Line, Mark, Outside, Shade
    from sudoku_cp.rules.indexing import box_indexing, column_indexing, indexing_159, row_indexing, value_indexing
    from sudoku_cp.rules.lines_arrow import ambiguous_arrow, arrow, double_arrow, split_pea
    from sudoku_cp.rules.lines_ends import between_line, lockout_line
    from sudoku_cp.rules.lines_regular import automaton_line, hidden_sequence, pair_line, regular_line
    from sudoku_cp.rules.lines_sets import index_line, nabner, renban
    from sudoku_cp.rules.lines_steps import entropic_line, modular_line, parity_line, whisper
    from sudoku_cp.rules.lines_sums import palindrome, region_sum_line, sequence_line, sum_line, zipper_line
    from sudoku_cp.rules.lines_thermo import ambiguous_thermo, fast_thermo, slow_thermo, thermo
    from sudoku_cp.rules.loading import load_rules
    from sudoku_cp.rules.modifiers import (
        doubler,
        doublers,
        halver,
        halvers,
        multiplier,
        multipliers,
        negator,
        negators,
        schroedinger_cells,
    )
    from sudoku_cp.rules.negative import negative_difference, negative_ratio, negative_sum
    from sudoku_cp.rules.neighbours import (
        anti_taxicab,
        dutch_flatmates,
        global_entropy,
        global_mod,
        global_whisper,
        maximum,
        minimum,
        non_consecutive,
    )
    from sudoku_cp.rules.outside_cells import (
        first_seen,
        little_killer,
        margin_product,
        margin_sum,
        numbered_room,
        outside,
        rossini,
    )
    from sudoku_cp.rules.outside_lines import battlefield, sandwich, skyscraper, x_sum
    from sudoku_cp.rules.outside_ranks import full_rank, hidden_skyscraper, no_rank_ties
    from sudoku_cp.rules.parameters import Cells, Clues, Numbers, Pair, Parameter
    from sudoku_cp.rules.parity import even, odd
    from sudoku_cp.rules.regions import clone, diagonal, diagonals, disjoint_groups, extra_region, magic_square, windoku
    from sudoku_cp.rules.registry import RULES, Rule, clue, rule
    from sudoku_cp.rules.whole_grid import connected_values, doppelganger, one_digit_set
else:
    _SHAPES = {
        "sudoku_cp.rules.applied_rule": "AppliedRule",
        "sudoku_cp.rules.drawings": "Border Cage Dot Drawing Line Mark Outside Shade",
    }
    _RULES = {
        "sudoku_cp.rules.arithmetic": "calcudoku",
        "sudoku_cp.rules.cages": "compare_cages killer multi_sum_cage",
        "sudoku_cp.rules.cages_rare": "equality_cage lunchbox rellik",
        "sudoku_cp.rules.chaos": "chaos_construction region_border region_count region_view same_region",
        "sudoku_cp.rules.chess": "anti_king anti_knight anti_leaper anti_queen knightmare taxicab",
        "sudoku_cp.rules.combinations": "all_of any_of at_least at_most exactly none_of",
        "sudoku_cp.rules.counting": (
            "contain_at_least contain_exactly count_digits count_distinct counting_circles look_and_say same_values"
        ),
        "sudoku_cp.rules.dots": "consecutive greater_than kropki_black kropki_grey kropki_white quadruple xv",
        "sudoku_cp.rules.indexing": "box_indexing column_indexing indexing_159 row_indexing value_indexing",
        "sudoku_cp.rules.lines_arrow": "ambiguous_arrow arrow double_arrow split_pea",
        "sudoku_cp.rules.lines_ends": "between_line lockout_line",
        "sudoku_cp.rules.lines_regular": "automaton_line hidden_sequence pair_line regular_line",
        "sudoku_cp.rules.lines_sets": "index_line nabner renban",
        "sudoku_cp.rules.lines_steps": "entropic_line modular_line parity_line whisper",
        "sudoku_cp.rules.lines_sums": "palindrome region_sum_line sequence_line sum_line zipper_line",
        "sudoku_cp.rules.lines_thermo": "ambiguous_thermo fast_thermo slow_thermo thermo",
        "sudoku_cp.rules.loading": "load_rules",
        "sudoku_cp.rules.modifiers": (
            "doubler doublers halver halvers multiplier multipliers negator negators schroedinger_cells"
        ),
        "sudoku_cp.rules.negative": "negative_difference negative_ratio negative_sum",
        "sudoku_cp.rules.neighbours": (
            "anti_taxicab dutch_flatmates global_entropy global_mod global_whisper maximum minimum non_consecutive"
        ),
        "sudoku_cp.rules.outside_cells": (
            "first_seen little_killer margin_product margin_sum numbered_room outside rossini"
        ),
        "sudoku_cp.rules.outside_lines": "battlefield sandwich skyscraper x_sum",
        "sudoku_cp.rules.outside_ranks": "full_rank hidden_skyscraper no_rank_ties",
        "sudoku_cp.rules.parameters": "Cells Clues Numbers Pair Parameter",
        "sudoku_cp.rules.parity": "even odd",
        "sudoku_cp.rules.regions": "clone diagonal diagonals disjoint_groups extra_region magic_square windoku",
        "sudoku_cp.rules.registry": "RULES Rule clue rule",
        "sudoku_cp.rules.whole_grid": "connected_values doppelganger one_digit_set",
    }
    __getattr__, __dir__ = lazy_names(__name__, {**_SHAPES, **_RULES}, together=_RULES)

__all__ = [
    "RULES",
    "AppliedRule",
    "Border",
    "Cage",
    "Cells",
    "Clues",
    "Dot",
    "Drawing",
    "Line",
    "Mark",
    "Numbers",
    "Outside",
    "Pair",
    "Parameter",
    "Rule",
    "Shade",
    "all_of",
    "ambiguous_arrow",
    "ambiguous_thermo",
    "anti_king",
    "anti_knight",
    "anti_leaper",
    "anti_queen",
    "anti_taxicab",
    "any_of",
    "arrow",
    "at_least",
    "at_most",
    "automaton_line",
    "battlefield",
    "between_line",
    "box_indexing",
    "calcudoku",
    "chaos_construction",
    "clone",
    "clue",
    "column_indexing",
    "compare_cages",
    "connected_values",
    "consecutive",
    "contain_at_least",
    "contain_exactly",
    "count_digits",
    "count_distinct",
    "counting_circles",
    "diagonal",
    "diagonals",
    "disjoint_groups",
    "doppelganger",
    "double_arrow",
    "doubler",
    "doublers",
    "dutch_flatmates",
    "entropic_line",
    "equality_cage",
    "even",
    "exactly",
    "extra_region",
    "fast_thermo",
    "first_seen",
    "full_rank",
    "global_entropy",
    "global_mod",
    "global_whisper",
    "greater_than",
    "halver",
    "halvers",
    "hidden_sequence",
    "hidden_skyscraper",
    "index_line",
    "indexing_159",
    "killer",
    "knightmare",
    "kropki_black",
    "kropki_grey",
    "kropki_white",
    "little_killer",
    "load_rules",
    "lockout_line",
    "look_and_say",
    "lunchbox",
    "magic_square",
    "margin_product",
    "margin_sum",
    "maximum",
    "minimum",
    "modular_line",
    "multi_sum_cage",
    "multiplier",
    "multipliers",
    "nabner",
    "negative_difference",
    "negative_ratio",
    "negative_sum",
    "negator",
    "negators",
    "no_rank_ties",
    "non_consecutive",
    "none_of",
    "numbered_room",
    "odd",
    "one_digit_set",
    "outside",
    "pair_line",
    "palindrome",
    "parity_line",
    "quadruple",
    "region_border",
    "region_count",
    "region_sum_line",
    "region_view",
    "regular_line",
    "rellik",
    "renban",
    "rossini",
    "row_indexing",
    "rule",
    "same_region",
    "same_values",
    "sandwich",
    "schroedinger_cells",
    "sequence_line",
    "skyscraper",
    "slow_thermo",
    "split_pea",
    "sum_line",
    "taxicab",
    "thermo",
    "value_indexing",
    "whisper",
    "windoku",
    "x_sum",
    "xv",
    "zipper_line",
]
