"""What all solvers share: the class from which they derive, their registry, and the verification of their answers."""
