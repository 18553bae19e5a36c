"""Solving: the ways to exact values, and what each may cost.

`solver` chooses: layer by layer (`layered`), or by enumeration of all positions (`enumerated`). `on_demand` searches
the value of one position where a table would not fit, `present_layer` solves a layer again without the positions that a
duel's history bars, `limits` refuses what would take too much. The tables come in here; others ask `engine.solve`.
"""
