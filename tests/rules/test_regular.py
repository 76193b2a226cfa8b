from __future__ import annotations

import re
from itertools import product

import pytest
from hypothesis import given, strategies as st

from sudoku_cp import ModelError
from sudoku_cp.rules.lines_regular import compile_expression

ATOMS = st.sampled_from(["1", "2", "3", ".", "[12]", "[^1]", "[1-3]", "[]", "()"])


def larger(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    signs = st.sampled_from(["*", "+", "?", "{2}", "{1,}", "{0,2}", "{0}"])
    return st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda pair: f"({pair[0]}|{pair[1]})"),
        st.tuples(inner, signs).map(lambda pair: f"({pair[0]}){pair[1]}"),
    )


@pytest.mark.slow
@given(st.recursive(ATOMS, larger, max_leaves=5))
def test_against_the_standard_library(expression: str) -> None:
    dfa = compile_expression(expression, (1, 2, 3))
    plain = re.compile(_python(expression))
    for length in range(5):
        for word in product((1, 2, 3), repeat=length):
            assert dfa.accepts(word) == bool(plain.fullmatch("".join(map(str, word)))), word


def _python(expression: str) -> str:
    """Python knows no empty class."""
    return re.sub(r"\[\]", "(?!)", expression)


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("<10>+ <-2>?", [(10,), (10, 10), (10, 10, -2)]),
        ("[1<10>]", [(1,), (10,)]),
        ("[<-2>-1]", [(-2,), (1,)]),
        ("", [()]),
        ("1|", [(1,), ()]),
    ],
)
def test_words(expression: str, words: list[tuple[int, ...]]) -> None:
    dfa = compile_expression(expression, (-2, 1, 10))
    every = [word for length in range(4) for word in product((-2, 1, 10), repeat=length)]
    assert set(words) <= {word for word in every if dfa.accepts(word)} < set(every)


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("1a", "'a' at position 2 means nothing"),
        ("(1", "unclosed group at position 3"),
        ("1)", r"unmatched \) at position 2"),
        ("*1", r"unexpected \* at position 1"),
        ("1|+", r"unexpected \+ at position 3"),
        ("[1", r"a class needs digits and a closing \] at position 3"),
        ("[1-]", r"a class needs digits and a closing \] at position 4"),
        ("1{3,2}", r"\{3,2\} ends before it begins at position 2"),
        ("(1{999}){999}", "more than 5000 states"),
    ],
)
def test_refuse(expression: str, message: str) -> None:
    with pytest.raises(ModelError, match=f"^expression: {message}"):
        compile_expression(expression, (1, 2, 3))
