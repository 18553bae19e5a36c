"""The ways to exact values: by layers, by enumeration, or by search on demand."""
