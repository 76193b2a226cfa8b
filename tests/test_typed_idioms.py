"""What README, tutorials and guides show passes the type checker as a user's files."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from doctest import DocTestParser

import pytest

from tests.support.pages import DOCS, EXAMPLES, PAGES, ROOT, Page

FOLDERS = (DOCS / "tutorials", DOCS / "guides")
TYPED = [page for page in PAGES.values() if page.path == ROOT / "README.md" or page.path.parent in FOLDERS]
SESSIONS = [page for page in TYPED if page.session]


def session_of(page: Page) -> str:
    """What is typed in the sessions of a page, as one program, without what raises."""
    examples = [example for example in DocTestParser().get_examples(page.session) if example.exc_msg is None]
    return "".join(example.source for example in examples)


USER = """
from sudoku_cp import AllDifferent, AnyOf, Array, Exactly, Sudoku, Table, count_of, max_of, sum_of
from sudoku_cp.kernel import Count, Element, Maximum

sudoku = Sudoku(9)
corner = sudoku.cells_at("r1c1 r1c2")
sudoku += sum_of(sudoku.rows[0][:3]) == 15
sudoku += sum_of(corner) - 2 * sudoku["r9c9"] <= sum_of(weight * cell for weight, cell in enumerate(sudoku.rows[1]))
sudoku += [sum_of([cell, corner[0] * corner[1], 3]) != 7 for cell in sudoku.rows[2]]
sudoku += sum(sudoku.rows[0][:3]) == 15
a, b, c = sudoku.rows[3][:3]
sudoku += sum([a == 1, b == 2, c == 0]) >= 2
sudoku += (a == b) + (b == c) + (a == c) <= 1
sudoku += AllDifferent([cell + place for place, cell in enumerate(sudoku.rows[4])])
sudoku += AllDifferent([a, b + 1, 3])
sudoku += [(a == 1).implies(b == 2), (a == 1) ^ (b == 2), (a == 1) == (b == 2), ~(a == 1) | (c < b)]
sudoku += [count_of([a, b], b) == 1, Exactly(1, [a == 1, b == 1]), AnyOf([a == 1, b == 1]), AnyOf(a == 1, True)]
sudoku += [a % 3 == b % 2, a // b == 1, a**2 <= 9, a.isin({1, 4}), abs(a - b) != 3]
sudoku += True
sudoku += Array([a, b]) != 3
sudoku += [Array([a, b + 1, 3])[c] == 2, Array([[1, 2], [3, 4]])[a, b] == c]
sudoku += [Maximum([a + 1, b], c), Element([a, b, 1], c, a + 1), Count([a, b, a == b], 1, c)]
sudoku += Table([a + b, c], [(3, 1)])
score = max_of([a, b]) + (a == b) * 3 - (c == 1)
sudoku.maximize(sum(sudoku.rows[0][:3]) + score)
"""

WRONG = {"right": ("", ""), "number": ("sum_of(3)", "arg-type"), "text": ("sum_of(['r1c1'])", "list-item")}
"""Programs of a user: a last line, and the code of what is found there."""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What mypy finds in a folder that is not the project's, by file: most of its time goes to what they import.

    The folder has the sessions of all pages, the files that they import, and the programs of a user.
    """
    folder = tmp_path_factory.mktemp("typed")
    for path in EXAMPLES.glob("*.py"):
        (folder / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    for page in SESSIONS:
        name = "session_" + page.path.stem.replace("-", "_").lower()
        (folder / f"{name}.py").write_text(session_of(page), encoding="utf-8")
    for page in TYPED:
        for name, text in page.files.items():
            if name.endswith(".py"):
                (folder / name).write_text(text, encoding="utf-8")
    for name, (line, _) in WRONG.items():
        (folder / f"user_{name}.py").write_text(f"{USER}{line}\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--no-error-summary", "."]
    lines = defaultdict[str, list[str]](list)
    for line in subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False).stdout.splitlines():
        lines[line.partition(":")[0]].append(line)
    return lines


def test_sessions_and_files(found: dict[str, list[str]]) -> None:
    assert {file: lines for file, lines in found.items() if not file.startswith("user_")} == {}


@pytest.mark.parametrize("name", WRONG)
def test_sums(name: str, found: dict[str, list[str]]) -> None:
    lines, code = found.get(f"user_{name}.py", []), WRONG[name][1]
    assert re.findall(r"\[([\w-]+)\]$", "\n".join(lines), re.MULTILINE) == ([code] if code else [])
    assert bool(lines) == bool(code)
