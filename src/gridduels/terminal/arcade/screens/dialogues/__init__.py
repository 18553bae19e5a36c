"""Boxes over the screen behind them: a text to read, a line to type, who plays instead."""
