from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, strategies as st

from sudoku_cp import (
    DFA,
    NFA,
    Automaton,
    Model,
    ModelError,
)
from sudoku_cp.constraints.automaton import exact_cover
from sudoku_cp.kernel import machines
from sudoku_cp.solving.registry import SOLVERS
from tests.support.cases import Case, assert_means

D3 = (1, 2, 3)
D4 = range(4)
ODD = (-2, 0, 1, 5)


NEVER_TWICE = DFA(({1: 1, 2: 2, 3: 0}, {2: 2, 3: 0}, {1: 1, 3: 0}), frozenset({0, 1, 2}))
"""Neither 11 nor 22."""
EVEN_ONES = DFA(({1: 1, 2: 0, 3: 0}, {1: 0, 2: 1, 3: 1}), frozenset({0}))
ODD_ONES = DFA(EVEN_ONES.transitions, frozenset({0}), start=1)
NOWHERE = DFA(({}, {0: 1}), frozenset({1}))


def no_repeats(*word: int) -> bool:
    return not {(1, 1), (2, 2)} & set(pairwise(word))


def append(word: Any, value: int) -> Any:
    return (*word, value) if len(word) < 3 else None


def sums_to_six(word: Any) -> bool:
    return bool(sum(word) == 6)


def number_so_far(length: int, modulus: int) -> Callable[[Any, int], Any]:
    """The step of an automaton with a state for each place and remainder: the digits read so far as a number."""

    def step(state: Any, digit: int) -> Any:
        place, remainder = state
        return (place + 1, (4 * remainder + digit) % modulus) if place < length else None

    return step


def number_dfa(length: int, modulus: int) -> DFA:
    return DFA.unfold((0, 0), number_so_far(length, modulus), lambda state: state in ((3, 7), (3, 49)), D4)


def from_the_last(dfa: DFA) -> DFA:
    """The same automaton with its states numbered from the other end."""
    last = len(dfa.transitions) - 1
    rows = [{digit: last - state for digit, state in row.items()} for row in reversed(dfa.transitions)]
    return DFA(tuple(rows), frozenset(last - state for state in dfa.accepting), last - dfa.start)


def number(*digits: int) -> int:
    return int("".join(map(str, digits)), 4)


def third_from_the_end() -> NFA:
    """It is 1 or 2; a deterministic automaton has to know the last three values."""
    rows = [{digit: frozenset({0, 1} if digit in (1, 2) else {0}) for digit in D4}]
    rows += [dict.fromkeys(D4, frozenset({state + 1})) for state in (1, 2)]
    return NFA((*rows, {}), frozenset({3}))


def one_of(*dfas: DFA) -> NFA:
    """The words that one of the automata accepts, one after the other among the states."""
    rows: list[dict[int, frozenset[int]]] = []
    accepting, starts = set(), set()
    for dfa in dfas:
        first = len(rows)
        accepting |= {first + state for state in dfa.accepting}
        starts.add(first + dfa.start)
        rows += [{digit: frozenset({first + state}) for digit, state in row.items()} for row in dfa.transitions]
    return NFA(tuple(rows), frozenset(accepting), frozenset(starts))


CASES = {
    "automaton": Case([D3] * 3, lambda *c: Automaton(c, NEVER_TWICE), no_repeats),
    "automaton of one cell": Case([D3], lambda a: Automaton((a,), EVEN_ONES), lambda a: a != 1),
    "automaton, another start": Case([D3] * 3, lambda *c: Automaton(c, ODD_ONES), lambda *v: v.count(1) % 2 == 1),
    "automaton, repeated cell": Case([D3] * 2, lambda a, b: Automaton((a, b, b, a, a), EVEN_ONES), lambda a, b: a != 1),
    "automaton, foreign and missing values": Case(
        [ODD] * 2,
        lambda a, b: Automaton((a, b), DFA(({-2: 1, 9: 0}, {0: 1, 5: 0}), frozenset({1}))),
        lambda a, b: (a, b) == (-2, 0),
    ),
    "automaton of all states merged": Case(
        [D3] * 3, lambda *c: Automaton.stepping(c, (), append, sums_to_six), lambda *v: sum(v) == 6
    ),
    "automaton of more than 128 states": Case(
        [D4] * 4,
        lambda *c: Automaton.stepping(c, (0, 0), number_so_far(4, 97), lambda state: state[1] in (3, 60, 96)),
        lambda *v: number(*v) % 97 in (3, 60, 96),
    ),
    "automaton of more than 64 states that starts in the last one": Case(
        [D4] * 3, lambda *c: Automaton(c, from_the_last(number_dfa(3, 50))), lambda *v: number(*v) % 50 in (7, 49)
    ),
    "nondeterministic automaton": Case(
        [D4] * 4, lambda *c: Automaton(c, third_from_the_end()), lambda *v: v[1] in (1, 2)
    ),
    "nondeterministic automaton, repeated cell": Case(
        [D4] * 3, lambda a, b, c: Automaton((a, b, a, c), third_from_the_end()), lambda a, b, c: b in (1, 2)
    ),
    "nondeterministic automaton, several starts": Case(
        [D3] * 3,
        lambda *c: Automaton(c, one_of(NEVER_TWICE, ODD_ONES)),
        lambda *v: no_repeats(*v) or v.count(1) % 2 == 1,
    ),
    "nondeterministic automaton, foreign and missing values": Case(
        [ODD] * 2,
        lambda a, b: Automaton(
            (a, b), NFA(({-2: frozenset({0, 1}), 9: frozenset({1})}, {5: frozenset({1})}), frozenset({1}))
        ),
        lambda a, b: a == -2 and b in (-2, 5),
    ),
    "nondeterministic automaton of more than 64 states": Case(
        [D4] * 3,
        lambda *c: Automaton(c, one_of(from_the_last(number_dfa(3, 50)), number_dfa(3, 37))),
        lambda *v: number(*v) % 50 in (7, 49) or number(*v) % 37 == 7,
    ),
    "nondeterministic automaton without a start": Case(
        [D3] * 2,
        lambda *c: Automaton(c, NFA((dict.fromkeys(D3, frozenset({0})),), frozenset({0}), frozenset())),
        lambda *v: False,
        all_or_none=True,
    ),
    "nondeterministic automaton of no cells": Case(
        [D3], lambda a: Automaton((), one_of(EVEN_ONES, ODD_ONES)), lambda a: True, all_or_none=True
    ),
    "automaton of no cells": Case([D3], lambda a: Automaton((), EVEN_ONES), lambda a: True, all_or_none=True),
    "automaton that accepts nothing": Case(
        [D3] * 2, lambda *c: Automaton(c, NOWHERE), lambda *v: False, all_or_none=True
    ),
    "automaton of no cells, rejecting": Case(
        [D3], lambda a: Automaton((), ODD_ONES), lambda a: False, all_or_none=True
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in CASES if name.startswith("nondeterministic")])
def test_runs_of_any_automaton_in_the_engine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without deterministic forms, which small automata have."""
    monkeypatch.setattr(exact_cover, "SIZE_SHARE", 0)
    assert_means(CASES[name], "exact-cover")


def words(alphabet: Sequence[int], longest: int = 4) -> Iterator[tuple[int, ...]]:
    for length in range(longest + 1):
        yield from product(alphabet, repeat=length)


def larger(last: Any, value: int) -> Any:
    return value if value > last else None


def add(seen: Any, value: int) -> Any:
    return seen + value if abs(seen) < 20 else None


def test_words_are_read_to_their_end() -> None:
    dfa = DFA(({1: 1}, {1: 1, 2: 0}, {}), frozenset({1}))
    assert {word for word in words((1, 2, 3), 3) if dfa.accepts(word)} == {(1,), (1, 1), (1, 1, 1), (1, 2, 1)}
    assert {word for word in words((1, 2), 2) if DFA(dfa.transitions, dfa.accepting, 1).accepts(word)} == {
        (),
        (1,),
        (1, 1),
        (2, 1),
    }
    assert not DFA(dfa.transitions, frozenset({2}), 0).accepts(())


@pytest.mark.parametrize(
    ("transitions", "accepting", "start", "message"),
    [
        (({1: 2}, {}), {0}, 0, "an automaton of 2 states names state 2"),
        (({1: 1}, {}), {5}, 0, "an automaton of 2 states names state 5"),
        (({1: 1}, {}), {0}, 3, "an automaton of 2 states names state 3"),
        (({1: -1}, {}), {0}, 0, "an automaton of 2 states names state -1"),
        ((), (), 0, "an automaton of 0 states names state 0"),
    ],
)
def test_states_that_are_not_there(transitions: Any, accepting: Any, start: int, message: str) -> None:
    with pytest.raises(ModelError, match=f"^{message}$"):
        DFA(transitions, frozenset(accepting), start)


@pytest.mark.parametrize(
    ("transitions", "accepting", "starts", "message"),
    [
        (({1: {0, 2}}, {}), {0}, {0}, "an automaton of 2 states names state 2"),
        (({1: {1}}, {}), {5}, {0}, "an automaton of 2 states names state 5"),
        (({1: {1}}, {}), {0}, {0, 3}, "an automaton of 2 states names state 3"),
    ],
)
def test_states_of_a_nondeterministic_automaton_that_are_not_there(
    transitions: Any, accepting: Any, starts: Any, message: str
) -> None:
    with pytest.raises(ModelError, match=f"^{message}$"):
        NFA(transitions, frozenset(accepting), frozenset(starts))


def test_unfolding_numbers_the_states_that_are_reached() -> None:
    dfa = DFA.unfold(0, larger, lambda last: last != 2, (3, 1, 2, 2))
    assert len(dfa.transitions) == 4
    expected = {word for word in words((1, 2, 3)) if list(word) == sorted(set(word)) and word[-1:] != (2,)}
    assert {word for word in words((0, 1, 2, 3, 4)) if dfa.accepts(word)} == expected


def test_unfolding_of_an_empty_alphabet() -> None:
    dfa = DFA.unfold("start", lambda state, value: state, lambda state: state == "start", ())
    assert (len(dfa.transitions), dfa.accepting, dfa.start) == (1, frozenset({0}), 0)
    assert not dfa.transitions[0]


def test_too_many_states_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "MAX_STATES", 5)

    def count(most: int) -> DFA:
        return DFA.unfold(1, lambda state, _: min(state + 1, most), bool, (0,))

    assert len(count(5).transitions) == 5
    with pytest.raises(ModelError, match=r"^an automaton has more than 5 states: split the rule$"):
        count(6)


@pytest.mark.slow
@given(
    rows=st.lists(
        st.dictionaries(st.integers(1, 2), st.frozensets(st.integers(0, 3), max_size=3)), min_size=4, max_size=4
    ),
    accepting=st.frozensets(st.integers(0, 3)),
    starts=st.frozensets(st.integers(0, 3), max_size=2),
)
def test_determinised_automata_accept_the_same(
    rows: list[dict[int, frozenset[int]]], accepting: frozenset[int], starts: frozenset[int]
) -> None:
    def accepts(word: tuple[int, ...]) -> bool:
        runs = [[state] for state in starts]
        for value in word:
            runs = [[*run, target] for run in runs for target in rows[run[-1]].get(value, ())]
        return any(run[-1] in accepting for run in runs)

    nfa = NFA(tuple(rows), accepting, starts)
    dfa = nfa.determinised(1000)
    assert dfa is not None
    assert all(dfa.accepts(word) == nfa.accepts(word) == accepts(word) for word in words((1, 2, 3)))


def test_large_deterministic_forms_are_not_built() -> None:
    nfa = third_from_the_end()
    dfa = nfa.determinised(20)
    assert dfa is not None
    assert len(dfa.transitions) == 8
    assert nfa.determinised(19) is None


def test_the_constraint() -> None:
    model = Model()
    a, b, c = model.variables("abc", (1, 2, 3))
    rising = Automaton.stepping([a, b, a], 0, larger)
    assert rising.scope == (a, b, a)
    assert not any(rising.holds({a: x, b: y}) for x, y in product((1, 2, 3), repeat=2))
    pair = Automaton([a, c], rising.machine, "thermo")
    assert {(x, y) for x, y in product((1, 2, 3), repeat=2) if pair.holds({a: x, c: y})} == {(1, 2), (1, 3), (2, 3)}
    assert Automaton((), rising.machine).holds({})
    assert not Automaton((), DFA(({},), frozenset())).holds({})


def test_stepping_reads_all_values_of_the_domains() -> None:
    model = Model()
    a, b = model.variable("a", (-5, 2)), model.variable("b", (0, 9))
    total = Automaton.stepping((a, b), 0, add, lambda seen: seen == 4)
    assert {(x, y) for x, y in product(a.domain, b.domain) if total.holds({a: x, b: y})} == {(-5, 9)}


def test_text() -> None:
    a, b = Model().variables("ab", (1, 2))
    assert str(Automaton((a, b), DFA(({}, {}), frozenset()))) == "a b is accepted by 2 states"
    assert str(Automaton((a, b), DFA(({},), frozenset()), "parity line")) == "parity line"


def test_large_automata_are_large() -> None:
    """A set of states is one word of 64 bits in the engine; these take two and three."""
    sizes = []
    for name, case in CASES.items():
        if name.startswith("automaton of more than"):
            automaton = case.declare(*Model().variables("abcdef"[: len(case.domains)], D4))
            assert isinstance(automaton, Automaton)
            sizes.append(len(automaton.machine.transitions))
    assert sorted(size // 64 for size in sizes) == [1, 2]
