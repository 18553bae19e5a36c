"""Kernels: plain functions over ints and arrays that call a game's rules by name.

`compiler` binds them to a game, compiled by numba or as plain Python; `placeholders` declares the names to bind.
`layout` (positions as keys and state indices), `probe` (table look-ups) and `contract` (rule checks) are bound together
with all the others: `enumeration` finds every position, `layers`, `layer_graph`, `gpu_layers` and `retrograde` solve,
`search` and `mcts` search, `sample` draws positions and `checks` verifies tables. `hash_tables` does not depend on the
game; `gpu` prepares rules for a GPU, `graph_play` plays on a solved graph, and `nimbers` finds Grundy values.
"""
