"""The commands of `gridduels`, one module each: `add` declares the options, `run` runs the command."""
