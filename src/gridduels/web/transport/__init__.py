"""Transport: connections. Who may connect, how much they may ask for, the websocket of a duel, answers over HTTP."""
