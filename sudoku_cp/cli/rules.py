"""``sudoku-cp rules``."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import write_table
from sudoku_cp.cli.process import ExitCode


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("listed_rule", nargs="?", metavar="NAME", help="one of them (default: all)")
    shared.add_rules_option(parser)
    shared.add_format_option(parser)


def run(options: Namespace) -> ExitCode:
    """List the rules with their parameters and texts.

    Raises
    ------
    ModelError
        If there is no rule of the name that is asked for.
    """
    from sudoku_cp._base.errors import ModelError
    from sudoku_cp.rules import RULES, load_rules
    from sudoku_cp.rules.registry import suggestion

    for path in options.rules:
        load_rules(path)
    if options.listed_rule and options.listed_rule not in RULES:
        name = options.listed_rule
        raise ModelError(f"there is no rule {name}{suggestion(name) or '; `sudoku-cp rules` lists them'}")
    rows = [{"rule": rule.usage, "text": rule.text} for rule in RULES.values()]
    return write_table(options.format, rows, options.listed_rule)
