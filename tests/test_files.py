from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from sudoku_cp._base import files
from sudoku_cp._base.errors import InputError
from sudoku_cp._base.files import ChangedFileError, read_bytes, read_text, replace_file, write_file
from sudoku_cp.cli import main


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


def test_a_file_that_may_only_be_read_stays(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(PermissionError, match=r"old\.txt"):
        write_file(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_another_program_has_changed_stays(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    for content, known in ((b"other", b"old"), (b"other", None), (None, b"old")):
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(ChangedFileError) as changed:
            replace_file(path, b"new", known)
        assert changed.value.content == content
        assert list(tmp_path.iterdir()) == [path][: content is not None]
    replace_file(path, b"new", None)
    replace_file(path, b"newer", b"new")
    assert path.read_bytes() == b"newer"


def test_a_file_that_appears_at_the_last_moment_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "new.txt"
    path.write_text("other")
    monkeypatch.setattr(files, "content_of", lambda *_: None)  # as it was a moment ago
    with pytest.raises(ChangedFileError):
        replace_file(path, b"new", None)
    assert path.read_text() == "other"
    assert list(tmp_path.iterdir()) == [path]


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


def test_a_text_is_read_up_to_a_size(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes("ä\r\nb\rc\n".encode())
    assert read_text(path, 8) == "ä\nb\nc\n"
    with pytest.raises(InputError, match=r"text: is longer than 7 bytes$"):
        read_text(path, 7)


@pytest.mark.parametrize(
    ("content", "message"), [(b"a\0", "is not a text file"), (b"\xff", "is not a text file"), (None, "No such file")]
)
def test_what_is_no_text_is_refused(content: bytes | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "text"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_text(path)


def test_the_name_of_a_file_may_be_impossible() -> None:
    with pytest.raises(InputError, match="cannot be read: embedded null byte"):
        read_bytes(Path("a\0b"))


@pytest.mark.parametrize(
    "arguments", [["path", "1" + "." * 80, "--walkthrough"], ["verify"], ["solve", "1" + "." * 80, "--rules"]]
)
def test_a_device_without_an_end_is_not_read_to_its_end(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, "/dev/zero"]) == 2
    assert "/dev/zero: is not a" in capsys.readouterr().err
