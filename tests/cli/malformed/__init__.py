"""Malformed inputs of every command and format, by a seed, and what a command may answer to them.

    python -m tests.cli.malformed --seed 1 --cases 2000

Each case is a process with limits of memory and time. Its exit code must be 2 where nothing can be answered, else 0 to
3; there is no traceback, no fault of our own, no control character, and every message is there and bounded.
"""
