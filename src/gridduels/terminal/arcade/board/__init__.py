"""The board on a screen: what is drawn where, in which colours, and what a person points at.."""
