"""Packs solved rows into the records of a layered table. A kernel module of no game.

A record keeps which digits occur of each field, and a code for every combination of these.
"""

from typing import NamedTuple

from gridduels.engine.kernels.protocols import Matrix, Vector
from gridduels.engine.value import UNKNOWN


class Records(NamedTuple):
    """What is made of the rows: the codes, at first those of all rows side by side; for each row the set of digits that
    occur of each field, and how many codes it has."""

    codes: Vector
    digit_sets: Matrix
    sizes: Vector


def pack_rows(digits: Matrix, first: int, last: int, table: Matrix, records: Records) -> int:
    """Fills in the records of the rows first..last, and moves their codes together at the front of these rows; how many
    codes they have. digits[state, field] is the digit of a field in a state index."""
    begin = first * len(digits)
    end = begin
    for row in range(first, last):
        for state in range(len(digits)):
            if table[row, state] != UNKNOWN:
                for field in range(digits.shape[1]):
                    records.digit_sets[row, field] |= 1 << digits[state, field]
        row_end = end
        for state in range(len(digits)):
            missing = False
            for field in range(digits.shape[1]):
                missing |= not records.digit_sets[row, field] >> digits[state, field] & 1
            if not missing:
                records.codes[row_end] = table[row, state]
                row_end += 1
        records.sizes[row] = row_end - end
        end = row_end
    return end - begin


def permute_rows(table: Matrix, order: Vector, spare: Vector) -> None:
    """Puts row order[n] of a table in the place of row n, in place; `order` is used up, `spare` has room for a row."""
    columns = table.shape[1]
    for first in range(len(order)):
        if order[first] == first:
            continue
        for column in range(columns):
            spare[column] = table[first, column]
        row = first
        while order[row] != first:
            source = order[row]
            for column in range(columns):
                table[row, column] = table[source, column]
            order[row] = row
            row = source
        for column in range(columns):
            table[row, column] = spare[column]
        order[row] = row
