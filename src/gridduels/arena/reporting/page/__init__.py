"""The result of a match or a tournament as one page: tables, ratings, and every game to be replayed. `html` writes it,
`frames` draws the boards, `page.css` and `page.js` go into it, so that it needs nothing from outside."""
