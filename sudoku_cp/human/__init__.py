"""Steps that a person can follow: the next one, and the whole path of a puzzle."""
