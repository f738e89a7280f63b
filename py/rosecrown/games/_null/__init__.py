"""The smallest complete game, to copy: rename the folder, replace each part, add the id to `core.registry.GAMES`."""
