"""Tables: seats, hands, the log and the clock. One action is one transaction.

`service.py` is the object that the layers above import. `table_store.py` has one lock a table, keeps open tables in
memory, and decides where a click counts (`is_here`): at the table's own channel, and for a GM of its campaign in the
GM channel and on pages that they alone see.

The turn rises with everything that happens at a table. A seat remembers since which turn its choices are what they
are, and an older click is refused. A move that only opens a form is never too old, because the form shows what can be
done now. Deadlines are kept in the database and outlive a restart. Acting again within an open window doesn't extend
it.

The table's host is the GM who opened it or took it over. Where a player opened it, the first GM who seats an NPC is.
Where hands are hidden, the host alone plays the NPCs and sees what they hold (`rights.py`).
"""
