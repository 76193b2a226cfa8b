"""Whatever is wrong in a user's rule file, the message names the file, the user's own line, and the rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from sudoku_cp import InputError, ModelError, Sudoku
from sudoku_cp.rules import RULES, load_rules, registry

HEAD = """\
import sudoku_cp
from typing import Literal
from sudoku_cp import Model, Not, Sudoku, Table, DFA, Automaton
from sudoku_cp.rules import Cells, Line, Numbers, killer, rule, thermo
"""


@pytest.fixture(autouse=True)
def _own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_rules", dict(registry._rules))
    monkeypatch.setattr(registry, "RULES", registry._rules)


def place(path: Path) -> str:
    """The line that bears the mark."""
    [number] = [number for number, line in enumerate(path.read_text().splitlines(), 1) if "# here" in line]
    return f"{path}:{number}"


def file(folder: Path, text: str) -> Path:
    path = folder / "mine.py"
    path.write_text(HEAD + text)
    return path


RULE = '@rule("own"){0}\ndef own({1}):\n    "Text."\n    yield {2}\n'

AT_LOADING = {
    "syntax": "def f(:  # here\n    pass",
    "indentation": "def f():\npass  # here",
    "import": "import nowhere_at_all  # here",
    "import of a name": "from sudoku_cp.rules import kiler  # here",
    "name": "x = undefined  # here",
    "call of a helper": "def helper():\n    return 1 / 0  # here\nhelper()",
    "exit": "raise SystemExit(0)  # here",
    "no annotation": '@rule("own")  # here\ndef own(line):\n    "Text."\n    yield line[0] == 1\n',
    "wrong annotation": '@rule("own")  # here\ndef own(line: float):\n    "Text."\n    yield line[0] == 1\n',
    "literal of numbers": '@rule("own")  # here\ndef own(line: Literal[1, 2]):\n    "Text."\n    yield 1\n',
    "annotation that is no name": '@rule("own")  # here\ndef own(line: "Cels"):\n    "Text."\n    yield 1\n',
    "annotation with a typo": '@rule("own")  # here\ndef own(a: "sudoku_cp.Cels"):\n    "Text."\n    yield 1\n',
    "wrong default": '@rule("own")  # here\ndef own(line: Cells, step: int = "1"):\n    "Text."\n    yield 1\n',
    "default that is not read": '@rule("own")  # here\ndef own(line: Cells = "r1c1"):\n    "Text."\n    yield 1\n',
    "starred parameter": '@rule("own")  # here\ndef own(*line: Cells):\n    "Text."\n    yield 1\n',
    "no generator": '@rule("own")  # here\ndef own(line: Cells):\n    "Text."\n    return [line[0] == 1]\n',
    "no function": 'rule("own")(5)  # here\n',
    "no text": '@rule("own")  # here\ndef own(line: Cells):\n    yield line[0] == 1\n',
    "no parentheses": '@rule  # here\ndef own(line: Cells):\n    "Text."\n    yield 1\n',
    "taken name": '@rule("killer")  # here\ndef own(line: Cells):\n    "Text."\n    yield 1\n',
    "twice": '@rule("own")\ndef a(line: Cells):\n    "Text."\n    yield 1\n'
    '@rule("own")  # here\ndef b(line: Cells):\n    "Text."\n    yield 1\n',
    "no drawing": '@rule("own", draw="line")  # here\ndef own(line: Cells):\n    "Text."\n    yield 1\n',
    "drawing of what is not there": '@rule("own", draw=lambda lin: [Line(lin)])  # here\ndef own(line: Cells):\n'
    '    "Text."\n    yield 1\n',
    "wrong parameter of a drawing": '@rule("own", draw=Line(color="red"))  # here\ndef own(line: Cells):\n'
    '    "Text."\n    yield 1\n',
}


@pytest.mark.parametrize("text", AT_LOADING.values(), ids=AT_LOADING)
def test_at_loading(tmp_path: Path, text: str) -> None:
    path = file(tmp_path, text)
    before = set(RULES)
    with pytest.raises(InputError) as caught:
        load_rules(path)
    assert str(caught.value).startswith((f"{place(path)}:", f"{place(path)},"))
    assert set(RULES) == before
    if '@rule("own"' in text:
        assert "rule own" in str(caught.value) or "Line" in str(caught.value)


USED = '@rule("own")\ndef own(line: Cells, step: int = 0):\n    "Text."\n'

AT_USE = {
    "exception": USED + "    yield line[step] == line[5]  # here",
    "number": USED + "    yield line[0].index == 0  # here",
    "list": USED + "    yield [line[0] == 1]  # here",
    "yield from": USED + "    yield from helper(line)\ndef helper(line):\n    yield True  # here",
    "exception in a helper": USED
    + "    yield helper(line)\ndef helper(line):\n    return line[0] / 2 == line[1]  # here",
    "helper that raises nothing of its own": USED + "    yield sum(line) == '5'  # here",
    "chain": USED + "    yield line[0] < line[1] < line[2]  # here",
    "or": USED + "    yield line[0] == 1 or line[1] == 1  # here",
    "truth": USED + "    if line[0] == line[1]:  # here\n        yield line[0] == 1",
    "product": USED + "    yield line[0] * 1.5 == 4  # here",
    "lambda of a table": USED + "    yield Table.where(line, lambda a, b, c: a / (b - b) == c)  # here",
    "lambda of a table with too few": USED + "    yield Table.where(line, lambda a: a > 1)  # here",
    "lambda on a line of its own": USED
    + "    yield Table.where(\n        line,\n        lambda a, b, c: a // 0,  # here\n    )",
    "table that does not fit": USED + "    yield Table(line, [(1, 2)])  # here",
    "table that is too large": USED
    + "    yield Table.where([cell for _ in range(9) for cell in line], lambda *v: True)  # here",
    "not a constraint inside": USED + "    yield Not(5)  # here",
    "cell of another model": "other = Sudoku(4)\n" + USED + "    yield line[0] == other[1, 1]  # here",
    "clue of another rule": USED + "    yield from thermo('r9c9').constraints(Sudoku(4))  # here",
    "attribute": USED + "    yield line[0].valeu == 3  # here",
    "own error": USED + "    raise sudoku_cp.ModelError('three cells')  # here\n    yield",
    "assertion": USED + "    assert step, 'a step'  # here\n    yield line[0] == 1",
    "bare assertion": USED + "    assert step  # here\n    yield line[0] == 1",
    "recursion": USED + "    yield helper(line)\ndef helper(line):\n    return helper(line)  # here",
    "after a constraint": USED + "    yield line[0] == 1\n    yield line[1] == 1\n    yield undefined  # here",
}


@pytest.mark.parametrize("text", AT_USE.values(), ids=AT_USE)
def test_at_use(tmp_path: Path, text: str) -> None:
    path = file(tmp_path, text)
    (own,) = load_rules(path)
    with pytest.raises(ModelError) as caught:
        Sudoku(4).add(own("r1c1 r1c2 r1c3"))
    assert str(caught.value).startswith(f"own r1c1 r1c2 r1c3: {place(path)}: ")


@pytest.mark.parametrize(
    "draw",
    [
        "def draw(line):\n    return [Line(line[9:]), line[9]]  # here\n",
        "def draw(line):\n    yield Line(lin)  # here\n",
        "def draw(line):  # here\n    return [line]\n",
        "def draw(line):\n    return helper(line)\ndef helper(line):\n    return line.cells  # here\n",
    ],
)
def test_at_drawing(tmp_path: Path, draw: str) -> None:
    path = file(
        tmp_path, f'{draw}@rule("own", draw=draw)\ndef own(line: Cells):\n    "Text."\n    yield line[0] == 1\n'
    )
    (own,) = load_rules(path)
    with pytest.raises(ModelError) as caught:
        own("r1c1 r1c2 r1c3").drawings(Sudoku(4))
    assert str(caught.value).startswith(f"own r1c1 r1c2 r1c3: {place(path)}: ")


def test_inside_a_combination(tmp_path: Path) -> None:
    path = file(tmp_path, USED + "    yield 5  # here\n")
    (own,) = load_rules(path)
    with pytest.raises(ModelError, match=r"any_of .*own r1c1") as caught:
        Sudoku(4).add(RULES["any_of"]([own("r1c1")]))
    assert f"own r1c1: {place(path)}: the rule yields 5" in str(caught.value)


@pytest.fixture
def helper_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "helper_of_mine.py"
    monkeypatch.syspath_prepend(tmp_path)
    return path


def test_in_a_module_of_the_users(tmp_path: Path, helper_module: Path) -> None:
    helper_module.write_text("def halves(cell):\n    return cell << 2  # here\n")
    path = file(tmp_path, "from helper_of_mine import halves\n" + USED + "    yield halves(line[0]) == 1\n")
    (own,) = load_rules(path)
    with pytest.raises(ModelError) as caught:
        Sudoku(4).add(own("r1c1"))
    assert str(caught.value).startswith(f"own r1c1: {place(helper_module)}: TypeError: ")


@pytest.mark.parametrize("text", ["", "x = 5\n", "from sudoku_cp.rules import killer\n"])
def test_a_file_without_a_rule(tmp_path: Path, text: str) -> None:
    path = file(tmp_path, text)
    with pytest.raises(InputError, match=r'mine\.py: declares no rule: write @rule\("name"\)'):
        load_rules(path)


def test_shipped_rules_explain_their_errors_without_a_place() -> None:
    with pytest.raises(ModelError) as caught:
        Sudoku(4).add(RULES["magic_square"]("r1c1 r1c2"))
    assert ".py" not in str(caught.value)
