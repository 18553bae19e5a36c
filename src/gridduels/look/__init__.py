"""The one look of all screens: its colours, its shapes, and how rules speak of them. Arcade, page, pictures and
charts all take from here.

Nobody else lives here, and this room knows none of them.
"""
