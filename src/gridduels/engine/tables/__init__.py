"""Exact-value tables on disk.

`table` defines Table, `format` the file format and its compression, and `catalogue` the file names and the shipped
tables; `bulk` looks up many positions at once, and `verification` checks every value against the rules.
"""
