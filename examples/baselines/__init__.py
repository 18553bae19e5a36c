"""Small networks trained by self-play and scored exactly: `python -m examples.baselines`."""
