"""Worker processes for slow computations, shared fairly between visitors."""
