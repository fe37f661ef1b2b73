"""Undo by a GM: the last action or the last result, each shown with its effects before it is done.

**The last action** is the last decision at the table: a person's move that everyone noticed, or a choice that ran out
of time. The seats that one expiry of the clock decides for are one decision. The moves of leavers, of NPCs, and of a
hand that continues automatically are none: they are undone with the decision before them. The hand is replayed from its
deal to just before the decision. It goes on as a revision: the rows up to `kept_until` with the seeds they were drawn
by, then the row of the undo, which seals new ones. Each revision is verified as it was.

**The last result** is that of the last settled hand. A hand in play is void then. One entry reverses the money: out of
the seat, then the wallet, then, if the GM confirms it, the mint. Items go back by the journal.

Nobody is seated again. A player who left in mid-hand stays away, and the preview says so. A hand that is over goes on
only while all its players are at the table. Its result can be undone wherever they are.

`UndoPlan.mark` binds what was shown to what is done.
"""
