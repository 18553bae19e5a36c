"""Compute: what takes its time, worked out by processes beside the server. `computing` is the way in, `pools` has the
questions that wait and the workers (`processes`, or `in_process` where none can be started), `tasks` what they can do.
"""
