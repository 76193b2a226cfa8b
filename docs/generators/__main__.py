"""``python -m docs.generators FOLDER``."""

from __future__ import annotations

import sys
from pathlib import Path

from docs.generators.reference import write_reference

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m docs.generators FOLDER")
    write_reference(Path(sys.argv[1]))
