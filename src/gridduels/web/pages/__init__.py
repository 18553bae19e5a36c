"""HTML pages, link previews, static files, and installation as an app."""
