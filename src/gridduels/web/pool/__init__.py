"""Worker processes for computations that take time, shared fairly between visitors."""
