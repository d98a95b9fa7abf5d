"""The instruments behind simlib bench, the naive rival included."""
