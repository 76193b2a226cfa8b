"""Work on several threads, processes or machines."""
