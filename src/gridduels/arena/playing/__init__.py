"""How games are played: one of them, many at once on this machine, or on a Ray cluster."""
