"""Which server discord.py talks to: Discord's own unless told otherwise."""

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


def point_discord_at(api_url: str, gateway_url: str) -> None:
    """Send every later request and connection of discord.py to another server.

    `api_url` ends with the version ("http://host:port/api/v10"), `gateway_url` is a ws or wss address. A RESUME goes
    to the address that the server names in its READY; a fresh session after an invalid one comes back to `gateway_url`.
    Holds for every client of this process.
    """
    Route.BASE = api_url.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
