"""Pictures of duels as SVG, PNG and GIF, the colours and shapes for every screen, and documents as HTML and PDF."""
