"""The well-known games of examples/games, compared with other implementations and with published results."""
