"""The table of `docs/explanations/rule-oracles.md`: which rule has which oracle.

    python -m tests.rules.oracles DATA > docs/explanations/rule-oracles.md

DATA is the folder of published puzzles; without it the last column is taken from the page as it is.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.rules.oracles.page import PAGE, page, published

data = Path(sys.argv[1]) if len(sys.argv) > 1 else None
print(page(published(data) if data else None, PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""), end="")
