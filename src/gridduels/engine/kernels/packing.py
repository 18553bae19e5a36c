"""Packs solved rows into the records of a layered table. A kernel module that knows no game.

A record keeps which states occur of each field, and a code for every combination of these.
"""

from typing import Any

from gridduels.engine.value import UNKNOWN


def pack_rows(digits: Any, first: Any, last: Any, table: Any, codes: Any, states: Any, sizes: Any) -> Any:
    """Fills `states` and `sizes` for the rows first..last, and moves their codes together at the front of these rows.

    digits[place, field] is the state of a field in a place; `codes` is the table as one row. Returns how many codes the
    rows have.
    """
    begin = first * len(digits)
    end = begin
    for frame in range(first, last):
        for place in range(len(digits)):
            if table[frame, place] != UNKNOWN:
                for field in range(digits.shape[1]):
                    states[frame, field] |= 1 << digits[place, field]
        row_end = end
        for place in range(len(digits)):
            missing = False
            for field in range(digits.shape[1]):
                missing |= not states[frame, field] >> digits[place, field] & 1
            if not missing:
                codes[row_end] = table[frame, place]
                row_end += 1
        sizes[frame] = row_end - end
        end = row_end
    return end - begin
