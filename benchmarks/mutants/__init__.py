"""Mutation testing: faults are planted in the program one at a time, to see whether tests find them."""
