"""What all packages share, and what knows nothing of puzzles: errors, texts, files, plug-ins."""
