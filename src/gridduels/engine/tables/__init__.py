"""Tables: exact values on disk, opened by memory map, checked as they are read and against the rules.

`table` has the Table and `solve`, which opens or makes one; `storage` the file, `blocks` how it is deflated, `verify`
the check of every value.
"""
