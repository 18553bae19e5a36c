"""Outside programs as players, and the players of this package as programs.

`protocol` defines the lines that both sides exchange, `process` runs a bot, `dialogue` talks to it, `player` makes it a
Player, and `staying` keeps it for several games. `speaker` is the program's side; `conformance` checks a bot.
"""
