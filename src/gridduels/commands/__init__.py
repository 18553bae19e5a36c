"""The commands of the command line, a module each: `add` describes its options, `run` does it."""
