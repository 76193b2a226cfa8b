"""The committed stub of the engine's bindings."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import sudoku_cp


def test_the_stub_is_the_generated_one(tmp_path: Path) -> None:
    generated = tmp_path / "_native.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "sudoku_cp._native", "-o", str(generated)]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert Path(sudoku_cp.__file__).with_name("_native.pyi").read_text("utf-8") == generated.read_text("utf-8")
