"""Opening a table for whoever asked, by a command or by taking up an offer."""

import discord

from bot.campaigns import Campaign
from bot.db import Statement
from bot.engine.game import HouseRules
from bot.tables.fairness import Bets
from bot.tables.offers import Request
from bot.ui.context import click_of, house_of, places_of, whisper
from bot.ui.permissions import missing_permissions
from bot.ui.render.renderer import renderer_of


async def open_table(
    interaction: discord.Interaction,
    campaign: Campaign,
    request: Request,
    rules: HouseRules,
    *besides: Statement,
    promised: int | None = None,
    bets: Bets | None = None,
    instead: discord.ui.LayoutView | None = None,
) -> None:
    """Open what was asked for in the interaction's channel and post its message.

    `promised` and `bets` are what was shown of its bank and its bets; `besides` is written in the same transaction;
    `instead` takes the place of the message whose button was pressed.
    """
    table = await house_of(interaction).tables.opening.open(
        campaign,
        click_of(interaction),
        request.game,
        rules,
        places=places_of(interaction),
        preset=request.preset,
        pace=request.pace,
        auto_deal=request.auto_deal,
        bank=request.bank,
        promised=promised,
        bets=bets,
        besides=besides,
    )
    await renderer_of(interaction).opened(interaction, table, instead)
    lacking = missing_permissions(interaction)
    if lacking:
        await whisper(interaction, f"{lacking}: without it nobody is reminded, and the table stays where it is.")
