"""What the buttons on the pages of decks do."""

from typing import cast

import discord

from bot.errors import TooLate
from bot.ui.context import campaign_of, house_of, person_of
from bot.ui.control import NOT_OFFERED, WORN_OUT, control, number
from bot.ui.handlers.answers import part
from bot.ui.panels import page
from bot.ui.retrying import answer_here
from cogs.klingon.deck_pages import VERB, WHOSE, deck_page
from cogs.klingon.deck_shelf import GAME_KEY, Which, cards_called, loaded


async def shown(interaction: discord.Interaction, which: Which | None, number: int = 0) -> discord.ui.LayoutView:
    """A page of a deck of the campaign that is played here."""
    campaign = await campaign_of(interaction)
    cards = await cards_called(interaction, campaign, which)
    return deck_page(cards, number, has_own=await loaded(interaction, campaign) is not None)


@control(VERB)
async def _clicked(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`klingon_deck:show:<which>:<page>` or `klingon_deck:gone:<campaign>:<version>`."""
    what, first, second = (part(arguments, at) for at in range(3))
    match what:
        case "show" if first in WHOSE:
            view = await shown(interaction, cast("Which", first), number(second))
        case "gone":
            view = await _taken_away(interaction, number(first), number(second))
        case _:
            raise TooLate(NOT_OFFERED)
    await answer_here(interaction, view)


async def _taken_away(interaction: discord.Interaction, campaign_id: int, version: int) -> discord.ui.LayoutView:
    campaign = await campaign_of(interaction)
    if campaign.id != campaign_id:
        raise TooLate(WORN_OUT)
    key = str(interaction.id)
    await house_of(interaction).materials.remove(campaign, person_of(interaction), GAME_KEY, version, key)
    return page("This campaign plays with the game's cards again. Tables with its own cards keep them.")
