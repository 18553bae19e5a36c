"""Kernels: plain functions over ints and arrays that call a game's rules by name.

`binding` binds them to a game, compiled by numba or as plain Python; `placeholders` declares the names that are bound.
`layout` (positions as keys and state indices), `probe` (table look-ups) and `contract` (checks of the rules) are bound
together with all others: `breadth_first` and `depth_first` enumerate positions, `layers`, `layer_graph`, `gpu_layers`
and `retrograde` solve them, `search` and `mcts` search, `sampling` draws positions and `checking` verifies tables.
"""
