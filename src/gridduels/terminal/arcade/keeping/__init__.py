"""What the arcade keeps from one time to the next: games, results, settings."""
