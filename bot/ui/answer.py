"""The answer to one interaction: acknowledged in time, even if the answer itself has to wait.

Discord takes an acknowledgement for 3 seconds. After 2 the bot acknowledges what has no answer yet: a click with an
update to come, a command privately. Handlers need not know. They answer as if nothing had happened, and the answer
takes the way that is still open.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, TypeVar

import aiohttp
import discord
from discord import InteractionResponseType as Kind
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context
from pydantic_core import to_json

from bot.clock import Clock, Timer
from bot.http import KeptConnections
from bot.metrics import meter
from bot.ui.live_message import UNDRAWN
from bot.ui.panels import FixedView

T = TypeVar("T")
log = logging.getLogger(__name__)

ACKNOWLEDGE_AFTER = 2.0
"""Seconds after which whatever isn't answered yet is acknowledged."""
FORM_WITHIN = 2.5
"""Seconds that a form gets to open, since no form opens after an acknowledgement."""
TOO_LATE_FOR_FORM = "The form took too long to open. Please try again."
FOR_EVERYBODY = "Posted here for everyone."
"""The private half of an answer that everyone sees."""
_CLICKED = {Kind.deferred_message_update, Kind.message_update}
"""Answers whose original message is the one that was clicked."""
_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.component: "click",
    discord.InteractionType.modal_submit: "form",
}
_REFUSALS: Mapping[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}
_OF_COMPONENTS = discord.MessageFlags(components_v2=True).value
_NOBODY = discord.AllowedMentions.none().to_dict()
GONE, ANSWERED = 10062, 40060
"""Discord's codes for an interaction that is too old, and for one that has been acknowledged."""


class Shown(dict[str, Any]):
    """The callback that shows a view in place of the message that was clicked, and its JSON.

    The components were written already, when the view was compared with the message.
    """

    _BESIDES = to_json({"flags": _OF_COMPONENTS, "allowed_mentions": _NOBODY})

    def __init__(self, view: FixedView) -> None:
        shown = {"components": view.components, "flags": _OF_COMPONENTS, "allowed_mentions": _NOBODY}
        super().__init__(type=Kind.message_update.value, data=shown)
        head = b'{"type":%d,"data":{"components":' % Kind.message_update.value
        self.written = b"%b%b,%b}" % (head, view.written, self._BESIDES[1:])


class Callbacks(AsyncWebhookAdapter):
    """Sends the library's callbacks over connections that are kept, except for messages that are new.

    The library asks for the message in return each time and reads it, which costs a tenth of a click. Its request costs
    another tenth. It would break where a server says no more than 204, after everyone has seen the answer.
    """

    def __init__(self, agent: str) -> None:
        """`agent` names the bot to Discord."""
        super().__init__()
        self._agent = agent
        self._connections: KeptConnections | None = None

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, params: MultipartParameters, **how: Any
    ) -> Any:
        reply: Any = None
        if params.payload is None or params.payload["type"] == Kind.channel_message.value:
            reply = await super().create_interaction_response(interaction_id, token, params=params, **how)
        elif not await self._is_posted(f"/interactions/{interaction_id}/{token}/callback", params.payload):
            where = {"webhook_id": interaction_id, "webhook_token": token}
            route = Route("POST", "/interactions/{webhook_id}/{webhook_token}/callback", **where)
            await self.request(route, payload=params.payload, **how)
        is_described = isinstance(reply, dict) and "interaction" in reply
        return reply if is_described else {"interaction": {"id": str(interaction_id)}}

    async def _is_posted(self, path: str, payload: Mapping[str, Any]) -> bool:
        """Post a callback. False if Discord has no time for it now: the library knows how long to wait. Raises the
        library's errors for a refusal.
        """
        if self._connections is None:
            self._connections = KeptConnections(Route.BASE, self._agent)
        reply = await self._connections.post(path, payload.written if isinstance(payload, Shown) else to_json(payload))
        if meter.is_on:
            meter.responded(reply.status)
        if reply.status == HTTPStatus.TOO_MANY_REQUESTS or reply.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return False
        if not HTTPStatus.OK <= reply.status < HTTPStatus.MULTIPLE_CHOICES:
            told: Any = reply
            raise _REFUSALS.get(reply.status, discord.HTTPException)(told, reply.content)
        return True

    def close(self) -> None:
        """Close the connections."""
        if self._connections is not None:
            self._connections.close()


class Answer(discord.InteractionResponse):
    """The library's response to an interaction, which also works after the bot has acknowledged it in time.

    `is_done` tells of the handler's own answer. A callback is sent once more when the connection breaks: the second one
    is refused if the first had arrived.
    """

    __slots__ = ("_came", "_is_public", "_lock", "_message_id", "_promised", "_promising", "_timer")

    def __init__(self, parent: discord.Interaction) -> None:
        super().__init__(parent)
        self._lock = asyncio.Lock()
        """Held while something is sent: the handler and the timer never answer at the same moment."""
        self._timer: Timer | None = None
        self._promising: asyncio.Task[None] | None = None
        self._came: tuple[Clock, float] | None = None
        """The clock, and when the interaction came; None once its first answer has been measured."""
        self._promised: Kind | None = None
        """How the bot has acknowledged the interaction without its handler."""
        self._message_id: int | None = None
        """The message that holds the answer, where that isn't the original one."""
        self._is_public = False
        """True if everyone sees the original answer."""

    def watch(self, clock: Clock, *, opens_form: bool) -> None:
        """Acknowledge the interaction in time. If it `opens_form`, the person reads a sentence instead."""

        def promise() -> None:
            self._promising = asyncio.create_task(self._acknowledge(opens_form=opens_form))

        self._came = (clock, clock.now()) if meter.is_on else None
        self._timer = clock.call_later(FORM_WITHIN if opens_form else ACKNOWLEDGE_AFTER, promise)

    async def _first(
        self, send: Callable[[], Awaitable[T]], sent: Mapping[str, Any] = MappingProxyType({})
    ) -> T | None:
        """Send the first answer, as `_try_twice` does, and measure how long the person has waited for it."""
        reply = await _try_twice(send, sent)
        if self._came is not None:
            clock, since = self._came
            meter.acknowledged(_KINDS.get(self._parent.type, "other"), clock.now() - since)
            self._came = None
        return reply

    async def _acknowledge(self, *, opens_form: bool) -> None:
        library, has_message = super(), self._parent.message is not None
        async with self._lock:
            if self.is_done():
                return
            try:
                if opens_form:
                    await self._first(lambda: library.send_message(TOO_LATE_FOR_FORM, ephemeral=True))
                    self._promised = Kind.channel_message
                else:
                    await self._first(lambda: library.defer(ephemeral=True, thinking=not has_message))
                    is_click = self._parent.type is not discord.InteractionType.application_command and has_message
                    self._promised = Kind.deferred_message_update if is_click else Kind.deferred_channel_message
            except UNDRAWN as failed:
                log.info("interaction %s could not be acknowledged in time: %s", self._parent.id, failed)
            self._response_type = None

    async def send_message(
        self, content: Any = None, *, ephemeral: bool = False, **more: Any
    ) -> discord.InteractionCallbackResponse:
        """Answer with a message. A late public answer is a message of its own."""
        library = super()
        async with self._lock:
            if not self._is_late():
                sent = await self._first(lambda: library.send_message(content, ephemeral=ephemeral, **more), more)
                self._response_type, self._is_public = Kind.channel_message, not ephemeral
                return sent or self._callback_response(None)
            if self._promised is Kind.deferred_channel_message and not ephemeral:
                # The first follow-up is as private as the acknowledgement was.
                await self._parent.followup.send(FOR_EVERYBODY, ephemeral=True)
            return self._callback_response(await self._follow_up(content, ephemeral=ephemeral, **more))

    async def edit_message(self, **changes: Any) -> discord.InteractionCallbackResponse | None:
        """Answer with a change of the message that was clicked."""
        library = super()
        async with self._lock:
            if not self._is_late():
                send = (
                    partial(self._show, changes["view"])
                    if _is_view(changes)
                    else partial(library.edit_message, **changes)
                )
                edited = await self._first(send, changes)
                self._response_type = Kind.message_update
                return edited
            if self._promised is not Kind.deferred_message_update:
                return self._callback_response(await self._follow_up(None, ephemeral=True, **changes))
            await _try_twice(lambda: self._parent.edit_original_response(**changes), changes)
            self._response_type = self._promised
        return None

    async def _show(self, view: FixedView) -> None:
        """Change the message that was clicked as the library would, which tells its views and makes objects besides."""
        parent, http = self._parent, self._parent.client.http
        await async_context.get().create_interaction_response(
            parent.id,
            parent.token,
            # The library's only session, by which it sends its own answers. `Callbacks` sends by it at a 429.
            session=parent._session,  # noqa: SLF001  # the library has no public name for it
            proxy=http.proxy,
            proxy_auth=http.proxy_auth,
            params=MultipartParameters(payload=Shown(view), multipart=None, files=None),
        )

    async def defer(
        self, *, ephemeral: bool = False, thinking: bool = False
    ) -> discord.InteractionCallbackResponse | None:
        """Promise an answer: with `thinking` a message, otherwise a change of the message that was clicked."""
        library = super()
        async with self._lock:
            if not self._is_late():
                deferred = await self._first(lambda: library.defer(ephemeral=ephemeral, thinking=thinking))
                self._response_type = self._response_type or Kind.deferred_channel_message
                return deferred
            self._response_type = self._promised
        return None

    async def send_modal(self, modal: discord.ui.Modal, /) -> Any:
        """Open a form. If it is too late for one, the person reads so."""
        library = super()
        async with self._lock:
            if not self._is_late():
                opened = await self._first(lambda: library.send_modal(modal))
                self._response_type = Kind.modal
                return opened
            if self._promised is not Kind.channel_message:
                await self._follow_up(TOO_LATE_FOR_FORM, ephemeral=True)
            self._response_type = self._promised
        return None

    async def autocomplete(self, choices: Any) -> None:
        """Offer choices. Those that come too late are dropped: the person has typed on."""
        try:
            await super().autocomplete(choices)
        except UNDRAWN as failed:
            log.info("the choices of interaction %s were not shown: %s", self._parent.id, failed)

    async def change(self, view: discord.ui.LayoutView) -> int:
        """Show another private page in the place of the answer, or as the answer that was promised. It never takes the
        place of a message that everyone sees. Returns the id of its message.
        """
        is_click = self.type in _CLICKED
        is_private = self._parent.message is not None and self._parent.message.flags.ephemeral
        if self._message_id is not None:
            await self._parent.followup.edit_message(self._message_id, view=view)
        elif self._is_public or (is_click and not is_private):
            await self._follow_up(None, ephemeral=True, view=view)
        else:
            return (await self._parent.edit_original_response(view=view)).id
        return self._message_id or 0

    async def remove(self) -> None:
        """Remove the private page that `change` would change."""
        if self._message_id is not None:
            await self._parent.followup.delete_message(self._message_id)
        else:
            await self._parent.delete_original_response()

    def _is_late(self) -> bool:
        """Return True if the bot has acknowledged the interaction. Raises InteractionResponded for a second answer."""
        if self._timer is not None:
            self._timer.cancel()
        if self.is_done():
            raise discord.InteractionResponded(self._parent)
        return self._promised is not None

    async def _follow_up(self, content: Any, *, ephemeral: bool, **more: Any) -> int:
        """Send the answer as a follow-up, and return the id of its message."""
        sent = await self._parent.followup.send(content, ephemeral=ephemeral, wait=True, **more)
        self._message_id, self._response_type = sent.id, self._response_type or self._promised
        return sent.id

    def _callback_response(self, message_id: int | None) -> discord.InteractionCallbackResponse:
        """Describe an answer as the library does."""
        about: Any = {"id": str(self._parent.id), "type": self._parent.type.value}
        if message_id is not None:
            about["response_message_id"] = str(message_id)
        state = self._parent._state  # noqa: SLF001  # as the library does
        data: Any = {"interaction": about}
        return discord.InteractionCallbackResponse(
            data=data, parent=self._parent, state=state, type=Kind.channel_message
        )


def _is_view(changes: Mapping[str, Any]) -> bool:
    """Return True if nothing but a view of finished components changes."""
    view, files = changes.get("view"), changes.get("attachments", discord.utils.MISSING)
    return isinstance(view, FixedView) and files is discord.utils.MISSING and changes.keys() <= {"view", "attachments"}


def answer_of(interaction: discord.Interaction[Any]) -> Answer:
    """Return the answer to the interaction. From the first call on, `interaction.response` is the same object."""
    if isinstance(interaction.response, Answer):
        return interaction.response
    async_context.set(interaction.client.callbacks)
    answer = Answer(interaction)
    # The library makes its own response on first use, and has no public name for another one.
    interaction._cs_response = answer  # noqa: SLF001  # as above
    return answer


async def _try_twice(send: Callable[[], Awaitable[T]], sent: Mapping[str, Any] = MappingProxyType({})) -> T | None:
    """Call Discord, and once more when the connection breaks. None if only the reply to the first call was lost.

    `sent` may hold files, which the second call reads from their beginning.
    """
    try:
        return await send()
    except (aiohttp.ClientError, OSError) as broken:
        log.info("an answer is sent again: %s", broken)
    for file in (sent.get("file"), *(sent.get("files") or ()), *(sent.get("attachments") or ())):
        if isinstance(file, discord.File):
            file.reset(seek=True)
    try:
        return await send()
    except discord.HTTPException as failed:
        if failed.code != ANSWERED:
            raise
        return None
