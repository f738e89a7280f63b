"""The Rose King (Rosenkönig, Rozenkoning), for two. The rules are in `rules`, everything else beside them."""
