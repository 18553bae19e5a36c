"""Well-known two-player games, written for gridduels, with one folder each."""
