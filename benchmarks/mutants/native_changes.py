"""Small changes of C++ source, found token by token in lines formatted by clang-format.

An operator with spaces on both sides is binary; `const X& a`, `X* a` and `std::vector<X>` have none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.mutants.mutant import Change

OPERATORS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "&&": "||",
    "||": "&&",
    "+": "-",
    "-": "+",
    "*": "+",
    "/": "*",
    "%": "/",
    "&": "|",
    "|": "&",
    "^": "|",
    "<<": ">>",
    ">>": "<<",
    "+=": "-=",
    "-=": "+=",
    "|=": "&=",
    "&=": "|=",
    "^=": "|=",
}
WORDS = {
    "true": "false",
    "false": "true",
    "break": "continue",
    "continue": "break",
    "lowest_bit": "highest_bit",
    "highest_bit": "lowest_bit",
    "std::min": "std::max",
    "std::max": "std::min",
    "any_of": "all_of",
    "all_of": "any_of",
    "lower_bound": "upper_bound",
}

BINARY = re.compile(rf"(?<= )({'|'.join(re.escape(token) for token in sorted(OPERATORS, key=len, reverse=True))})(?= )")
WORD = re.compile(rf"(?<![\w:.])({'|'.join(map(re.escape, WORDS))})(?=[\s;()<{{}},])")
UNARY = re.compile(r"(?<=[ (])[!~](?=[\w(])")
NUMBER = re.compile(r"(?<![\w.\"'])\d+(?![\w.'\"])")
CONDITION = re.compile(r"\b(?:if|while) \((?!const )(.*)\)(?= (?:\{|return|continue|break|search|\w+ [|&+-]?= ))")
STATEMENT = re.compile(r"^ +(?:[\w.:\->\[\]\*]+ [|&^+-]?= .*|[\w.:\->]+(?:<\w+>)?\(.*\)|(?:\+\+|--)[\w.\->\[\]]+);$")
FUNCTION = re.compile(r"^(?:[\w:<>,&*~\[\]]+ )*[*&]?((?:\w+::)*[~\w]+)\((?!\()")
METHOD = re.compile(r"^  (?:[\w:<>,&*\[\]]+ )+[*&]?(\w+)\([^;]*\{")
SKIPPED = re.compile(r"^\s*(#|using |template|static_assert|namespace|extern|typedef|enum|throw )|^\s*//|\w throw ")


def native_changes(source: str) -> Iterator[Change]:
    """All changes of a file, in the order of its text."""
    function = ""
    offset = 0
    for line in source.splitlines(keepends=True):
        code = _without_texts(line)
        if found := FUNCTION.match(code) or METHOD.match(code):
            function = found[1]
        if function and not SKIPPED.match(code) and "static_assert" not in code:
            for start, end, text in sorted(set(_changes(code))):
                yield Change(offset + start, offset + end, text, function)
        offset += len(line)


def _without_texts(line: str) -> str:
    """The line with comments and strings replaced by blanks."""
    line = re.sub(r'"(?:[^"\\]|\\.)*"', lambda text: " " * len(text[0]), line.rstrip("\n"))
    return re.sub(r"//.*", lambda text: " " * len(text[0]), line)


def _changes(code: str) -> Iterator[tuple[int, int, str]]:
    for found in BINARY.finditer(code):
        yield *found.span(), OPERATORS[found[0]]
    for found in WORD.finditer(code):
        yield *found.span(), WORDS[found[0]]
    for found in UNARY.finditer(code):
        yield *found.span(), ""
    for found in NUMBER.finditer(code):
        yield *found.span(), str(int(found[0]) + 1)
        if int(found[0]):
            yield *found.span(), str(int(found[0]) - 1)
    if condition := CONDITION.search(code):
        yield *condition.span(1), f"!({condition[1]})"
    if statement := STATEMENT.match(code.rstrip()):
        yield len(code) - len(code.lstrip()), statement.end(), ";"
