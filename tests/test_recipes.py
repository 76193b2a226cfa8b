"""The recipes of `CONTRIBUTING.md`, followed in a copy of the tree: their files are few and enough."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from sudoku_cp import _native, _verifier
from tests.support.pages import ROOT, Page, page_named, table

COPIED = ("docs", "models", "sudoku_cp", "tests")
"""The folders of the tree that the recipes and their tests need."""

MOST = {"rule": 5, "constraint": 10, "propagator": 4, "format": 4, "solver": 3, "command": 4, "technique": 4}
"""How many files each recipe may name."""

MOST_PYTHON, MOST_CPP = 9, 3
"""How many files of Python a constraint may take, and of C++ its propagator."""

CONTRIBUTING = Page(ROOT / "CONTRIBUTING.md", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"))

RECIPES = {re.findall(r"\w+", row[0])[0]: re.findall(r"`([^`]+)`", row[1]) for row in table(CONTRIBUTING, "what")}


@dataclass
class Tree:
    """A copy of the tree, and the files of it that have changed."""

    root: Path
    changed: set[str] = field(default_factory=set)

    def add(self, path: str, text: str) -> None:
        """Add a file."""
        assert not (self.root / path).exists()
        (self.root / path).parent.mkdir(exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")
        self.changed.add(path)

    def put(self, path: str, before: str, text: str) -> None:
        """Put a text before one that occurs in a file."""
        whole = (self.root / path).read_text(encoding="utf-8")
        assert before in whole, f"{path} has no {before!r}"
        (self.root / path).write_text(whole.replace(before, text + before, 1), encoding="utf-8")
        self.changed.add(path)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run Python with this tree, in which no hook of an installed package leads to another one."""
        path = os.pathsep.join([str(self.root), *{sysconfig.get_path(name) for name in ("purelib", "platlib")}])
        return subprocess.run(
            [sys.executable, "-S", *arguments],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )


def blocks(page: str, file: str) -> str:
    """The example of a page that is the file with a name."""
    (block,) = [each.text for each in page_named(page).blocks if each.file == file]
    return block


def add_rule(tree: Tree) -> None:
    tree.put(
        "sudoku_cp/rules/lines_steps.py",
        '@rule(\n    "parity_line"',
        '@rule("falling_line", draw=Line(colour="#c8e6c9"))\n'
        "def falling_line(line: Cells) -> Generator[Constraint, None, None]:\n"
        '    """Digits decrease along the line."""\n'
        "    for one, other in pairwise(line):\n"
        "        yield one > other\n\n\n",
    )
    tree.put("sudoku_cp/rules/lines_steps.py", "from functools import", "from itertools import pairwise\n")
    tree.put("sudoku_cp/rules/__init__.py", "        parity_line as", "        falling_line as falling_line,\n")
    tree.put(
        "tests/rules/oracles/lines.py",
        "@oracle(line())\ndef slow_thermo",
        "@oracle(line())\ndef falling_line(grid: Grid, line: Places) -> bool:\n"
        "    values = list(grid.values(line))\n"
        "    return values == sorted(set(values), reverse=True)\n\n\n",
    )
    example = (ROOT / "tests/rules/examples/thermo.toml").read_text(encoding="utf-8")
    cells = re.findall(r"r\dc\d", example)
    assert len(cells) == 4
    tree.add(
        "tests/rules/examples/falling_line.toml",
        f'size = 4\n\n[[falling_line]]\nline = "{" ".join(reversed(cells))}"\n',
    )
    tree.put(
        "docs/reference/rules.md", "| `parity_line line", "| `falling_line line` | Digits decrease along the line. |\n"
    )


MEANING = '''"""Cells whose values decrease from each to the next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from sudoku_cp.kernel.cell import Cell, cells_of
from sudoku_cp.kernel.constraint import Constraint


@dataclass(frozen=True, eq=False, slots=True, repr=False)
class Falling(Constraint):
    """Each cell is less than the one before it."""

    cells: tuple[Cell, ...]
    """The cells in order."""
    label: str = ""

    def __post_init__(self) -> None:
        self._set(cells=cells_of(self.cells, "Falling"))

    @property
    def scope(self) -> tuple[Cell, ...]:
        return self.cells

    @property
    def parts(self) -> tuple[Constraint, ...]:
        return tuple(higher > lower for higher, lower in pairwise(self.cells))

    def holds(self, assignment: Mapping[Cell, int]) -> bool:
        return all(assignment[higher] > assignment[lower] for higher, lower in pairwise(self.cells))

    def describe(self) -> str:
        return " > ".join(cell.name for cell in self.cells)
'''

ENGINE = '''"""Falling cells in the engine."""

from __future__ import annotations

from sudoku_cp import _native
from sudoku_cp.kernel.combination import AllOf
from sudoku_cp.kernel.falling import Falling
from sudoku_cp.solvers.exact_cover import lowering


def post(native: _native.ModelBuilder, constraint: Falling, part: bool) -> int:
    return lowering.post(native, AllOf(*constraint.parts), part)


def post_reified(native: _native.ModelBuilder, constraint: Falling) -> tuple[int, int]:
    return lowering.post_reified(native, AllOf(*constraint.parts))
'''

INSTANCES = '''"""Random falling cells."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from sudoku_cp.cross_check.instances import Instances, Witness, random_scope
from sudoku_cp.kernel.cell import Cell
from sudoku_cp.kernel.constraint import Constraint
from sudoku_cp.kernel.falling import Falling


class FallingInstances(Instances[Falling]):
    def small(self, random: Random, cells: Sequence[Cell], witness: Witness) -> Constraint:
        return Falling(sorted(random_scope(random, cells), key=witness.__getitem__, reverse=True))


INSTANCES = FallingInstances()
'''

CASES = """from itertools import pairwise

import pytest

from sudoku_cp.kernel import Falling
from sudoku_cp.solving.registry import SOLVERS
from tests.support.cases import Case, assert_means

CASES = {
    "falling": Case([range(4)] * 3, lambda *c: Falling(c), lambda *v: all(a > b for a, b in pairwise(v))),
    "falling from itself": Case([range(3)], lambda a: Falling((a, a)), lambda a: False, all_or_none=True),
}


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("name", CASES)
def test_solutions_are_those_of_the_predicate(name: str, solver: str) -> None:
    assert_means(CASES[name], solver)
"""


def add_constraint(tree: Tree) -> None:
    tree.add("sudoku_cp/kernel/falling.py", MEANING)
    folder = "sudoku_cp/constraints/falling"
    tree.add(f"{folder}/__init__.py", '"""What solvers, proofs and tests have for falling cells."""\n')
    files = {"exact_cover": ENGINE, "instances": INSTANCES, "test_falling": CASES}
    for name in ("cp_sat", "proof"):
        text = (ROOT / "sudoku_cp/constraints/increasing" / f"{name}.py").read_text(encoding="utf-8")
        files[name] = text.replace("Increasing", "Falling").replace("increasing", "falling")
    for name, text in files.items():
        tree.add(f"{folder}/{name}.py", text)
    tree.put(
        "sudoku_cp/kernel/__init__.py",
        "    from sudoku_cp.kernel.increasing",
        "    from sudoku_cp.kernel.falling import Falling as Falling\n",
    )
    tree.put("tests/support/right_arguments.py", '    "Increasing": ', '    "Falling": lambda v: {"cells": v[:3]},\n')
    tree.put(
        "docs/guides/library.md", "| `Increasing(", "| `Falling(cells)` | each cell is less than the one before it |\n"
    )


def add_format(tree: Tree) -> None:
    tree.add("sudoku_cp/formats/slashes.py", blocks("own-formats.md", "slashes.py"))
    tree.put("sudoku_cp/formats/registry.py", "    sudokumaker,\n", "    slashes,\n")
    tree.put("sudoku_cp/formats/registry.py", "        tatham.FORMAT,", "        slashes.FORMAT,\n")
    tree.add(
        "tests/formats/test_slashes.py",
        "from io import BytesIO\n\nfrom sudoku_cp.formats import read, write\n\nTEXT = '1234/3412/21../....\\n'\n\n\n"
        "def test_written_and_read_again() -> None:\n"
        "    assert ''.join(write(read(BytesIO(TEXT.encode())), 'slashes')) == TEXT\n",
    )
    summary = "one puzzle per line, with rows separated by slashes"
    tree.put("docs/guides/formats.md", "| `tatham` |", f"| `slashes` | {summary} |\n")
    tree.put("docs/guides/formats.md", "`line` `grid` `poj3074`", "`slashes` ")
    row = "| slashes | givens | title and texts; all else is refused | `1234/3412/21../....` |\n"
    tree.put("docs/guides/formats.md", "| tatham |", row)


def add_solver(tree: Tree) -> None:
    tree.add("sudoku_cp/solvers/trying.py", blocks("own-solvers.md", "trying.py") + "\n\nSOLVER = Trying\n")
    tree.put("sudoku_cp/solving/registry.py", '    "python-constraint":', '    "trying": "sudoku_cp.solvers.trying",\n')
    tree.put("docs/reference/commands.md", " or `python-constraint`", ", `trying`")


COMMAND = '''"""``sudoku-cp sizes``."""

from argparse import ArgumentParser, Namespace

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import write_table
from sudoku_cp.cli.process import ExitCode


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_format_option(parser)


def run(options: Namespace) -> ExitCode:
    """List the sizes of grids with their boxes."""
    from sudoku_cp.model.geometry import default_box

    return write_table(options.format, [{"size": str(n), "text": "×".join(map(str, default_box(n)))} for n in (4, 9)])
'''


def add_command(tree: Tree) -> None:
    tree.add("sudoku_cp/cli/sizes.py", COMMAND)
    tree.put("sudoku_cp/cli/commands.py", '    "rules": ', '    "sizes": "list the sizes of grids",\n')
    schema = json.loads((ROOT / "sudoku_cp/_base/schemas/formats.json").read_text(encoding="utf-8"))
    record = schema["$defs"].pop("format")
    record["properties"]["size"] = record["properties"].pop("format")
    record["required"] = ["size", "text"]
    schema |= {"$id": "sizes.json", "title": "sizes", "anyOf": [{"$ref": "#/$defs/size"}], "$defs": {"size": record}}
    tree.add("sudoku_cp/_base/schemas/sizes.json", json.dumps(schema))
    tree.put("tests/cli/test_schemas.py", '        ("formats",', '        ("sizes", "--format", "jsonl"),\n')


TECHNIQUE = '''"""Boxed digits: locked candidates of a region once more."""

from collections.abc import Iterator
from dataclasses import replace

from sudoku_cp.human.techniques.basic import POINTING, locked_candidates
from sudoku_cp.human.techniques.position import Pattern, Position


def boxed_digits(position: Position) -> Iterator[Pattern]:
    """Yield them."""
    for pattern in locked_candidates(position, POINTING):
        yield replace(pattern, name="boxed digit")
'''


def add_technique(tree: Tree) -> None:
    tree.add("sudoku_cp/human/techniques/boxed.py", TECHNIQUE)
    catalogue = "sudoku_cp/human/techniques/catalogue.py"
    imported = "from sudoku_cp.human.techniques.boxed import boxed_digits\n"
    tree.put(catalogue, "from sudoku_cp.human.techniques.chains", imported)
    tree.put(catalogue, '    Technique("remote pair"', '    Technique("boxed digit", boxed_digits, is_rare=True),\n')
    grids = ROOT / "tests/human/techniques/grids.tsv"
    (pointing,) = re.findall(r"^pointing(\t.*\n)", grids.read_text(encoding="utf-8"), re.M)
    tree.put("tests/human/techniques/grids.tsv", "remote pair\t", "boxed digit" + pointing)
    tree.put("docs/reference/techniques.md", "| remote pair |", "| boxed digit | the same as pointing |\n")


WORKED = (add_rule, add_constraint, add_format, add_solver, add_command, add_technique)

USE = """
from sudoku_cp import Model
from sudoku_cp.cli import main
from sudoku_cp.human.techniques import BY_NAME
from sudoku_cp.kernel import Falling

model = Model()
model.add(Falling(model.variables("abc", range(4))))
print([model.count(solver=name).count for name in ("exact-cover", "cp-sat", "trying")])
main(["count", "tests/rules/examples/falling_line.toml", "--format", "line"])
main(["convert", "1234341221......", "--to", "slashes"])
main(["sizes", "--format", "line"])
print("boxed digit" in BY_NAME)
"""

EXPECTED = ["[4, 4, 4]", "1", "1234/3412/21../....", "4", "9", "True"]

SELECTED = (
    "test_tables falling slashes sizes boxed test_the_rules_of_the_package test_every_rule_has_an_oracle "
    "test_every_rule_has_an_example test_the_page_of_oracles test_every_format_that_is_written_has_a_column "
    "test_every_command_with_records_has_a_schema test_every_technique_has_a_grid test_only_rare_techniques"
)
"""The tests that see what has been added, by parts of their names."""


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Tree, Mapping[str, set[str]]]:
    """A copy of the tree in which all recipes have been followed, and the files that each of them changed."""
    root = tmp_path_factory.mktemp("tree")
    for name in COPIED:
        shutil.copytree(ROOT / name, root / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for name in ("pyproject.toml", "conftest.py", "README.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / name, root / name)
    for module in (_native, _verifier):
        assert module.__file__ is not None
        (root / "sudoku_cp" / Path(module.__file__).name).symlink_to(module.__file__)
    tree = Tree(root)
    files = {}
    for add in WORKED:
        tree.changed = set()
        add(tree)
        files[add.__name__.removeprefix("add_")] = tree.changed
    return tree, files


@pytest.mark.parametrize("add", WORKED, ids=lambda add: str(add.__name__))
def test_the_files_of_a_recipe_are_those_that_change(
    changed: tuple[Tree, Mapping[str, set[str]]], add: Callable[[Tree], None]
) -> None:
    what = add.__name__.removeprefix("add_")
    rest = changed[1][what] - set(RECIPES[what])
    for path in set(RECIPES[what]) - changed[1][what]:
        named = re.compile(re.sub(r"<\w+>", r"\\w+", re.escape(path)))
        (file,) = [file for file in rest if named.fullmatch(file)]
        rest.remove(file)
    assert rest == set()


def test_recipes_have_few_files() -> None:
    assert set(RECIPES) == {*MOST}
    assert {what: len(files) for what, files in RECIPES.items() if len(files) > MOST[what]} == {}
    assert len([path for path in RECIPES["constraint"] if path.endswith(".py")]) <= MOST_PYTHON
    assert len([path for path in RECIPES["propagator"] if path.endswith((".hpp", ".cpp"))]) <= MOST_CPP
    for path in RECIPES["propagator"]:
        assert "<" in path or (ROOT / path).is_file()


def test_what_the_recipes_add_works(changed: tuple[Tree, object]) -> None:
    outcome = changed[0].run("-c", USE)
    assert (outcome.stderr, outcome.stdout.splitlines()) == ("", EXPECTED)


def test_the_tests_of_the_project_accept_what_the_recipes_add(changed: tuple[Tree, object]) -> None:
    """The tables are complete, and each addition passes its tests."""
    tests = [
        "tests/test_tables.py",
        *("tests/test_docstrings.py", "tests/test_arguments.py", "tests/rating/test_hodoku.py"),
        *("tests/formats/test_slashes.py", "tests/formats/test_kept.py"),
        "sudoku_cp/constraints/falling",
        *(f"tests/rules/test_{name}.py" for name in ("oracles", "examples", "registry")),
        "tests/cli/test_schemas.py",
        "tests/human/techniques/test_techniques.py",
    ]
    left_out = "test_benchmarks or test_what_is_raised"  # not in the copy, and not in examples of guides
    selected = f"({' or '.join(SELECTED.split())}) and not ({left_out})"
    outcome = changed[0].run("-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-k", selected, *tests)
    assert outcome.returncode == 0, outcome.stdout + outcome.stderr
