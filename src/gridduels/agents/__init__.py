"""Environments for other libraries: PettingZoo, Gymnasium, OpenSpiel, TextArena and verifiers.

Each library has its own module, which registers the games on import. The modules need the `agents` extra, except for
`textarena` and `verifiers`, which have their own extras.
"""

from gridduels.extras import MissingExtra, has_engine

if not has_engine():
    raise MissingExtra("gridduels.agents", "agents")
