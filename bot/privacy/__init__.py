"""Personal data: export, erasure, and departed servers.

A request to be forgotten is a row first. Forgetting empties names, typed text and ids, and the triggers that keep
ledger and log as they are let through nothing else. A server that has removed the bot loses its campaigns after 30
days in one batch, and their rows piece by piece.

`traces.py` is the only list of where a user is found: a new table with user ids goes there. The maintenance runs once
an hour, and a minute later where a reader holds up the emptying of SQLite's log.
"""
