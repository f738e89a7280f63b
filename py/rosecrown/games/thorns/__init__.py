"""Roses and Thorns (Rosen und Dornen), for 3 to 10. The rules are in `rules`, everything else beside them."""
