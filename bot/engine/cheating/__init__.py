"""Crooked tables: a wrapper that adds influence, tells, sleights and accusations to any game that is `Cheatable`.

A game says which `sleights` a seat could try, what one does that nobody saw, and what becomes of a seat that is
caught. With the house rule `crooked` its table is played by `Crooked(game)`. Advantage and disadvantage last until
the next hand is over, as `Carry.effects`. A die that will lie open is tampered with before it is thrown and within the
throw: two throws, of which one lies on the table.

A click that changes neither the public view nor whom the hand waits for is *quiet*: no turn, no clock, no edit, only
a row in the log. Neither buttons nor numbers tell of a cheat that nobody noticed. `tests/laws` compares worlds with
and without one state by state, `tests/leaks` everything that was sent.
"""
