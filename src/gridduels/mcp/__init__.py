"""The games for assistants, through the Model Context Protocol and its official SDK.

`tools` has the tools, resources and prompts, `desk` connects them to the duels and workers of a web server, and
`transports` serves them over standard input and output (`gridduels mcp`) or as `/mcp` of the server.
"""
