"""Solving: the ways to exact values, and what each may cost.

`solver` chooses: layer by layer (`layered`; `layered_ray` on a cluster, `layered_gpu` on a GPU), or by enumeration of
all positions (`enumerated`, by the ways of `enumerating`). `rows` has the layers meanwhile, in memory or in files.
`on_demand` searches the value of one position where a table would not fit, `present_layer` solves a layer again without
the positions that a duel's history bars, `limits` refuses what would take too much. The tables come in here; others ask
`engine.solve`.
"""
