"""Solving: the ways to exact values, by layers, by enumeration, or on demand, and what each may cost."""
