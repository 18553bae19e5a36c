"""The games for assistants that speak MCP, the Model Context Protocol, with its official SDK.

`desk` is what tools ask: the duels and the workers of a web server, the very same that browsers play on. `playing` and
`knowing` are tools, which answer by `telling`; `reading` has the resources, `prompting` the prompts, and `assembling`
makes a server of them. `http` adds it to a web server that is told to, `stdio` is `gridduels mcp`.
"""
