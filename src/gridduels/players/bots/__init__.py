"""Programs as players, and our players as programs.

`protocol` has the lines that both sides exchange, `process` runs a bot, `dialogue` talks to it, `player` makes it a
Player and `staying` keeps it for several games. `speaker` is our own bot; `conformance` checks one.
"""
