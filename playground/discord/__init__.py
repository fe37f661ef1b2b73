"""The local Discord: REST API, gateway, limits and world, as much of it as the bot uses.

It listens on 127.0.0.1, in a container on 0.0.0.0. It refuses what Discord refuses (limits, late or double
acknowledgements, old tokens, missing permissions) and fails loudly on a route that it doesn't know. The tests drive
the real client against it, and compare its requests and replies with Discord's own description where that is at hand.
"""
