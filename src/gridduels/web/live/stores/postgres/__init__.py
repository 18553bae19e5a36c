"""The store in PostgreSQL, for many servers: the `store` and its `statements`, the `database` they reach, and the
`session` in which a server hears of the others.
"""
