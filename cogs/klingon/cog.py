"""`/klingon`: open a tournament or a cash table, read the rules, look after the cards."""

from collections.abc import Mapping
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.ui.client import Interaction
from bot.ui.commands.game_commands import Extra, Extras, Given, game_commands
from bot.ui.context import campaign_of
from bot.ui.pages.house_rules import find_preset
from cogs.klingon.decks import WHOSE, DeckCommands, deck_for
from cogs.klingon.spec import GAME
from cogs.klingon.state import KlingonRules

_ASKED = (
    Extra(
        name="small",
        about="First small cloaked bet: chips in a tournament, money at a cash table",
        kind=str,
    ),
    Extra(
        name="cards",
        about="Cards of the game, or those that your GM has loaded",
        choices=[app_commands.Choice(name=name, value=which) for which, name in WHOSE.items()],
    ),
)


async def _read(interaction: Interaction, given: Mapping[str, Any]) -> Given:
    small, cards = given["small"], given["cards"]
    options = {} if small is None else {await _first_bet(interaction, given["preset"], given["stakes"]): small}
    return Given(options, {} if cards is None else {"deck": await deck_for(interaction, cards)})


async def _first_bet(interaction: Interaction, preset: str | None, stakes: str | None) -> str:
    """Return the house rule that sets the small cloaked bet: in chips for a tournament, in money for a cash table."""
    if stakes is None:
        _, usual = await find_preset(interaction, await campaign_of(interaction), GAME.game.key, preset)
        stakes = usual.stakes if isinstance(usual, KlingonRules) else stakes
    return "cash_small" if stakes == "cash" else "small"


async def setup(bot: commands.Bot) -> None:
    group = game_commands(GAME, Extras(_ASKED, _read))
    group.add_command(DeckCommands())
    bot.tree.add_command(group)
