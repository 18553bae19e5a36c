"""Packs solved rows into the records of a layered table. A kernel module of no game.

A record keeps which digits occur of each field, and a code for every combination of these.
"""

from gridduels.engine.kernels.protocols import Matrix, ReadOnlyVector, Vector
from gridduels.engine.value import UNKNOWN


def find_digits(digits: Matrix, first: int, last: int, table: Matrix, digit_sets: Matrix, sizes: Vector) -> None:
    """Finds the digits that occur of each field in the rows first..last, and how many codes a record of each has.
    digits[state, field] is the digit of a field in a state index."""
    for row in range(first, last):
        for state in range(len(digits)):
            if table[row, state] != UNKNOWN:
                for field in range(digits.shape[1]):
                    digit_sets[row, field] |= 1 << digits[state, field]
        size = 1
        for field in range(digits.shape[1]):
            size *= digit_sets[row, field].bit_count()
        sizes[row] = size


def pack_rows(digits: Matrix, rows: ReadOnlyVector, table: Matrix, digit_sets: Matrix, codes: Vector) -> int:
    """Fills in the codes of the records of some rows, one after the other; how many they are."""
    end = 0
    for index in range(len(rows)):
        row = rows[index]
        for state in range(len(digits)):
            missing = False
            for field in range(digits.shape[1]):
                missing |= not digit_sets[row, field] >> digits[state, field] & 1
            if not missing:
                codes[end] = table[row, state]
                end += 1
    return end
