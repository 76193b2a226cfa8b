"""Named variant rules, each a combination of kernel constraints, and the decorator that declares more.

>>> from sudoku_cp import Sudoku
>>> from sudoku_cp.rules import anti_knight, killer
>>> sudoku = Sudoku(9)
>>> sudoku.add(anti_knight(), killer("r1c1 r1c2", sum=3))

The first use of a rule or of the registry loads all rules, always in the same order; the picture of a plain sudoku
needs only the shapes.
"""

from sudoku_cp._base.lazy import LazyNames

with LazyNames(globals(), alone=("sudoku_cp.rules.applied_rule", "sudoku_cp.rules.drawings")):
    from sudoku_cp.rules.applied_rule import (
        AppliedRule as AppliedRule,
    )
    from sudoku_cp.rules.cages import (
        calcudoku as calcudoku,
        compare_cages as compare_cages,
        equality_cage as equality_cage,
        killer as killer,
        lunchbox as lunchbox,
        multi_sum_cage as multi_sum_cage,
        rellik as rellik,
    )
    from sudoku_cp.rules.chaos import (
        chaos_construction as chaos_construction,
        region_border as region_border,
        region_count as region_count,
        region_view as region_view,
        same_region as same_region,
    )
    from sudoku_cp.rules.chess import (
        anti_king as anti_king,
        anti_knight as anti_knight,
        anti_leaper as anti_leaper,
        anti_queen as anti_queen,
        knight_group as knight_group,
        knightmare as knightmare,
        taxicab as taxicab,
    )
    from sudoku_cp.rules.combinations import (
        all_of as all_of,
        any_of as any_of,
        at_least as at_least,
        at_most as at_most,
        exactly as exactly,
        none_of as none_of,
    )
    from sudoku_cp.rules.counting import (
        contain_at_least as contain_at_least,
        contain_exactly as contain_exactly,
        count_digits as count_digits,
        count_distinct as count_distinct,
        counting_circles as counting_circles,
        look_and_say as look_and_say,
        same_values as same_values,
    )
    from sudoku_cp.rules.dots import (
        consecutive as consecutive,
        greater_than as greater_than,
        kropki_black as kropki_black,
        kropki_grey as kropki_grey,
        kropki_white as kropki_white,
        negative_difference as negative_difference,
        negative_ratio as negative_ratio,
        negative_sum as negative_sum,
        quadruple as quadruple,
        xv as xv,
    )
    from sudoku_cp.rules.drawings import (
        Border as Border,
        Cage as Cage,
        Dot as Dot,
        Drawing as Drawing,
        Line as Line,
        Mark as Mark,
        Outside as Outside,
        Shade as Shade,
    )
    from sudoku_cp.rules.lines_regular import (
        automaton_line as automaton_line,
        hidden_sequence as hidden_sequence,
        pair_line as pair_line,
        regular_line as regular_line,
    )
    from sudoku_cp.rules.lines_steps import (
        ambiguous_thermo as ambiguous_thermo,
        entropic_line as entropic_line,
        fast_thermo as fast_thermo,
        index_line as index_line,
        modular_line as modular_line,
        nabner as nabner,
        parity_line as parity_line,
        renban as renban,
        slow_thermo as slow_thermo,
        thermo as thermo,
        whisper as whisper,
    )
    from sudoku_cp.rules.lines_sums import (
        ambiguous_arrow as ambiguous_arrow,
        arrow as arrow,
        between_line as between_line,
        double_arrow as double_arrow,
        equal_ends as equal_ends,
        fibonacci_line as fibonacci_line,
        lockout_line as lockout_line,
        palindrome as palindrome,
        region_sum_line as region_sum_line,
        sequence_line as sequence_line,
        split_pea as split_pea,
        sum_line as sum_line,
        zipper_line as zipper_line,
    )
    from sudoku_cp.rules.loading import (
        load_rules as load_rules,
    )
    from sudoku_cp.rules.loops import (
        loop as loop,
        path as path,
        slitherlink as slitherlink,
    )
    from sudoku_cp.rules.modifiers import (
        doubler as doubler,
        doublers as doublers,
        halver as halver,
        halvers as halvers,
        hot_cold as hot_cold,
        multiplier as multiplier,
        multipliers as multipliers,
        negator as negator,
        negators as negators,
        schroedinger_cells as schroedinger_cells,
    )
    from sudoku_cp.rules.neighbours import (
        anti_taxicab as anti_taxicab,
        dutch_flatmates as dutch_flatmates,
        global_entropy as global_entropy,
        global_mod as global_mod,
        global_whisper as global_whisper,
        maximum as maximum,
        minimum as minimum,
        neighbour_count as neighbour_count,
        no_parity_run as no_parity_run,
        non_consecutive as non_consecutive,
    )
    from sudoku_cp.rules.outside_cells import (
        first_seen as first_seen,
        little_killer as little_killer,
        margin_product as margin_product,
        margin_sum as margin_sum,
        numbered_room as numbered_room,
        outside as outside,
        rossini as rossini,
    )
    from sudoku_cp.rules.outside_lines import (
        battlefield as battlefield,
        full_rank as full_rank,
        hidden_skyscraper as hidden_skyscraper,
        no_rank_ties as no_rank_ties,
        sandwich as sandwich,
        skyscraper as skyscraper,
        x_sum as x_sum,
    )
    from sudoku_cp.rules.parameters import (
        Cells as Cells,
        Clues as Clues,
        Numbers as Numbers,
        Pair as Pair,
        Parameter as Parameter,
    )
    from sudoku_cp.rules.regions import (
        clone as clone,
        connected_values as connected_values,
        diagonal as diagonal,
        diagonals as diagonals,
        disjoint_groups as disjoint_groups,
        doppelganger as doppelganger,
        extra_region as extra_region,
        magic_square as magic_square,
        one_digit_set as one_digit_set,
        windoku as windoku,
    )
    from sudoku_cp.rules.registry import (
        RULES as RULES,
        Rule as Rule,
        clue as clue,
        rule as rule,
    )
    from sudoku_cp.rules.shadings import (
        nurikabe as nurikabe,
        shaded_count as shaded_count,
        shading as shading,
        yin_yang as yin_yang,
    )
    from sudoku_cp.rules.single_cells import (
        box_indexing as box_indexing,
        column_indexing as column_indexing,
        even as even,
        indexing_159 as indexing_159,
        odd as odd,
        row_indexing as row_indexing,
        value_indexing as value_indexing,
    )
