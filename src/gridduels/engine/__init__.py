"""Compiled work on the games' own rules: solving them, and the tables of exact values that come of it."""

from gridduels.engine.tables.table import Table, solve
from gridduels.engine.value import Value
from gridduels.engine.values import Values

__all__ = ["Table", "Value", "Values", "solve"]
