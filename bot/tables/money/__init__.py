"""Chips and money at a table: payouts, settlement, the bank, tournaments and wagers.

Chips that are bought in mid-hand are in the seat's account at once and in play from the next hand on.

The campaign says who pays where the house plays, and a table keeps the answer that held when it opened. The bank is
filled in the transaction that opens the table, and by a GM between hands. Two tables never promise the same coin. A
bank that can't pay the smallest bet (`Game.least_bank`) deals no hand. An *endless* bank begins with nothing. Before a
hand the mint fills up a reserve for it, from which the entry that settles the hand takes what the bank lacks. However a
table closes, its bank goes back to its owner and its reserve to the mint.

A game that says what a tournament is played for (`Game.terms`) carries its standing from hand to hand: chips are
points then, and money is only the fee and the prize. The deal that begins it moves the fees into `prize:<table>`.
From then on a hand moves no coin, and the entry of the last hand pays the prizes. Nobody sits out or tops up
meanwhile. A player who leaves gives up. A table that closes in a tournament gives the prize to the players still in,
by their points at the end of the last hand. Where the standing can't be read, everyone who paid since the prize was
last empty gets that back.

A wager lies on the table between hands. What an outcome doesn't award stays there, and goes back when its seat
leaves, the table closes, the hand is void or the house rules stop wagers.
"""
