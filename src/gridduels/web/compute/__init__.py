"""Compute: what takes its time, worked out by processes beside the server. `computing` is the way in, `pools` has the
workers, `tasks` what they can do.
"""
