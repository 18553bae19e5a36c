"""Who meets whom: matches and tournaments between players, and what their results say."""
