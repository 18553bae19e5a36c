"""Bulk play: thousands to millions of games at once, on all cores or on a GPU, from the games' own rule functions."""

from gridduels.engine.batch.backends import DEVICES
from gridduels.engine.batch.games import Batch, Rollouts, Step

__all__ = ["DEVICES", "Batch", "Rollouts", "Step"]
