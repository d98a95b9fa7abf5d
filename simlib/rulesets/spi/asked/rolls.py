"""What is thrown in a game of SPI Football, told from a team's counts.

A play from scrimmage is one throw (5.0, 6.0), as is a punt; a catch has a second for its gain (6.6), a
sack one for its yards (8.0), an interception two, whether the defence holds it and how far it goes
(7.2, 7.3). Returns, place kicks, kick-offs and fumbles are a throw each: kick-offs begin two halves and
follow every try, field goal and safety. Second throws of long runs are few and left out.
"""

ROLLS = {
    "rush_att": 1,
    "pass_att": 1,
    "pass_cmp": 1,
    "pass_int": 2,
    "sacked": 2,
    "punts": 1,
    "punt_ret": 1,
    "kick_ret": 1,
    "fumbles": 1,
    "fg_att": 1,
    "fg_made": 1,
    "xp_att": 2,
    "safeties": 1,
    "games": 1,
}
