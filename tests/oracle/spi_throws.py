"""The referee's dice (2.1): RULES.md's hashing scheme, as it is written there.

A throw is what the two dice show, read in order, as a number: 11, 12 ... 16, 21 ... 66.
"""

WRAP = 2**64
G = 0x9E3779B97F4A7C15
M1 = 0xBF58476D1CE4E5B9
M2 = 0x94D049BB133111EB

ALL_THROWS = [10 * large + small for large in range(1, 7) for small in range(1, 7)]

WORD_OF_DICE = 0
WORD_OF_CHOICES = 1
WORD_OF_MORE_DICE = 2
WORD_OF_OPTIONS = 64
WORD_OF_BACKS = 65


def mix(w):
    w = (w ^ (w >> 30)) * M1 % WRAP
    w = (w ^ (w >> 27)) * M2 % WRAP
    return w ^ (w >> 31)


def game_key(seed, season, game):
    k = mix((seed + G) % WRAP)
    k = mix(((k ^ season) + G) % WRAP)
    return mix(((k ^ game) + G) % WRAP)


def raw_word(key, play, word):
    return mix(((mix((key + play * G) % WRAP) ^ key) + (word + 1) * M1) % WRAP)


def low_half(w):
    return w % 2**32


def high_half(w):
    return w >> 32


def is_exact(w):
    return low_half(w) * 46656 % 2**32 >= 2560 and high_half(w) * 46656 % 2**32 >= 2560


def three_throws(half):
    number = half * 46656 // 2**32
    return [ALL_THROWS[number // 1296], ALL_THROWS[number // 36 % 36], ALL_THROWS[number % 36]]


def six_throws(key, play, word):
    w = raw_word(key, play, word)
    while not is_exact(w):
        w = mix((w + G) % WRAP)
    return three_throws(low_half(w)) + three_throws(high_half(w))


def four_choices(w):
    return [w >> (16 * r) & 0xFFFF for r in range(4)]


def added(throw):
    """Two dice added together (2.1)."""
    return throw // 10 + throw % 10


def one_die(throw):
    return throw // 10


class Throws:
    """The throws of one play, by the letters RULES.md's table of roles uses."""

    def __init__(self, key, play):
        self.key = key
        self.play = play
        self.D = six_throws(key, play, WORD_OF_DICE)
        self.C = four_choices(raw_word(key, play, WORD_OF_CHOICES))
        self.W = six_throws(key, play, WORD_OF_MORE_DICE)

    @property
    def F(self):
        """The throws of the optional rules."""
        return six_throws(self.key, self.play, WORD_OF_OPTIONS)

    @property
    def back(self):
        """The choice of a dump-off's back."""
        return four_choices(raw_word(self.key, self.play, WORD_OF_BACKS))[0]

    def interception_lengths(self):
        """D1, then W1 to W5, then throws 1 to 5 of word 3, of word 4, and so on."""
        yield self.D[1]
        word = WORD_OF_MORE_DICE
        while True:
            yield from six_throws(self.key, self.play, word)[1:]
            word += 1
