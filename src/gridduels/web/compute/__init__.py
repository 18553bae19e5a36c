"""Compute: what takes its time, worked out by processes beside the server."""
