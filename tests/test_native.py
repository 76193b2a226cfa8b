"""The committed stubs of the compiled modules."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import sudoku_cp


@pytest.mark.parametrize("module", ["_native", "_verifier"])
def test_the_stub_is_the_generated_one(module: str, tmp_path: Path) -> None:
    generated = tmp_path / f"{module}.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", f"sudoku_cp.{module}", "-o", str(generated)]
    subprocess.run(command, cwd=tmp_path, check=True)
    assert Path(sudoku_cp.__file__).with_name(generated.name).read_text("utf-8") == generated.read_text("utf-8")
