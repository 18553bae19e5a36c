"""Exact values from compiled versions of the games' own rules: solving, value tables, proofs and bulk play."""

from gridduels.engine.service import VALUES
from gridduels.engine.solvers.enumeration import SolvedGraph
from gridduels.engine.solvers.solver import solve
from gridduels.engine.tables.table import Table
from gridduels.engine.value import Value, Verdict
from gridduels.engine.values import Evaluation, MoveValues, Values

__all__ = ["VALUES", "Evaluation", "MoveValues", "SolvedGraph", "Table", "Value", "Values", "Verdict", "solve"]
