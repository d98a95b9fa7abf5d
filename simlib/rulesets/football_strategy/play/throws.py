"""Football Strategy: which throw of which word each rule reads (RULES.md, Throws)."""

ROLE_KICK, ROLE_LONG_GAIN = 0, 1
# WORD_AGAIN and multiples of it: words of dice for throws that are made again.
WORD_DICE, WORD_CHOICES, WORD_DECK, WORD_AGAIN = range(4)
# Choices of a play.
CHOICE_CALL, CHOICE_CARD = 0, 1
