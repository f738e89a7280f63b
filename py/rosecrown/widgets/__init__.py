"""Markup, words and drawings shared by the games and the screens."""
