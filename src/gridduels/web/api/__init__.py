"""The API: what is answered over HTTP, a file for each kind of question, its description, and the pages."""
