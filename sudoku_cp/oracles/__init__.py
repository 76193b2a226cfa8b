"""Answers about whole puzzles, held against all solutions as brute force finds them."""
