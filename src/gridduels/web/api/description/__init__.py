"""The API described: a document for tools made of the messages, an example of each message from real games, and a page
for people made of both."""
