"""Bulk play: thousands to millions of games at once, on all cores or on a GPU, by the games' own rule functions.

`games` has the public Batch, `backends` and `cuda` run its kernels. The kernels are in `playing`, `lanes` (the same
with SIMD), `gpu_playing`, `repetition`, `observing` and `counter_rng`; `state` declares their arrays and constants.
"""

from gridduels.extras import needed

with needed("gridduels.engine.batch", "engine"):
    from gridduels.engine.batch.backends import DEVICES
    from gridduels.engine.batch.batch import Batch, Rollouts, Step

__all__ = ["DEVICES", "Batch", "Rollouts", "Step"]
