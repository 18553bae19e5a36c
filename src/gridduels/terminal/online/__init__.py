"""Play a duel on a server in line mode: `start` finds or begins the duel, `server` talks to it, `play` is the loop."""
