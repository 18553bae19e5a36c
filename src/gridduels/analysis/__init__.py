"""Study games by their exact values: annotations, hints, puzzles and datasets."""
