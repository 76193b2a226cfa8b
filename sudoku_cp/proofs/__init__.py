"""Proofs that can be checked without trusting a solver."""
