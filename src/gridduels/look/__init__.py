"""The one look of all screens: its colours and its shapes. Arcade, page, pictures and charts all take from here.

Nobody else lives here, and this room knows none of them.
"""
