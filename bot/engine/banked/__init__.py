"""Games that the house pays: bet limits, and exact odds.

The house pays and takes out of the table's bank (`Deal.bank`; `Deal.reserve` stands behind an unlimited one). No bet
is taken that the bank couldn't pay in the worst outcome of all bets on the table together. The moves say so: the
highest amount is what still fits, and `Amount.caps` give it for each value of another field where it depends on the
bet. While bets are open, a seat's moves look the same whatever others bet, so that twenty people don't make each
other's clicks stale. A drawing that is shown step by step goes on by itself (`Game.pause`), whatever the table's
clock.
"""
