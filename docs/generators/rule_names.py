"""The names of rules in other programs, taken from the tables by which their formats are read and written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def rule_names() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """The names that other programs have for the rules.

    Returns
    -------
    Mapping
        For each program, the rules that it knows, and for each of these its names in the program's documents.

    >>> rule_names()["f-puzzles"]["killer"], rule_names()["Interactive Sudoku Solver"]["killer"]
    (('killercage',), ('Cage', 'Sum'))
    """
    pairs = {
        "Interactive Sudoku Solver": _iss(),
        "f-puzzles": _f_puzzles(),
        "SudokuMaker": _sudokumaker(),
        "SudokuPad": _sudokupad(),
    }
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for program, named in pairs.items():
        found[program] = {}
        for rule, name in named:
            known = found[program].get(rule, ())
            found[program][rule] = known if name in known else (*known, name)
    return found


def _iss() -> Iterator[tuple[str, str]]:
    from sudoku_cp.formats.iss.reading import KINDS, LAYOUT

    yield from ((rule, name) for name, kind in KINDS.items() for rule in kind.rules)
    yield from ((rule, name) for name, rules in LAYOUT.items() for rule in rules)


def _f_puzzles() -> Iterator[tuple[str, str]]:
    from sudoku_cp.formats.f_puzzles.clues import FLAGS, KINDS, NEGATIVE

    yield from ((kind.rule, kind.key) for kind in KINDS)
    yield from ((rule, key) for key, (rule, _) in FLAGS.items())
    yield from ((negative.rule, f"negative {key}") for key, negative in NEGATIVE.items())


def _sudokumaker() -> Iterator[tuple[str, str]]:
    from sudoku_cp.formats.sudokumaker.clues import KINDS

    yield from ((rule, f"{kind.name} (type {number})") for number, kind in KINDS.items() for rule in kind.rules)


def _sudokupad() -> Iterator[tuple[str, str]]:
    from sudoku_cp.formats.sudokupad.reading import GLOBAL
    from sudoku_cp.formats.sudokupad.writing import CAGES

    yield from ((rule, "cage") for rule in CAGES)
    yield from ((rule, name) for name, rule in GLOBAL.items())
