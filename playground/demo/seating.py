"""Who sits down at a table, and how: by its own button and form; an NPC by the GM's command."""

from collections.abc import Awaitable, Callable

from playground.demo.actor import Actor, Stuck, button, private, said, verb_of
from playground.demo.campaign import played_by
from playground.demo.cast import NAME, persona_of
from playground.discord.world import Channel
from playground.people import Button, Seen

_PURSES = ("1000", "100000", "10000000")
"""What a GM gives to somebody who is too poor for a table, in the campaign's usual coin: more each time."""


async def sit_down(gm: Actor, player: Actor, table: Seen, channel: Channel) -> None:
    """The person takes a seat with the character they play; one without a character makes one. Raises Stuck."""
    step = f"Taking a seat for {player.name}"
    await _until_paid(gm, channel, step, lambda: _sits(player, table, step), lambda: played_by(player, channel))


async def seat_npc(gm: Actor, npc: tuple[str, str], table: Seen, channel: Channel) -> None:
    """The GM seats an NPC, given as name and as what a command takes for it. Raises Stuck."""
    name, whom = npc
    step = f"Taking a seat for {name}"

    async def seats() -> str:
        answer = await gm.types(step, channel, "npc seat", npc=whom)
        return "" if name in await seated_npcs(gm, table) else said(answer)

    async def who() -> str:
        return whom

    await _until_paid(gm, channel, step, seats, who)


async def is_seated(player: Actor, table: Seen) -> bool:
    """Whether the person has a seat of their own there."""
    return any(verb_of(found.custom_id) in ("leave", "top", "out") for found in await _my_seat(player, table))


async def seated_npcs(gm: Actor, table: Seen) -> list[str]:
    """The names of the NPCs who sit there."""
    return [found.label for found in await _my_seat(gm, table) if verb_of(found.custom_id) == "seat"]


async def _my_seat(who: Actor, table: Seen) -> list[Button]:
    """What "My seat" offers them; nothing to whoever has no seat."""
    more = button(table, "more")
    if more is None:
        return []
    # The seat may have been taken so lately that the message doesn't show the button for it yet.
    custom_id = f"seat:{more.custom_id.partition(':')[2]}"
    answer = await who.presses_undrawn(f"Looking for {who.name}'s seat", table, custom_id)
    return [found for seen in answer.messages if seen.ephemeral for found in seen.buttons]


async def _sits(player: Actor, table: Seen, step: str) -> str:
    """Why they couldn't sit down; empty if they do."""
    clicked = await player.presses(step, table, "sit")
    form, persona = clicked.modal, persona_of(player.name)
    if form is None:
        return said(clicked) or "No form opened."
    refused = ""
    for name in persona.names:
        answer = await player.fills(step, form, persona.answers(form, name))
        refused = said(answer)
        if not refused:
            return ""
        is_asked_again = answer.message is not None and private(answer, "again")
        if answer.message is None or not is_asked_again or NAME not in {field.custom_id for field in form.fields}:
            return refused
        form = (await player.presses(step, answer.message, "again")).modal or form
    return refused


async def _until_paid(
    gm: Actor,
    channel: Channel,
    step: str,
    attempt: Callable[[], Awaitable[str]],
    holder: Callable[[], Awaitable[str | None]],
) -> None:
    """Somebody who is refused gets money from the GM, more each time, until the seat can be paid. Raises Stuck."""
    refused = await attempt()
    for amount in _PURSES:
        whom = await holder() if refused else None
        if whom is None:
            break
        await gm.types(step, channel, "bank grant", amount=amount, to=whom, reason="to play with")
        refused = await attempt()
    if refused:
        raise Stuck(step, refused)
