"""One play, one game, one match: counted, rolled or told."""
