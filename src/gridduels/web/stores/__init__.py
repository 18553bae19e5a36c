"""Where duels are persisted: SQLite for one server, PostgreSQL for several.

`store` declares the interface, `group_commit` writes what has queued up in one transaction.
"""
