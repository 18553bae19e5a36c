"""What the screens say: names, rules, progress, what moves are worth. Plain text; no Textual in here."""
