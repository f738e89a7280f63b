"""Search shared by games, and the protocol of the computer players."""
