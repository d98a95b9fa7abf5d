"""Questions the game answers: odds of one play, many plays, what a man needs."""
