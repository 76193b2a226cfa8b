"""The named techniques on test cases of one technique each.

    python -m benchmarks.techniques --data ../shared/data

Each line of ``logic/reglib_odd.txt`` is a grid of candidates, and what one technique concludes there. A case counts as
found if a pattern of that technique concludes exactly this; a case to fail (``x``) if no pattern of it is there. A case
is wider if the patterns conclude more: HoDoKu's loops spare the candidates of their own cells.
"""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time

from benchmarks.data import add_data_option, lines
from benchmarks.table import print_table, seconds
from sudoku_cp import Sudoku
from sudoku_cp.human.techniques import BY_NAME, Layout, Position

TECHNIQUE_OF = {
    "0000": "full house",
    "0002": "hidden single",
    "0003": "naked single",
    "0100": "pointing",
    "0101": "claiming",
    "0110": "locked pair",
    "0111": "locked triple",
    "0200": "naked pair",
    "0201": "naked triple",
    "0202": "naked quad",
    "0210": "hidden pair",
    "0211": "hidden triple",
    "0212": "hidden quad",
    "0300": "X-wing",
    "0301": "swordfish",
    "0302": "jellyfish",
    "0310": "finned X-wing",
    "0311": "finned swordfish",
    "0312": "finned jellyfish",
    "0320": "sashimi X-wing",
    "0321": "sashimi swordfish",
    "0322": "sashimi jellyfish",
    "03111": "siamese fish",
    "03121": "siamese fish",
    "03211": "siamese fish",
    "03221": "siamese fish",
    "0331": "franken swordfish",
    "0332": "franken jellyfish",
    "0340": "finned franken X-wing",
    "0341": "finned franken swordfish",
    "03411": "siamese franken fish",
    "0342": "finned franken jellyfish",
    "03421": "siamese franken fish",
    "0362": "finned mutant jellyfish",
    "03621": "siamese mutant fish",
    "0363": "finned mutant squirmbag",
    "0400": "skyscraper",
    "0401": "two-string kite",
    "0402": "empty rectangle",
    "0403": "turbot fish",
    "0404": "dual two-string kite",
    "0405": "dual empty rectangle",
    "0500": "simple colours",
    "0501": "simple colours",
    "0502": "multi colours",
    "0600": "unique rectangle 1",
    "0601": "unique rectangle 2",
    "0602": "unique rectangle 3",
    "0603": "unique rectangle 4",
    "0604": "unique rectangle 5",
    "0605": "unique rectangle 6",
    "0606": "hidden rectangle",
    "0607": "avoidable rectangle 1",
    "0608": "avoidable rectangle 2",
    "0610": "BUG+1",
    "0701": "X-chain",
    "0702": "XY-chain",
    "0703": "remote pair",
    "0706": "continuous nice loop",
    "0707": "discontinuous nice loop",
    "0708": "AIC",
    "0709": "grouped continuous nice loop",
    "0709-2": "ALS continuous nice loop",
    "0710": "grouped discontinuous nice loop",
    "0710-3": "ALS discontinuous nice loop",
    "0710-4": "ALS discontinuous nice loop",
    "0711": "grouped AIC",
    "0711-3": "ALS AIC",
    "0711-4": "ALS AIC",
    "0800": "XY-wing",
    "0801": "XYZ-wing",
    "0803": "W-wing",
    "0901": "ALS-XZ",
    "0902": "ALS-XY-wing",
    "0903": "ALS chain",
    "0904": "death blossom",
    "1101": "sue de coq",
    "1201": "template set",
    "1202": "template delete",
}
"""The technique of each code, or of a variant of it, which follows after a hyphen."""

Candidates = frozenset[tuple[int, int]]
"""Cells, in reading order from 0, with digits from 0."""


@dataclass(frozen=True)
class Case:
    """A grid of candidates, and what a technique concludes there."""

    code: str
    position: Position
    eliminated: Candidates
    placed: Candidates

    @property
    def must_fail(self) -> bool:
        """Whether the technique must find nothing."""
        return self.code.endswith("-x")


@dataclass
class Score:
    """The result of all cases of a code."""

    cases: int = 0
    right: int = 0
    wider: int = 0
    """The cases in which a pattern concludes all that is expected, and more."""
    time: float = 0.0


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.techniques", description=__doc__.splitlines()[0])
    add_data_option(parser)
    options = parser.parse_args()
    scores: dict[str, Score] = {}
    for case in read_cases(options.data / "logic" / "reglib_odd.txt"):
        _try(case, scores.setdefault(case.code, Score()))
    table = [
        (code, _technique(code) or "not in the catalogue", score.cases, score.right, score.wider, _time(score))
        for code, score in sorted(scores.items())
    ]
    cases, right = sum(score.cases for score in scores.values()), sum(score.right for score in scores.values())
    print_table(f"{right} of {cases} cases", ("code", "technique", "cases", "right", "wider", "time a grid"), table)


def _technique(code: str) -> str | None:
    return TECHNIQUE_OF.get(code, TECHNIQUE_OF.get(code.split("-")[0]))


def _time(score: Score) -> str:
    return seconds(score.time / score.cases)


def _try(case: Case, score: Score) -> None:
    score.cases += 1
    name = _technique(case.code)
    if name is None:
        return
    start = process_time()
    found = {pattern.conclusion for pattern in BY_NAME[name].find(case.position)}
    score.time += process_time() - start
    is_right = not found if case.must_fail else (case.eliminated, case.placed) in found
    score.right += is_right
    score.wider += not is_right and any(case.eliminated <= lost and case.placed <= placed for lost, placed in found)


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of a file in the format of HoDoKu's regression library."""
    layout = Layout(Sudoku(9))
    for line in lines(path):
        if line.startswith(":"):
            _, code, _, grid, deleted, eliminated, placed, *_ = line.split(":")
            yield Case(code, _position(layout, grid, deleted), _candidates(eliminated), _candidates(placed))


def _position(layout: Layout, grid: str, deleted: str) -> Position:
    """A grid, in which digits after a plus sign are placed and others given, without some candidates."""
    givens: dict[int, int] = {}
    placed: dict[int, int] = {}
    cells = iter(range(81))
    previous = ""
    for character in grid:
        if character != "+":
            cell = next(cells)
            if character in "123456789":
                (placed if previous == "+" else givens)[cell] = int(character) - 1
        previous = character
    start = Position.of_givens(layout, {layout.model.cells[cell]: digit + 1 for cell, digit in givens.items()})
    lost: dict[int, int] = {}
    for cell, digit in _candidates(deleted):
        lost[cell] = lost.get(cell, 0) | 1 << digit
    return start.after(lost, placed)


def _candidates(text: str) -> Candidates:
    """Candidates as digit, row and column."""
    words = [[int(digit) for digit in word] for word in text.split()]
    return frozenset((9 * (row - 1) + column - 1, digit - 1) for digit, row, column in words)


if __name__ == "__main__":
    main()
