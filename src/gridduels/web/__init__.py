"""The server: duels by link, and everything the page asks for.

`serve` runs it, `inside` runs it in a browser, `app` has its routes, `site` what they share. The rooms, each of which
may use those before it: `messages` (what is said), `live` (duels and where they are kept), `compute` (what takes its
time), `transport` (connections and their limits), `api` (what is answered over HTTP).
"""
