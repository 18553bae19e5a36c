"""Connections: admission, limits, security headers, and the duel websocket."""
