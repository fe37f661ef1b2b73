"""The Discord side: routing, forms, pages, the renderer and the error funnel. No rules, no SQL.

An id is `verb:argument:...`: never a card, never a secret, and never trusted. Clicks and forms are routed by it by
whichever process is running; nothing lives in a view. Discord's library has dynamic items for controls that outlive a
restart. They rebuild the whole message for each click, swallow exceptions, and lose their pattern when a stored view
goes. Routing by id needs none of that.

`interaction.response` is an `Answer`. What isn't answered after 2 seconds is acknowledged, a command privately and a
click as an update to come, and the handler's answer then takes the way that is still open. A control or command that
declares to open a form (`opens=`, `OPENS`) isn't acknowledged: after 2.5 seconds the person reads that it took too
long.

Discord counts all requests except for answers to interactions. Counted requests go out evenly spaced, at most
`REQUESTS_PER_SECOND`, and those that people wait for go first (`connection.py`). `Lifeline` is the gateway's part of
the health check: no lost connection, and an acknowledged heartbeat within 110 seconds.

Commands are global, or on the servers of `SYNC_GUILDS`, never both.
"""
