"""A second, independent statement of a game's rules, to hold the engine against."""
