"""Solvers: layer by layer, by enumeration, or by on-demand search."""
