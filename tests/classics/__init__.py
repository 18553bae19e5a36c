"""The well-known games of examples/games: against other implementations, and against what is known of them."""
