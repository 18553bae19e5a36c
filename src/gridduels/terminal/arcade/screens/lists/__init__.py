"""Screens to choose from: games that are kept, and choices in rows."""
