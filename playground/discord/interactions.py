"""Interactions: what people do with the bot, and the tokens by which it answers them.

A token lets the bot acknowledge within 3 seconds, once, and follow up for 15 minutes from the interaction; before the
acknowledgement it is good for nothing else.
"""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

from playground.discord.limits.commands import CHAT_INPUT, GROUP, SUBCOMMAND
from playground.discord.refusals import Refusal
from playground.discord.world import Channel, Guild, Message, User, World
from playground.discord.world.conversation import Change, Forgotten
from playground.discord.world.core import Event
from playground.discord.world.interaction_payloads import interaction_json, owners_json
from playground.discord.world.payloads import user_json

Json = dict[str, Any]

ACKNOWLEDGE_WITHIN = 3.0
TOKEN_LASTS = 15 * 60.0
KEPT_AT_MOST = 5000
INTERACTION_PREFIX = "aW50ZXJhY3Rpb246"
"""How Discord's tokens begin ("interaction:" in base 64), by which whatever is logged is cleared of them."""


class Kind(IntEnum):
    """What was done."""

    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4
    MODAL_SUBMIT = 5


class Response(IntEnum):
    """How the bot acknowledged it."""

    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    AUTOCOMPLETE = 8
    MODAL = 9


@dataclass(eq=False, slots=True)
class Interaction:
    """One deed of one person.

    `source` is the message whose component was used (also for a form that such a component opened), `original` what
    `@original` means, `callback` the acknowledgement as it was sent. `created` is in seconds since the epoch. `settled`
    is done once it was acknowledged or has failed; `concluded` once a deferred one has brought what it promised too.
    """

    id: int
    token: str
    kind: Kind
    user: User
    channel: Channel
    guild: Guild | None
    created: float
    data: Json
    settled: asyncio.Future[None]
    concluded: asyncio.Future[None]
    source: Message | None = None
    opened_by: "Interaction | None" = None
    response: Response | None = None
    callback: Json | None = None
    original: Message | None = None
    modal: Json | None = None
    choices: list[Json] | None = None
    failed: bool = False
    made: list[Message] = field(default_factory=list[Message])
    timer: asyncio.Task[None] | None = None

    @property
    def metadata(self) -> Json:
        """The part of a reply about the interaction that caused it."""
        payload: Json = {
            "id": str(self.id),
            "type": int(self.kind),
            "user": user_json(self.user),
            "authorizing_integration_owners": owners_json(self.guild, self.user),
        }
        if self.kind is Kind.COMPONENT and self.source is not None:
            payload["interacted_message_id"] = str(self.source.id)
        if self.kind is Kind.MODAL_SUBMIT and self.opened_by is not None:
            payload["triggering_interaction_metadata"] = self.opened_by.metadata
        return payload

    @property
    def used(self) -> Json | None:
        """The user and the command, for the first answer to it; None for other interactions."""
        begun = self.opened_by if self.kind is Kind.MODAL_SUBMIT else self
        if begun is None or begun.kind is not Kind.COMMAND:
            return None
        if begun.data["type"] != CHAT_INPUT:
            return {"by": str(self.user.id), "name": begun.data["name"], "menu": True}
        words, options = [begun.data["name"]], begun.data.get("options") or []
        while options and options[0]["type"] in (SUBCOMMAND, GROUP):
            words.append(options[0]["name"])
            options = options[0].get("options") or []
        return {"by": str(self.user.id), "name": " ".join(words)}

    def conclude(self) -> None:
        """Mark the promised answer as given, and wake those who wait for it."""
        if not self.settled.done():
            self.settled.set_result(None)
        if not self.concluded.done():
            self.concluded.set_result(None)


class Interactions:
    """All interactions, by id and by token."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self.on_modal: list[Callable[[Interaction], None]] = []
        world.watchers.append(self._notice)

    def begin(
        self,
        kind: Kind,
        user: User,
        channel: Channel,
        data: Json,
        *,
        source: Message | None = None,
        opened_by: Interaction | None = None,
        locale: str | None = None,
    ) -> Interaction:
        """Begin an interaction: the bot receives it, and has three seconds to acknowledge it."""
        loop = asyncio.get_running_loop()
        guild = self._world.guild_of(channel)
        interaction = Interaction(
            self._world.ids.next(),
            INTERACTION_PREFIX + secrets.token_urlsafe(64),
            kind,
            user,
            channel,
            guild,
            self._world.clock.now(),
            data,
            loop.create_future(),
            loop.create_future(),
            source,
            opened_by,
        )
        self._remember(interaction)
        interaction.timer = loop.create_task(self._give_up(interaction))
        if guild is None or guild.has_bot or user.id in self._world.installed_by:
            payload = interaction_json(self._world, interaction, locale or user.locale)
            self._world.emit(
                Event("INTERACTION_CREATE", payload, guild.id if guild is not None and guild.has_bot else None)
            )
        return interaction

    def knows(self, interaction_id: int) -> bool:
        """Return True if the interaction is remembered, as the latest few thousand are."""
        return interaction_id in self._by_id

    def gave_out(self, token: str) -> bool:
        """Return True for the token of an interaction that is remembered."""
        return token in self._by_token

    def to_acknowledge(self, interaction_id: int, token: str, callback: Json) -> Interaction:
        """Return the interaction that a callback is for. Raises Refusal: 10062 too late or unknown, 40060 twice.

        A repeated identical callback isn't a mistake: the bot may not have received the reply to the first one.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or not secrets.compare_digest(interaction.token, token):
            raise Refusal(404, 10062, "Unknown interaction")
        if interaction.response is not None:
            is_another = callback != interaction.callback
            raise Refusal(400, 40060, "Interaction has already been acknowledged.", is_mistake=is_another)
        if interaction.failed or self._age(interaction) >= ACKNOWLEDGE_WITHIN:
            raise Refusal(404, 10062, "Unknown interaction")
        return interaction

    def to_follow_up(self, application_id: int, token: str) -> Interaction:
        """Return the interaction that a token continues. Raises Refusal: 10015 not acknowledged yet, 50027 too old."""
        interaction = self._by_token.get(token)
        if interaction is None or application_id != self._world.application_id:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        if self._age(interaction) >= TOKEN_LASTS:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        if interaction.response in (None, Response.AUTOCOMPLETE):
            raise Refusal(404, 10015, "Unknown Webhook", is_mistake=True)
        return interaction

    def acknowledge(self, interaction: Interaction, response: Response, callback: Json | None = None) -> None:
        interaction.response, interaction.callback = response, callback
        if interaction.timer is not None:
            interaction.timer.cancel()
            interaction.timer = None
        if response in (Response.DEFERRED_MESSAGE, Response.DEFERRED_UPDATE):
            interaction.settled.set_result(None)
        else:
            interaction.conclude()
        if response is Response.MODAL:
            for opened in self.on_modal:
                opened(interaction)
        self._world.touched()

    def _notice(self, change: Change) -> None:
        """Drop all interactions of a world that was reset; those who wait for an answer get none."""
        if not isinstance(change, Forgotten):
            return
        forgotten = list(self._by_id.values())
        self._by_id.clear()
        self._by_token.clear()
        for interaction in forgotten:
            if interaction.timer is not None:
                interaction.timer.cancel()
                interaction.timer, interaction.failed = None, True
            interaction.conclude()

    def stop(self) -> None:
        """Wake all waiters because the server closes."""
        for interaction in self._by_id.values():
            if interaction.timer is not None:
                interaction.timer.cancel()

    async def _give_up(self, interaction: Interaction) -> None:
        """Let an unacknowledged interaction fail: the person reads "This interaction failed"."""
        await self._world.clock.sleep(ACKNOWLEDGE_WITHIN)
        interaction.failed = True
        interaction.timer = None
        interaction.conclude()
        self._world.touched()

    def _age(self, interaction: Interaction) -> float:
        return self._world.clock.now() - interaction.created

    def _remember(self, interaction: Interaction) -> None:
        self._by_id[interaction.id] = interaction
        self._by_token[interaction.token] = interaction
        if len(self._by_id) > KEPT_AT_MOST:
            oldest = self._by_id.pop(next(iter(self._by_id)))
            del self._by_token[oldest.token]
