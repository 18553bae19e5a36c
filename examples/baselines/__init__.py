"""Small networks that learn by themselves, measured exactly: `python -m examples.baselines`."""
