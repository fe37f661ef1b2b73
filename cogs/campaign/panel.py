"""The settings as one private message: four parts, each with its words and its controls."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.campaigns import PRESETS, Campaign, CampaignSettings, parse_pace
from bot.engine.skills import ROLE_TITLES, ROLES
from bot.ui.commands.transformers import ChannelNamed
from bot.ui.control import control_id
from bot.ui.panels import button, page
from cogs.campaign.changing import guild_of
from cogs.campaign.options import PlaceNamed
from cogs.campaign.words import (
    BANKROLLS,
    SYSTEMS,
    heading,
    money_told,
    people_told,
    preset_of,
    skills_told,
    tables_told,
)

PARTS = {"money": "Money and dice", "people": "People and places", "tables": "Tables", "skills": "Skills"}
CLOCKS = ("off", "30 s", "60 s", "90 s", "2 min", "5 min", "12 hours", "24 hours", "2 days", "3 days")
_MOST_PLACES = 25
_THREADS = (discord.ChannelType.news_thread, discord.ChannelType.public_thread, discord.ChannelType.private_thread)
_LASTING = tuple(kind for kind in PlaceNamed.KINDS if kind not in _THREADS)
"""Kinds of places where tables may be opened: channels, with the threads and posts below them."""

Item = discord.ui.Item[Any]
Rows = list[Sequence[Item]]


def panel(
    interaction: discord.Interaction, campaign: Campaign, part: str, notes: tuple[str, ...] = ()
) -> discord.ui.LayoutView:
    """One part of the settings; `notes` say what the last change has done besides."""
    settings, guild = campaign.settings, guild_of(interaction)
    turned = [
        button(title, control_id("setup", campaign.id, key), _style(key == part), disabled=key == part)
        for key, title in PARTS.items()
    ]
    match part:
        case "people":
            told, rows = people_told(settings, guild), _people(campaign, guild)
        case "tables":
            told, rows = tables_told(settings), _tables(campaign)
        case "skills":
            told, rows = skills_told(settings), _skills(campaign)
        case _:
            told, rows = money_told(settings), _money(campaign)
    return page(heading(campaign), told, *notes, rows=[*rows, turned])


def _style(is_here: bool) -> discord.ButtonStyle:
    return discord.ButtonStyle.primary if is_here else discord.ButtonStyle.secondary


def _money(campaign: Campaign) -> Rows:
    settings = campaign.settings
    presets = [(preset.key, preset.title) for preset in PRESETS.values()]
    systems = [(f"{family}-{wild}", title) for (family, wild), title in SYSTEMS.items()]
    own = f"{settings.system.family}-{settings.system.wild}"
    return [
        [_menu(campaign, "preset", "Take all from a preset…", presets, preset_of(settings))],
        [_menu(campaign, "system", "Dice", systems, own)],
        [button("Coins and starting purse…", control_id("setup_open", campaign.id, "money"))],
    ]


def _people(campaign: Campaign, guild: discord.Guild) -> Rows:
    settings = campaign.settings
    openers = [("everyone", "Everybody opens tables"), ("gm", "Only the GM opens tables")]
    if settings.opener_role_id:
        openers.append(("role", "A role opens tables"))
    return [
        [_role_menu(campaign, "gm_role", "Role of the GMs", guild, settings.gm_role_id)],
        [_menu(campaign, "openers", "Who opens tables", openers, settings.openers)],
        [_role_menu(campaign, "opener_role", "Role that opens tables", guild, settings.opener_role_id)],
        [_place_menu(campaign, "channels", "Only in these channels", guild, settings.channels, _MOST_PLACES)],
        [_place_menu(campaign, "gm_channel", "Channel for the GM alone", guild, _one(settings.gm_channel_id), 1)],
    ]


def _tables(campaign: Campaign) -> Rows:
    settings = campaign.settings
    own = next((clock for clock in CLOCKS if parse_pace(clock) == settings.pace), None)
    clocks = [(clock, parse_pace(clock).told().capitalize()) for clock in CLOCKS]
    return [
        [_menu(campaign, "clock", "Clock of a turn", clocks, own)],
        [_menu(campaign, "bankroll", "Who pays where the house plays", list(BANKROLLS.items()), settings.bankroll)],
        [
            _switch(campaign, settings, "auto_deal", "Deal by itself", "Deal on demand"),
            _switch(campaign, settings, "keeper_may_play", "Keepers may play too", "Keepers don't play"),
            _switch(campaign, settings, "gm_acts_shown", "Show what the GM does", "Keep what the GM does in the log"),
            _switch(campaign, settings, "odds_at_hand", "Odds at the tables", "No odds at the tables"),
        ],
        [button("Clock and days…", control_id("setup_open", campaign.id, "tables"))],
    ]


def _switch(campaign: Campaign, settings: CampaignSettings, key: str, on: str, off: str) -> Item:
    """A button that says what a click makes of the setting."""
    is_on = bool(getattr(settings, key))
    return button(off if is_on else on, control_id("setup_pick", campaign.id, key, int(not is_on)))


def _skills(campaign: Campaign) -> Rows:
    settings = campaign.settings
    roles = [
        discord.SelectOption(
            value=role, label=ROLE_TITLES[role], description=str(settings.roles.row(settings.system, role))[:100]
        )
        for role in ROLES
    ]
    menu = discord.ui.Select[Any](
        custom_id=control_id("setup_open", campaign.id, "skills"), placeholder="Change the skills of…", options=roles
    )
    return [[menu]]


def _menu(campaign: Campaign, key: str, placeholder: str, options: list[tuple[str, str]], chosen: str | None) -> Item:
    """A select of (value, label), with what holds now."""
    return discord.ui.Select[Any](
        custom_id=control_id("setup_pick", campaign.id, key),
        placeholder=placeholder,
        options=[discord.SelectOption(value=value, label=label, default=value == chosen) for value, label in options],
    )


def _role_menu(campaign: Campaign, key: str, placeholder: str, guild: discord.Guild, role_id: int | None) -> Item:
    return discord.ui.RoleSelect[Any](
        custom_id=control_id("setup_pick", campaign.id, key),
        placeholder=placeholder,
        min_values=0,
        default_values=[role] if (role := guild.get_role(role_id or 0)) else [],
    )


def _place_menu(
    campaign: Campaign, key: str, placeholder: str, guild: discord.Guild, chosen: Sequence[int], most: int
) -> Item:
    """Channels; with `most` of one those and threads that people can write in."""
    there = [channel for place in chosen if (channel := guild.get_channel_or_thread(place))]
    return discord.ui.ChannelSelect[Any](
        custom_id=control_id("setup_pick", campaign.id, key),
        placeholder=placeholder,
        channel_types=list(ChannelNamed.KINDS if most == 1 else _LASTING),
        min_values=0,
        max_values=most,
        default_values=there[:most],
    )


def _one(channel_id: int | None) -> tuple[int, ...]:
    return () if channel_id is None else (channel_id,)
