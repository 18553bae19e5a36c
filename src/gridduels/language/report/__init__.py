"""The report: one page of what Inspect's logs say. `reading` makes rows of them, `plots` draws, `page` writes."""
