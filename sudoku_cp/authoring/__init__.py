"""The setter's bench: why a puzzle has no solution or several, what can go, and new puzzles."""
