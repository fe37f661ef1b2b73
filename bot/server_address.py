"""Which server discord.py talks to: Discord's own unless told otherwise."""

from typing import Any

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context


def point_discord_at(api_url: str, gateway_url: str) -> None:
    """Send every later request and connection of discord.py to another server.

    `api_url` ends with the version ("http://host:port/api/v10"), `gateway_url` is a ws or wss address. A RESUME goes
    to the address that the server names in its READY; a fresh session after an invalid one comes back to `gateway_url`.
    Holds for every client of this process, and for answers to interactions within the context of the caller.
    """
    Route.BASE = api_url.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    async_context.set(_WithoutBodies())


class _WithoutBodies(AsyncWebhookAdapter):
    """Takes the answer to an interaction for delivered also where the server says no more than 204."""

    async def create_interaction_response(self, interaction_id: int, token: str, **how: Any) -> Any:
        reply: Any = await super().create_interaction_response(interaction_id, token, **how)
        if isinstance(reply, dict) and "interaction" in reply:
            return reply
        # The library asks for a body, and would break on its absence after everybody has seen the answer.
        return {"interaction": {"id": str(interaction_id)}}
