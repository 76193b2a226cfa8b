r"""``sudoku-cp manual``: the manual page in roff, from the same parser as ``--help``.

A line of text that begins with a dot or an apostrophe would be a request to roff, and a hyphen would become a dash that
nobody can copy; both are escaped, and what is not ASCII, which not every roff reads.
"""

from __future__ import annotations

from argparse import PARSER, SUPPRESS, Action, ArgumentParser, Namespace
from collections.abc import Iterator

from sudoku_cp._base.version import __version__
from sudoku_cp.cli.commands import commands_of
from sudoku_cp.cli.process import HELP, ExitCode, show

_ENVIRONMENT = {
    "NO_COLOR": "If not empty, no colours.",
    "FORCE_COLOR": "If not empty, colours without a terminal, too. NO_COLOR goes before it.",
    "SUDOKU_CP_CPU": "The CPU level of the engine, one of those that --version names.",
    "SUDOKU_CP_TRACEBACK": "If not empty, internal errors have a traceback.",
}


def configure(parser: ArgumentParser) -> None:
    """Declare no arguments."""
    parser.epilog = "Read it with: sudoku-cp manual | man -l -"


def run(options: Namespace) -> ExitCode:
    """Write the page to standard output."""
    from sudoku_cp.cli.commands import whole_parser

    show("\n".join(_page(whole_parser())))
    return ExitCode.ANSWERED


def _page(parser: ArgumentParser) -> Iterator[str]:
    yield f'.TH SUDOKU\\-CP 1 "" "sudoku\\-cp {__version__}" "User Commands"'
    yield from (".SH NAME", f"sudoku\\-cp \\- {_text(parser.description or '')}")
    yield from (".SH SYNOPSIS", ".B sudoku\\-cp", _text(_synopsis(parser)))
    yield from (".SH OPTIONS", *_options(parser))
    yield ".SH COMMANDS"
    for command in commands_of(parser).values():
        yield from (f".SS {_text(command.prog)}", _text(command.description or ""))
        yield from (".PP", f".B {_text(command.prog)}", _text(_synopsis(command)))
        yield from _options(command)
    yield from (".SH EXIT STATUS", ".nf", *(_text(line.strip()) for line in HELP.splitlines()[1:]), ".fi")
    yield ".SH ENVIRONMENT"
    for name, meaning in _ENVIRONMENT.items():
        yield from (".TP", f".B {_text(name)}", _text(meaning))


def _synopsis(parser: ArgumentParser) -> str:
    return " ".join(parser.format_usage().split()).removeprefix(f"usage: {parser.prog} ")


def _options(parser: ArgumentParser) -> Iterator[str]:
    formatter = parser._get_formatter()
    for action in parser._actions:
        if action.help not in (None, SUPPRESS) and action.nargs != PARSER:
            yield from (".TP", f".B {_text(_invocation(action))}", _text(formatter._expand_help(action)))


def _invocation(action: Action) -> str:
    value = action.metavar or ("" if action.choices is None else "{" + ",".join(map(str, action.choices)) + "}")
    if action.nargs == 0:
        value = ""
    if not action.option_strings:
        return str(value or action.dest)
    return f"{', '.join(action.option_strings)} {value or (action.dest.upper() if action.nargs != 0 else '')}".rstrip()


def _text(text: str) -> str:
    """A text on one line of roff."""
    escaped = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace("`", "\\(ga")
    escaped = "".join(each if each.isascii() else f"\\[u{ord(each):04X}]" for each in escaped)
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped
