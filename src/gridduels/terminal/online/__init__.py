"""Play a duel on a server in line mode, with the standard library only."""
