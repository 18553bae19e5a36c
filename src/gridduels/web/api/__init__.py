"""The API: what is answered over HTTP, and the pages made of it."""
