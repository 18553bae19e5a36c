"""The terminal interface: line mode, the arcade, and duels on a server."""
