"""SPI Football: which throw of which word each rule reads (RULES.md, Throws)."""

# A play's first word of dice, by role; its second word holds the rarer ones.
ROLE_PLAY, ROLE_SECOND, ROLE_THIRD, ROLE_RETURN, ROLE_FUMBLE, ROLE_RECOVER = range(6)
MORE_SECOND, MORE_RUSH, MORE_BLOCK, MORE_BLOCK_RECOVER, MORE_BLOCK_RETURN = range(5)
# Lengths of an interception thrown again: five throws of that second word, and of each after it.
MORE_LENGTH, LENGTHS = 1, 5
# The word that optional rules read.
OPTION_FLAG, OPTION_WHOSE, OPTION_ROW, OPTION_YARDS, OPTION_DUMP, OPTION_INTERCEPTOR = range(6)
# Choices of a play.
CHOICE_CALL, CHOICE_MAN, CHOICE_WAY, CHOICE_DEFENSE = range(4)
WORD_DICE, WORD_CHOICES, WORD_MORE = range(3)
WORD_OPTIONS, WORD_BACK = 64, 65
