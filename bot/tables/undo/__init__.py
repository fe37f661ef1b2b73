"""Undo by a GM: what would change, and the change itself.

A hand that is taken up again is a revision: the rows up to `kept_until` with the seeds they were drawn by, then the
row of the undo, which seals new ones. A result is taken back by one reversing entry: out of the seat, then the purse,
then, if the GM confirms it, the mint. Items and prizes go back by the journal. `UndoPlan.mark` binds what was shown
to what is done. Each revision is verified as it was.
"""
