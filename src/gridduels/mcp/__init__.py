"""Let assistants play the games through the Model Context Protocol, using its official SDK.

`tools` defines the tools, resources and prompts, which act on a web server's duels and workers. `transports` serves
them over standard input and output (`gridduels mcp`) or at the server's `/mcp`.
"""
