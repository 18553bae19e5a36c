"""Pictures of duels: one description of shapes, written as SVG or painted as an image or a film."""
