"""``sudoku-cp verify``: checks proofs, journals of divided questions, and folders of parts."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sudoku_cp._base.files import read_text
from sudoku_cp.cli import options as shared
from sudoku_cp.cli.output import ProgressLine, json_line
from sudoku_cp.cli.process import ExitCode, most_severe, notify, show
from sudoku_cp.cli.puzzles import Puzzle, PuzzleReader, opened
from sudoku_cp.model import InputError, LoweringError, ModelError, Objective

if TYPE_CHECKING:
    from sudoku_cp.proofs.checker import Claim


_FIRST_WORDS = "pseudo-Boolean proof"
"""The beginning of a proof."""

_CERTIFICATE = '{"bound certificate"'
"""The beginning of a certificate, which former versions wrote instead of proofs."""


def configure(parser: ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help="a file written by `check --proof` or by --journal, or a folder written by corpus",
    )
    parser.add_argument(
        "--puzzle",
        metavar="DOC",
        help="a puzzle, as a file or by name; its formula is generated again and must be that of the proof; a journal "
        "must be about it, with right solutions and symmetries",
    )
    shared.add_reading_options(parser)
    shared.add_format_option(parser)
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress on standard error")


def run(options: Namespace) -> ExitCode:
    """Verify every file or folder; return 4 if one does not hold, 2 if a file cannot be read."""
    codes = []
    try:
        puzzles = _puzzles(options)
    except InputError as error:
        notify(str(error))
        return ExitCode.BAD_INPUT
    for path in options.files:
        try:
            codes.append(_verify(path, options, puzzles))
        except InputError as error:
            notify(str(error))
            codes.append(ExitCode.BAD_INPUT)
    return most_severe(codes)


def _puzzles(options: Namespace) -> list[Puzzle] | None:
    """The puzzles that the proofs must be about; None if any puzzle is accepted."""
    if options.puzzle is None:
        return None
    reader = PuzzleReader(options)
    with opened(options.puzzle) as (stream, source):
        return list(reader.read(stream, source))


def _verify(path: Path, options: Namespace, puzzles: list[Puzzle] | None) -> ExitCode:
    if path.is_dir():
        if puzzles is not None:
            raise InputError("is a folder of parts, which are about no puzzle of --puzzle", str(path))
        return verify_folder(path, _form(options))
    if is_journal(path):
        return verify_journal(path, _form(options), puzzles)
    return _verify_proof(path, options, puzzles)


def _verify_proof(path: Path, options: Namespace, puzzles: list[Puzzle] | None) -> ExitCode:
    from sudoku_cp.proofs.checker import RejectedError, check
    from sudoku_cp.proofs.files import FORMULA, MOST_PROOF

    steps = _read_steps(path, MOST_PROOF)
    formula = read_text(path.with_suffix(FORMULA), MOST_PROOF)
    progress = ProgressLine(shown=not options.quiet and sys.stderr.isatty())
    try:
        claim = check(formula, steps, lambda done, all_: progress.update(f"{path}: {done:,} of {all_:,} steps"))
        subject = Subject.of_formula(formula)
        puzzle = None if puzzles is None else subject.of_puzzle(puzzles)
        words, data = _words(claim, puzzle, subject), _data(claim, puzzle, subject)
        verdict, code = "verified", ExitCode.ANSWERED
    except (RejectedError, OtherPuzzleError) as error:
        words, data = str(error), {"reason": str(error)}
        verdict, code = "rejected", ExitCode.DISAGREE
    progress.wipe()
    show_verdict(path, _form(options), verdict, words, data)
    return code


def _form(options: Namespace) -> str:
    return str(options.format or ("text" if sys.stdout.isatty() else "jsonl"))


def _read_steps(path: Path, most: int) -> str:
    steps = read_text(path, most)
    if steps.startswith(_CERTIFICATE):
        raise InputError(
            "is a certificate; proofs have replaced certificates: `check PUZZLE --proof FILE` writes one", str(path)
        )
    if not steps.startswith(_FIRST_WORDS):
        raise InputError(f"is not a proof: the first line must begin with {_FIRST_WORDS}", str(path))
    return steps


def _words(claim: Claim, puzzle: Puzzle | None, subject: Subject) -> str:
    if puzzle is None:
        return f"{claim} ({subject})"
    objective = puzzle.model.objective
    shown = str(claim) if objective is None else _in_scores(claim, objective)
    return f"{shown} (formula of {place_of(puzzle)})"


def _in_scores(claim: Claim, objective: Objective) -> str:
    """The proved range of a formula's objective, which is minimised, in words about the scores of the puzzle."""
    if claim.lower is None:
        return str(claim)
    constant = objective.expression.constant
    bound = objective.gain(-claim.lower) + constant
    if claim.optimum is not None:
        return f"the best score is {bound}"
    shown = "" if claim.upper is None else f", and a solution scores {objective.gain(-claim.upper) + constant}"
    return f"no score is better than {bound}{shown}"


def _data(claim: Claim, puzzle: Puzzle | None, subject: Subject) -> dict[str, object]:
    return {
        "claim": str(claim),
        "solutions": claim.solutions,
        "complete": claim.complete,
        "optimum": claim.optimum,
        "lower": claim.lower,
        "upper": claim.upper,
        "steps": claim.steps,
        **subject.as_dict(),
        "puzzle": None if puzzle is None else place_of(puzzle),
    }


_JOURNAL = b'{"journal"'


def is_journal(path: Path) -> bool:
    """Whether a file begins like a journal.

    Raises
    ------
    InputError
        If it cannot be read.
    """
    try:
        with path.open("rb") as stream:
            return stream.read(len(_JOURNAL)) == _JOURNAL
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", str(path)) from None


def verify_journal(path: Path, form: str, puzzles: list[Puzzle] | None) -> ExitCode:
    """Check a journal, and show the verdict.

    Parameters
    ----------
    path
        The file.
    form
        The format of the output.
    puzzles
        The puzzles that it must be about; None if any is accepted.

    Returns
    -------
    ExitCode
        4 if it is rejected, 3 if the run that wrote it has not ended.
    """
    from sudoku_cp.cubes.checker import RejectedError, check

    try:
        with path.open("rb") as stream:
            claim = check(stream)
        about = _subject_of(claim, puzzles) if puzzles is not None else None
    except RejectedError as error:
        show_verdict(path, form, "rejected", str(error), {"reason": str(error)})
        return ExitCode.DISAGREE
    data = {
        "claim": str(claim),
        "question": claim.header["question"],
        "model": claim.header["model"],
        "version": claim.header["version"],
        "cubes": claim.leaves,
        "copies": claim.copies,
        "share": claim.share,
        "result": claim.result,
        "puzzle": about,
    }
    verdict = "verified" if claim.is_complete else "incomplete"
    words = f"{claim} (version {claim.header['version']})"
    show_verdict(path, form, verdict, words, data)
    return ExitCode.ANSWERED if claim.is_complete else ExitCode.UNKNOWN


def _subject_of(claim: object, puzzles: list[Puzzle]) -> str:
    """The place of the puzzle that a journal is about.

    Raises
    ------
    RejectedError
        If there is none.
    """
    from sudoku_cp.cubes.audit import audit
    from sudoku_cp.cubes.checker import Claim, RejectedError

    assert isinstance(claim, Claim)
    reasons = []
    for puzzle in puzzles:
        try:
            audit(claim, puzzle.model, puzzle.givens)
        except RejectedError as error:
            reasons.append(f"{place_of(puzzle)}: {error}")
        else:
            return place_of(puzzle)
    raise RejectedError(reasons[0] if reasons else "there is no puzzle")


def show_verdict(path: Path, form: str, verdict: str, words: str, data: Mapping[str, object]) -> None:
    """Write the verdict about a file.

    Parameters
    ----------
    path
        The file.
    form
        The format of the output.
    verdict, words
        The verdict in one word, and in some.
    data
        The further fields of the record.
    """
    record = json_line({"verdict": verdict, "source": str(path), **data})
    show(record if form == "jsonl" else f"{path}: {verdict}: {words}")
    sys.stdout.flush()


def verify_folder(path: Path, form: str) -> ExitCode:
    """Check a folder of parts, and show the verdict.

    Parameters
    ----------
    path
        The folder.
    form
        The format of the output.

    Returns
    -------
    ExitCode
        4 if it is rejected, 3 if the job has not ended or blocks failed.

    Raises
    ------
    InputError
        If it is no such folder, or cannot be read.
    """
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise InputError("folders of parts need pyarrow: pip install pyarrow", str(path)) from None
    from sudoku_cp.corpus.checker import RejectedError, check

    if not (path / "_job.json").is_file():
        raise InputError("is a folder without the _job.json of a corpus", str(path))
    try:
        claim = check(path)
    except RejectedError as error:
        show_verdict(path, form, "rejected", str(error), {"reason": str(error)})
        return ExitCode.DISAGREE
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", error.filename or str(path)) from None
    data = {
        "claim": str(claim),
        "question": {"name": claim.job["ask"], "limit": claim.job["limit"]},
        "model": claim.job["model_hash"],
        "version": claim.job["version"],
        "parts": claim.parts,
        "rows": claim.rows,
        "statuses": dict(claim.statuses),
        "missing": claim.missing,
    }
    show_verdict(path, form, "verified" if claim.missing is None else "incomplete", str(claim), data)
    return ExitCode.ANSWERED if claim.missing is None else ExitCode.UNKNOWN


class OtherPuzzleError(Exception):
    """Raised when a file is about another puzzle."""


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a proof."""

    formula: str
    givens: tuple[str, ...]

    @classmethod
    def of_formula(cls, formula: str) -> Subject:
        """The subject of a proof about a formula."""
        from sudoku_cp.proofs.checker.formula import givens, read_formula

        return cls(formula, tuple(given.replace(" = ", "=") for given in givens(read_formula(formula))))

    def of_puzzle(self, puzzles: Iterable[Puzzle]) -> Puzzle:
        """Find the puzzle whose formula, generated again, is the formula of the proof.

        Raises
        ------
        OtherPuzzleError
            If no puzzle has it.
        """
        from sudoku_cp.solvers.pseudo_boolean.encoding import Encoding

        reasons = []
        for puzzle in puzzles:
            try:
                anew = str(Encoding(puzzle.model, puzzle.givens).formula)
            except (LoweringError, ModelError) as error:
                reasons.append(f"{place_of(puzzle)}: {error}")
                continue
            if anew == self.formula:
                return puzzle
            reasons.append(f"{place_of(puzzle)} has {_formula_difference(anew, self.formula)}")
        reason = reasons[0] if reasons else "there is no puzzle"
        raise OtherPuzzleError(f"the formula is not the formula of the puzzle: {reason}")

    def as_dict(self) -> dict[str, Any]:
        """The entry for the record of a file."""
        return {"sha256": self._hash(), "givens": self.givens}

    def __str__(self) -> str:
        givens = f"givens {' '.join(self.givens)}" if self.givens else "no givens"
        return f"formula sha256 {self._hash()[:16]}, {givens}"

    def _hash(self) -> str:
        return sha256(self.formula.encode()).hexdigest()


def place_of(puzzle: Puzzle) -> str:
    """The place of a puzzle."""
    return f"{puzzle.source}:{puzzle.line}"


def _formula_difference(anew: str, text: str) -> str:
    """The first line in which two texts differ."""
    lines, others = anew.splitlines(), text.splitlines()
    length = min(len(lines), len(others))
    at = next((at for at in range(length) if lines[at] != others[at]), length)
    shown = [_quoted(of[at]) if at < len(of) else "no more" for of in (lines, others)]
    return f"{shown[0]} in line {at + 1}, where it has {shown[1]}"


def _quoted(line: str, most: int = 60) -> str:
    return repr(line if len(line) <= most else f"{line[:most]}…")
