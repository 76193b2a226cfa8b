"""``python -m sudoku_cp``."""

from sudoku_cp.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
