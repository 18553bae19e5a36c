"""Enumerating: all positions that can come about from some, and their values.

`enumerator` has what both ways share: `depth_first` is for games in which no position comes again, `breadth_first`,
with the graph of all moves, for any other. `solving.enumerated` chooses.
"""
