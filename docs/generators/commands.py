"""A page for each command: its options, its exit codes, and the records that it writes."""

from __future__ import annotations

import argparse
import re
from argparse import Action, ArgumentParser
from collections.abc import Iterator
from importlib import import_module

from docs.generators.pages import Pages, code, contents, page, table
from docs.generators.records import SUMMARY, records, shared_records
from sudoku_cp._base import schemas
from sudoku_cp.cli.commands import COMMANDS, CommandParser
from sudoku_cp.cli.process import HELP, SAT_CODES, ExitCode

WIDTH = 86
"""The number of columns of usages."""


def write_commands(pages: Pages) -> None:
    """Write the pages of all commands."""
    for name, summary in COMMANDS.items():
        pages.write(f"commands/{name}.md", _page(name, summary))
    rows = [(f"[`{name}`]({name}.md)", summary) for name, summary in COMMANDS.items()]
    pages.write(
        "commands/index.md",
        page(
            "# Commands in detail",
            "Every command with all its options and the records that it writes. "
            "[The command line](../../commands.md) is the overview.",
            contents(COMMANDS),
            table(["command", "what it does"], rows),
            "## Exit codes",
            "With several puzzles, the most severe code counts.",
            table(["code", "with `--sat-exit-codes`", "meaning"], _exit_codes()),
            "## Records",
            SUMMARY,
            *shared_records(),
        ),
    )


def command_parser(name: str) -> ArgumentParser:
    """The parser of a command, as the command line makes it."""
    module = import_module(f"sudoku_cp.cli.{name}")
    parser = CommandParser(prog=f"sudoku-cp {name}", formatter_class=_Usage)
    module.configure(parser)
    return parser


class _Usage(argparse.RawDescriptionHelpFormatter):
    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=WIDTH)


def _page(name: str, summary: str) -> str:
    parser = command_parser(name)
    formatter = parser._get_formatter()
    formatter.add_usage(parser.usage, parser._actions, parser._mutually_exclusive_groups, prefix="")
    notes = parser.epilog or ""
    groups = [
        (group.title or "", [action for action in group._group_actions if action.help is not argparse.SUPPRESS])
        for group in parser._action_groups
    ]
    tables = [_group(title, actions) for title, actions in groups if any(_is_shown(action) for action in actions)]
    written = records(name) if name in schemas.names() else []
    return page(
        f"# {name}",
        f"{summary[0].upper()}{summary[1:]}.",
        code(formatter.format_help(), "text"),
        notes,
        *tables,
        "[Exit codes](index.md) are those of all commands.",
        *(["## Records", *written] if written else []),
    )


def _is_shown(action: Action) -> bool:
    return not isinstance(action, argparse._HelpAction)


def _group(title: str, actions: list[Action]) -> str:
    shown = [(_spelled(action), _meaning(action)) for action in actions if _is_shown(action)]
    heading = {"positional arguments": "Arguments", "options": "Options"}.get(title, title.capitalize())
    return f"## {heading}\n\n" + table(["", "meaning"], shown)


def _spelled(action: Action) -> str:
    """An option with its value, such as ``--limit N``, or the name of an argument."""
    value = action.metavar if isinstance(action.metavar, str) else None
    if value is None and action.choices is not None and action.nargs != 0:
        value = "|".join(map(str, action.choices))
    if not action.option_strings:
        several = "…" if action.nargs in ("*", "+") else ""
        return f"`{value or action.dest}{several}`"
    several = " …" if action.nargs in ("*", "+") else ""
    names = ", ".join(action.option_strings)
    return f"`{names}{f' {value}' if value and action.nargs != 0 else ''}{several}`"


def _meaning(action: Action) -> str:
    """The help of an option in Markdown."""
    text = (action.help or "") % {"default": action.default, "prog": "sudoku-cp"}
    parts = text.split("`")  # those between two of them are code
    parts[::2] = (re.sub(r"(?<![\w-])(--[a-z][a-z-]*)", r"`\1`", _without_code(part)) for part in parts[::2])
    return "`".join(parts)


def _without_code(text: str) -> str:
    """The text with characters escaped that Markdown would read as markup."""
    return re.sub(r"([*_<>\[\]])", r"\\\1", text)


def _exit_codes() -> Iterator[tuple[str, str, str]]:
    for number, words in re.findall(r"^ *(\d+)  (.*)$", HELP, re.M):
        sat = SAT_CODES.get(ExitCode(int(number)), int(number))
        yield number, str(sat), words
