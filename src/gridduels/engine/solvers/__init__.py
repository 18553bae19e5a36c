"""Solvers: by layers, by enumeration, or by search on demand."""
