"""Compiled work on the games' own rules: solving them, and the tables of exact values that come of it."""

from gridduels.engine.tables.table import Table, solve
from gridduels.engine.value import Value, Verdict
from gridduels.engine.values import VALUES, Evaluation, MoveValues, Values

__all__ = ["VALUES", "Evaluation", "MoveValues", "Table", "Value", "Values", "Verdict", "solve"]
