"""Lines that compare digits: neighbouring ones, those that rise from a bulb, and those that form a set in any order."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb
from typing import Any

from sudoku_cp.kernel import DFA, AllDifferent, Automaton, Increasing, Table
from sudoku_cp.model import Constraint, ModelError
from sudoku_cp.rules.drawings import Line
from sudoku_cp.rules.parameters import Cells
from sudoku_cp.rules.registry import rule
from sudoku_cp.rules.relations import differ_by_at_least, of_different_parity, refuse_repeats, related_everywhere
from sudoku_cp.rules.wording import Wording


@rule(
    "whisper",
    synonyms=(
        "german whispers",
        "dutch whispers",
        "green line",
    ),
    draw=Line(colour="#8fd98f"),
    said=(
        Wording(
            (
                r"\bdiffer\w*\b[^.]*?(?:at least|minimum of|no less than"
                r"|(?:minimum )?difference of) (?P<difference>\d+)",
                r"\b(?:adjacent|neighbou?r\w*|consecutive|consequtive|successive|next to|along|pairs?|each|any 2)\b",
            ),
            "line",
            "green",
            unless=r"\b(?:ends?|circled) digits|diamonds?|lockout",
        ),
        Wording(
            (r"\bdiffer\w*\b[^.]*?(?:by|of) (?P<difference>\d+) or (?:more|greater|higher|larger)",), "line", "green"
        ),
        Wording((r"\bdutch\b",), "line", "orange", given={"difference": 4}, by_name=True, unless="flatmate"),
        Wording((r"\b(?:german )?whispers?\b",), "line", "green", by_name=True, unless="dutch"),
    ),
)
def whisper(line: Cells, difference: int = 5) -> Generator[Constraint, None, None]:
    """Neighbouring digits on the line differ by at least 5 (German whispers), or by the difference: 4 for Dutch."""
    if difference > 0:
        refuse_repeats(line, "line", 2)
    yield from related_everywhere(pairwise(line), differ_by_at_least, difference)


@rule(
    "parity_line",
    synonyms=(
        "alternating parity",
        "odd even line",
    ),
    draw=Line(colour="#e0a0a0"),
    of_digits=True,
    said=(
        Wording(
            (
                r"\balternat\w*\b|\bparity lines?\b|\bdifferent parit"
                r"|\b(?:one|1) (?:odd|even)\b[^.]*\b(?:one|1) (?:odd|even)\b",
                r"\b(?:odd|even|parity|parities)\b",
            ),
            "line",
            "red pink",
        ),
    ),
)
def parity_line(line: Cells) -> Generator[Constraint, None, None]:
    """Digits on the line alternate between even and odd."""
    refuse_repeats(line, "line", 2)
    yield from related_everywhere(pairwise(line), of_different_parity)


@rule(
    "modular_line",
    synonyms=(
        "mod line",
        "modulo",
    ),
    draw=Line(colour="#7fc8c0"),
    of_digits=True,
    said=(
        Wording((r"\bmodular\b",), "line", "cyan blue", by_name=True),
        Wording(
            (r"\b(?:modulo|mod|147|1, ?4,? ?(?:or |and )?7|remainders?)\b", r"\b3\b"), "line", "cyan blue", unless="2x2"
        ),
    ),
)
def modular_line(line: Cells, modulus: int = 3) -> Generator[Constraint, None, None]:
    """Any three neighbouring digits have different remainders modulo 3; a modulus M replaces three and 3.

    Raises
    ------
    ModelError
        If the modulus is below 1.
    """
    if modulus < 1:
        raise ModelError(f"modulus must be at least 1, not {modulus}")
    yield _taking_turns(line, modulus, lambda digit: digit % modulus)


@rule(
    "entropic_line",
    synonyms=(
        "entropy",
        "entropic",
    ),
    draw=Line(colour="#f3c18c"),
    of_digits=True,
    said=(
        Wording(
            (r"\b(?:entropic|entropy) lines?\b|\blines?\b.*\bentrop\w+",),
            "line",
            "orange",
            by_name=True,
            unless="knight|circle",
        ),
        Wording((r"\blow\b", r"\b(?:medium|middle|mid)\b", r"\bhigh\b"), "line", "orange", unless="2x2|knight|circle"),
    ),
)
def entropic_line(line: Cells) -> Generator[Constraint, None, None]:
    """Any three neighbouring digits on the line include a low, a middle and a high one, such as 1–3, 4–6 and 7–9.

    Raises
    ------
    ModelError
        If the digits do not divide into three groups.
    """
    digits = sorted({digit for cell in line for digit in cell.domain})
    third, rest = divmod(len(digits), 3)
    if rest:
        raise ModelError(f"{len(digits)} digits cannot be divided into low, middle and high ones")
    group_of = {digit: place // third for place, digit in enumerate(digits)}
    yield _taking_turns(line, 3, group_of.__getitem__)


def _taking_turns(line: Cells, span: int, group_of: Callable[[int], Hashable]) -> Automaton:
    """Any `span` neighbouring digits are in different groups, and so are all digits of a shorter line."""
    refuse_repeats(line, "line", span)

    def extend(state: Any, digit: int) -> Any:
        """Read the line; a state holds the groups of the last cells."""
        group = group_of(digit)
        return None if group in state else (*state, group)[max(len(state) + 2 - span, 0) :]

    return Automaton.stepping(line, (), extend)


@rule(
    "thermo",
    synonyms=("thermometer",),
    draw=Line(bulb=True, width=0.3),
    said=(
        Wording(
            (r"\bthermo\w*\b|\bbulbs?\b", r"\b(?:increas|ascend|rise|grow|larger|greater)\w*"),
            "thermo",
            "grey",
            unless=r"or (?:stay|remain|equal)|\bslow|\bfast|not decrease",
        ),
        Wording((r"\bthermo\w*\b",), "thermo", "grey", by_name=True, unless=r"\bslow|\bfast"),
    ),
)
def thermo(line: Cells) -> Generator[Constraint, None, None]:
    """Digits strictly increase along the thermometer, starting from the bulb."""
    refuse_repeats(line, "line")
    yield Increasing(line, 1)


@rule(
    "slow_thermo",
    synonyms=("slow thermometer",),
    draw=Line(bulb=True, width=0.3, colour="#b9cfe4"),
    said=(
        Wording((r"\bslow[- ]thermo",), "thermo", by_name=True),
        Wording((r"\bthermo\w*\b|\bbulbs?\b", r"or (?:stay|remain)\w*|(?:not|never|n.t) decreas|or equal"), "thermo"),
    ),
)
def slow_thermo(line: Cells) -> Generator[Constraint, None, None]:
    """Digits increase or stay the same along the thermometer, starting from the bulb."""
    yield Increasing(line, 0)


@rule(
    "fast_thermo",
    synonyms=("fast thermometer",),
    draw=Line(bulb=True, width=0.3, colour="#e8b9b0"),
    said=(Wording((r"\bfast[- ]thermo|\bthermo\w*", r"increas\w*[^.]*(?:at least|by) (?P<step>[2-9])"), "thermo"),),
)
def fast_thermo(line: Cells, step: int = 2) -> Generator[Constraint, None, None]:
    """Digits increase by at least 2, or by the step, from cell to cell, starting from the bulb."""
    if step > 0:
        refuse_repeats(line, "line")
    yield Increasing(line, step)


@rule(
    "ambiguous_thermo",
    synonyms=("two-way thermometer",),
    draw=Line(width=0.3),
    said=(
        Wording(
            (r"\bincreas\w*\b[^.]*\b(?:from|starting at) (?:one|either|1) end\b", r"\bline|\bthermo"),
            ("line", "thermo"),
            unless="previous",
        ),
    ),
)
def ambiguous_thermo(line: Cells, step: int = 1) -> Generator[Constraint, None, None]:
    """Digits increase by at least 1, or by the step, from cell to cell, starting from one of the two ends."""
    if step > 0:
        refuse_repeats(line, "line")

    def extend(state: Any, digit: int) -> Any:
        """A state is the last digit, and whether the line may still rise and fall."""
        if state is None:
            return digit, True, True
        last, rises, falls = state
        rises, falls = rises and digit - last >= step, falls and last - digit >= step
        return (digit, rises, falls) if rises or falls else None

    yield Automaton.stepping(line, None, extend)


MAX_SETS = 4096
"""The largest number of digit sets that an automaton tells apart.

On a renban, such an automaton needs a fortieth of the nodes that pairwise constraints need.
"""


@rule(
    "renban",
    synonyms=(
        "consecutive line",
        "purple line",
        "straight line",
    ),
    draw=Line(colour="#e3a6e3"),
    said=(
        Wording((r"\brenbans?\b",), "line", "purple pink", by_name=True, unless="nabner"),
        Wording(
            (
                r"(?<!non-)(?<!no )\bconse[cq]utive\b",
                r"\bset\b|\border\b|non-?\s?repeat|(?:not|n.t|never|no|without) (?:\w+ )?repeat"
                r"|\bunique\b|\brun\b|\bsequence\b|\bstraight\b",
            ),
            ("line", "thermo"),
            "purple pink",
            unless=r"\bcages?\b|no (?:2|two) (?:digits )?[^.]*consecutive|difference|\blow\b"
            r"|consecutive cells|remainder",
        ),
    ),
)
def renban(line: Cells) -> Generator[Constraint, None, None]:
    """Digits on the line form a set of consecutive digits, in any order, without repeats."""
    line = tuple(dict.fromkeys(line))  # the line may close to a loop
    yield AllDifferent(line)
    yield Automaton(line, _consecutive(_digits_of(line), len(line)))


@rule(
    "nabner",
    synonyms=("anti-renban",),
    draw=Line(colour="#d8c46a"),
    said=(
        Wording((r"\bnabners?\b",), "line", "yellow", by_name=True),
        Wording(
            (
                r"(?:no (?:2|two)|(?:not|never|n.t))[^.]*\bconsecutive\b",
                r"\bnon-?repeat|repeat|anywhere|\bequal\b|\bsame\b",
            ),
            "line",
            "yellow",
            unless="adjacent|neighbour|dot|any order",
        ),
    ),
)
def nabner(line: Cells) -> Generator[Constraint, None, None]:
    """No two digits on the line are equal or consecutive, wherever they are on it."""
    line = tuple(dict.fromkeys(line))  # the line may close to a loop
    yield AllDifferent(line)
    digits = _digits_of(line)
    if sum(comb(len(digits), size) for size in range(len(line) + 1)) <= MAX_SETS:
        yield Automaton(line, _scattered(digits, len(line)))
    else:
        yield from related_everywhere(combinations(line, 2), differ_by_at_least, 2)


@rule(
    "index_line",
    synonyms=("indexer line",),
    draw=Line(bulb=True, colour="#c9b8dd", width=0.12),
    of_digits=True,
    said=(Wording((r"\bindex(?:er|ing)? lines?\b",), ("thermo", "line"), by_name=True),),
)
def index_line(line: Cells) -> Generator[Constraint, None, None]:
    """Cells are numbered from the bulb: if cell N contains the digit D, cell D contains the digit N."""
    places = dict(enumerate(line, 1))
    refuse_repeats(line, "line")
    yield AllDifferent(line)
    for cell in line:
        yield Table.where((cell,), places.__contains__)
    for (at, cell), (to, other) in combinations(places.items(), 2):
        yield Table.where((cell, other), lambda one, two, at=at, to=to: (one == to) == (two == at))


def _digits_of(line: Cells) -> tuple[int, ...]:
    domains = {cell.domain for cell in line}
    return domains.pop() if len(domains) == 1 else tuple(sorted(set().union(*domains)))


@lru_cache(maxsize=64)
def _consecutive(digits: tuple[int, ...], length: int) -> DFA:
    """Lines of different digits within a range as wide as the line is long."""
    windows = digits[-1] - digits[0] + 2 - length
    exact = max(windows, 1) << length <= 2 * MAX_SETS

    def extend(used: int, digit: int) -> int | None:
        """A state has a bit for each digit used or, if that makes too many states, for the smallest and the largest."""
        bit = 1 << (digit - digits[0])
        union = used | bit
        lowest, highest = union & -union, 1 << (union.bit_length() - 1)
        if used & bit or highest >= lowest << length:
            return None
        return union if exact else lowest | highest

    return _sets(extend, digits)


@lru_cache(maxsize=64)
def _scattered(digits: tuple[int, ...], length: int) -> DFA:
    """Lines of digits that are neither equal nor consecutive."""

    def extend(used: int, digit: int) -> int | None:
        bit = 2 << (digit - digits[0])
        near = bit | bit << 1 | bit >> 1
        return None if used & near or used.bit_count() == length else used | bit

    return _sets(extend, digits)


def _sets(extend: Callable[[int, int], int | None], digits: tuple[int, ...]) -> DFA:
    step: Callable[[Any, int], int | None] = extend
    return DFA.unfold(0, step, lambda used: True, digits)
