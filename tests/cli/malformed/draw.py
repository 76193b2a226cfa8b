"""Cases drawn by a seed."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from random import Random

from sudoku_cp import formats
from sudoku_cp.cli.commands import COMMANDS
from sudoku_cp.cli.judge import PROBLEMS
from sudoku_cp.solving.registry import SOLVERS
from tests.cli.malformed.cases import ANSWERS, REFUSAL, Case
from tests.cli.malformed.documents import DOCUMENTS
from tests.cli.malformed.texts import CHANGES, LINE, NO_TEXTS, texts

LIMITS = ("--time-limit", "2", "--limit", "20")

READERS: dict[str, tuple[str, ...]] = {
    "solve": LIMITS,
    "count": LIMITS,
    "candidates": LIMITS[:2],
    "check": (*LIMITS, "--set-limit", "5", "--solver", "exact-cover,exact-cover~batch"),
    "convert": (),
    "show": (),
    "judge": (),
}
"""The commands that read puzzles, with what keeps them short."""

VALUES = (
    *(
        "",
        " ",
        "0",
        "-1",
        "1",
        "1.5",
        "nan",
        "inf",
        "-inf",
        "1e400",
        "9" * 25,
        "9" * 5000,
        "0x10",
        "1_000",
        "x",
        "-",
        "--",
    ),
    *("exact-cover", "cp-sta", "best", "folder", "folder/", "absent/file", "/dev/null", "/dev/full", ",", "a,b", "1,2"),
    *("\x1b[2J", "\u202e", "é", "\udcff", "x" * 5000, "killer", "line", "9,9", "123456789", "..", "10s", "0h", "1h1h"),
)

RULES = (
    b"def f(:\n",
    b"raise ValueError('x' * 50000)\n",
    b"raise SystemExit(1)\n",
    b"raise SystemExit\n",
    b"raise KeyError\n",
    b"exit(0)\n",
    b"f = lambda: f()\nf()\n",
    b"import absent_module_of_nobody\n",
    b"\xff\xfe\x00",
    b"\0",
    b"1 / 0\n",
    b"from sudoku_cp.rules import *\n@rule('killer')\ndef killer(cells: Cells):\n    yield\n",
    b"from sudoku_cp.rules import rule\n@rule('x')\ndef x(a, b, *c):\n    yield\n",
    b"from sudoku_cp.rules import rule\nrule('\x1b[2J')(lambda cells: [])\n",
    b"(" * 500 + b")" * 500 + b"\n",
    b"-" * 20_000 + b"1\n",
)
"""Files of rules that cannot be read."""

CLUES = (
    "raise ValueError('x' * 50000)",
    "raise SystemExit(0)",
    "return 5",
    "return None",
    "yield 5",
    "yield None",
    "yield True",
    "yield cells",
    "return mine(cells)",
    "yield cells[99] == 1",
    "yield cells[0] / 0 == 1",
    "yield cells[0] < cells[1] < cells[2]",
    "yield AllDifferent(5)",
    "raise MemoryError",
    "raise RecursionError",
    "raise GeneratorExit",
    "raise StopIteration",
)
"""Bodies of rules that go wrong where a clue is made."""


def draw(seed: int, number: int) -> Case:
    """The case of a seed and a number."""
    random = Random(f"{seed} {number}")
    return random.choice(_KINDS)(random)


def changed_text(random: Random) -> Case:
    """A text of any format, changed once or several times, to any command that reads puzzles."""
    form, data = random.choice(texts())
    names = []
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        change = random.choice(CHANGES)
        names.append(change.__name__)
        data = change(data, random)[: 8 << 20]
    return _asked(random, f"{form}: {', '.join(names)}", data, form, ANSWERS)


def document(random: Random) -> Case:
    """A document with a value that is out of place."""
    make = random.choice(DOCUMENTS)
    return _asked(random, make.__name__, make(random).encode("utf-8", "replace"), "toml", ANSWERS)


def no_text(random: Random) -> Case:
    """What is no puzzle at all, in any format."""
    number = random.randrange(len(NO_TEXTS))
    return _asked(random, f"no text {number}", NO_TEXTS[number], "line", ANSWERS)


def files(random: Random) -> Case:
    """Files that are absent, folders, or without end, where puzzles, proofs, rules or pages are named."""
    place = random.choice(
        ["folder", "absent", "absent/file", "folder/absent", "/proc/self/mem", "", "x" * 300, "\udcff"]
    )
    command = random.choice(
        [
            ("solve", place),
            ("verify", place),
            ("show", place),
            ("convert", "--to", "line", place),
            ("solve", "--rules", place, "target"),
            ("rules", "--rules", place),
            ("fuzz", "--replay", place),
            ("check", "--against", f"{place}.py:solve", "classic"),
            ("show", "garden", "--svg", f"{place}/new/file"),
            ("check", "target", "--proof", f"{place}/new/file"),
            ("check", "target", "--html", f"{place}/new/file"),
            ("check", "target", "--proof", f"{place}/new/file"),
        ]
    )
    return Case(f"file {place[:20]}", command, allowed=REFUSAL)


def options(random: Random) -> Case:
    """Any option of any command with any value."""
    command = random.choice([name for name in COMMANDS if name != "page"])  # which serves until it is interrupted
    left_out = ("-h", "--help", "--against", "--sat-exit-codes")  # what is no command is run, or means another code
    names = [name for name in _options(command) if name not in left_out] or ["-q"]
    arguments = [command, *_wanted(command, random)]
    if command == "fuzz":
        arguments += ["--cases", "1", "--time", "2s"]
    for _ in range(random.choice([1, 1, 2])):
        name = random.choice(names)
        arguments += [name] if random.randrange(6) == 0 else [f"{name}={random.choice(VALUES)}"]
    return Case("options", arguments, LINE, {"folder/file": b""}, ANSWERS)


def usage(random: Random) -> Case:
    """Arguments that no command has."""
    arguments = [random.choice([*COMMANDS, *VALUES])]
    arguments += random.choices([*VALUES, "--nonsense", "--limit", "--limit=0", "-x", "-q"], k=random.randrange(3))
    return Case("usage", [*arguments, "--no-such-option"], LINE, allowed=REFUSAL)


def rule_file(random: Random) -> Case:
    """Rules that cannot be read."""
    command = random.choice([("solve", "target"), ("rules",), ("check", "target"), ("fuzz", "--cases", "1")])
    return Case("rule file", (*command, "--rules", "mine.py"), files={"mine.py": random.choice(RULES)}, allowed=REFUSAL)


def rule_body(random: Random) -> Case:
    """Rules that go wrong for a clue."""
    text = "from sudoku_cp import AllDifferent\nfrom sudoku_cp.rules import Cells, rule\n\n@rule('mine')\n"
    text += f"def mine(cells: Cells):\n    '''Mine.'''\n    {random.choice(CLUES)}\n"
    puzzle = b"size = 4\n[[mine]]\ncells = 'r1c1 r1c2 r1c3'\n"
    command = random.choice(["solve", "count", "show", "check"])
    return Case("rule body", (command, "--rules", "mine.py"), puzzle, {"mine.py": text.encode()}, REFUSAL)


def evidence(random: Random) -> Case:
    """Proofs, changed."""
    name, given = random.choice(list(_evidence().items()))
    given = dict(given)
    target = random.choice(list(given))
    names = []
    for _ in range(random.choice([1, 1, 2])):
        change = random.choice(CHANGES)
        names.append(change.__name__)
        given[target] = change(given[target], random)[: 4 << 20]
    return Case(f"{target}: {', '.join(names)}", ("verify", name), files=given, allowed=frozenset({0, 2, 4}))


_KINDS: tuple[Callable[[Random], Case], ...] = (
    *(changed_text,) * 8,
    *(document,) * 5,
    *(no_text,) * 2,
    *(options,) * 3,
    *(evidence,) * 2,
    files,
    usage,
    rule_file,
    rule_body,
)


def _asked(random: Random, kind: str, data: bytes, form: str, allowed: frozenset[int]) -> Case:
    """A text on standard input or in a file, its format told rightly, wrongly or not at all."""
    command = random.choice(list(READERS))
    arguments = [command, *READERS[command], *_wanted(command, random)]
    if command == "judge":
        return Case(f"judge: {kind}", arguments, data, allowed=allowed)
    told = random.choice([None, None, None, form, random.choice(list(formats.FORMATS))])
    if told in formats.FORMATS:
        arguments += ["--input-format", str(told)]
    if random.randrange(4) == 0:
        arguments += random.choice([["--model", "killer"], ["--model", "samurai"], ["--symbols", "123456789"]])
        arguments += ["--ignore-unsupported"]
    if command in ("solve", "count", "candidates") and random.randrange(20) == 0:
        arguments += ["--solver", random.choice(SOLVERS)]
    if command == "solve" and form == "csv":
        arguments += [
            "--column",
            random.choice(["puzzle", "2", "9", "x"]),
            "--errors",
            random.choice(["stop", "skip", "record"]),
        ]
    if random.randrange(2):
        return Case(f"{command}: {kind}", arguments, data, allowed=allowed)
    return Case(f"{command}: {kind}", [*arguments, "given.txt"], files={"given.txt": data}, allowed=allowed)


def _wanted(command: str, random: Random) -> Iterator[str]:
    """What a command must be given besides options."""
    if command == "convert":
        yield from ("--to", random.choice(formats.WRITABLE))
    if command == "judge":
        yield random.choice(list(PROBLEMS))
    if command == "verify":
        yield "absent"


@cache
def _options(command: str) -> tuple[str, ...]:
    parser = ArgumentParser()
    import_module(f"sudoku_cp.cli.{command}").configure(parser)
    return tuple(name for action in parser._actions for name in action.option_strings)


@cache
def _evidence() -> dict[str, dict[str, bytes]]:
    """Files for `verify`, by the one that is named."""
    from sudoku_cp import Sudoku
    from sudoku_cp.proofs import prove

    sudoku = Sudoku(4)
    sudoku.maximize(sum(index * cell for index, cell in enumerate(sudoku.cells)))
    proofs = {"best.pbp": prove(sudoku, {}), "bound.pbp": prove(sudoku, {}, target=10_000)}
    return {
        name: {name: proof.steps.encode(), name.replace("pbp", "opb"): proof.formula.encode()}
        for name, proof in proofs.items()
    }
