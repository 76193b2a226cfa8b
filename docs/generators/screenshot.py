"""``python -m docs.generators.screenshot``: chromium makes the picture of the page in ``docs/images/`` anew."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).parents[1]
PICTURE = DOCS / "images" / "page.png"
RULES = DOCS / "examples" / "zigzag.py"
PUZZLE = """name = "Zigzag and arrow"
size = 9
grid = \"\"\"
. 7 . | 8 . 9 | . 5 .
. . . | . 4 6 | . . 9
. . . | . . . | . . .
------+-------+------
3 . . | . . . | 4 . .
. . . | . . . | . . .
. . 7 | . . . | . . 1
------+-------+------
. . . | . . . | . . .
1 . . | 4 8 . | . . .
. 8 . | 2 . 3 | . 6 .
\"\"\"

[[zigzag]]
line = "r1c1 r2c2 r3c3 r4c4 r5c5 r6c6 r7c7 r8c8 r9c9"

[[arrow]]
circle = "r2c8"
line = "r3c8 r4c7"
"""


def make_picture() -> None:
    """Serve the page with the puzzle, and save what it looks like when all is answered."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "setting.toml"
        file.write_text(PUZZLE, encoding="utf-8")
        command = [sys.executable, "-m", "sudoku_cp", "page", str(file), "--rules", str(RULES), "--no-browser"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
                page = browser.new_page(viewport={"width": 1280, "height": 800})
                page.goto(process.stdout.readline().strip())
                page.locator(".badge.agree").wait_for()
                page.locator(".overlay .many").first.wait_for()
                page.screenshot(path=PICTURE)
                browser.close()
            finally:
                process.terminate()


if __name__ == "__main__":
    make_picture()
