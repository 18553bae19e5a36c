"""Play a duel on a server in line mode, using only the standard library."""
