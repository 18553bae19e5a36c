"""The HTTP API: one module per group of routes, with its OpenAPI description."""
