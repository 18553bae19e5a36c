"""Bulk play: thousands to millions of games at once, on all cores or on a GPU, using the games' own rule functions.

`batch` defines the public Batch; `backends` and `cuda` run its kernels. `kernels` plays games, `simd` plays groups of
games with vector instructions, `planes` writes observations, and `gpu_kernels` replaces a few functions on a GPU.
"""

from gridduels.extras import needed

with needed("gridduels.engine.batch", "engine"):
    from gridduels.engine.batch.backends import DEVICES
    from gridduels.engine.batch.batch import Batch, Rollouts
    from gridduels.engine.batch.kernels import Step

__all__ = ["DEVICES", "Batch", "Rollouts", "Step"]
