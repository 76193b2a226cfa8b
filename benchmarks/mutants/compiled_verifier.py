"""Faults in the compiled verifier, by which candidates, houses and givens of solutions are checked."""

from __future__ import annotations

from benchmarks.mutants.fault import Fault

TESTS = "tests/solving/test_verifier.py"

COMPILED_VERIFIER_FAULTS = [
    Fault(
        "compiled verifier: values out of range have the bit of another",
        "return place < std::numeric_limits<Word>::digits ? static_cast<Word>(Word{1} << place) : Word{0};",
        "return static_cast<Word>(Word{1} << place % std::numeric_limits<Word>::digits);",
        TESTS,
    ),
    Fault(
        "compiled verifier: candidates of the first cell are not looked at",
        "for (std::size_t cell = 0; cell < cells; ++cell) {\n    wrong |=",
        "for (std::size_t cell = 1; cell < cells; ++cell) {\n    wrong |=",
        TESTS,
    ),
    Fault(
        "compiled verifier: a house without a value of its own is a permutation",
        "static_cast<std::size_t>(std::popcount(all)) == house.size() ? all : Word{0}",
        "static_cast<std::size_t>(std::popcount(all)) >= house.size() ? all : Word{0}",
        TESTS,
    ),
    Fault(
        "compiled verifier: repeated values only of neighbours in a house",
        "wrong |= seen & lanes; seen |= lanes;",
        "wrong |= seen & lanes; seen = lanes;",
        TESTS,
    ),
    Fault(
        "compiled verifier: repeated values of a list that is not sorted",
        "std::ranges::sort(of_house);",
        "",
        TESTS,
    ),
    Fault(
        "compiled verifier: every other row is checked in place of its successor",
        "row = &solutions[lane * cells];",
        "row = &solutions[(lane & ~std::size_t{1}) * cells];",
        TESTS,
    ),
    Fault(
        "compiled verifier: a given that is changed to a smaller value",
        "int{givens[cell] != open} & int{givens[cell] != solution[cell]}",
        "int{givens[cell] != open} & int{givens[cell] < solution[cell]}",
        TESTS,
    ),
    Fault(
        "compiled verifier: givens of the first rows for all threads",
        "keeps(rows.solutions.subspan(first, cells_), rows.givens.subspan(first, cells_), rows.open)",
        "keeps(rows.solutions.subspan(first, cells_), rows.givens.subspan(first - begin * cells_, cells_), rows.open)",
        TESTS,
    ),
    Fault(
        "compiled verifier: the last turn of rows is left out",
        "(begin = next.fetch_add(kRowsPerTurn)) < rows.sound.size();",
        "(begin = next.fetch_add(kRowsPerTurn)) + kRowsPerTurn < rows.sound.size();",
        TESTS,
    ),
    Fault(
        "compiled verifier: one solution keeps any givens",
        "if (number(given) != value) return false;",
        "",
        TESTS,
    ),
    Fault(
        "compiled verifier: one solution keeps givens of another model",
        "if (kept != wanted) return false;",
        "",
        TESTS,
    ),
]
