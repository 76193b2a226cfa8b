"""``sudoku-cp why``."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from copy import copy
from functools import partial
from typing import TYPE_CHECKING, Any

from sudoku_cp._base.files import write_file
from sudoku_cp.authoring.ambiguity import Ambiguity
from sudoku_cp.authoring.parts import Part, given_name, names_of, with_parts
from sudoku_cp.authoring.reasons import (
    EFFORT,
    Explanation,
    MinimalConflict,
    MinimalCorrection,
    OpenClaim,
    Reason,
    Unique,
    Unknown,
    is_claim,
    why,
)
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import heading, record
from sudoku_cp.cli.process import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.running import answer_input
from sudoku_cp.cli.session import Output, Session, asked
from sudoku_cp.model import Board, Cell, InputError
from sudoku_cp.model.answers import Statistics
from sudoku_cp.model.limits import Limits

if TYPE_CHECKING:
    from sudoku_cp.render.layers import Highlight


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    shared.add_input_options(parser)
    parser.epilog = "A FILE such as r3c4=5 or r3c4!=5 is a claim: the answer is the reason for it, or for its opposite."
    parser.add_argument(
        "--constraints",
        metavar="WHAT,…",
        type=shared.words,
        help="answer by these alone, and let all others hold in any case: names of rules, constraints, givens, names "
        "of cells, houses, or single ones such as 'row 1' (default: clues, constraints and givens)",
    )
    parser.add_argument(
        "--effort",
        metavar="S",
        type=shared.positive_seconds,
        default=EFFORT,
        help=f"seconds to look for fewer clues and givens after a minimal set is known (default: {EFFORT:g})",
    )
    parser.add_argument(
        "--svg",
        metavar="FILE",
        type=shared.file_to_write,
        help="draw the answer to one puzzle into a file: only the clues and givens that clash or give the reason",
    )
    shared.add_solver_option(parser)
    shared.add_limit_options(parser)
    shared.add_output_options(parser, shared.TABLE)


def run(options: Namespace) -> ExitCode:
    """Explain every puzzle of the input.

    Raises
    ------
    InputError
        If there are several claims.
    """
    claims = [word for word in options.files if is_claim(word) and not os.path.exists(word)]
    if len(claims) > 1:
        raise InputError(f"one claim at a time, not {' and '.join(claims)}")
    options.files = [word for word in options.files if word not in claims]
    session = Session(options)
    return answer_input(session, partial(_answer, session, claims[0] if claims else None))


def _answer(session: Session, claim: str | None, puzzle: Puzzle, limits: Limits) -> Output:
    options = session.options
    if options.svg is not None and session.answered:
        raise InputError("--svg draws one puzzle, and this is a second one", puzzle.source, puzzle.line)
    answer: Explanation
    answer, seconds = asked(
        session, puzzle, limits, why, claim=claim, constraints=options.constraints, effort=options.effort
    )
    if options.svg is not None:
        from sudoku_cp.render.svg import svg

        write_file(options.svg, svg(_drawn_model(session, puzzle, answer), highlight=_highlight(answer)))
    return Output(
        _code(answer),
        partial(_record, session, puzzle, answer, seconds),
        partial(str, answer),
        partial(_text, session, puzzle, answer),
    )


def _code(answer: Explanation) -> ExitCode:
    if isinstance(answer, Unknown):
        return ExitCode.UNKNOWN
    return ExitCode.NONE if isinstance(answer, MinimalConflict) else ExitCode.ANSWERED


_VERDICTS = {MinimalConflict: "none", Ambiguity: "several", Unique: "unique", Reason: "proved", OpenClaim: "open"}


def _record(session: Session, puzzle: Puzzle, answer: Explanation, seconds: float) -> dict[str, Any]:
    return record(
        puzzle,
        status="limit" if isinstance(answer, Unknown) else "complete",
        verdict=_VERDICTS.get(type(answer), "unknown"),
        solver=session.options.solver,
        exact=not isinstance(answer, Unknown),
        solution=answer.solution if isinstance(answer, Unique) else None,
        statistics=Statistics(answer.nodes, 0, seconds),
        **_findings(puzzle, answer),
    )


def _findings(puzzle: Puzzle, answer: Explanation) -> dict[str, Any]:
    """The fields of a record that belong to the kind of answer."""
    match answer:
        case MinimalConflict():
            return {
                "parts": names_of(answer.parts),
                "minimal": answer.is_minimal,
                "least": answer.is_least,
                "corrections": [_correction(puzzle, each) for each in answer.corrections],
                "all_corrections": answer.has_all_corrections,
            }
        case Reason():
            return {
                "claim": str(answer.claim),
                "parts": names_of(answer.parts),
                "minimal": answer.is_minimal,
                "least": answer.is_least,
            }
        case OpenClaim():
            return {
                "claim": str(answer.claim),
                "right": puzzle.text_of(answer.right),
                "wrong": puzzle.text_of(answer.wrong),
            }
        case Ambiguity():
            return {
                "solutions": [puzzle.text_of(answer.first), puzzle.text_of(answer.second)],
                "cells": [cell.name for cell in answer.cells],
                "least": answer.is_least,
                "givens": [given_name(puzzle.shown, *given) for given in answer.givens.items()],
                "fewest": answer.are_fewest,
            }
    return {}


def _correction(puzzle: Puzzle, correction: MinimalCorrection) -> dict[str, Any]:
    values = {puzzle.symbol_of.get(value, str(value)): unique for value, unique in correction.values}
    return {"part": str(correction.part), "unique": correction.is_unique, "values": values}


def _text(session: Session, puzzle: Puzzle, answer: Explanation) -> str:
    from sudoku_cp.render import show, show_candidates

    colour, unicode = session.colour, session.unicode
    if isinstance(answer, Ambiguity | OpenClaim):
        grid = show_candidates(puzzle.shown, _values_of(puzzle, answer), colour=colour, unicode=unicode)
    else:
        solution = answer.solution if isinstance(answer, Unique) else None
        grid = show(_highlighted(session, puzzle, answer), solution, colour=colour, unicode=unicode, legend=False)
    lines = [heading(puzzle), grid, str(answer)]
    if isinstance(answer, MinimalConflict):
        lines += [_in_words(puzzle, each) for each in answer.corrections]
        if not answer.corrections and answer.has_all_corrections and answer.parts:
            lines.append("no single part can be removed to make it solvable")
    return "\n".join(lines)


def _highlighted(session: Session, puzzle: Puzzle, answer: Explanation) -> Board:
    """The puzzle with only the parts of an answer, unless other parts hold in any case."""
    if session.options.constraints is not None or not isinstance(answer, MinimalConflict | Reason):
        return puzzle.shown
    return with_parts(puzzle.shown, answer.parts)


def _drawn_model(session: Session, puzzle: Puzzle, answer: Explanation) -> Board:
    """The parts of an answer, and as pencil marks the candidates of a claim, or the digits of two solutions."""
    board = copy(_highlighted(session, puzzle, answer))
    if isinstance(answer, Reason):
        board.pencilmarks = {answer.claim.cell: answer.claim.cell.domain}
    elif isinstance(answer, Ambiguity | OpenClaim):
        board.pencilmarks = {cell: values for cell, values in _values_of(puzzle, answer).items() if len(values) > 1}
    return board


def _highlight(answer: Explanation) -> Highlight:
    """The cells that an answer is about, and the candidates that it excludes."""
    from sudoku_cp.render.layers import Highlight

    match answer:
        case Reason():
            cell, right = answer.claim.cell, answer.claim.values
            placed = {cell} if len(right) == 1 else set()
            return Highlight((), {cell}, placed, {cell: [value for value in cell.domain if value not in right]})
        case Ambiguity():
            return Highlight((), answer.cells)
        case OpenClaim():
            return Highlight((), {answer.claim.cell})
    return Highlight()


def _values_of(puzzle: Puzzle, answer: Ambiguity | OpenClaim) -> dict[Cell, tuple[int, ...]]:
    """The values of each cell in the two solutions."""
    two = (answer.first, answer.second) if isinstance(answer, Ambiguity) else (answer.right, answer.wrong)
    return {cell: tuple(sorted({solution[cell] for solution in two})) for cell in puzzle.model.grid}


def _in_words(puzzle: Puzzle, correction: MinimalCorrection) -> str:
    part: Part = correction.part
    words = f"without {part}: {'unique' if correction.is_unique else 'several solutions'}"
    if correction.values:
        texts = {value: puzzle.symbol_of.get(value, str(value)) for value, _ in correction.values}
        words += f"; possible in its place: {', '.join(texts.values())}"
        unique = [texts[value] for value, is_unique in correction.values if is_unique]
        words += f"; unique with {', '.join(unique)}" if unique else ""
    return words
