"""What every game and every screen stands on: the Game protocol, sessions, chance and the registry."""
