"""Messages: what goes between the server and those who speak with it, each defined once as a Struct. Its checks, its
JSON, the API's description and the page's types are made of the definition.
"""
