"""What a roll shows to whom, and the button for another one like it."""

import secrets
from typing import Literal, get_args

import discord

from bot.campaigns import Character, Right, require
from bot.engine.rng import SEED_BYTES, SeededRng
from bot.engine.words import escape
from bot.errors import NotAllowed, TooLate
from bot.ui.client import Interaction
from bot.ui.context import announce, campaign_of, is_on_server, person_of, services_of, settings_of, whisper
from bot.ui.handlers.answers import part
from bot.ui.panels import LONGEST_ID, button, control_id, page
from bot.ui.routing import WORN_OUT, control, number

Audience = Literal["all", "secret", "blind"]
"""The people who see a roll: everyone, only the GM who rolls, or only the GMs."""
_AUDIENCES: dict[str, Audience] = {one: one for one in get_args(Audience)}


async def roll(interaction: Interaction, dice: str, chosen: Character | None, audience: Audience) -> None:
    """Roll for a character, and show it to the people who may see it."""
    campaign = await campaign_of(interaction) if is_on_server(interaction) else None
    services, person = services_of(interaction), person_of(interaction) if campaign else None
    if audience == "secret" and person:
        require(Right.SECRETS, person, campaign)
    character = chosen
    if campaign and person and not chosen:
        character = await services.characters.active(campaign.id, person.user_id)
    rollable, chance = await services.rolls.rollable(character), SeededRng(secrets.token_bytes(SEED_BYTES))
    rolled = rollable.roll((await settings_of(interaction)).system, dice, chance, secret=audience != "all").told("~~")
    name = f"**{escape(interaction.user.display_name if character is None else character.name)}**"
    match audience:
        case "all":
            await announce(interaction, "", _page(f"{name} rolls {rolled}", dice, chosen, audience))
        case "secret":
            await whisper(interaction, "", _page(f"You roll {rolled}", dice, chosen, audience))
        case "blind":
            told = page(f"{name} (<@{interaction.user.id}>) rolls blind: {rolled}")
            if campaign is None or not await interaction.client.gm_channel.send(campaign, told):
                raise NotAllowed("I can't post in a GM channel here. The GM chooses one with /campaign setup.")
            await whisper(interaction, "", _page("Your roll went to the GM.", dice, chosen, audience))


def _page(text: str, dice: str, chosen: Character | None, audience: Audience) -> discord.ui.LayoutView:
    """Show a roll, with a button for another one like it, unless it is too long for that."""
    parts = ("reroll", audience, 0 if chosen is None else chosen.id, " ".join(dice.split()))
    fits_an_id = sum(len(str(one)) + 1 for one in parts) <= LONGEST_ID
    return page(text, rows=[[button("Roll again", control_id(*map(str, parts)))]] if fits_an_id else [])


@control("reroll", direct=True)
async def _roll_again(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Roll the same, for the person who clicked: `reroll:<audience>:<character or 0>:<dice>`."""
    audience = _AUDIENCES.get(part(arguments, 0))
    if audience is None:
        raise TooLate(WORN_OUT)
    chosen = None
    if whose := number(part(arguments, 1)):
        campaign = await campaign_of(interaction)
        chosen = await services_of(interaction).characters.get(campaign.id, whose)
        require(Right.CHARACTER, person_of(interaction), campaign, chosen)
    await roll(interaction, ":".join(arguments[2:]), chosen, audience)
