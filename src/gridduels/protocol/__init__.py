"""The messages between a server and its clients, as data.

`requests` defines the messages from clients, `answers` and `state` those from the server, and `base` the parts they
share. `codec` reads and writes JSON, and `schemas` generates JSON Schema and the page's TypeScript types.
"""
