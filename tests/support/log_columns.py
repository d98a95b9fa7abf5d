"""The names that a game gives the columns of its log and the bits of a play's flags."""


def columns_of(record):
    """{NAME: column of a row of the log}."""
    counted = {"FIRST", "WIDTH", "OWN"}
    return {
        name: value - record.FIRST
        for name, value in vars(record).items()
        if name.isupper() and name[0] != "_" and name not in counted
    }


def bits_of(flag):
    """{NAME: bit}."""
    return {name: bit for name, bit in vars(flag).items() if name.isupper() and name != "OWN"}


def places_of(state):
    """{NAME: where it stands in a book} of a game's state."""
    values = {
        "OWN",
        "MOST",
        "SCRIMMAGE",
        "KICKOFF",
        "FREE_KICK",
        "TRY",
        "NO_MORE",
        "UNTIL_A_SCORE",
        "ONE_PERIOD",
    }
    return {
        name: place
        for name, place in vars(state).items()
        if name.isupper() and name[0] != "_" and name not in values
    }
