"""The settings that are typed into a form: money, the clock, and the skills of a role."""

from collections.abc import Mapping
from typing import get_args

import discord

from bot.campaigns import CampaignSettings, parse_pace
from bot.engine.coinage import EXAMPLE, parse_currency, show_currency
from bot.engine.skills import ROLE_TITLES, Role, parse_role
from bot.errors import TooLate, Unreadable
from bot.ui.commands.checks import campaign_meant
from bot.ui.control import NOT_OFFERED
from bot.ui.forms import line
from bot.ui.handlers.answers import part
from bot.ui.retrying import Blank, Question, answer_here
from cogs.campaign.changing import change
from cogs.campaign.panel import panel

MONEY, PACE, ROLE = "money", "tables", "skills"
"""What is asked for; each is named like the part of the panel that it belongs to."""


async def _blank(interaction: discord.Interaction, arguments: list[str]) -> Blank:
    settings = (await campaign_meant(interaction, part(arguments, 0))).settings
    match part(arguments, 1):
        case "money":
            return Blank(
                "Money",
                [
                    line(
                        "coins",
                        "Coins, the usual one first",
                        default=show_currency(settings.currency),
                        placeholder=EXAMPLE,
                        description="Name, perhaps /plural and (symbol), = how many of the smallest it is worth.",
                        longest=1000,
                        long=True,
                    ),
                    line("purse", "Starting purse", default=settings.currency.show(settings.starting_purse)),
                ],
            )
        case "tables":
            clock = settings.pace.told().removesuffix(" a turn")
            return Blank(
                "Clock and days",
                [
                    line("clock", "Clock of a turn", default=clock, placeholder="90s, 12 hours, 2 days or off"),
                    line("days", "Days until a forgotten table closes", default=str(settings.idle_days), longest=4),
                ],
            )
        case _:
            role = _role(arguments)
            row = str(settings.roles.row(settings.system, role))
            hint = "Leave it empty for what the rules say."
            return Blank(
                ROLE_TITLES[role],
                [line("skills", "Skills", default=row, description=hint, required=False, longest=300)],
            )


async def _take(interaction: discord.Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    campaign, what = await campaign_meant(interaction, part(arguments, 0)), part(arguments, 1)
    settings = campaign.settings
    match what:
        case "money":
            settings = _with_money(settings, typed.get("coins", ""), typed.get("purse", ""))
        case "tables":
            pace = parse_pace(typed.get("clock", ""))
            settings = settings.changed(pace=pace, idle_days=_days(typed.get("days", "")))
        case _:
            written = typed.get("skills", "").strip()
            to = parse_role(written) if written else None
            settings = settings.changed(roles=settings.roles.rename(_role(arguments), to))
    campaign, notes = await change(interaction, campaign, settings)
    await answer_here(interaction, panel(interaction, campaign, what, notes))


ASKED = Question("setup_ask", _blank, _take)


def _with_money(settings: CampaignSettings, coins: str, purse: str) -> CampaignSettings:
    """Coins that are left as they stand keep everything that the short form doesn't say of them."""
    currency = settings.currency
    if coins.split() != show_currency(currency).split():
        currency = parse_currency(coins)
    return settings.changed(currency=currency, starting_purse=currency.parse(purse, minimum=0))


def _days(text: str) -> int:
    written = text.strip()
    if not (written.isascii() and written.isdigit() and len(written) <= 4):
        raise Unreadable("Write the days as a whole number, as in 7.")
    return int(written)


def _role(arguments: list[str]) -> Role:
    """The role that an id names; ids are not secret, so anything may stand there."""
    for role in get_args(Role):
        if arguments[1:] == [ROLE, role]:
            return role
    raise TooLate(NOT_OFFERED)
