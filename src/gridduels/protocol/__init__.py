"""The messages between a server and its clients, as data.

`requests` has what clients send, `answers` and `state` what the server sends, `base` the parts that they share. `codec`
reads and writes JSON, and `schemas` generates JSON Schema and the page's TypeScript types.
"""
