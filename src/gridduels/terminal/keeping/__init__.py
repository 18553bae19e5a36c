"""What is kept from one time to the next, for line mode and the arcade: games, results, settings."""
