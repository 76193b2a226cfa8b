"""The solver of f-puzzles: answers the user script that setters have in that page, on a WebSocket of this machine."""
