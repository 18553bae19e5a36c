"""The duels in the interfaces of the field: PettingZoo, Gymnasium and OpenSpiel. Each is a module of its own, and needs
the extra `agents`."""

from gridduels.extras import MissingExtra, has_engine

if not has_engine():
    raise MissingExtra("gridduels.agents needs numpy and numba", "agents")
