"""Game analysis with exact values: annotations, hints, puzzles and datasets."""
