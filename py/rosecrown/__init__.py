"""Rose & Crown: rules, sessions, computer players, words and markup. Pure Python, no browser import."""
