"""King of Siam, and King of Saba as a map of the same game: two to four players, perfect information."""
