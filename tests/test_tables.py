"""Tables of `docs/` list what there is."""

from __future__ import annotations

import inspect
import re

import pytest

import sudoku_cp
from docs.generators.tables import TABLES
from sudoku_cp import Constraint, kernel
from sudoku_cp.cli.judge import PROBLEMS
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.formats.toml.reading import KEYS
from sudoku_cp.kernel import functions as terms
from sudoku_cp.solving.registry import SOLVERS
from tests.support.pages import ROOT, page_named, table


def _names(page: str, first_header: str) -> list[str]:
    rows = table(page_named(page), first_header)
    return sorted(name for row in rows for name in re.findall(r"`\[*(.*?)\]*`", row[0]))


@pytest.mark.parametrize(("page", "header"), TABLES)
def test_tables_of_two_columns_have_the_rows_of_the_package(page: str, header: str) -> None:
    assert table(page_named(page.rpartition("/")[2]), header) == [*TABLES[page, header]()], (
        "python -m docs.generators.tables writes them"
    )


def test_constraints() -> None:
    """Every constraint of the kernel has a row; for those that functions build, the function has it."""
    public = {name: getattr(kernel, name) for name in vars(kernel)["__all__"]}
    kinds = {name for name, kind in public.items() if isinstance(kind, type) and issubclass(kind, Constraint)}
    functions = {name for name, made in public.items() if inspect.isfunction(made) and name[0].isupper()}
    page = page_named("library.md")
    listed = [*table(page, "constraint"), *table(page, "global constraint")]
    rows = [re.findall(r"`(\w+)", row[0])[0] for row in listed]
    assert sorted(rows) == sorted(kinds | functions)


def test_terms() -> None:
    public = {*vars(sudoku_cp)["__all__"]}
    functions = {name for name, made in vars(terms).items() if inspect.isfunction(made) and name.islower()} & public
    named = {name for row in table(page_named("library.md"), "term") for name in re.findall(r"`(\w+_of)\(", row[0])}
    assert named == functions != set()


def test_exit_codes() -> None:
    assert [int(row[0]) for row in table(page_named("commands.md"), "exit code")] == sorted(ExitCode)


def test_judges() -> None:
    assert _names("judges.md", "problem") == sorted(PROBLEMS)


def test_keys_of_documents() -> None:
    assert _names("documents.md", "key") == sorted([*KEYS, "rule"])


def test_solvers() -> None:
    (row,) = [row for row in table(page_named("commands.md"), "option") if row[0] == "`--solver NAME`"]
    assert all(f"`{name}`" in row[1] for name in SOLVERS)


def test_benchmarks() -> None:
    programs = [*ROOT.glob("benchmarks/*.py"), *ROOT.glob("benchmarks/*/__main__.py")]
    names = {
        path.parent.name if path.stem == "__main__" else path.stem
        for path in programs
        if 'if __name__ == "__main__":' in path.read_text(encoding="utf-8")
    }
    assert _names("benchmarks.md", "benchmark") == sorted(f"python -m benchmarks.{name}" for name in names)
