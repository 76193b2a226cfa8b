"""The commands, and the parser of their options, which suggests the intended name in errors."""

from __future__ import annotations

import os
import re
import sys
from argparse import Action, ArgumentError, ArgumentParser, Namespace, RawDescriptionHelpFormatter, _SubParsersAction
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import sudoku_cp
from sudoku_cp._base.errors import SudokuError, nearest, unknown
from sudoku_cp._base.text import shortened
from sudoku_cp._base.version import __version__
from sudoku_cp.cli.process import HELP, SAT_CODES, ExitCode, code_of_run, held_signals, notify, show

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


GROUPS = {
    "solve and check": {
        "solve": "solve puzzles and report whether the solution is unique; for scored puzzles, find the best solution",
        "count": "count the solutions",
        "candidates": "find the digits that occur in some solution, cell by cell",
        "check": "ask several solvers the same questions and compare what they prove",
        "verify": "check proofs written by `check --proof` without trusting a solver, journals, and folders of corpora",
        "fuzz": "ask several solvers about random models, and shrink the models they disagree on",
    },
    "set": {
        "page": "set, check and understand a puzzle on a local page in the browser",
        "generate": "generate puzzles of any variant, each proved to have one solution",
        "reduce": "find the clues and givens that are not needed, and a minimal set of those that are",
        "why": "explain why there is no solution, or why there are several, or why a cell has its value",
        "equal": "find cells that are equal, or have a constant difference or sum, in all solutions",
    },
    "understand": {
        "step": "find the smallest step that follows, and say why; or only where to look",
        "path": "solve puzzles by the smallest steps that a person can follow",
        "rate": "rate how hard classic puzzles are, on the scales of Sudoku Explainer and HoDoKu",
        "show": "draw puzzles",
    },
    "many puzzles": {
        "convert": "read puzzles in one format and write them in another, or in their canonical form",
        "corpus": "answer one question about every puzzle of large files, on many cores, into Parquet files",
        "judge": "answer in the format of an online judge",
        "grade": "judge answers to puzzles: right, or which cells are wrong and what they break",
    },
    "tools": {
        "models": "list the variants and puzzles that come with sudoku-cp, or one of them",
        "formats": "list the formats in which puzzles are read and written, or one of them",
        "rules": "list the rules that puzzles can name, or one of them",
        "doctor": "report which parts of sudoku-cp work on this machine",
        "schema": "write the JSON Schema of the records of a command",
        "completion": "write a script that completes commands, options and names in a shell",
        "manual": "write the manual page",
    },
}
"""The commands by what they are for, each with its description."""

COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}
"""Each command with its description; the module of the same name has ``configure(parser)`` and ``run(options)``."""

RENAMED = {"hint": "step --stage 1", "explain": "step"}
"""What the names of former commands have become."""

CODES = "Exit codes are listed by `sudoku-cp --help`."


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code."""
    options = Namespace(sat_exit_codes=False)
    code = code_of_run(partial(_run, arguments, options))
    return SAT_CODES.get(code, int(code)) if options.sat_exit_codes else int(code)


def _run(arguments: Sequence[str], options: Namespace) -> ExitCode:
    with held_signals():
        parser = _parser_for(arguments)
    if not arguments:
        notify(parser.format_help().rstrip())
        return ExitCode.BAD_INPUT
    try:
        parser.parse_args(arguments, options)
    except SystemExit as end:  # after --help, or a message about the usage
        return ExitCode(int(end.code or 0))
    code: ExitCode = options.run(options)
    return code


def whole_parser() -> ArgumentParser:
    """The parser with all commands and their options, for what describes them."""
    return _parser(COMMANDS, COMMANDS)


def _parser_for(arguments: Sequence[str]) -> ArgumentParser:
    """The parser with the options of the commands among the arguments; after a command, it knows no other."""
    known = arguments[:1] if arguments and arguments[0] in COMMANDS else COMMANDS
    return _parser(known, arguments)


def _parser(known: Iterable[str], loaded: Container[str]) -> ArgumentParser:
    parser = CommandParser(prog="sudoku-cp", description=sudoku_cp.__doc__, epilog=HELP, formatter_class=HelpText)
    parser.add_argument("--version", action=_Version, help="show the version and the build facts, and exit")
    # Given the name, argparse does not have to format a usage message to find it.
    commands = parser.add_subparsers(prog=parser.prog, title="commands", metavar="COMMAND", required=True)
    for name in known:
        summary = COMMANDS[name]
        command = commands.add_parser(name, help=summary, description=summary, formatter_class=HelpText)
        if name in loaded:
            module = import_module(f"sudoku_cp.cli.{name}")
            module.configure(command)
            command.set_defaults(run=module.run)
        command.epilog = CODES if command.epilog is None else f"{command.epilog}\n\n{CODES}"
    return parser


class _Version(Action):
    """``--version``, which prints its lines and ends the program."""

    def __init__(self, option_strings: list[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: object, option_string: object = None
    ) -> None:
        show(build_facts())
        parser.exit()


_OPTION = re.compile(r"(?<!\S)--?[a-z][a-z-]*")


class HelpText(RawDescriptionHelpFormatter):
    """Help as wide as the terminal, with commands in groups; argparse would load modules for archives for the width."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_columns() - 2)

    def _format_action(self, action: Action) -> str:
        if not isinstance(action, _SubParsersAction):
            return super()._format_action(action)
        self._action_max_length += self._indent_increment  # where argparse forgets that commands are indented
        commands = {each.dest: self._format_action(each) for each in self._iter_indented_subactions(action)}
        groups = [(title, [commands[name] for name in group if name in commands]) for title, group in GROUPS.items()]
        return "\n".join(f"  {title}:\n{''.join(texts)}" for title, texts in groups if texts)


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
            if kind == "command" and value in RENAMED:
                raise ArgumentError(None, f"there is no command {value}: use {RENAMED[value]}")
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


def build_facts() -> str:
    """A line with the version, then a line for each part."""
    facts = {"engine": engine_fact(), "OR-Tools": ortools_fact(), "Python": python_fact()}
    return "\n".join([f"sudoku-cp {__version__}", *(f"{part:<10}{fact}" for part, fact in facts.items())])


def engine_fact() -> str:
    """The compiler of the engine, and the CPU level in use; or why it does not work."""
    try:
        native = import_module("sudoku_cp._native")
        return f"{native.compiler()}, CPU level {native.cpu_level()} of {', '.join(native.cpu_levels())}"
    except (ImportError, SudokuError) as error:
        return f"does not work: {error}"


def ortools_fact() -> str:
    """The version of OR-Tools, which is not imported for that."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("ortools")
    except PackageNotFoundError:
        return "not installed"


def python_fact() -> str:
    """Python, the operating system and the processor."""
    import platform

    return f"{platform.python_version()} on {platform.system()} {platform.machine()}"
