"""Programs that solve: what they start ends with them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from sudoku_cp import Limits
from sudoku_cp.solving.compiling import Watch
from sudoku_cp.solving.programs import _Run

STARTS_ANOTHER = """
import os, signal, subprocess, sys, time

wait = "import sys, time; file = open(sys.argv[1], 'w'); print('started', flush=True); time.sleep(1 << 20)"
child = subprocess.Popen([sys.executable, "-c", wait, sys.argv[1]], start_new_session=True)

def end(*_):
    child.kill()
    os._exit(1)

signal.signal(signal.SIGTERM, end)
print("ready", flush=True)
time.sleep(1 << 20)
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes, whose writers are seen to end")
def test_a_program_ends_what_it_started_in_a_session_of_its_own(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with _Run([sys.executable, "-c", STARTS_ANOTHER, str(pipe)], Watch(Limits())) as run:
        lines = run.lines()
        assert {next(lines), next(lines)} == {"ready", "started"}
    os.set_blocking(reader, True)
    assert os.read(reader, 1) == b""  # the end of the pipe: nobody can write to it
    os.close(reader)
