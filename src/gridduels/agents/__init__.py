"""The duels as environments of other libraries: PettingZoo, Gymnasium, OpenSpiel, TextArena and verifiers.

Each library has a module of its own, which registers the games when it is imported. All of them need the extra
`agents`, except for `textarena` and `verifiers`, which have extras of their own.
"""

from gridduels.extras import MissingExtra, has_engine

if not has_engine():
    raise MissingExtra("gridduels.agents needs numpy and numba", "agents")
