"""Isolation: step, then take a cell away."""
