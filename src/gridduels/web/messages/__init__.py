"""Messages: what goes between the server and those who speak with it."""
