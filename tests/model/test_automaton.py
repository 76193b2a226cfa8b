from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sudoku_cp import DFA, Automaton, Model, ModelError
from sudoku_cp.constraints.automaton import meaning


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
    monkeypatch.setattr(meaning, "MAX_STATES", 5)

    def count(most: int) -> DFA:
        return DFA.unfold(1, lambda state, _: min(state + 1, most), bool, (0,))

    assert len(count(5).transitions) == 5
    with pytest.raises(ModelError, match=r"^an automaton has more than 5 states: split the rule$"):
        count(6)


@pytest.mark.slow
@given(
    rows=st.lists(st.dictionaries(st.integers(1, 2), st.lists(st.integers(0, 3), max_size=3)), min_size=4, max_size=4),
    accepting=st.sets(st.integers(0, 3)),
    start=st.sets(st.integers(0, 3), max_size=2),
)
def test_determinised_automata_accept_the_same(rows: Any, accepting: set[int], start: set[int]) -> None:
    def accepts(word: tuple[int, ...]) -> bool:
        states = set(start)
        for value in word:
            states = {target for state in states for target in rows[state].get(value, ())}
        return bool(states & accepting)

    dfa = DFA.from_nfa(rows, accepting, start)
    assert all(dfa.accepts(word) == accepts(word) for word in words((1, 2, 3)))


def test_the_constraint() -> None:
    model = Model()
    a, b, c = model.variables("abc", (1, 2, 3))
    rising = Automaton.stepping([a, b, a], 0, larger)
    assert rising.scope == (a, b, a)
    assert not any(rising.holds({a: x, b: y}) for x, y in product((1, 2, 3), repeat=2))
    pair = Automaton([a, c], rising.dfa, "thermo")
    assert {(x, y) for x, y in product((1, 2, 3), repeat=2) if pair.holds({a: x, c: y})} == {(1, 2), (1, 3), (2, 3)}
    assert Automaton((), rising.dfa).holds({})
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
