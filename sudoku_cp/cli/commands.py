"""The commands, and the parser of their options."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Container, Iterable, Sequence
from functools import partial
from importlib import import_module

import sudoku_cp
from sudoku_cp.cli.ending import code_of_run
from sudoku_cp.cli.exit_codes import HELP, SAT_CODES, ExitCode
from sudoku_cp.cli.interrupt import held_signals
from sudoku_cp.cli.messages import notify
from sudoku_cp.cli.parser import CommandParser, HelpText

COMMANDS = {
    "solve": "solve puzzles and report whether the solution is unique; for scored puzzles, find the best solution",
    "count": "count the solutions",
    "check": "ask several solvers the same questions and compare what they prove",
    "fuzz": "ask several solvers about random models, and shrink the models they disagree on",
    "verify": "check proofs written by `check --proof` without trusting a solver, journals, and folders of corpora",
    "rate": "rate how hard classic puzzles are, on the scales of Sudoku Explainer and HoDoKu",
    "candidates": "find the digits that occur in some solution, cell by cell",
    "why": "explain why there is no solution, or why there are several, or why a cell has its value",
    "reduce": "find the clues and givens that are not needed, and a minimal set of those that are",
    "equal": "find cells that are equal, or have a constant difference or sum, in all solutions",
    "generate": "generate puzzles of any variant, each proved to have one solution",
    "explain": "find the smallest step that follows, and say why",
    "hint": "say where to look next, or a little more",
    "path": "solve puzzles by the smallest steps that a person can follow",
    "page": "set, check and understand a puzzle on a local page in the browser",
    "corpus": "answer one question about every puzzle of large files, on many cores, into Parquet files",
    "judge": "answer in the format of an online judge",
    "convert": "read puzzles in one format and write them in another, or in their canonical form",
    "show": "draw puzzles",
    "models": "list the variants and puzzles that come with sudoku-cp",
    "formats": "list the formats in which puzzles are read and written",
    "rules": "list the rules that puzzles can name",
    "doctor": "report which parts of sudoku-cp work on this machine",
    "schema": "write the JSON Schema of the records of a command",
    "completion": "write a script that completes commands, options and names in a shell",
    "manual": "write the manual page",
}
"""Each command with its description; the module of the same name has ``configure(parser)`` and ``run(options)``."""


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
    commands = parser.add_subparsers(prog=parser.prog, metavar="COMMAND", required=True)
    for name in known:
        summary = COMMANDS[name]
        command = commands.add_parser(name, help=summary, description=summary, epilog=HELP, formatter_class=HelpText)
        if name in loaded:
            module = import_module(f"sudoku_cp.cli.{name}")
            module.configure(command)
            command.set_defaults(run=module.run)
    return parser


class _Version(Action):
    """``--version``, which prints its lines and ends the program."""

    def __init__(self, option_strings: list[str], dest: str, help: str) -> None:  # noqa: A002
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(
        self, parser: ArgumentParser, namespace: Namespace, values: object, option_string: object = None
    ) -> None:
        from sudoku_cp.cli import build_facts
        from sudoku_cp.cli.messages import show  # here, since a command of that name is a module of this package

        show(build_facts.text())
        parser.exit()
