"""A duel on a server, played in line mode. Standard library only."""
