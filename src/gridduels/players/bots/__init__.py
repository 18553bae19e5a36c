"""Outside programs as players, and ours as programs: the protocol, the processes, both sides of the talk."""
