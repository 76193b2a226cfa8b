"""``sudoku-cp path --walkthrough``: a setter's intended path, played on its puzzle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sudoku_cp._base.files import read_text, write_file
from sudoku_cp._base.version import __version__
from sudoku_cp.cli.drawing import heading
from sudoku_cp.cli.exit_codes import ExitCode
from sudoku_cp.cli.puzzles import Puzzle
from sudoku_cp.cli.session import Output, Session
from sudoku_cp.cli.step_search import STOPPED, STUCK, StepSearch
from sudoku_cp.human.finder import SearchStoppedError
from sudoku_cp.human.walkthrough import Played, play, read_walkthrough
from sudoku_cp.model.limits import Limits


def play_walkthrough(session: Session, puzzle: Puzzle, limits: Limits) -> Output:
    """Play the walkthrough of the options on a puzzle."""
    path: Path = session.options.walkthrough
    search = StepSearch(session.options, puzzle, limits)
    walkthrough = read_walkthrough(read_text(path), search.finder, str(path))
    played: list[Played] = []
    try:
        for step in play(walkthrough, search.finder, search.marks):
            played.append(step)
            session.progress.update(f"{path}: {len(played)} steps")
        ending = search.ending(False)
    except SearchStoppedError:
        ending = STOPPED
    wrong = [step.action.number for step in played if not step.follows]
    words = "cells are left open" if ending.status == STUCK.status else ending.words
    if wrong:
        words += f"; {_steps(wrong)} not follow"
    if session.options.html is not None:
        from sudoku_cp.human.pictures import walkthrough_page

        text = walkthrough_page(puzzle.shown, walkthrough.title, played, search.marks, words)
        write_file(Path(session.options.html), text)
    code = ExitCode.ANSWERED if ending.status == STUCK.status else ending.code
    return Output(
        ExitCode.DISAGREE if wrong else code,
        lambda: _record(puzzle, search, ending.status, played),
        lambda: words,
        lambda: "\n".join([heading(puzzle), *map(_text, played), words]),
    )


def _steps(numbers: list[int]) -> str:
    if len(numbers) == 1:
        return f"step {numbers[0]} does"
    return f"steps {', '.join(map(str, numbers))} do"


def _text(step: Played) -> str:
    return f"{step.action.number}. {step.words}" + (f" ({step.action.text})" if step.action.text else "")


def _record(puzzle: Puzzle, search: StepSearch, status: str, played: list[Played]) -> dict[str, Any]:
    return {
        "status": status,
        "follows": all(step.follows for step in played),
        "steps": [_step_record(step) for step in played],
        "seconds": round(search.statistics.seconds, 6),
        "source": puzzle.source,
        "line": puzzle.line,
        "version": __version__,
    }


def _step_record(step: Played) -> dict[str, Any]:
    return {
        "action": step.action.kind,
        "claims": [claim.text for claim in step.action.claims],
        "follows": step.follows,
        "open": [claim.text for claim in step.open_claims],
        "elements": [str(element) for element in step.elements],
        "heat": None if step.heat is None else {cell.name: size for cell, size in step.heat.items()},
        "text": step.action.text,
    }
