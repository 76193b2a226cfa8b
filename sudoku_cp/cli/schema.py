"""``sudoku-cp schema``: the JSON Schema of the records of a command."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from sudoku_cp.cli.process import ExitCode, show


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "listed_schema", metavar="NAME", nargs="?", help="the command (default: the names of all that have a schema)"
    )


def run(options: Namespace) -> ExitCode:
    """Write the schema, or the names of the commands that have one."""
    import json

    from sudoku_cp._base.schemas import names, schema

    if options.listed_schema is None:
        show("\n".join(names()))
    else:
        show(json.dumps(schema(options.listed_schema), indent=2, ensure_ascii=False))
    return ExitCode.ANSWERED
