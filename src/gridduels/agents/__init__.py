"""The duels in the interfaces of the field: PettingZoo, Gymnasium and OpenSpiel. Each is a module of its own, and needs
the extra `agents`."""
