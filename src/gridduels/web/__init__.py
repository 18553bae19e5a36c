"""The server: duels by link, and everything the page asks for."""
