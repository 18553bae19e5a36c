"""Kernels: plain functions over ints and arrays, which call a game's rules by name and take NamedTuples of arrays.

`binding` gives them bound to a game, compiled by numba or as plain Python, by the means of `compiling`; `placeholders`
has the names that are bound, `protocols` what positions and arrays are to a kernel. `layout` and `probe` are bound with
every other: a Position as a key or a state index, and a table looked up. `enumerating` finds all positions, `searching`
the value of one, or a good move. The engine's other rooms, the players that search, the datasets, the report and the
checks of a game come in here; nobody else does.
"""
