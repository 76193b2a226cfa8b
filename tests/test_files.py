from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from sudoku_cp.files import write_file


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    path = tmp_path / "new.txt"
    before = os.umask(0o027)
    try:
        write_file(path, "ä\n")
    finally:
        os.umask(before)
    assert path.read_text(encoding="utf-8") == "ä\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_an_older_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old")
    path.chmod(0o604)
    write_file(path, "new")
    assert (path.read_text(), stat.S_IMODE(path.stat().st_mode)) == ("new", 0o604)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    link.symlink_to(target.name)
    write_file(link, "text")
    assert link.is_symlink()
    assert target.read_text() == "text"


def test_what_ends_the_writing_leaves_the_older_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old")

    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_file(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_failure_names_the_file(tmp_path: Path) -> None:
    for path in (tmp_path / "absent" / "new.txt", Path("/dev/full")):
        with pytest.raises(OSError, match=path.name) as failure:
            write_file(path, "text")
        assert failure.value.filename == str(path)


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_file(path, "text")
    assert os.read(reader, 100) == b"text"
    os.close(reader)
    assert path.is_fifo()
