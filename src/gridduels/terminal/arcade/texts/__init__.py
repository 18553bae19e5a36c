"""What the screens say: names, rules, progress, what moves are worth, lessons. Plain text; no Textual in here."""
