"""Pictures of duels as SVG, PNG and GIF, colours and shapes shared by all screens, and documents as HTML and PDF."""
