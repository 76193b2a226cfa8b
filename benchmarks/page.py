"""The time on the page from a key to the answer on screen, in chromium.

    python -m benchmarks.page --edits 40

Each edit gives a cell a digit, or takes it away. *Status* is the number of solutions, *candidates* are all true
candidates, without their counts. *Received* is the time until the browser has the answer, *shown* the time until the
end of the frame that shows it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.exits import bad_input
from benchmarks.table import print_table, seconds

SEVEN_KINDS = """name = "seven kinds"
[[thermo]]
line = "r1c1 r2c2 r3c3 r4c3"
[[killer]]
cells = "r1c4 r1c5 r2c4"
sum = 15
[[arrow]]
circle = "r5c5"
line = "r5c6 r5c7 r6c8"
[[kropki_white]]
cells = "r7c1 r7c2"
[[sandwich]]
side = "left"
index = 3
value = 17
[[whisper]]
line = "r9c6 r9c7 r8c8 r7c9"
[[quadruple]]
cells = "r2c7 r2c8 r3c7 r3c8"
digits = "1 5"
"""

PUZZLES = {"classic": "classic", "killer": "killer", "seven kinds": "", "samurai": "samurai", "16×16": "hexadoku_0_f"}

MEASURE = """
async (pause) => {
  const { store, on } = await import("/static/store.js");
  const { select } = await import("/static/selection.js");
  const name = Object.keys(store.view.cells).find((cell) => !(cell in store.view.givens));
  const digit = store.candidates.values[name][0];
  const key = store.view.symbols[store.view.digits.indexOf(digit)];
  const times = { status: [], candidates: [] };
  const open = new Set();
  let revision = 0, start = 0;
  for (const part of ["status", "candidates"]) {
    on(part, () => {
      if (store[part]?.revision <= revision || !open.delete(part)) return;
      const began = start, received = performance.now() - began, { port1, port2 } = new MessageChannel();
      port1.onmessage = () => times[part].push([received, performance.now() - began]);
      requestAnimationFrame(() => port2.postMessage(null)); // which is read after the frame
    });
  }
  return async (edits) => {
    for (let edit = 0; edit < edits; edit++) {
      select([name]);
      revision = store.document.revision;
      for (const part of ["status", "candidates"]) open.add(part);
      start = performance.now();
      document.dispatchEvent(new KeyboardEvent("keydown", { key, code: /\\d/.test(key) ? `Digit${key}` : "" }));
      await new Promise((done) => setTimeout(done, pause));
    }
    return times;
  };
}
"""


def main() -> None:
    parser = ArgumentParser(prog="python -m benchmarks.page", description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=20, help="edits of each puzzle (default: %(default)s)")
    parser.add_argument("--pause", type=int, default=500, help="ms between two edits (default: %(default)s)")
    options = parser.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        raise bad_input("there is no chromium on this machine")
    from playwright.sync_api import sync_playwright

    rows = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        own = Path(folder) / "seven.toml"
        own.write_text(SEVEN_KINDS)
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, puzzle in PUZZLES.items():
            with _served(puzzle or str(own)) as address:
                times = _measured(browser.new_page(), address, options.edits, options.pause)
            rows.append((name, *(text for part in ("status", "candidates") for text in _texts(times[part]))))
        browser.close()
    columns = ("{} received", "{} shown", "95 % below")
    header = ("puzzle", *(column.format(part) for part in ("status", "candidates") for column in columns))
    print_table(f"From a key to the screen, medians of {options.edits} edits", header, rows)


def _texts(times: list[tuple[float, float]]) -> tuple[str, str, str]:
    received, shown = ([time / 1000 for time in column] for column in zip(*times, strict=True))
    return seconds(median(received)), seconds(median(shown)), seconds(quantiles(shown, n=20)[-1])


def _measured(page: Any, address: str, edits: int, pause: int) -> dict[str, list[tuple[float, float]]]:
    page.goto(address)
    page.wait_for_selector(".badge", timeout=120_000)
    measure = page.evaluate_handle(MEASURE, pause)
    found: dict[str, list[tuple[float, float]]] = page.evaluate(
        "([measure, edits]) => measure(edits)", [measure, edits]
    )
    page.close()
    return {part: times[1:] for part, times in found.items()}  # the first one compiles


@contextmanager
def _served(puzzle: str) -> Iterator[str]:
    """The address of a page for a puzzle."""
    command = [sys.executable, "-m", "sudoku_cp", "page", puzzle, "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
