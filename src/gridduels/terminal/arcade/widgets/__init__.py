"""The arcade's widgets, one a file. None of them knows a rule: a Duel decides."""
