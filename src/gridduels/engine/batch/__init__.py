"""Bulk play: thousands to millions of games at once, on all cores or on a GPU, from the games' own rule functions.

`games` has the Batch, `backends` and `cuda` say where its kernels run, `binding` what they are bound to. The kernels
are `playing`, `lanes` (the same for SIMD), `repetition`, `observing` and `counter_rng`; `state` names what they are
handed. Whoever is outside comes in by the names below.
"""

from gridduels.extras import needs_engine

with needs_engine("bulk play"):
    from gridduels.engine.batch.backends import DEVICES
    from gridduels.engine.batch.games import Batch, Rollouts, Step

__all__ = ["DEVICES", "Batch", "Rollouts", "Step"]
