"""The terminal: line mode, the arcade, and duels on a server."""
