"""For developers: building, serving, measuring. Nothing here is loaded by the page."""
