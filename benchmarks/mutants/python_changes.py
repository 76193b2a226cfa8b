"""Small changes of Python source, found in its syntax tree."""

from __future__ import annotations

import ast
from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from benchmarks.mutants.mutant import Change

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Mod: "//",
    ast.BitOr: "&",
    ast.BitAnd: "|",
    ast.BitXor: "|",
    ast.LShift: ">>",
    ast.RShift: "<<",
}
FUNCTIONS = {
    "all": "any",
    "any": "all",
    "min": "max",
    "max": "min",
    "sorted": "list",
    "reversed": "list",
    "set": "list",
    "frozenset": "tuple",
    "product": "zip",
}
"""The replacements of called functions."""
TRIMS = frozenset({"strip", "lstrip", "rstrip", "lower", "upper", "casefold", "copy"})
SILENT = (ast.Assert, ast.Import, ast.ImportFrom, ast.JoinedStr, ast.arg)
"""Nodes without decisions below them: messages, types."""


def python_changes(source: str) -> Iterator[Change]:
    """All changes of a module, in the order of its text."""
    yield from sorted(set(_Walk(source).changes(ast.parse(source), "")))


class _Walk:
    """Visits the tree of a module; `text` is the source of a node."""

    def __init__(self, source: str) -> None:
        self._bytes = source.encode()
        self._lines = [0, *accumulate(len(line) for line in self._bytes.splitlines(keepends=True))]
        self._starts = [0, *accumulate(len(line) for line in source.splitlines(keepends=True))]

    def changes(self, node: ast.AST, function: str) -> Iterator[Change]:
        """The changes at a node and below it; `function` is the outermost one around it."""
        for start, end, text in self._here(node):
            yield Change(self._characters(start), self._characters(end), text, function)
        for child in _children(node):
            yield from self.changes(child, _inside(function, node, child))

    def _here(self, node: ast.AST) -> Iterator[tuple[int, int, str]]:
        match node:
            case ast.Compare():
                yield from self._compare(node)
            case ast.BoolOp(values=values):
                word = "or" if isinstance(node.op, ast.And) else "and"
                yield from (self._between(one, other, word) for one, other in pairwise(values))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS and not _is_text(left, right):
                yield self._between(left, right, OPERATORS[type(op)])
            case ast.AugAssign(target=target, op=op, value=value):
                yield self._instead(node, "pass")
                if type(op) in OPERATORS:
                    yield self._between(target, value, f"{OPERATORS[type(op)]}=")
            case ast.UnaryOp(operand=operand):
                yield self._instead(node, self._text(operand))
            case ast.Constant(value=value):
                yield from (self._instead(node, text) for text in _constants(value))
            case ast.Call():
                yield from self._call(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                parts = map(self._text, (orelse, test, body))
                yield self._instead(node, "({} if {} else {})".format(*parts))
            case ast.If(test=test) | ast.While(test=test) | ast.comprehension(ifs=[test, *_]):
                yield self._instead(test, f"(not ({self._text(test)}))")
                if not isinstance(node, ast.While):
                    yield self._instead(test, "True")
            case ast.Slice(lower=lower, upper=upper):
                yield from (self._instead(bound, f"{self._text(bound)} + 1") for bound in (lower, upper) if bound)
            case ast.Break() | ast.Continue():
                yield self._instead(node, "continue" if isinstance(node, ast.Break) else "break")
            case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()) | ast.Raise():
                yield self._instead(node, "pass")

    def _compare(self, node: ast.Compare) -> Iterator[tuple[int, int, str]]:
        for (one, other), op in zip(pairwise([node.left, *node.comparators]), node.ops, strict=True):
            yield self._between(one, other, COMPARISONS[type(op)])

    def _call(self, node: ast.Call) -> Iterator[tuple[int, int, str]]:
        match node.func:
            case ast.Name(id=name) if name in FUNCTIONS:
                yield self._instead(node.func, FUNCTIONS[name])
            case ast.Attribute(value=value, attr=name) if name in TRIMS and not node.args:
                yield self._instead(node, self._text(value))
        plain = [argument for argument in node.args if not isinstance(argument, ast.Starred)]
        if len(plain) > 1:
            one, other = plain[:2]
            between = self._bytes[self._end(one) : self._start(other)].decode()
            yield self._start(one), self._end(other), f"{self._text(other)}{between}{self._text(one)}"

    def _between(self, one: ast.expr, other: ast.expr, text: str) -> tuple[int, int, str]:
        """The operator between two nodes, without the brackets around them."""
        start, end = self._end(one), self._start(other)
        gap = self._bytes[start:end].decode()
        left = len(gap) - len(gap.lstrip(") \n"))
        right = len(gap) - len(gap.rstrip("( \n"))
        return start + left, end - right, text

    def _instead(self, node: ast.AST, text: str) -> tuple[int, int, str]:
        return self._start(node), self._end(node), text

    def _text(self, node: ast.AST) -> str:
        return self._bytes[self._start(node) : self._end(node)].decode()

    def _start(self, node: ast.AST) -> int:
        return self._lines[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined, no-any-return]

    def _end(self, node: ast.AST) -> int:
        return self._lines[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined, no-any-return]

    def _characters(self, offset: int) -> int:
        line = bisect(self._lines, offset) - 1
        return self._starts[line] + len(self._bytes[self._lines[line] : offset].decode())


def _constants(value: object) -> Sequence[str]:
    match value:
        case bool():
            return (str(not value),)
        case int():
            return (str(value + 1), str(value - 1)) if value > 0 else (str(value + 1),)
        case str() if value:
            return (repr(value + "?"),)
    return ()


def _is_text(*nodes: ast.expr) -> bool:
    return any(isinstance(node, ast.JoinedStr | ast.Constant) and not _is_number(node) for node in nodes)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below a node, except types, documentation and messages."""
    match node:
        case ast.Raise() | ast.Assign(targets=[ast.Name(id="__all__")]) | ast.Call(func=ast.Name(id="dataclass")):
            return
        case ast.FunctionDef(returns=types) | ast.AnnAssign(annotation=types):
            skipped = types
        case _:
            skipped = None
    for child in ast.iter_child_nodes(node):
        documentation = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        if child is not skipped and not documentation and not isinstance(child, SILENT):
            yield child


def _inside(function: str, node: ast.AST, child: ast.AST) -> str:
    match child:
        case ast.ClassDef(name=name) if isinstance(node, ast.Module | ast.ClassDef):
            return f"{function}.{name}".removeprefix(".")
        case ast.FunctionDef(name=name) if isinstance(node, ast.Module | ast.ClassDef):
            return f"{function}.{name}".removeprefix(".")
    return function
