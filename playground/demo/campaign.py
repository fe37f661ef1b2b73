"""What there is before a table: the GM's channel is chosen, and everybody has a character with a sheet and a purse.

Whatever is there already stays as it is.
"""

from collections.abc import Sequence

from playground.demo.actor import Actor, Stuck, button, private, said
from playground.demo.cast import persona_of
from playground.discord.limits.component_shapes import CHANNEL_SELECT
from playground.discord.world import Channel

_GM_CHANNEL = "gm_channel"


async def set_up(gm: Actor, players: Sequence[Actor], channel: Channel, gm_channel: Channel) -> None:
    """The campaign that is played in `channel`: what is missing is made. Raises Stuck."""
    await _with_gm_channel(gm, channel, gm_channel)
    for player in players:
        await _with_character(player, channel)


async def _with_gm_channel(gm: Actor, channel: Channel, gm_channel: Channel) -> None:
    step = "Setting up the campaign"
    opened = await gm.types(step, channel, "campaign setup")
    shown = opened.message
    if shown is None or not private(opened, "setup"):
        raise Stuck(step, said(opened))
    await gm.presses(step, shown, "setup", about=":people")
    menu = next((part for part in shown.components if _is_gm_channel(part)), None)
    if menu is None:
        raise Stuck(step, "The settings have no menu for the GM's channel.")
    if not menu.get("default_values"):
        await gm.picks(step, shown, menu["custom_id"], gm_channel)


def _is_gm_channel(part: dict[str, object]) -> bool:
    return part["type"] == CHANNEL_SELECT and str(part["custom_id"]).rpartition(":")[2] == _GM_CHANNEL


async def _with_character(player: Actor, channel: Channel) -> None:
    """Whoever has nobody to edit makes somebody."""
    step = f"Making a character for {player.name}"
    if (await player.types(step, channel, "character edit")).modal is not None:
        return
    persona, answer = persona_of(player.name), None
    for name in persona.names:
        form = (await player.types(step, channel, "character new")).modal
        if form is None:
            break
        answer = await player.fills(step, form, persona.answers(form, name))
        if private(answer, "sheet"):
            return
    raise Stuck(step, said(answer) if answer else "No form opened.")


async def npcs(gm: Actor, channel: Channel, wanted: int) -> list[tuple[str, str]]:
    """So many NPCs of the campaign, as name and as what a command takes for it; those that are missing are made."""
    step = "Making an NPC"
    found = await gm.is_offered(step, channel, "npc seat", "npc")
    while len(found) < wanted:
        made = await gm.types(step, channel, "npc new", template="regular")
        if not private(made, "sheet"):
            raise Stuck(step, said(made))
        found = await gm.is_offered(step, channel, "npc seat", "npc")
    return found[:wanted]


async def played_by(player: Actor, channel: Channel) -> str | None:
    """Whom the person plays now, as a command takes it; None for nobody."""
    shown = await player.types(f"Looking at {player.name}'s character", channel, "character show")
    sheet = None if shown.message is None else button(shown.message, "sheet")
    return None if sheet is None else f"#{sheet.custom_id.split(':')[1]}"
