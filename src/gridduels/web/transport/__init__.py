"""Connections: admission, limits, security headers, and the websocket of a duel."""
