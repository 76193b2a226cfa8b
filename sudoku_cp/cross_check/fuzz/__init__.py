"""Random models, what backends say about them, and the smallest model that shows what is wrong."""
