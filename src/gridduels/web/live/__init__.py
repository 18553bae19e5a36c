"""Live duels: rooms in which changes take their order, and the store that keeps each before anybody hears of it."""
