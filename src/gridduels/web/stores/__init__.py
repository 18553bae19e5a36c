"""Persistent storage for duels: SQLite for one server, PostgreSQL for several.

`store` declares the interface; `group_commit` writes everything that has queued up in one transaction.
"""
