"""Check that the imports of the package form no cycles: `python .ci/import_graph.py`.

Every import counts: at the top of a module, inside a function, and for type checkers. Packages, the folders below
`sudoku_cp`, must have no cycle; a cycle of modules must lie in one folder and have few modules. Tests beside
constraints are left out: they use the package as users do.
"""

from __future__ import annotations

import ast
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = "sudoku_cp"
LARGEST_CYCLE = 6
"""The largest number of modules that may import each other, all in one folder."""

Graph = Mapping[str, set[str]]
"""The modules that each module imports."""


def modules(root: Path) -> dict[str, Path]:
    """The modules of the package by name, with stubs of compiled ones, and without tests."""
    found = {}
    folders = os.walk(root / PACKAGE, followlinks=True)  # the folder of the shipped variants is a link
    for path in sorted(Path(folder, file) for folder, _, files in folders for file in files):
        if path.suffix in (".py", ".pyi") and not path.name.startswith("test_"):
            parts = path.relative_to(root).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(path: Path, known: Mapping[str, Path]) -> Iterator[str]:
    """Yield the modules of the package that a module imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name.split(".")[0] == PACKAGE:
                while name not in known:
                    name = name.rpartition(".")[0]
                yield name


def import_graph(root: Path) -> dict[str, set[str]]:
    """Each module with the modules that it imports."""
    known = modules(root)
    return {module: {name for name in imported(path, known) if name != module} for module, path in known.items()}


def cycles(graph: Graph) -> list[set[str]]:
    """The largest sets of nodes that all reach each other, the largest set first (Tarjan 1972)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(node: str) -> None:
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph.get(node, ())):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            at = stack.index(node)
            if len(stack) - at > 1:
                found.append(set(stack[at:]))
            del stack[at:]

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return sorted(found, key=len, reverse=True)


def package_of(module: str) -> str:
    """The folder of a module below the package, or its name if it lies in none."""
    return ".".join(module.split(".")[:2])


def package_graph(graph: Graph) -> dict[str, set[str]]:
    """Each package with the packages that it imports."""
    found: dict[str, set[str]] = defaultdict(set)
    for module, others in graph.items():
        found[package_of(module)] |= {package_of(other) for other in others} - {package_of(module)}
    return dict(found)


def faults(root: Path) -> list[str]:
    """The cycles that are not allowed, in words."""
    graph, paths = import_graph(root), modules(root)
    found = [f"packages in a cycle: {', '.join(sorted(cycle))}" for cycle in cycles(package_graph(graph))]
    for cycle in cycles(graph):
        folders = {paths[module].parent for module in cycle}
        if len(cycle) > LARGEST_CYCLE or len(folders) > 1:
            found.append(f"{len(cycle)} modules in a cycle: {', '.join(sorted(cycle))}")
    return found


def main() -> int:
    """Print the packages from the lowest to the highest, and the cycles; return 1 if a cycle is not allowed."""
    sys.setrecursionlimit(10_000)
    graph = import_graph(ROOT)
    packages = package_graph(graph)
    try:
        for package in TopologicalSorter(packages).static_order():
            print(f"{package:<28}{' '.join(sorted(each.partition('.')[2] for each in packages.get(package, ())))}")
    except CycleError:
        pass
    inside = ", ".join(str(len(cycle)) for cycle in cycles(graph)) or "none"
    arrows = sum(map(len, packages.values()))
    print(f"{len(graph)} modules in {len(packages)} packages with {arrows} arrows; cycles of modules: {inside}")
    wrong = faults(ROOT)
    print("\n".join(wrong) or "no cycles between packages")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
