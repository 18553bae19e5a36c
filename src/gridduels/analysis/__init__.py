"""Analyse games with exact values: annotations, hints, puzzles and datasets."""
