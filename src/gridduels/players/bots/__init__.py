"""Run external programs as players, and built-in players as programs.

`protocol` defines the lines that the two sides exchange, `process` runs a bot, `dialogue` talks to it, `player` wraps
it as a Player, and `sessions` reuses it for several games. `speaker` implements the bot's side of the protocol;
`conformance` checks a bot.
"""
