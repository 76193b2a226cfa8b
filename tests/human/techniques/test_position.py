"""What a position says of its candidates, against loops over cells and houses."""

from __future__ import annotations

from random import Random

from sudoku_cp import Sudoku
from sudoku_cp.human.techniques import Layout, Position
from sudoku_cp.human.techniques.layout import bits_of

LAYOUT = Layout(Sudoku(4))


def random_positions(count: int = 60) -> list[Position]:
    random = Random(18)
    found = []
    for _ in range(count):
        placed = random.getrandbits(16) & random.getrandbits(16)
        masks = [1 << random.randrange(4) if placed >> cell & 1 else random.randrange(1, 16) for cell in range(16)]
        found.append(Position(LAYOUT, masks, placed))
    return found


def test_the_open_cells_by_their_number_of_candidates() -> None:
    for position in random_positions():
        for number in range(1, 5):
            cells = {
                cell
                for cell in range(16)
                if not position.placed >> cell & 1 and bin(position.masks[cell]).count("1") == number
            }
            assert set(bits_of(position.cells_by_number.get(number, 0))) == cells
            if number == 2:
                assert set(bits_of(position.pairs)) == cells


def test_strong_links_join_the_two_cells_of_a_house_that_may_have_a_digit() -> None:
    seen = 0
    for position in random_positions():
        for digit in range(4):
            wanted = []
            for house in LAYOUT.complete:
                cells = [
                    cell
                    for cell in house.cells
                    if not position.placed >> cell & 1 and position.masks[cell] >> digit & 1
                ]
                if len(cells) == 2:
                    wanted.append((house, cells[0], cells[1]))
            assert list(position.strong_links[digit]) == wanted
            seen += len(wanted)
    assert seen > 100


def test_a_cell_without_candidates_is_a_contradiction() -> None:
    full = [15] * 16
    assert not Position(LAYOUT, full, 0).is_contradictory
    assert Position(LAYOUT, [*full[:9], 0, *full[10:]], 0).is_contradictory
