"""A command-line parser that suggests the intended name in errors, and reports when help cannot be written."""

from __future__ import annotations

import os
import re
import sys
from argparse import Action, ArgumentError, ArgumentParser, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from sudoku_cp._base.errors import nearest, unknown
from sudoku_cp._base.text import shortened
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.messages import notify

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_OPTION = re.compile(r"(?<!\S)--?[a-z][a-z-]*")


class HelpText(RawDescriptionHelpFormatter):
    """Help as wide as the terminal; argparse itself would load modules for archives to find that width."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)


def _columns() -> int:
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and len(columns) < 10 and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or 80  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):  # no terminal
        return 80


def commands_of(parser: ArgumentParser) -> Mapping[str, ArgumentParser]:
    """The parsers of the commands, by name; empty if the parser has none."""
    return next((each.choices for each in parser._actions if isinstance(each, _SubParsersAction)), {})


class CommandParser(ArgumentParser):
    """Suggests a known name for an unknown command, option or choice, and so do the parsers of its commands."""

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Refuse unknown arguments here, where the options of the command are known; take files after options, too."""
        namespace, strange = super().parse_known_args(args, namespace)
        files = next((action for action in self._actions if action.nargs == "*"), None)
        if files and not any(word.startswith("-") and word != "-" for word in strange):
            getattr(namespace, files.dest).extend(strange)
            return namespace, []
        if strange:
            name = strange[0].partition("=")[0]
            if name.startswith("-"):
                self.error(f"there is no option {name}{nearest(name, _OPTION.findall(self.format_help()))}")
            self.error(f"unexpected argument {name}")
        return namespace, strange

    def _check_value(self, action: Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            kind = str(action.metavar or "NAME").lower()
            if kind == "name":
                kind = action.option_strings[-1].lstrip("-")
            raise ArgumentError(None, unknown(kind, str(value), map(str, action.choices)))

    def _get_values(self, action: Action, arg_strings: list[str]) -> Any:
        """Refuse ``--option=--``, which argparse would read as an empty list."""
        if action.option_strings and action.nargs is None and arg_strings == ["--"]:
            raise ArgumentError(action, "expected one argument")
        return super()._get_values(action, arg_strings)

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Write help or the version; fail if that is impossible, where argparse is silent."""
        (file or sys.stdout).write(message)

    def error(self, message: str) -> NoReturn:
        """Exit with a message about the usage.

        Raises
        ------
        SystemExit
            Always, with the exit code of bad input.
        """
        notify(f"{self._short_usage()}\n{self.prog}: error: {shortened(message)}")
        raise SystemExit(int(ExitCode.BAD_INPUT))

    def _short_usage(self) -> str:
        """What must be given, and how to learn what may: all options would hide the message below them."""
        formatter = HelpText(self.prog)
        needed = [action for action in self._actions if action.required or not action.option_strings]
        formatter.add_usage(None, needed, (), prefix="usage: ")
        further = "commands" if commands_of(self) else "options"
        return f"{formatter.format_help().strip()} (all {further}: {self.prog} --help)"
