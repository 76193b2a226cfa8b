"""Lines whose digits match a pattern that the clue gives: a regular expression, pairs, or an automaton.

==================  ============================================================================
expression          words
==================  ============================================================================
``3`` ``<12>``      this digit; angle brackets enclose numbers of several characters, such as 12 or -1
``.``               any digit
``[1-35<10>]``      one of these digits; ``[^…]`` any other one
``(…)``             a group
``ab``              one after the other
``a|b``             one or the other
``a*`` ``a+``       any number of times; at least once
``a?``              once or not at all
``a{2}`` ``a{2,}``  twice; at least twice; two or three times
``a{2,3}``
==================  ============================================================================

White space is ignored; the expression must match the whole line.

>>> nfa = compile_expression("1+(2|[^3])", range(1, 5))
>>> nfa.accepts((1, 1, 4)), nfa.accepts((1, 3)), nfa.accepts((2,))
(True, False, False)
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from functools import lru_cache
from itertools import combinations, pairwise

from sudoku_cp.kernel import NFA, Automaton, Table
from sudoku_cp.model import Constraint, ModelError
from sudoku_cp.rules.drawings import Line
from sudoku_cp.rules.parameters import Cells, Numbers
from sudoku_cp.rules.registry import rule

LINE = Line(colour="#c9b8a8", width=0.12)

_PAIR = re.compile(r"(-?\d{1,9}) (-?\d{1,9})")
_MOVE = re.compile(r"(\d{1,4}) (-?\d{1,9}(?:,-?\d{1,9})*) (\d{1,4})")


@rule("regular_line", draw=LINE, of_digits=True)
def regular_line(line: Cells, expression: str) -> Generator[Constraint, None, None]:
    """Digits along the line match a regular expression such as `[12]+3(4.)*`."""
    yield Automaton(line, compile_expression(expression, sorted({digit for cell in line for digit in cell.domain})))


@rule("hidden_sequence", draw=LINE, of_digits=True)
def hidden_sequence(line: Cells, digits: Numbers) -> Generator[Constraint, None, None]:
    """The digits occur consecutively and in this order somewhere along the line.

    Raises
    ------
    ModelError
        If there are more digits than cells.
    """
    if len(digits) > len(line):
        raise ModelError(f"digits: a line of {len(line)} cells cannot hide {len(digits)} digits")

    def step(ends: frozenset[int], digit: int) -> frozenset[int]:
        """A state is the set of prefix lengths that the last cells match; the full length once the digits are found."""
        if len(digits) in ends:
            return ends
        grown = frozenset(end + 1 for end in (*ends, 0) if digits[end] == digit)
        return frozenset({len(digits)}) if len(digits) in grown else grown

    yield Automaton.stepping(line, frozenset[int](), step, lambda ends: len(digits) in ends)


@rule("pair_line", draw=LINE, of_digits=True)
def pair_line(line: Cells, pairs: str, apart: bool = False) -> Generator[Constraint, None, None]:
    """Any two neighbouring digits, or any two digits if `apart` is true, form one of the pairs, such as `1 2; 5 3`.

    Raises
    ------
    ModelError
        If the pairs are not pairs of digits.
    """
    listed = []
    for text in filter(None, (" ".join(part.split()) for part in pairs.split(";"))):
        match = _PAIR.fullmatch(text)
        if match is None:
            raise ModelError(f"pairs: {text!r} is not a pair of digits such as 1 2")
        listed.append((int(match[1]), int(match[2])))
    for pair in combinations(line, 2) if apart else pairwise(line):
        yield Table(pair, listed)


@rule("automaton_line", draw=LINE, of_digits=True)
def automaton_line(
    line: Cells, moves: str, accepting: Numbers, start: Numbers = (0,)
) -> Generator[Constraint, None, None]:
    """An automaton accepts the line; each move lists a state, digits and the next state, as in `0 1,2 0; 0 3 1`.

    Raises
    ------
    ModelError
        If a move or a state cannot be read.
    """
    rows: dict[int, dict[int, set[int]]] = {}
    for text in filter(None, (" ".join(part.split()) for part in moves.split(";"))):
        match = _MOVE.fullmatch(text)
        if match is None:
            raise ModelError(f"moves: {text!r} is not a move such as 0 1,2 3")
        row = rows.setdefault(int(match[1]), {})
        for digit in match[2].split(","):
            row.setdefault(int(digit), set()).add(int(match[3]))
    used = {state for row in rows.values() for targets in row.values() for state in targets}
    states = 1 + max((*rows, *used, *accepting, *start))
    if min((*accepting, *start)) < 0 or states > 10_000:
        raise ModelError("accepting and start: states are numbers from 0 to 9999")
    transitions = [{digit: frozenset(nexts) for digit, nexts in rows.get(state, {}).items()} for state in range(states)]
    yield Automaton(line, NFA(tuple(transitions), frozenset(accepting), frozenset(start)))


MAX_STATES = 5_000
"""The limit on the states of an expression's automaton."""

_TOKEN = re.compile(r"<(-?\d{1,9})>|(\d)|(\{\d{1,4}(?:,\d{0,4})?\})|([()|*+?.\[\]^-])")
_REPEATS = {"*": (0, None), "+": (1, None), "?": (0, 1)}

Piece = tuple[int, int]
"""A part of the automaton, given by its first and its last state."""


def compile_expression(expression: str, digits: Iterable[int]) -> NFA:
    """Compile an expression to the automaton that accepts the lines of digits it matches.

    Raises
    ------
    ModelError
        If the expression cannot be read, or needs too many states. The message gives the position in it.
    """
    return _compiled(expression, tuple(digits))


@lru_cache(maxsize=256)
def _compiled(expression: str, digits: tuple[int, ...]) -> NFA:
    return _Compiler(expression, digits).nfa()


class _Compiler:
    """A recursive-descent parser that builds Thompson's automaton with empty moves."""

    def __init__(self, expression: str, digits: tuple[int, ...]) -> None:
        self._expression = expression
        self._digits = digits
        self._tokens = list(self._scan())
        self._at = 0
        self._moves: list[dict[int, set[int]]] = []
        self._empty: list[set[int]] = []

    def _scan(self) -> Iterable[tuple[str, int | None, int]]:
        """Each token with its digit, if it is one, and its position."""
        place = 0
        while place < len(self._expression):
            if self._expression[place].isspace():
                place += 1
                continue
            match = _TOKEN.match(self._expression, place)
            if match is None:
                raise ModelError(f"expression: {self._expression[place]!r} at position {place + 1} means nothing")
            digit = match[1] or match[2]
            yield match[0], int(digit) if digit else None, place + 1
            place = match.end()

    def nfa(self) -> NFA:
        """The automaton of the whole expression."""
        first, last = self._either()
        if self._at < len(self._tokens):
            raise self._error("unmatched )")
        closures = [self._closure(state) for state in range(len(self._moves))]
        rows = tuple(
            {
                digit: frozenset(target for state in closure for target in self._moves[state].get(digit, ()))
                for digit in {digit for state in closure for digit in self._moves[state]}
            }
            for closure in closures
        )
        accepting = frozenset(state for state, closure in enumerate(closures) if last in closure)
        return NFA(rows, accepting, frozenset({first}))

    def _closure(self, state: int) -> set[int]:
        """The states reached by empty moves."""
        reached, open_ = {state}, [state]
        while open_:
            for target in self._empty[open_.pop()]:
                if target not in reached:
                    reached.add(target)
                    open_.append(target)
        return reached

    def _error(self, message: str) -> ModelError:
        place = self._tokens[self._at][2] if self._at < len(self._tokens) else len(self._expression) + 1
        return ModelError(f"expression: {message} at position {place}")

    def _peek(self) -> str:
        return self._tokens[self._at][0] if self._at < len(self._tokens) else ""

    def _state(self) -> int:
        if len(self._moves) == MAX_STATES:
            raise self._error(f"more than {MAX_STATES} states")
        self._moves.append({})
        self._empty.append(set())
        return len(self._moves) - 1

    def _either(self) -> Piece:
        first, last = self._sequence()
        while self._peek() == "|":
            self._at += 1
            start, end = self._sequence()
            self._empty[first].add(start)
            self._empty[end].add(last)
        return first, last

    def _sequence(self) -> Piece:
        first, last = self._state(), self._state()
        here = first
        while self._peek() not in ("", "|", ")"):
            start, here_after = self._repeated()
            self._empty[here].add(start)
            here = here_after
        self._empty[here].add(last)
        return first, last

    def _repeated(self) -> Piece:
        begin = self._at
        piece = self._atom()
        sign, end = self._peek(), self._at
        if sign in _REPEATS or sign.startswith("{"):
            piece = self._times(begin, *(_REPEATS[sign] if sign in _REPEATS else self._bounds(sign)))
            self._at = end + 1
        return piece

    def _bounds(self, sign: str) -> tuple[int, int | None]:
        low, comma, high = sign.strip("{}").partition(",")
        least, most = int(low), int(high) if high else None if comma else int(low)
        if most is not None and most < least:
            raise self._error(f"{sign} ends before it begins")
        return least, most

    def _times(self, begin: int, least: int, most: int | None) -> Piece:
        """Read the atom that begins at a token once more for each repetition."""
        first, last = self._state(), self._state()
        here = first
        for time in range(least + 1 if most is None else most):
            self._at = begin
            start, after = self._atom()
            self._empty[here].add(start)
            if time >= least:
                self._empty[here].add(last)
            if most is None and time == least:
                self._empty[after].add(start)
            here = after
        self._empty[here].add(last)
        return first, last

    def _atom(self) -> Piece:
        token, digit, _ = self._tokens[self._at] if self._at < len(self._tokens) else ("", None, 0)
        if digit is not None:
            self._at += 1
            return self._letters({digit})
        if token == ".":
            self._at += 1
            return self._letters(set(self._digits))
        if token == "(":
            self._at += 1
            piece = self._either()
            if self._peek() != ")":
                raise self._error("unclosed group")
            self._at += 1
            return piece
        if token == "[":
            self._at += 1
            return self._letters(self._class())
        raise self._error(f"unexpected {token or 'end'}")

    def _class(self) -> set[int]:
        """The digits of a class, read after its opening bracket."""
        others = self._peek() == "^"
        self._at += others
        chosen: set[int] = set()
        while self._peek() != "]":
            low = self._digit()
            high = low
            if self._peek() == "-":
                self._at += 1
                high = self._digit()
            chosen.update(digit for digit in self._digits if low <= digit <= high)
        self._at += 1
        return set(self._digits) - chosen if others else chosen

    def _digit(self) -> int:
        digit = self._tokens[self._at][1] if self._at < len(self._tokens) else None
        if digit is None:
            raise self._error("a class needs digits and a closing ]")
        self._at += 1
        return digit

    def _letters(self, digits: set[int]) -> Piece:
        first, last = self._state(), self._state()
        self._moves[first] = {digit: {last} for digit in digits}
        return first, last
