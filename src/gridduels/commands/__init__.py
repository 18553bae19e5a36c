"""The `gridduels` commands, one module each: `add` declares the options, `run` runs the command."""
