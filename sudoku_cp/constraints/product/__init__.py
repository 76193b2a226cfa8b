"""The product of some cells."""

from sudoku_cp.constraints.product.meaning import Product

__all__ = ["Product"]
