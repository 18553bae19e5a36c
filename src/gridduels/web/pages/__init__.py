"""HTML pages, link previews, static files, and installing the page as an app."""
