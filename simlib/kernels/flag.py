"""Bits of a play's flags. A game's module `flag` takes these over and adds its own, from OWN on."""

(COMPLETE, OUT_OF_BOUNDS, FUMBLE, FUMBLE_LOST, INTERCEPTED, SACK, TOUCHDOWN, SAFETY, TOUCHBACK, FIRST_DOWN,
 BLOCKED, GOOD, PENALTY, ON_DOWNS, KICKERS_RECOVER, OWN) = (1 << bit for bit in range(16))  # fmt: skip
