"""What a terminal prints of models and answers, and what a notebook shows."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from html.parser import HTMLParser
from types import SimpleNamespace
from xml.etree import ElementTree

import numpy as np
import pytest

from sudoku_cp import Model, Sudoku
from sudoku_cp.cross_check import cross_check
from sudoku_cp.formats import load
from sudoku_cp.human import path
from sudoku_cp.model.model import Clue
from sudoku_cp.render import show
from sudoku_cp.render.notebook import table
from sudoku_cp.rules import killer
from sudoku_cp.solving.registry import load_solver

HOSTILE = "<b id='x'>&"


def plain_model() -> Model:
    model = Model(HOSTILE)
    a, b = model.variables("ab", (1, 2, 3))
    model.add((a < b).labelled(HOSTILE))
    model.maximize(a + b)
    return model


def shown() -> dict[str, object]:
    """Something of every kind that is shown."""
    four = Sudoku(4, name=HOSTILE)
    four.add(killer("r1c1 r1c2", sum=3))
    four.maximize(sum(four.rows[0][:2]) + four["r4c4"])
    compiled = load_solver().compile(four)
    plain = load_solver().compile(plain_model())
    return {
        "sudoku": four,
        "kakuro": load("kakuro"),
        "samurai": load("samurai"),
        "model": plain_model(),
        "result": compiled.solve(),
        "plain result": plain.solve(),
        "no result": compiled.count(givens={four["r1c1"]: 4}),
        "solution": compiled.solve().solution,
        "candidates": compiled.candidates(),
        "plain candidates": plain.candidates(),
        "ranking": compiled.best(3),
        "batch": compiled.solve_many(np.zeros((3, 16), np.int8), limit=2),
        "best batch": compiled.best_many(np.zeros((3, 16), np.int8)),
        "path": path(load("classic")),
        "report": cross_check(four, ["exact-cover", "cp-sat"]),
    }


SHOWN = shown()


class _Tags(HTMLParser):
    """Collects attributes, and refuses tags that are not closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.attributes |= {name for name, _ in attrs}
        assert tag not in ("style", "script", "b")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes |= {name for name, _ in attrs}

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("what", SHOWN)
def test_notebooks_show_a_picture_or_a_table_that_leaves_the_page_alone(what: str) -> None:
    shapes = [getattr(SHOWN[what], name, lambda: None)() for name in ("_repr_svg_", "_repr_html_")]
    (text,) = [shape for shape in shapes if shape is not None]
    tags = _Tags()
    tags.feed(text)
    tags.close()
    assert tags.open == []
    assert not {"id", "class"} & tags.attributes
    for picture in re.findall(r"<svg.*?</svg>", text, re.S):
        ElementTree.fromstring(picture)


@pytest.mark.parametrize("what", SHOWN)
def test_terminals_show_a_line_for_repr(what: str) -> None:
    line = repr(SHOWN[what])
    assert "\n" not in line
    assert len(line) < 150
    assert "object at 0x" not in line


def test_a_sudoku_prints_as_its_grid() -> None:
    puzzle = load("killer")
    assert str(puzzle) == show(puzzle)
    assert repr(puzzle) == "<Sudoku killer: 81 cells, 31 clues, 89 constraints, 0 givens>"
    solution = load_solver().compile(puzzle).solve().solution
    assert str(solution) == show(puzzle, solution)


def test_show_prints_outside_notebooks(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = load("killer")
    puzzle.show()
    assert capsys.readouterr().out == f"{show(puzzle)}\n"
    displayed: list[object] = []
    shell = SimpleNamespace(get_ipython=lambda: None, display=SimpleNamespace(display=displayed.append))
    monkeypatch.setitem(sys.modules, "IPython", shell)
    puzzle.show()
    assert (capsys.readouterr().out, displayed) == (f"{show(puzzle)}\n", [])
    monkeypatch.setattr(shell, "get_ipython", object)
    puzzle.show()
    assert (capsys.readouterr().out, displayed) == ("", [puzzle])


def test_a_path_has_a_picture_for_each_step() -> None:
    found = path("1....4..3......2")
    text = found._repr_html_()
    assert text.count("<svg") == len(found.steps) + 1 == text.count("<p>")
    assert text.count(" hidden>") == len(found.steps)
    assert f'max="{len(found.steps)}"' in text
    lines = str(found).splitlines()
    assert len(lines) == len(found.steps)
    assert lines[0] == f"1. {found.steps[0]}"
    assert repr(found) == f"<Path sudoku: {len(found.steps)} steps, solved>"


def test_answers_print_their_grid_and_a_line() -> None:
    target = load("target")
    result = load_solver().compile(target).solve()
    *grid, line = str(result).splitlines()
    assert "\n".join(grid) == show(target, result.solution)
    assert line.startswith("optimal: a solution, score 2856, bound 2856 (exact-cover, ")
    assert str(load_solver().compile(target).best(2)).startswith("1. score 2856\n")
    assert "puzzles" in str(SHOWN["batch"])


def test_givens_that_were_replaced_are_not_shown() -> None:
    sudoku = Sudoku(4)
    sudoku.give("r1c1", 1)
    solution = load_solver().compile(sudoku).solve({sudoku["r1c1"]: 2}).solution
    assert str(solution).splitlines()[1].startswith("┃ 2 ")


def test_candidates_are_pencil_marks() -> None:
    sudoku = Sudoku(4)
    sudoku.give_grid([1, 2, 3, 4, 3, 4, None, None, *[None] * 8])
    found = load_solver().compile(sudoku).candidates()
    texts = [
        node.text for node in ElementTree.fromstring(re.findall(r"<svg.*</svg>", found._repr_html_(), re.S)[0]).iter()
    ]
    assert len([text for text in texts if text in {"1", "2", "3", "4"}]) == sum(map(len, found.values.values()))


def test_batches_count_what_came_out() -> None:
    sudoku = Sudoku(4)
    puzzles = np.zeros((4, 16), np.int8)
    puzzles[1, :2] = 1
    puzzles[2, :] = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 0]
    compiled = load_solver().compile(sudoku)
    assert compiled.solve_many(puzzles, limit=2).rows()[:-2] == [
        *(["puzzles", "4"], ["one solution", "1"], ["several solutions", "2"], ["no solution", "1"]),
    ]
    assert ["at least one", "3"] in compiled.solve_many(puzzles, limit=1).rows()


def test_a_solution_goes_to_other_processes_with_its_model() -> None:
    solution = load_solver().compile(load("killer")).solve().solution
    assert solution is not None
    copied = pickle.loads(pickle.dumps(solution))
    assert copied == solution
    assert (str(copied), copied._repr_svg_()) == (str(solution), solution._repr_svg_())


def test_clues_rules_and_constraints_are_told_in_a_line() -> None:
    puzzle = load("killer")
    clue: Clue = puzzle.clues[0]
    assert repr(clue) == f"<clue {clue}>"
    assert repr(killer) == "<rule killer cells [sum] [repeats]>"
    assert repr(puzzle.constraints[0]) == f"AllDifferent({', '.join(f'r1c{column}' for column in range(1, 10))})"
    assert repr(load("target").objective) == "<Objective: maximize a score of 81 cells>"


@pytest.mark.slow
def test_no_renderer_is_loaded_before_something_is_shown() -> None:
    program = (
        "import sys, sudoku_cp; from sudoku_cp import Sudoku; s = Sudoku(4); repr(s);"
        "before = 'sudoku_cp.render' in sys.modules; str(s); print(before, 'sudoku_cp.render' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "False True\n"


def test_tables_escape_what_they_hold() -> None:
    for place in range(4):
        texts = [HOSTILE if at == place else "x" for at in range(4)]
        text = table([texts[:2], texts[2:]])
        assert HOSTILE not in text
        assert "&lt;b id=" in text


def test_answers_about_several_scores_are_pictures_with_all_scores() -> None:
    sudoku = Sudoku(4)
    corner, next_to_it = sudoku["r1c1"], sudoku["r1c2"]
    front = sudoku.pareto(corner, next_to_it)
    assert str(front).startswith("maximize r1c1; maximize r1c2\n4, 3\n")
    assert repr(front) == f"<Front {front.caption}>"
    html = front._repr_html_()
    assert html.count("<svg") == 2
    assert ">4, 3<" in html
    assert ">3, 4<" in html
    sudoku.maximize(corner, then=next_to_it)
    ranking = sudoku.best(2)
    assert str(ranking).startswith("1. score (4, 3)\n")
    assert "1. score (4, 3)" in ranking._repr_html_()
    result = sudoku.solve()
    assert "maximize r1c1, then maximize r1c2: 4, then 3" in str(result)
    assert "score 4, then 3" in result.caption
