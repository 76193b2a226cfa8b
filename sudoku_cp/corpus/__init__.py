"""Questions about corpora: files of up to billions of puzzles, answered block by block on many cores.

A job reads blocks of the input, answers them by any `concurrent.futures.Executor`, and writes for each block a Parquet
file, its *part*. A part appears whole or not at all, and says which job and block it belongs to. A job that was ended
in any way continues where it was; its parts are the same bytes as without the interruption.
"""
