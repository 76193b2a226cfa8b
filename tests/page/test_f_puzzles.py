"""The solver of f-puzzles: its messages and answers, in this process and over a WebSocket as the user script has it."""

from __future__ import annotations

import json
import random
import socket
import string
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import permutations, product
from math import inf, nan
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("websockets", reason="the packages of the extra `page` are not installed")

from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from sudoku_cp import Sudoku
from sudoku_cp._base.errors import InputError
from sudoku_cp.authoring.estimates import estimate
from sudoku_cp.authoring.sub_puzzles import Unfinished
from sudoku_cp.cli import main
from sudoku_cp.formats.addresses import compress
from sudoku_cp.page.f_puzzles.answering import DRAWN, Samples, f_puzzles
from sudoku_cp.page.f_puzzles.bridge import QUESTIONS, read, written
from sudoku_cp.page.limits import Job
from sudoku_cp.solving.registry import load_solver

from .conftest import Server

Grid = tuple[int, ...]

SEVERAL = "12.............."
CAGE = {"killercage": [{"cells": ["R3C2", "R3C3"], "value": "5"}]}
ARROWS = [
    {"cells": ["R3C3"], "lines": [["R3C3", "R2C3", "R2C2"]]},
    {"cells": ["R4C2"], "lines": [["R4C2", "R3C2", "R2C3"]]},
]


def document(grid: str = SEVERAL, **more: Any) -> dict[str, Any]:
    """A 4×4 document with these givens."""
    cells: list[dict[str, Any]] = [{"value": int(mark), "given": True} if mark != "." else {} for mark in grid]
    return {"size": 4, "grid": [cells[at : at + 4] for at in range(0, 16, 4)], **more}


def packed(found: dict[str, Any]) -> str:
    return compress(json.dumps(found))


def ask(command: str, found: dict[str, Any], *, most: int = 3) -> list[dict[str, Any]]:
    """The answers to a question, which is cancelled after ``most`` intermediate ones."""
    answers: list[dict[str, Any]] = []
    cancel = threading.Event()

    def report(answer: dict[str, Any]) -> None:
        answers.append(answer)
        if len(answers) == most:
            cancel.set()

    answers.append(f_puzzles(Job(cancel, report), command, packed(found)))
    return answers


def last(command: str, found: dict[str, Any]) -> dict[str, Any]:
    return ask(command, found)[-1]


@lru_cache
def every_grid() -> list[Grid]:
    """All 4×4 sudokus, by brute force."""
    lines = list(permutations(range(1, 5)))
    flat = (sum(rows, ()) for rows in product(lines, repeat=4))
    columns = [[at + 4 * step for step in range(4)] for at in range(4)]
    boxes = [[at, at + 1, at + 4, at + 5] for at in (0, 2, 8, 10)]
    return [grid for grid in flat if all(len({grid[at] for at in house}) == 4 for house in columns + boxes)]


def solutions(grid: str = SEVERAL, *, with_cage: bool = False) -> list[Grid]:
    return [
        found
        for found in every_grid()
        if all(mark in (".", str(digit)) for mark, digit in zip(grid, found, strict=True))
        and (not with_cage or found[9] + found[10] == 5)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("cap", [1, 2, 8])
@pytest.mark.parametrize("more", [{}, CAGE])
def test_true_candidates(cap: int, more: dict[str, Any]) -> None:
    options = {1: [], 2: ["truecandidatesnumsolutions=2", "unknown", 3], 8: ["colored"]}[cap]
    found = solutions(with_cage=bool(more))
    assert len(found) > 8
    counts = [min(cap, sum(grid[cell] == value for grid in found)) for cell in range(16) for value in range(1, 5)]
    answer = last("truecandidates", document(truecandidatesoptions=options, **more))
    assert answer == {"type": "truecandidates", "solutionsPerCandidate": counts}


def test_candidates_that_only_simple_steps_leave() -> None:
    """Those of no solution have -1 where neither a house nor a clue alone excludes them."""
    found = document("." * 16, arrow=ARROWS)
    logical = last("truecandidates", {**found, "truecandidatesoptions": ["logical"]})["solutionsPerCandidate"]
    plain = last("truecandidates", found)["solutionsPerCandidate"]
    assert [max(number, 0) for number in logical] == plain
    assert -1 in logical
    assert 0 in logical


def test_a_puzzle_without_a_solution() -> None:
    unsolvable = document("1234............", killercage=[{"cells": ["R2C1", "R3C1"], "value": "3"}])
    assert last("truecandidates", unsolvable) == {"type": "invalid", "message": "No solutions found."}


def test_solve() -> None:
    found = {tuple(last("solve", document())["solution"]) for _ in range(60)}
    assert len(found) > 2, "solutions are drawn at random"
    assert found <= set(solutions())
    assert last("solve", document("11.............."))["type"] == "invalid"


def test_counts() -> None:
    for grid, with_cage in ((SEVERAL, False), (SEVERAL, True), ("." * 16, False), ("11" + "." * 14, False)):
        number = len(solutions(grid, with_cage=with_cage))
        found = document(grid, **(CAGE if with_cage else {}))
        assert last("count", found) == {"type": "count", "count": number, "inProgress": False}
        assert last("check", found) == {"type": "count", "count": min(number, 2), "inProgress": False}


def test_a_count_shows_its_progress() -> None:
    *between, end = ask("count", {"size": 9}, most=2)
    assert [answer["inProgress"] for answer in (*between, end)] == [True, True, False]


def test_digits_of_the_player_count_for_some_questions() -> None:
    found = document()
    found["grid"][3][3]["value"] = 2
    assert last("count", found)["count"] == len(solutions())
    assert last("check", found)["count"] == 2
    assert last("truecandidates", found) == last("truecandidates", document())
    assert {last("solve", found)["solution"][15] for _ in range(60)} > {2}
    entered = SEVERAL[:15] + "2"
    assert last("estimate", found)["estimate"] == len(solutions(entered))
    assert last("step", found)["cells"][15]["value"] == 2


def test_estimates() -> None:
    answer = last("estimate", document("." * 16))
    assert answer["estimate"] == answer["ci95_lower"] == answer["ci95_upper"] == 288
    assert (answer["stderr"], answer["relErrPercent"]) == (0, 0)
    first, second = estimates(2)
    assert (first["iterations"], second["iterations"]) == (DRAWN, 2 * DRAWN)
    for found in (first, second):
        assert found["ci95_lower"] <= found["estimate"] <= found["ci95_upper"]
        assert found["relErrPercent"] == pytest.approx(100 * found["stderr"] / found["estimate"])
    assert last("estimate", document("11" + "." * 14))["relErrPercent"] is nan


def estimates(most: int) -> list[dict[str, Any]]:
    """The first estimates of an empty grid, after which the question is cancelled."""
    answers: list[dict[str, Any]] = []
    cancel = threading.Event()

    def report(answer: dict[str, Any]) -> None:
        answers.append(answer)
        if len(answers) == most:
            cancel.set()

    with pytest.raises(Unfinished):
        f_puzzles(Job(cancel, report), "estimate", packed({"size": 9}))
    return answers


def test_samples_are_those_of_one_draw() -> None:
    """The mean of several draws is that of all their descents."""
    samples = Samples(load_solver().compile(Sudoku(6)), {}, threading.Event())
    means: list[float] = []
    for seed in (1, 2, 3):
        samples.draw()
        found = estimate(Sudoku(6).compile(), {}, descents=DRAWN, seed=seed)
        means.append(found.mean)
    assert samples.count == 3 * DRAWN
    assert samples.mean == pytest.approx(sum(means) / 3)
    assert samples.low < samples.mean < samples.high < inf


def test_the_first_step_shows_the_candidates() -> None:
    answer = last("step", document())
    assert (answer["type"], answer["message"], answer["isValid"]) == ("logical", "Initial candidates.", True)
    assert answer["cells"][0] == {"value": 1, "candidates": [1]}
    assert answer["cells"][2] == {"value": 0, "candidates": [3, 4]}
    assert answer["cells"][15] == {"value": 0, "candidates": [1, 2, 3, 4]}


def with_marks(found: dict[str, Any], answer: dict[str, Any], *, given: bool = False) -> dict[str, Any]:
    """A document with the digits and candidates of an answer as a player's entries."""
    key = "givenPencilMarks" if given else "centerPencilMarks"
    rows = json.loads(json.dumps(found["grid"]))
    for at, cell in enumerate(answer["cells"]):
        entry = rows[at // 4][at % 4]
        if cell["value"]:
            entry["value"] = cell["value"]
            entry.pop(key, None)
        else:
            entry[key] = cell["candidates"]
    return {**found, "grid": rows}


def test_steps_lead_to_the_solution_of_the_path() -> None:
    found = document("12..34..2...4...")
    path = last("solvepath", found)
    current, messages = found, []
    for _ in range(100):
        answer = last("step", current)
        messages.append(answer["message"])
        assert answer["isValid"]
        if answer["message"] in ("Solved.", "No step follows."):
            break
        current = with_marks(current, answer)
    assert messages[0] == "Initial candidates."
    assert "\n".join(messages[1:]) == path["message"]
    assert answer["cells"] == path["cells"]


def test_marks_of_the_player_are_kept() -> None:
    found = document()
    found["grid"][3][3]["centerPencilMarks"] = [1, 4]
    assert last("step", found)["cells"][15]["candidates"] == [1, 4]
    found["grid"][3][3] = {"givenPencilMarks": [1, 4]}
    assert last("step", found)["cells"][15]["candidates"] == [1, 4]
    assert last("count", found)["count"] == sum(grid[15] in (1, 4) for grid in solutions())


def test_estimates_keep_the_marks_of_the_player() -> None:
    found = document()
    found["grid"][3][3]["centerPencilMarks"] = [1, 4]
    found["grid"][2][2]["value"] = 3
    assert last("estimate", found)["estimate"] == sum(grid[15] in (1, 4) and grid[10] == 3 for grid in solutions())
    assert last("count", found)["count"] == len(solutions())


def test_a_contradiction() -> None:
    found = document("12...34.......1.")
    found["grid"][0][2]["centerPencilMarks"] = [1]
    answer = last("solvepath", found)
    assert not answer["isValid"]
    assert answer["message"] == "r1c3 has no candidate left: there is no solution."


@pytest.mark.parametrize(("total", "is_solved"), [(6, True), (5, False)])
def test_a_full_grid_is_held_against_the_clues(total: int, is_solved: bool) -> None:
    found = document("1234341221434321", killercage=[{"cells": ["R1C4", "R2C4"], "value": str(total)}])
    answer = last("solvepath", found)
    assert answer["isValid"] is is_solved
    assert (answer["message"] == "Solved.") is is_solved
    assert answer["message"].endswith("does not hold: there is no solution.") is not is_solved


def test_what_is_not_supported_is_named() -> None:
    with pytest.raises(InputError, match="not supported: nonsense"):
        last("count", document(nonsense=[{"cells": ["R1C1"]}]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("3", "is not an object"),
        ("{}", "has no nonce"),
        ('{"nonce": true, "command": "count"}', "has no nonce"),
        ('{"nonce": 1}', "the command is none of truecandidates, "),
        ('{"nonce": 1, "command": "count", "dataType": "fpuzzles"}', "has no data"),
    ],
)
def test_wrong_messages(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(text)


def test_written_numbers() -> None:
    answer = {"type": "estimate", "a": nan, "b": inf, "c": -inf, "d": 1.5, "e": None, "f": [0, -1]}
    assert json.loads(written(3, answer)) == {
        "nonce": 3,
        "type": "estimate",
        "a": "NaN",
        "b": "Infinity",
        "c": "-Infinity",
        "d": 1.5,
        "f": [0, -1],
    }


def free_port() -> int:
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        return int(opened.getsockname()[1])


def bridged() -> tuple[Server, int]:
    """A server that answers f-puzzles at a port that was free; another process may take it first."""
    for _ in range(9):
        port = free_port()
        with suppress(AssertionError):
            return Server(("--f-puzzles", "--f-puzzles-port", str(port), "--origin", "https://setter.example")), port
    raise AssertionError("no port is free")


@pytest.fixture(scope="module")
def bridge() -> Iterator[tuple[Server, int]]:
    """A server that answers f-puzzles, and its port for that."""
    server, port = bridged()
    yield server, port
    assert server.stop() == 0
    assert server.process.stdout is not None
    server.process.stdout.close()


class Script:
    """What the user script does."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._nonce = 0

    def send(self, command: str, found: dict[str, Any] | None = None, **more: Any) -> int:
        self._nonce += 1
        message = {"nonce": self._nonce, "command": command}
        if found is not None:
            message |= {"dataType": "fpuzzles", "data": packed(found)}
        self._connection.send(json.dumps(message | more))
        return self._nonce

    def begin_at(self, nonce: int) -> None:
        self._nonce = nonce

    def send_text(self, text: str | bytes) -> None:
        self._connection.send(text)

    def receive(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self._connection.recv(timeout=120))
        return answer

    def ask(self, command: str, found: dict[str, Any]) -> dict[str, Any]:
        """The last answer to a question."""
        nonce = self.send(command, found)
        while True:
            answer = self.receive()
            if answer["nonce"] == nonce and not answer.get("inProgress"):
                return answer


def has_ipv6() -> bool:
    with suppress(OSError), socket.socket(socket.AF_INET6) as opened:
        opened.bind(("::1", 0))
        return True
    return False


def script(port: int, origin: str | None = "https://f-puzzles.com", host: str = "127.0.0.1") -> Any:
    stated = None if origin is None else Origin(origin)
    return connect(f"ws://{host}:{port}/", origin=stated, open_timeout=60, ping_interval=None)


@pytest.mark.slow
def test_the_user_script(bridge: tuple[Server, int]) -> None:
    with script(bridge[1]) as connection:
        user = Script(connection)
        for command in QUESTIONS:
            if command == "estimate":
                continue
            answer = user.ask(command, document())
            if command == "solve":
                assert tuple(answer["solution"]) in solutions()
            else:
                assert answer == {"nonce": answer["nonce"], **last(command, document())}
        nonce = user.send("count", {"size": 9})
        while not (answer := user.receive())["inProgress"]:
            pass
        assert answer["nonce"] == nonce
        cancel = user.send("cancel")
        seen: list[tuple[str, int]] = []
        while len(seen) < 2:
            answer = user.receive()
            if answer["type"] != "count":
                seen.append((answer["type"], answer["nonce"]))
        assert sorted(seen) == [("canceled", nonce), ("canceled", cancel)]
        nonce = user.send("estimate", {"size": 9})
        first, second = user.receive(), user.receive()
        assert {first["type"], second["type"]} == {"estimate"}
        assert second["iterations"] > first["iterations"]
        assert user.ask("check", document())["count"] == 2, "a new question ends the one before"
        user.send("count", document(), dataType="other")
        nonce = user.send("count", None, dataType="fpuzzles", data="%")
        answer = user.receive()
        assert (answer["type"], answer["nonce"]) == ("invalid", nonce)
        nonce = user.send("unheard-of")
        answer = user.receive()
        assert (answer["type"], answer["nonce"]) == ("invalid", nonce)
        assert user.ask("count", document(nonsense=[1]))["message"] == "not supported: nonsense"


@pytest.mark.slow
def test_who_may_ask(bridge: tuple[Server, int]) -> None:
    port = bridge[1]
    for host in ("127.0.0.1", "[::1]") if has_ipv6() else ("127.0.0.1",):
        with script(port, host=host) as connection:
            assert Script(connection).ask("check", document())["count"] == 2
    for origin in ("https://f-puzzles.com", "https://www.f-puzzles.com", "https://setter.example", None):
        with script(port, origin) as connection:
            assert Script(connection).ask("check", document())["count"] == 2
    for origin in ("https://f-puzzles.com.example", "null", "http://f-puzzles.com"):
        with pytest.raises(InvalidStatus, match="403"):
            script(port, origin)


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        opened.listen()
        port = opened.getsockname()[1]
        assert main(["page", "--no-browser", "--f-puzzles", "--f-puzzles-port", str(port)]) == 2
    said = capsys.readouterr().err
    assert said.strip() == f"127.0.0.1 port {port} cannot be used for f-puzzles: Address already in use"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", ""])
def test_hosts_that_name_no_address(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["page", "--no-browser", "--token", "t", "--host", host]) == 2
    said = capsys.readouterr().err.strip()
    assert said == f"--host {host!r} names no address: give the one that others use"


@pytest.mark.parametrize("option", [["--origin", "https://a.example"], ["--f-puzzles-port", "5000"]])
def test_options_without_f_puzzles(option: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["page", "--no-browser", *option]) == 2
    assert capsys.readouterr().err.strip() == "--f-puzzles-port and --origin need --f-puzzles"


@pytest.mark.slow
def test_random_frames(bridge: tuple[Server, int]) -> None:
    """Three thousand random frames: each is answered or ignored, and the process neither ends nor grows."""
    server, port = bridge
    source = random.Random(1)
    good = json.dumps({"nonce": 1, "command": "check", "dataType": "fpuzzles", "data": packed(document())})
    with script(port) as connection:
        user = Script(connection)
        user.ask("check", document())
        before = memory(server.process.pid)
        for _ in range(3_000):
            text = list(good)
            for _ in range(source.randrange(1, 6)):
                text[source.randrange(len(text))] = source.choice(string.printable)
            frame = "".join(text[: source.randrange(len(text)) if source.random() < 0.2 else len(text)])
            user.send_text(frame if source.random() < 0.9 else frame.encode())
            with suppress(TimeoutError):
                while True:
                    connection.recv(timeout=0)
        user.begin_at(1_000_000)
        assert user.ask("count", document())["count"] == len(solutions())
    assert server.process.poll() is None
    assert memory(server.process.pid) < before + 50_000


def memory(process: int) -> int:
    """The resident memory of a process in kB."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])
