"""Benchmarks of corpora: their rate, what survives being killed, and what many cores would cost."""
