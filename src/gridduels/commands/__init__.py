"""The `gridduels` commands. Commands that belong together share a module, whose `add` declares them."""
