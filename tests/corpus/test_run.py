"""Runs that end early, fail, or meet others: parts are whole, and a resumed job has the same bytes."""

from __future__ import annotations

import errno
import fcntl
import gzip
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from sudoku_cp import models
from sudoku_cp._base.errors import InputError, ModelError, NoWorkersError, WorkerError
from sudoku_cp.corpus import parts as parts_module
from sudoku_cp.corpus.blocks import blocks_of
from sudoku_cp.corpus.folder import Summary, locked, prepare
from sudoku_cp.corpus.inputs import find_inputs
from sudoku_cp.corpus.job import Job
from sudoku_cp.corpus.run import JobRun
from sudoku_cp.model.fingerprint import fingerprint
from sudoku_cp.parallel.workers import Workers
from tests.corpus.conftest import Corpus, copies
from tests.corpus.test_corpus import write

JOB = Job("count", "classic", fingerprint(models.load("classic")), 2, None, "123456789", None, (), 4)


class Hands(Executor):
    """Does the work at once, in this thread, unless it is told to fail."""

    def __init__(self, fault: Callable[[str], None], workers: int = 1) -> None:
        self._fault = fault
        self._max_workers = workers

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            self._fault(arguments[1].name)
            future.set_result(work(*arguments, **named))
        except Exception as error:
            future.set_exception(error)
        return future


def run(folder: Path, path: Path, fault: Callable[[str], None], job: Job = JOB) -> Summary:
    inputs = find_inputs([str(path)], None)
    workers = working(lambda: Hands(fault, 2))
    with locked(folder):
        prepare(folder, job, inputs, resume=True, overwrite=False)
        return JobRun(job, inputs, folder, workers, Event(), lambda progress: None)()


def working(make: Callable[[], Executor]) -> Workers:
    return Workers(make(), make)


def parts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in ("_summary.json", "_lock")}


@pytest.fixture
def many(tmp_path: Path) -> Path:
    return write(tmp_path / "many.txt", [*copies(20), "bad", *copies(20)])


def fail_never(name: str) -> None:
    pass


def flip(part: bytes) -> bytes:
    """A part with one other bit in the middle of its data, before the footer."""
    footer = int.from_bytes(part[-8:-4], "little") + 8
    middle = (len(part) - footer) // 2
    return part[:middle] + bytes([part[middle] ^ 1]) + part[middle + 1 :]


@pytest.mark.parametrize("ask", ["count", "solution"])
def test_no_damaged_answer_counts_as_done(corpus: Callable[..., Corpus], many: Path, ask: str) -> None:
    part = next(corpus(many, "--ask", ask, "--symbols", "123456789").folder.glob("part-*"))
    whole = part.read_bytes()
    job = Job(ask, "classic", JOB.model_hash, 2, None, "123456789", None, (), 10**6)
    [block] = blocks_of(find_inputs([str(many)], None)[0], job)
    report = parts_module.report_of(job, block, part.parent)
    assert report is not None
    assert whole.count(report.hash.encode()) == 1
    assert hashlib.sha256(whole.replace(report.hash.encode(), b"0" * 64)).hexdigest() == report.hash
    for byte in [*range(0, len(whole), 5), *range(len(whole) - 9, len(whole))]:  # pages and their headers, footer
        part.write_bytes(whole[:byte] + bytes([whole[byte] ^ 16]) + whole[byte + 1 :])
        assert parts_module.report_of(job, block, part.parent) is None, byte
    part.write_bytes(whole)
    assert parts_module.report_of(job, block, part.parent) == report


@pytest.mark.parametrize("kind", ["plain", "gzip", "parquet"])
def test_a_file_that_changes_during_the_job(tmp_path: Path, many: Path, kind: str) -> None:
    path = many
    if kind == "gzip":
        path = tmp_path / "many.gz"
        path.write_bytes(gzip.compress(many.read_bytes()))
    if kind == "parquet":
        path = tmp_path / "many.parquet"
        pq.write_table(pa.table({"puzzle": copies(8)}), path, row_group_size=2)

    def change(name: str) -> None:
        if name == "0000-000001":
            os.utime(path, ns=(1, 1))

    [source] = find_inputs([str(path)], None)
    summary = run(tmp_path / "out", path, change)
    assert summary.parts == (11 if kind == "gzip" else 1)  # whoever unpacks a text has it open
    failures = [json.loads(line) for line in (tmp_path / "out" / "_failures.jsonl").read_text().splitlines()]
    assert all("has changed since the job began" in failure["message"] for failure in failures if "block" in failure)
    with pytest.raises(InputError, match="has changed since the job began"):
        list(blocks_of(source, JOB))


def test_workers_in_another_folder_find_the_input(tmp_path: Path, many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path)
    inputs = find_inputs(["many.txt"], None)
    [block] = blocks_of(inputs[0], replace(JOB, block=100))
    with locked(tmp_path / "out"):
        prepare(tmp_path / "out", JOB, inputs, resume=False, overwrite=False)
        monkeypatch.chdir(tmp_path / "elsewhere")
        assert parts_module.answer_block(JOB, block, tmp_path / "out").rows == 40


@pytest.mark.parametrize("other", [replace(JOB, version="0.0.9"), replace(JOB, engine="0" * 64)])
def test_a_worker_of_another_version(tmp_path: Path, many: Path, other: Job) -> None:
    """A job of another version, as seen by the workers here: their answers may differ from those of its others."""
    with pytest.raises(InputError, match=r"has sudoku-cp 0.*, engine .*, and the job 0.*: install the same"):
        run(tmp_path / "out", many, fail_never, other)
    assert not list((tmp_path / "out").glob("part-*"))


def test_a_worker_with_another_model_of_the_name(tmp_path: Path, many: Path) -> None:
    with pytest.raises(WorkerError, match="the model classic is another one here"):
        run(tmp_path / "out", many, fail_never, replace(JOB, model_hash="0" * 64))


def test_a_straggler_of_an_older_job(tmp_path: Path, many: Path) -> None:
    older = replace(JOB, limit=3)
    run(tmp_path / "out", many, fail_never)
    before = parts(tmp_path / "out")
    [block, *_] = blocks_of(find_inputs([str(many)], None)[0], JOB)
    with pytest.raises(InputError, match="workers find no such job here"):
        parts_module.answer_block(older, block, tmp_path / "out")
    assert parts(tmp_path / "out") == before


def test_a_model_of_the_same_name_with_other_rules(
    corpus: Callable[..., Corpus], many: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus(many, "--block", 4)
    diagonal = models.load("x_sudoku")
    monkeypatch.setattr(models, "load", lambda name: diagonal)
    done = corpus(many, "--block", 4, "--resume")
    assert (done.code, "model_hash was" in done.err) == (2, True)


def test_files_that_a_job_was_writing_do_not_block_the_folder(corpus: Callable[..., Corpus], many: Path) -> None:
    for option in ("--resume", "--overwrite"):
        (many.parent / option).mkdir()
        (many.parent / option / "._job.json.123.part").write_text("{")
        done = corpus(many, option, out=option)
        assert done.summary["complete"]
        assert not list(done.folder.glob(".*"))


def test_overwriting_removes_the_job_last(
    corpus: Callable[..., Corpus], many: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = corpus(many, "--block", 4).folder
    unlinked: list[str] = []
    unlink = Path.unlink

    def note(path: Path, missing_ok: bool = False) -> None:
        unlinked.append(path.name)
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(Path, "unlink", note)
    with locked(folder):
        prepare(folder, JOB, find_inputs([str(many)], None), resume=False, overwrite=True)
    assert len([name for name in unlinked if name.startswith("part-")]) == 11
    assert unlinked.index("_job.json") == max(map(unlinked.index, [n for n in unlinked if n[0] in "p_"][:14]))


def test_an_interrupted_resume_keeps_the_failures(tmp_path: Path, many: Path) -> None:
    run(tmp_path / "out", many, fail_never)
    before = (tmp_path / "out" / "_failures.jsonl").read_bytes()
    assert before
    (tmp_path / "out" / "part-0000-000000.parquet").unlink()
    inputs, cancel = find_inputs([str(many)], None), Event()
    workers = working(lambda: Hands(lambda name: cancel.set()))
    with locked(tmp_path / "out"):
        prepare(tmp_path / "out", JOB, inputs, resume=True, overwrite=False)
        JobRun(JOB, inputs, tmp_path / "out", workers, cancel, lambda progress: None)()
    assert (tmp_path / "out" / "_failures.jsonl").read_bytes() == before
    assert not (tmp_path / "out" / "_summary.json").exists()


def test_an_executor_that_is_closed(tmp_path: Path, many: Path) -> None:
    class Closed(Hands):
        def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
            raise RuntimeError("cannot schedule new futures after shutdown")

    inputs = find_inputs([str(many)], None)
    with locked(tmp_path / "out"):
        prepare(tmp_path / "out", JOB, inputs, resume=False, overwrite=False)
        workers = working(lambda: Closed(fail_never))
        with pytest.raises(InputError, match=r"take no more blocks \(cannot schedule .*: continue with --resume"):
            JobRun(JOB, inputs, tmp_path / "out", workers, Event(), lambda progress: None)()


class Lost(Hands):
    """Takes some blocks, and then loses its scheduler: the next one never ends."""

    def __init__(self, blocks: int) -> None:
        super().__init__(fail_never)
        self._left = blocks
        self._client = SimpleNamespace(
            status="running", close=lambda: None, nthreads=lambda **_: {"": 1}, scheduler=SimpleNamespace(address="A")
        )

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        if self._client.status != "running":
            raise RuntimeError("no connection")
        self._left -= 1
        if self._left >= 0:
            return super().submit(work, *arguments, **named)
        self._client.status = "connecting"
        return Future()


def answered_by(make: Callable[[], Executor], tmp_path: Path, many: Path, patience: float) -> tuple[Summary, list[str]]:
    """A run, and what it has waited for."""
    seen: list[str] = []
    inputs = find_inputs([str(many)], None)
    with locked(tmp_path / "out"):
        prepare(tmp_path / "out", JOB, inputs, resume=True, overwrite=False)
        workers = Workers(make(), make, patience)
        work = JobRun(JOB, inputs, tmp_path / "out", workers, Event(), lambda now: seen.append(now.waits_for or ""))
        return work(), [waits for waits in seen if waits]


def test_a_scheduler_that_is_lost_is_waited_for(tmp_path: Path, many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice it takes some blocks and goes away; in between there is none."""
    monkeypatch.setattr("sudoku_cp.parallel.workers.monotonic", lambda: 100.0)
    executors = iter([Lost(2), None, None, Lost(3), None, Hands(fail_never)])

    def make() -> Executor:
        found = next(executors)
        if found is None:
            raise ModelError("no scheduler answers there")
        return found

    summary, waited = answered_by(make, tmp_path, many, 60)
    assert (summary.complete, summary.parts, summary.failed_blocks) == (True, 11, 0)
    assert waited == ["the scheduler A: 0 of 60 s"] * len(waited)
    assert len(waited) >= 5
    run(tmp_path / "undisturbed", many, fail_never)
    assert parts(tmp_path / "out") == parts(tmp_path / "undisturbed")


def test_the_patience_for_a_scheduler_has_an_end(tmp_path: Path, many: Path) -> None:
    executors = [Lost(2)]

    def make() -> Executor:
        if executors:
            return executors.pop()
        raise ModelError("no scheduler answers there")

    message = "waited for the scheduler A for 1.5 s, the patience of this run: all parts are kept, continue with"
    with pytest.raises(NoWorkersError, match=message):
        answered_by(make, tmp_path, many, 1.5)
    assert not list((tmp_path / "out").glob(".tmp-*"))
    run(tmp_path / "out", many, fail_never)
    run(tmp_path / "undisturbed", many, fail_never)
    assert parts(tmp_path / "out") == parts(tmp_path / "undisturbed")


def test_a_block_that_a_restarted_scheduler_has_forgotten(tmp_path: Path, many: Path) -> None:
    tried: list[str] = []

    def cancelled(name: str) -> None:
        tried.append(name)
        if tried.count(name) <= 5:
            raise CancelledError

    assert run(tmp_path / "out", many, cancelled).complete
    assert set(Counter(tried).values()) == {6}


@pytest.mark.parametrize(
    ("error", "message"),
    [(BlockingIOError(11, "busy"), "another job is writing here"), (OSError(37, "No locks available"), "has no locks")],
)
def test_locks_that_cannot_be_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: OSError, message: str
) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(InputError, match=message), locked(tmp_path):
        pass


def test_resume_does_what_is_missing(corpus: Callable[..., Corpus], many: Path) -> None:
    first = corpus(many, "--block", 4)
    before = first.parts()
    times = {path.name: path.stat().st_mtime_ns for path in first.folder.glob("part-*")}
    gone, damaged = "part-0000-000003.parquet", "part-0000-000005.parquet"
    (first.folder / gone).unlink()
    (first.folder / damaged).write_bytes(before[damaged][:-100])
    flipped = "part-0000-000006.parquet"
    (first.folder / flipped).write_bytes(flip(before[flipped]))
    second = corpus(many, "--block", 4, "--resume")
    assert second.parts() == before
    assert {**second.summary, "seconds": 0} == {**first.summary, "seconds": 0}
    changed = {path.name for path in first.folder.glob("part-*") if path.stat().st_mtime_ns != times[path.name]}
    assert changed == {gone, damaged, flipped}


def test_processes_write_the_same_bytes_as_threads(corpus: Callable[..., Corpus], many: Path) -> None:
    inside = corpus(many, "--block", 20, "--ask", "solution")
    outside = corpus(many, "--block", 20, "--ask", "solution", executor="processes:1", out="processes")
    assert outside.parts() == inside.parts()


def test_another_job_is_not_resumed(corpus: Callable[..., Corpus], many: Path) -> None:
    corpus(many, "--block", 4)
    other = corpus(many, "--block", 5, "--limit", 3, "--resume")
    assert other.code == 2
    assert "limit was 2 and is 3; block was 4 and is 5" in other.err
    again = corpus(many, "--block", 4)
    assert (again.code, "has a job already" in again.err) == (2, True)
    write(many, copies(9))
    changed = corpus(many, "--block", 4, "--resume")
    assert "many.txt has changed since" in changed.err
    over = corpus(many, "--block", 5, "--overwrite")
    assert (over.code, over.summary["rows"]) == (1, 9)
    assert len(list(over.folder.glob("part-*"))) == 2


def test_a_folder_of_others_is_left_alone(corpus: Callable[..., Corpus], many: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "thesis.tex").write_text("precious")
    for option in ("--resume", "--overwrite"):
        done = corpus(many, option)
        assert (done.code, "thesis.tex" in done.err) == (2, True)
    assert (tmp_path / "out" / "thesis.tex").read_text() == "precious"


def test_a_second_job_is_refused_while_the_first_one_lives(tmp_path: Path, corpus: Callable[..., Corpus]) -> None:
    many = write(tmp_path / "many.txt", copies(3))
    with locked(tmp_path / "out"):
        done = corpus(many)
        assert done.code == 2
        assert f"another job is writing here (process {os.getpid()} on " in done.err
    assert corpus(many).code == 1


def test_a_block_that_fails_is_tried_three_times(tmp_path: Path, many: Path) -> None:
    tried: list[str] = []

    def fail(name: str) -> None:
        tried.append(name)
        if name.endswith("2") or (name.endswith("4") and tried.count(name) < 3):
            raise RuntimeError("a bad day")

    summary = run(tmp_path / "out", many, fail)
    assert (summary.failed_blocks, summary.complete) == (1, False)
    assert [tried.count(f"0000-{block:06}") for block in range(6)] == [1, 1, 3, 1, 3, 1]
    last = json.loads((tmp_path / "out" / "_failures.jsonl").read_text().splitlines()[-1])
    assert (last["block"], last["row"], last["message"], last["kind"]) == (
        "0000-000002",
        9,
        "a bad day",
        "RuntimeError",
    )
    healed = run(tmp_path / "out", many, fail_never)
    assert healed.complete
    run(tmp_path / "undisturbed", many, fail_never)
    assert parts(tmp_path / "out") == parts(tmp_path / "undisturbed")


def test_a_block_that_kills_its_workers_is_found_out(tmp_path: Path, many: Path) -> None:
    tried: list[str] = []

    def die(name: str) -> None:
        tried.append(name)
        if name == "0000-000002" or ("0000-000007" <= name <= "0000-000009" and tried.count(name) < 2):
            raise BrokenExecutor("a worker has died")

    summary = run(tmp_path / "out", many, die)
    assert (summary.failed_blocks, summary.parts) == (1, 10)
    last = json.loads((tmp_path / "out" / "_failures.jsonl").read_text().splitlines()[-1])
    assert (last["block"], last["kind"]) == ("0000-000002", "MemoryError")


def test_ctrl_c_leaves_whole_parts(tmp_path: Path, many: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inputs = find_inputs([str(many)], None)
    cancel = Event()
    stopped: list[int] = []

    def soon(name: str) -> None:
        if name == "0000-000004":
            cancel.set()

    workers = working(lambda: Hands(soon))
    monkeypatch.setattr(workers, "kill", lambda: stopped.append(1))
    with locked(tmp_path / "out"):
        prepare(tmp_path / "out", JOB, inputs, resume=False, overwrite=False)
        summary = JobRun(JOB, inputs, tmp_path / "out", workers, cancel, lambda progress: None)()
    assert (summary.complete, stopped) == (False, [1])
    assert 4 <= summary.parts <= 5
    assert not (tmp_path / "out" / "_summary.json").exists()
    run(tmp_path / "out", many, fail_never)
    run(tmp_path / "undisturbed", many, fail_never)
    assert parts(tmp_path / "out") == parts(tmp_path / "undisturbed")


@pytest.mark.parametrize("has_job", [False, True])
def test_workers_that_write_elsewhere_are_noticed(tmp_path: Path, many: Path, has_job: bool) -> None:
    class Elsewhere(Hands):
        def submit(self, work: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
            job, block, _, cancel = arguments
            (tmp_path / "elsewhere").mkdir(exist_ok=True)
            if has_job:
                shutil.copy(tmp_path / "out" / "_job.json", tmp_path / "elsewhere")
            return super().submit(work, job, block, tmp_path / "elsewhere", cancel)

    inputs = find_inputs([str(many)], None)
    workers = working(lambda: Elsewhere(fail_never))
    with locked(tmp_path / "out"):
        prepare(tmp_path / "out", JOB, inputs, resume=False, overwrite=False)
        with pytest.raises(InputError, match="must share this folder"):
            JobRun(JOB, inputs, tmp_path / "out", workers, Event(), lambda progress: None)()


PATIENCE = 240
"""Seconds to wait for a process, which takes a few on a machine that has nothing else to do."""


@contextmanager
def started(folder: Path, *arguments: str, **options: Any) -> Iterator[subprocess.Popen[str]]:
    """The command in a process of its own."""
    command = [sys.executable, "-m", "sudoku_cp", "corpus", *arguments, "--out", str(folder)]
    with subprocess.Popen(command, text=True, stderr=subprocess.PIPE, stdout=subprocess.PIPE, **options) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for_parts(folder: Path, number: int) -> None:
    end = time.monotonic() + PATIENCE
    while len(list(folder.glob("part-*"))) < number:
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """A corpus of which each block takes a moment."""
    return write(tmp_path / "long.txt", copies(300) * 100)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="/proc lists the workers")
def test_workers_and_the_job_are_killed(tmp_path: Path, long: Path, corpus: Callable[..., Corpus]) -> None:
    """A running job replaces its workers; when it is killed itself, they end; resumed, it has the same bytes."""
    arguments = (str(long), "--block", "1k", "--ask", "solution")
    with started(tmp_path / "killed", *arguments, "--executor", "processes:1") as process:
        wait_for_parts(tmp_path / "killed", 2)
        os.kill(workers_of(process)[-1], signal.SIGKILL)
        wait_for_parts(tmp_path / "killed", 6)
        left = workers_of(process)
        process.kill()
        process.wait()
        end = time.monotonic() + PATIENCE
        while any(command_of(worker) for worker in left):
            assert time.monotonic() < end
            time.sleep(0.05)
    done = corpus(*arguments, "--resume", out="killed")
    assert (done.code, done.summary["complete"]) == (1, True)
    assert done.parts() == corpus(*arguments).parts()


def workers_of(process: subprocess.Popen[str]) -> list[int]:
    """The processes of the pool; another child keeps track of resources."""
    end = time.monotonic() + PATIENCE
    while True:
        tasks = Path(f"/proc/{process.pid}/task").glob("*/children")
        children = [child for task in tasks for child in task.read_text().split()]
        found = sorted({int(child) for child in children if b"spawn_main" in command_of(int(child))})
        if found:
            return found
        assert time.monotonic() < end
        time.sleep(0.01)


def command_of(process: int) -> bytes:
    """The command line of a process; empty if it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.mark.slow
@pytest.mark.parametrize("executor", ["processes", "threads"])
def test_a_signal_ends_a_job(tmp_path: Path, executor: str) -> None:
    """Its last block never ends: nobody counts the solutions of an empty grid."""
    endless = write(tmp_path / "endless.txt", [*copies(300), "." * 81])
    arguments = (str(endless), "--block", "100", "--limit", str(10**15), "--executor", executor)
    with started(tmp_path / "out", *arguments) as process:
        wait_for_parts(tmp_path / "out", 1)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "continue with --resume" in err
    assert not list((tmp_path / "out").glob(".tmp-*"))


@pytest.mark.parametrize("name", ["_job.json", "_failures.jsonl", "_summary.json"])
def test_a_disk_that_is_full_for_the_files_about_the_job(
    corpus: Callable[..., Corpus], many: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def write_unless_full(path: Path, text: str) -> None:
        if path.name == name:
            raise OSError(errno.ENOSPC, "No space left on device")
        path.write_text(text)

    monkeypatch.setattr("sudoku_cp.corpus.folder.write_file", write_unless_full)
    done = corpus(many)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.err.startswith(str(done.folder))
    assert "No space left on device" in done.err
    monkeypatch.undo()
    assert corpus(many, "--resume").summary["complete"]


@pytest.mark.parametrize("name", ["_failures.jsonl", "_summary.json"])
def test_a_file_at_the_end_that_may_not_be_written(
    corpus: Callable[..., Corpus], many: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def write_if_allowed(path: Path, text: str) -> None:
        if path.name == name:
            raise OSError(errno.EACCES, "Permission denied")
        path.write_text(text)

    monkeypatch.setattr("sudoku_cp.corpus.folder.write_file", write_if_allowed)
    done = corpus(many)
    assert (done.code, done.err) == (2, f"{done.folder}: Permission denied: continue with --resume\n")


@pytest.mark.slow
def test_a_full_disk(tmp_path: Path, long: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

    arguments = (str(long), "--block", "20k", "--ask", "solution", "--executor", "threads")
    with started(tmp_path / "out", *arguments, preexec_fn=limit) as process:
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert "make room, and continue with --resume" in err
    assert err.count("\n") == 1
    assert not list((tmp_path / "out").glob(".tmp-*"))
    with started(tmp_path / "out", *arguments, "--resume") as process:
        assert process.wait(PATIENCE) == 1
