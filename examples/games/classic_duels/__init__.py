"""Well-known games for two, written for gridduels: a folder each."""
