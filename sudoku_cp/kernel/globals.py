"""Global constraints by the names of CPMpy and MiniZinc, made of constraints of the kernel.

Each function returns one constraint: require it, or use it in combinations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, product
from math import prod
from typing import Any

from sudoku_cp._base.arguments import integer, is_integer, listed, one_or_more, refused, truth
from sudoku_cp._base.errors import ModelError
from sudoku_cp.kernel.all_different import AllDifferent
from sudoku_cp.kernel.automaton import Automaton
from sudoku_cp.kernel.cardinality import Cardinality
from sudoku_cp.kernel.cell import Cell, LinearExpression, cells_of, stood_for
from sudoku_cp.kernel.combination import AllOf, AnyOf, Exactly, Not, constraint_of
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.expression import Condition, Expression, Formula, Operand
from sudoku_cp.kernel.functions import count_of
from sudoku_cp.kernel.machines import DFA, NFA
from sudoku_cp.kernel.table import Table
from sudoku_cp.kernel.terms import may_lack_a_value

MAX_LISTED = 20_000
"""The most tuples that a table with ``*``, or a table of refused tuples, becomes as a plain table."""

MAX_ALPHABET = 64
"""The most values with which an order of words becomes an automaton."""

Entry = int | str
"""A value of a tuple, or ``"*"`` for any."""


Term = Expression | int
"""A cell, another expression, or an integer."""


def terms_in(items: object, name: str) -> tuple[Term, ...]:
    """Cells, other expressions, constraints and integers as expressions and integers.

    Raises
    ------
    ModelError
        If an item is none of these; the message starts with the name.
    """
    cells = cells_of(listed(items, f"{name}: the cells", "a list of cells"), name)
    return tuple([_term_of(cell) for cell in cells])


def _term_of(cell: Cell) -> Term:
    term = stood_for(cell)
    return term.constant if isinstance(term, LinearExpression) and not term.terms else term


def values_of(term: Term) -> list[int]:
    """The values that it may have, ascending."""
    return [term] if isinstance(term, int) else sorted(term.possible_values())


def have_values(*lists: Iterable[Term]) -> list[Constraint]:
    """Require that terms have a value which may have none, such as an item outside its array."""
    return [among(term, values_of(term)) for terms in lists for term in terms if may_lack_a_value(term)]


def among(term: Term, values: Iterable[int]) -> Constraint:
    """Require one of some values."""
    return Table((term,), [(value,) for value in values])


def refuse_lengths(name: str, *lists: Sequence[object]) -> None:
    """Refuse lists of different lengths.

    Raises
    ------
    ModelError
        If they have; the message starts with the name.
    """
    lengths = [len(each) for each in lists]
    if len(set(lengths)) > 1:
        raise ModelError(f"{name}: the lists have {' and '.join(map(str, lengths))} entries; they need equal lengths")


def AllEqual(*items: Operand | Iterable[Operand]) -> Constraint:  # noqa: N802 (these read as the constraints they make)
    """Require that all items have the same value.

    Parameters
    ----------
    *items
        Cells, other expressions or integers, as separate arguments or as one list.

    Returns
    -------
    Constraint
        Equalities with the first item.

    >>> from sudoku_cp import Model
    >>> a, b = Model().variables("ab", domain=(1, 2, 3))
    >>> AllEqual(a, b, 2).holds({a: 2, b: 2}), AllEqual([a, b]).holds({a: 2, b: 3})
    (True, False)
    """
    one_list = len(items) == 1 and not isinstance(items[0], Formula | int)
    terms = terms_in(items[0] if one_list else items, "AllEqual")
    return AllOf(*(terms[0] == other for other in terms[1:]))


def AllDifferentExcept(items: Iterable[Operand], values: Iterable[int] | int = 0) -> Constraint:  # noqa: N802
    """Require that the items have different values, except for values that any number of them may have.

    Parameters
    ----------
    items
        Cells, other expressions or integers.
    values
        The value that may repeat, or several.

    Returns
    -------
    Cardinality
        At most one of each other value.
    """
    terms = terms_in(items, "AllDifferentExcept")
    free = one_or_more(values, "the values of AllDifferentExcept")
    once = {value: (0, 1) for domain in map(values_of, terms) for value in domain if value not in free}
    return Cardinality(terms, once)


def GlobalCardinality(  # noqa: N802
    items: Iterable[Operand],
    values: Iterable[int],
    counts: Iterable[Operand | Iterable[int]],
    closed: bool = False,
) -> Constraint:
    """Require how many items have each of some values.

    Parameters
    ----------
    items
        Cells, other expressions or integers.
    values
        Different values.
    counts
        For each value the number of items that have it: a number, a cell or another expression, or the allowed numbers.
    closed
        Whether the items have no values but these.

    Returns
    -------
    Constraint
        A `Cardinality`, or a `Count` for each value.

    Raises
    ------
    ModelError
        If a value is listed twice, or there are more or fewer counts than values.
    """
    terms = terms_in(items, "GlobalCardinality")
    wanted = one_or_more(values, "the values of GlobalCardinality")
    given = listed(counts, "the counts of GlobalCardinality", "a list with a count for each value")
    refuse_lengths("GlobalCardinality", wanted, given)
    if len(set(wanted)) < len(wanted):
        raise ModelError(f"GlobalCardinality: a value is listed twice: {', '.join(map(str, wanted))}")
    known = {value: count for value, count in zip(wanted, given, strict=True) if not isinstance(count, Formula)}
    parts: list[Condition] = [Cardinality(terms, known)] if known or len(wanted) == 0 else []
    parts += [
        count_of(terms, value) == count
        for value, count in zip(wanted, given, strict=True)
        if isinstance(count, Formula)
    ]
    if truth(closed, "the closure of GlobalCardinality"):
        parts += [among(term, wanted) for term in terms]
    return parts[0] if len(parts) == 1 and isinstance(parts[0], Constraint) else AllOf(*parts)


def LexLess(one: Iterable[Operand], other: Iterable[Operand], ties: bool = False) -> Constraint:  # noqa: N802
    """Require that one list is lower than another in lexicographic order: at the first place where they differ.

    Parameters
    ----------
    one, other
        Lists of equal length, of cells, other expressions or integers.
    ties
        Whether they may also be equal.

    Returns
    -------
    Constraint
        An automaton that reads both lists in turns, or, with many values, alternatives.

    Raises
    ------
    ModelError
        If the lists differ in length.

    >>> from sudoku_cp import Model
    >>> a, b = Model().variables("ab", domain=(1, 2, 3))
    >>> LexLess([a, 2], [b, 1]).holds({a: 1, b: 2}), LexLess([a, 2], [b, 1]).holds({a: 2, b: 2})
    (True, False)
    """
    low, high = terms_in(one, "LexLess"), terms_in(other, "LexLess")
    truth(ties, "the ties of LexLess")
    refuse_lengths("LexLess", low, high)
    in_turns = [term for pair in zip(low, high, strict=True) for term in pair]
    alphabet = {value for domain in map(values_of, in_turns) for value in domain}
    if len(alphabet) <= MAX_ALPHABET:
        step, accepted = _lower_word(), {"lower", "equal"} if ties else {"lower"}
        return Automaton(in_turns, DFA.unfold("equal", step, accepted.__contains__, alphabet))
    ways: list[Constraint] = []
    equal: list[Constraint] = []
    for left, right in zip(low, high, strict=True):
        ways.append(AllOf(*equal, left < right))
        equal.append(constraint_of(left == right))
    return AnyOf(*ways, AllOf(*equal)) if ties else AnyOf(*ways)


def _lower_word() -> Any:
    """The steps of an automaton that reads two words in turns; its state is their order, or the value to compare."""

    def step(state: str | int, value: int) -> str | int | None:
        if state == "lower":
            return state
        if state == "equal":
            return value
        if value == state:
            return "equal"
        return "lower" if state < value else None  # type: ignore[operator]

    return step


def LexChain(lists: Iterable[Iterable[Operand]], ties: bool = False) -> Constraint:  # noqa: N802
    """Require that each list is lower than the next one in lexicographic order; see `LexLess`.

    Parameters
    ----------
    lists
        Lists of equal length.
    ties
        Whether neighbours may also be equal.

    Returns
    -------
    Constraint
        All orders of neighbours.
    """
    lines = [terms_in(line, "LexChain") for line in listed(lists, "LexChain: the lists", "lists of cells")]
    truth(ties, "the ties of LexChain")
    return AllOf(*(LexLess(one, other, ties) for one, other in pairwise(lines)))


def Inverse(forward: Iterable[Operand], backward: Iterable[Operand], first: int = 0) -> Constraint:  # noqa: N802
    """Require that two lists are each other's inverse: where one has j at place i, the other has i at place j.

    Parameters
    ----------
    forward, backward
        Lists of equal length, of cells, other expressions or integers.
    first
        The number of the first place.

    Returns
    -------
    Constraint
        Equivalences for each two places, and different values in both lists.

    Raises
    ------
    ModelError
        If the lists differ in length.
    """
    there, back = terms_in(forward, "Inverse"), terms_in(backward, "Inverse")
    refuse_lengths("Inverse", there, back)
    start = integer(first, "the first place of Inverse")
    places = range(start, start + len(there))
    inside = [among(term, places) for term in (*there, *back) if not {*values_of(term)} <= {*places}]
    same = [
        Exactly(1, one != j, other == i)
        for i, one in zip(places, there, strict=True)
        for j, other in zip(places, back, strict=True)
    ]
    return AllOf(*inside, AllDifferent(there), AllDifferent(back), *same)


def IfThenElse(condition: Condition, then: Condition, otherwise: Condition) -> Constraint:  # noqa: N802
    """Require one constraint if a condition holds, and another one if it does not.

    Parameters
    ----------
    condition, then, otherwise
        Constraints, truth values, or expressions with no values but 0 and 1.

    Returns
    -------
    Constraint
        Both implications.
    """
    held, first, second = (constraint_of(each, "IfThenElse") for each in (condition, then, otherwise))
    return AllOf(AnyOf(Not(held), first), AnyOf(held, second))


def Xor(*conditions: Condition | Iterable[Condition]) -> Constraint:  # noqa: N802
    """Require that an odd number of the constraints hold; without constraints it never holds.

    Parameters
    ----------
    *conditions
        Constraints, truth values, or expressions with no values but 0 and 1, as separate arguments or as one list.

    Returns
    -------
    Constraint
        Combinations of two, halved over and over.
    """
    one_list = len(conditions) == 1 and not isinstance(conditions[0], Formula | bool)
    given = listed(conditions[0] if one_list else conditions, "the constraints of Xor", "a list of constraints")
    parts: list[Constraint] = [constraint_of(each, "Xor") for each in given]
    if not parts:
        return AnyOf()
    while len(parts) > 1:
        pairs = [Exactly(1, one, other) for one, other in zip(parts[::2], parts[1::2], strict=False)]
        parts = [*pairs, *parts[2 * len(pairs) :]]
    return AllOf(*parts)


def ShortTable(items: Iterable[Operand], tuples: Iterable[Iterable[Entry]]) -> Constraint:  # noqa: N802
    """Require that the values of the items, in order, fit one of the tuples, in which ``"*"`` is any value.

    Parameters
    ----------
    items
        Cells, other expressions or integers.
    tuples
        Tuples of values and ``"*"``, with an entry for each item.

    Returns
    -------
    Constraint
        A table or, where it would be long, an automaton.

    Raises
    ------
    ModelError
        If the length of a tuple differs from the number of items.

    >>> from sudoku_cp import Model
    >>> a, b = Model().variables("ab", domain=(1, 2, 3))
    >>> ShortTable([a, b], [(1, "*"), (3, 2)]).holds({a: 1, b: 3})
    True
    """
    terms = terms_in(items, "ShortTable")
    rows, domains = _short_rows(tuples, len(terms), "ShortTable"), list(map(values_of, terms))
    if sum(prod(map(len, _boxed(row, domains))) for row in rows) <= MAX_LISTED:
        return Table(terms, {values for row in rows for values in product(*_boxed(row, domains))})
    return Automaton(terms, _any_row(rows, domains))


def NegativeTable(items: Iterable[Operand], tuples: Iterable[Iterable[Entry]]) -> Constraint:  # noqa: N802
    """Require that the values of the items, in order, fit none of the tuples, in which ``"*"`` is any value.

    Parameters
    ----------
    items, tuples
        See `ShortTable`.

    Returns
    -------
    Constraint
        A table of all other tuples or, where it would be long, an automaton.

    Raises
    ------
    ModelError
        If the length of a tuple differs from the number of items.
    """
    terms = terms_in(items, "NegativeTable")
    rows, domains = _short_rows(tuples, len(terms), "NegativeTable"), list(map(values_of, terms))
    if prod(map(len, domains)) <= MAX_LISTED:
        refused_rows = {values for row in rows for values in product(*_boxed(row, domains))}
        return Table(terms, (values for values in product(*domains) if values not in refused_rows))

    def step(left: frozenset[tuple[Entry, ...]], value: int) -> frozenset[tuple[Entry, ...]]:
        return frozenset(row[1:] for row in left if row and row[0] in ("*", value))

    alphabet = {value for domain in domains for value in domain}
    return Automaton(terms, DFA.unfold(frozenset(rows), step, lambda left: () not in left, alphabet))


def _short_rows(tuples: object, length: int, name: str) -> list[tuple[Entry, ...]]:
    what, expected = f"{name}: the tuples", 'lists of integers and "*", such as [(1, "*")]'
    rows = []
    for given in listed(tuples, what, expected):
        row = listed(given, what, expected)
        if len(row) != length:
            raise ModelError(f"{name}: {length} cells cannot have a tuple of {len(row)} values: {row}")
        for entry in row:
            if not is_integer(entry) and not (isinstance(entry, str) and entry == "*"):
                raise refused(f"{name}: an entry of a tuple", 'an integer or "*"', entry)
        rows.append(tuple([entry if isinstance(entry, str) else int(entry) for entry in row]))
    return list(dict.fromkeys(rows))


def _boxed(row: Sequence[Entry], domains: Sequence[Sequence[int]]) -> Iterator[Sequence[int]]:
    """The values of each place with which a tuple fits."""
    for entry, domain in zip(row, domains, strict=True):
        yield domain if isinstance(entry, str) else (entry,) if entry in domain else ()


def _any_row(rows: Iterable[tuple[Entry, ...]], domains: Sequence[Sequence[int]]) -> NFA:
    """An automaton with a state for each place and what is left of a tuple."""
    number: dict[tuple[Entry, ...], int] = {(): 0}
    transitions: list[Mapping[int, frozenset[int]]] = [{}]

    def state_of(left: tuple[Entry, ...]) -> int:
        for begin in range(len(left) - 1, -1, -1):
            rest = left[begin:]
            if rest not in number:
                number[rest] = len(number)
                (values, *_) = _boxed(rest, domains[len(domains) - len(rest) :])
                transitions.append({value: frozenset({number[rest[1:]]}) for value in values})
        return number[left]

    starts = frozenset(map(state_of, rows))
    return NFA(tuple(transitions), frozenset({0}), starts)
