"""A log of numbers told in words."""
