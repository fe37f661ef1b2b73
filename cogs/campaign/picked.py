"""The settings that are picked in a menu or switched by a button of the panel."""

from collections.abc import Sequence
from typing import get_args

import discord

from bot.campaigns import Bankroll, CampaignSettings, Openers, parse_pace, preset
from bot.engine.skills import DiceSystem
from bot.errors import TooLate
from bot.ui.commands.checks import campaign_meant
from bot.ui.control import NOT_OFFERED, control
from bot.ui.handlers.answers import part
from bot.ui.retrying import answer_here
from cogs.campaign.changing import (
    change,
    guild_of,
    with_channels,
    with_gm_channel,
    with_gm_role,
    with_openers,
)
from cogs.campaign.panel import PARTS, panel
from cogs.campaign.typed import ASKED, ROLE
from cogs.campaign.words import SYSTEMS

_PART_OF = {
    "preset": "money",
    "system": "money",
    "gm_role": "people",
    "openers": "people",
    "opener_role": "people",
    "channels": "people",
    "gm_channel": "people",
    "clock": "tables",
    "auto_deal": "tables",
    "keeper_may_play": "tables",
    "gm_acts_shown": "tables",
    "odds_at_hand": "tables",
    "bankroll": "tables",
}
_ONE_OF = {"openers": get_args(Openers), "bankroll": get_args(Bankroll)}


@control("setup")
async def _turned(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    campaign = await campaign_meant(interaction, part(arguments, 0))
    wanted = part(arguments, 1)
    await answer_here(interaction, panel(interaction, campaign, wanted if wanted in PARTS else "money"))


@control("setup_open", opens=True)
async def _asked(interaction: discord.Interaction, arguments: list[str], picked: list[str]) -> None:
    """`setup_open:<campaign>:<part>`; a menu picks the role whose skills are meant."""
    what = part(arguments, 1)
    await ASKED.ask(interaction, part(arguments, 0), what, *(picked[:1] if what == ROLE else ()))


@control("setup_pick")
async def _picked(interaction: discord.Interaction, arguments: list[str], picked: list[str]) -> None:
    campaign, key = await campaign_meant(interaction, part(arguments, 0)), part(arguments, 1)
    settings = _with(campaign.settings, guild_of(interaction), key, arguments[2:] or picked)
    campaign, notes = await change(interaction, campaign, settings)
    await answer_here(interaction, panel(interaction, campaign, _PART_OF[key], notes))


def _with(settings: CampaignSettings, guild: discord.Guild, key: str, values: Sequence[str]) -> CampaignSettings:
    """The settings with what was picked. Raises a PlayerError for what can't be."""
    match key, values:
        case "preset", [chosen]:
            return preset(chosen).applied_to(settings)
        case "system", [chosen]:
            return _with_system(settings, chosen)
        case "clock", [chosen]:
            return settings.changed(pace=parse_pace(chosen))
        case "gm_role", _:
            return with_gm_role(settings, guild, _id(values))
        case "opener_role", _:
            return with_openers(settings, guild, _id(values))
        case "gm_channel", _:
            return with_gm_channel(settings, guild, _id(values))
        case "channels", _:
            return with_channels(settings, guild, [_snowflake(value) for value in values])
        case "openers" | "bankroll", [chosen] if chosen in _ONE_OF[key]:
            return settings.changed(**{key: chosen})
        case "auto_deal" | "keeper_may_play" | "gm_acts_shown" | "odds_at_hand", ["0" | "1" as switched]:
            return settings.changed(**{key: switched == "1"})
        case _:
            raise TooLate(NOT_OFFERED)


def _with_system(settings: CampaignSettings, chosen: str) -> CampaignSettings:
    """Roles that were renamed belong to the dice they were written for, and go when the family changes."""
    for family, wild in SYSTEMS:
        if chosen == f"{family}-{wild}":
            system = DiceSystem(family=family, wild=wild)
            same = family == settings.system.family
            return settings.changed(system=system, roles=settings.roles if same else type(settings.roles)())
    raise TooLate(NOT_OFFERED)


def _id(values: Sequence[str]) -> int | None:
    return _snowflake(values[0]) if values else None


def _snowflake(text: str) -> int:
    """One of Discord's own ids, which are longer than ours."""
    if not (text.isascii() and text.isdigit() and len(text) <= 19):
        raise TooLate(NOT_OFFERED)
    return int(text)
