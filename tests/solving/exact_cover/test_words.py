"""Automata over cells that differ, which become tables, lists of sets and layouts, beside a list of all words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations, product
from random import Random

import pytest

from sudoku_cp import AllDifferent, AllOf, AnyOf, Automaton, Cell, Model, Sudoku, rules
from sudoku_cp.constraints.combination.exact_cover import united
from sudoku_cp.kernel import DFA, NFA
from sudoku_cp.solving.registry import load_solver
from tests.support import assert_same_sets

Values = tuple[int, ...]


def adding_up(values: Sequence[int], total: int) -> DFA:
    """Words with that sum: the automaton ignores the order."""

    def step(sum_: int, value: int) -> int | None:
        return sum_ + value if abs(sum_ + value) <= 20 else None

    return DFA.unfold(0, step, lambda sum_: sum_ == total, values)


def even_before_odd(values: Sequence[int]) -> DFA:
    """Words whose odd values come last: the order matters."""
    return DFA.unfold(0, lambda odd, value: None if odd > value % 2 else value % 2, lambda _: True, values)


def between(values: Sequence[int], crusts: Values, total: int) -> DFA:
    """Words with that sum between two values, each of which occurs once."""

    def step(state: tuple[int, int], value: int) -> tuple[int, int] | None:
        seen, sum_ = state
        if value in crusts:
            return (seen + 1, sum_) if seen < 2 else None
        return (seen, sum_ + value) if seen == 1 and sum_ + value <= total else state if seen != 1 else None

    return DFA.unfold((0, 0), step, lambda state: state == (2, total), values)


def sum_between(word: Values, crusts: Values) -> int:
    first, last = sorted(map(word.index, crusts))
    return sum(word[first + 1 : last])


def different(random: Random, size: int, values: Sequence[int]) -> tuple[Model, Sequence[Cell], list[Values]]:
    """Different cells that lack values here and there, and their words."""
    model = Model()
    cells = model.variables([f"x{at}" for at in range(size)], values)
    model.add(AllDifferent(cells))
    words = list(permutations(values, size))
    kept = random.choice(words)
    for at, cell in enumerate(cells):
        for value in random.sample(values, random.randint(0, len(values) // 2)):
            if value != kept[at]:
                model.add(cell != value)
                words = [word for word in words if word[at] != value]
    return model, cells, words


def check(model: Model, cells: Sequence[Cell], dfa: DFA, words: list[Values], holds: Callable[[Values], bool]) -> None:
    model.add(Automaton(cells, dfa))
    found = load_solver("exact-cover").compile(model).solutions()
    assert_same_sets((solution.values_in_order for solution in found), filter(holds, words))


@pytest.mark.parametrize("seed", range(60))
def test_sets(seed: int) -> None:
    random = Random(seed)
    values = range(-1, 5)
    model, cells, words = different(random, random.randint(2, 5), values)
    total = sum(random.choice(words)) + random.choice([0, 0, 0, 1])
    check(model, cells, adding_up(values, total), words, lambda word: sum(word) == total)


def test_cells_that_may_be_equal() -> None:
    model = Model()
    values = range(4)
    cells = model.variables("xyzw", values)
    model.add(AllDifferent(cells[:3]))
    words = [word for word in product(values, repeat=4) if len(set(word[:3])) == 3]
    check(model, cells, adding_up(values, 9), words, lambda word: sum(word) == 9)


@pytest.mark.parametrize("seed", range(20))
def test_order(seed: int) -> None:
    values = range(6)
    model, cells, words = different(Random(seed), 4, values)
    odds = [[value % 2 for value in word] for word in words]
    sorted_words = {word for word, odd in zip(words, odds, strict=True) if odd == sorted(odd)}
    check(model, cells, even_before_odd(values), words, sorted_words.__contains__)


def test_lines_of_one_automaton_with_other_values() -> None:
    """Short words are listed once for all lines with the same values, and again for others and for other lengths."""
    model = Model()
    values = range(6)
    lines = [
        model.variables([f"{name}{at}" for at in range(size)], values) for name, size in (("x", 3), ("y", 3), ("z", 2))
    ]
    model.add(*map(AllDifferent, lines), *(cell <= 3 for cell in lines[0]))
    dfa = adding_up(values, 6)
    model.add(*(Automaton(line, dfa) for line in lines))
    words = [
        [word for word in permutations(range(last), size) if sum(word) == 6] for last, size in ((4, 3), (6, 3), (6, 2))
    ]
    found = load_solver("exact-cover").compile(model).solutions()
    assert_same_sets(
        (solution.values_in_order for solution in found), (one + two + three for one, two, three in product(*words))
    )


@pytest.mark.parametrize("seed", range(60))
def test_between(seed: int) -> None:
    random = Random(seed)
    values = range(1, random.choice([4, 6, 7]))
    model, cells, words = different(random, len(values), values)
    crusts = random.choice(list(permutations(values, 2)))
    total = sum_between(random.choice(words), crusts) + random.choice([0, 0, 0, 1])
    check(model, cells, between(values, crusts, total), words, lambda word: sum_between(word, crusts) == total)


@pytest.mark.parametrize(("size", "length", "nodes"), [(9, 4, 0), (9, 6, 0)])
def test_a_renban_takes_what_its_house_must_give_it(size: int, length: int, nodes: int) -> None:
    """The digits of one end have no place left outside the line, those of the other end none on it."""
    sudoku = Sudoku(size)
    line = sudoku.rows[0][:length]
    sudoku.add(rules.renban(line), *(cell != 1 for cell in sudoku.rows[0][length:]))
    sudoku.add(*(cell != length for cell in line))
    result = load_solver("exact-cover").compile(sudoku).count(1)
    assert (result.count, result.statistics.nodes) == (0, nodes)


@pytest.mark.parametrize("negated", [False, True])
def test_alternatives_are_one_automaton(negated: bool) -> None:
    """Some alternatives are deterministic, some are not, and some lie deeper."""
    values = range(4)
    model = Model()
    cells = model.variables("xyz", values)
    twice = NFA(({0: frozenset({0, 1})}, {0: frozenset({1}), 3: frozenset({1})}), frozenset({1}))
    sums = [Automaton(cells, adding_up(values, total)) for total in (1, 8)]
    alternatives = AnyOf(sums[0], AnyOf(AnyOf(sums[1]), Automaton(cells, twice)))
    model.add(~alternatives if negated else alternatives)
    words = product(values, repeat=3)
    expected = [word for word in words if (sum(word) in (1, 8) or twice.accepts(word)) != negated]
    found = load_solver("exact-cover").compile(model).solutions()
    assert_same_sets((solution.values_in_order for solution in found), expected)


def test_clues_of_one_kind_share_an_automaton() -> None:
    """What is made of an automaton for the engine is made once for all lines that have it."""
    values = range(4)
    cells = Model().variables("uvwxyz", values)
    machines = [adding_up(values, total) for total in (1, 8)]
    one, other = (united(AnyOf(*(Automaton(line, machine) for machine in machines))) for line in (cells[:3], cells[3:]))
    assert one is not None
    assert other is not None
    assert one.machine is other.machine
    alone = Automaton(cells, machines[0])
    assert united(AllOf(alone, alone)) is None
    assert united(AnyOf(AllOf(alone), AllOf(alone))) is alone


def test_alternatives_over_other_cells_stay_apart() -> None:
    values = range(3)
    model = Model()
    x, y, z = model.variables("xyz", values)
    rising = even_before_odd(values)
    model.add(AnyOf(Automaton((x, y), rising), Automaton((z, y), rising)))
    words = product(values, repeat=3)
    expected = [word for word in words if min(word[0] % 2, word[2] % 2) <= word[1] % 2]
    found = load_solver("exact-cover").compile(model).solutions()
    assert_same_sets((solution.values_in_order for solution in found), expected)


def test_a_house_of_which_some_cells_are_asked() -> None:
    """The values between two others need not be there where the house has more cells."""
    values = range(1, 6)
    model = Model()
    cells = model.variables([f"x{at}" for at in range(5)], values)
    model.add(AllDifferent(cells), Automaton(cells[:4], between(values, (1, 5), 2)))
    expected = [
        word for word in permutations(values) if 5 in word[:4] and 1 in word[:4] and sum_between(word, (1, 5)) == 2
    ]
    found = load_solver("exact-cover").compile(model).solutions()
    assert_same_sets((solution.values_in_order for solution in found), expected)
