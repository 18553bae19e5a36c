"""Tables of exact values on disk.

`table` has the Table, `format` the file and its compression, `catalogue` the names and the shipped tables, `bulk` looks
up many positions at once, and `verification` checks every value against the rules.
"""
