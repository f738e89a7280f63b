"""What leaves the program and comes back from strangers: links, saves, records."""
