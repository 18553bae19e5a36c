"""Tables of exact values on disk.

`table` has the Table, `format` the file and how it is compressed, `verify` the check of every value against the rules.
"""
