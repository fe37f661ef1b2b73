"""The settings as one private message: four parts, each with its text, controls and forms."""

from collections.abc import Mapping, Sequence
from typing import get_args

import discord

from bot.campaigns import PRESETS, Bankroll, Campaign, CampaignSettings, Look, Openers, Right, parse_pace, preset
from bot.engine.skills import ROLE_TITLES, ROLES, DiceSystem, Role, parse_role
from bot.errors import TooLate, Unreadable
from bot.ui.channels import missing_button
from bot.ui.client import Interaction
from bot.ui.commands.checks import find_own_campaign
from bot.ui.commands.transformers import ChannelNamed
from bot.ui.forms import Blank, FormQuestion, answer_here, line
from bot.ui.handlers.answers import part
from bot.ui.panels import Component, button, control_id, option, page, select
from bot.ui.routing import NOT_OFFERED, control
from cogs.campaign.settings import (
    PlaceNamed,
    apply_preset,
    change,
    guild_of,
    with_channels,
    with_gm_channel,
    with_gm_role,
    with_openers,
)
from cogs.campaign.settings_text import (
    BANKROLLS,
    EXAMPLE,
    SYSTEMS,
    describe_money,
    describe_people,
    describe_skills,
    describe_tables,
    heading,
    parse_currency,
    preset_of,
    show_currency,
)

PARTS = {"money": "Money and dice", "people": "People and places", "tables": "Tables", "skills": "Skills"}
CLOCKS = ("off", "30 s", "60 s", "90 s", "2 min", "5 min", "12 hours", "24 hours", "2 days", "3 days")
_MOST_PLACES = 25
_THREADS = (discord.ChannelType.news_thread, discord.ChannelType.public_thread, discord.ChannelType.private_thread)
_LASTING = tuple(kind for kind in PlaceNamed.KINDS if kind not in _THREADS)
"""Kinds of places where tables may be opened: channels, with the threads and posts below them."""

Rows = list[Sequence[Component]]


def panel(
    interaction: Interaction, campaign: Campaign, part: str, notes: tuple[str, ...] = ()
) -> discord.ui.LayoutView:
    """Show one part of the settings; `notes` are side effects of the last change."""
    settings, guild = campaign.settings, guild_of(interaction)
    turned = [
        button(title, control_id("setup", campaign.id, key), _style(key == part), disabled=key == part)
        for key, title in PARTS.items()
    ]
    turned.append(missing_button())
    match part:
        case "people":
            told, rows = describe_people(settings, guild), _people(campaign, guild)
        case "tables":
            told, rows = describe_tables(settings), _tables(campaign)
        case "skills":
            told, rows = describe_skills(settings), _skills(campaign)
        case _:
            told, rows = describe_money(settings), _money(campaign)
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
        [button("Coins and starting money…", control_id("setup_open", campaign.id, "money"))],
    ]


def _people(campaign: Campaign, guild: discord.Guild) -> Rows:
    settings = campaign.settings
    openers = [("everyone", "Everyone may open tables"), ("gm", "Only GMs may open tables")]
    if settings.opener_role_id:
        openers.append(("role", "A role may open tables"))
    return [
        [_role_menu(campaign, "gm_role", "GM role", guild, settings.gm_role_id)],
        [_menu(campaign, "openers", "People who may open tables", openers, settings.openers)],
        [_role_menu(campaign, "opener_role", "Role that may open tables", guild, settings.opener_role_id)],
        [_place_menu(campaign, "channels", "Only in these channels", guild, settings.channels, _MOST_PLACES)],
        [_place_menu(campaign, "gm_channel", "GM channel", guild, _one(settings.gm_channel_id), 1)],
    ]


def _tables(campaign: Campaign) -> Rows:
    settings = campaign.settings
    own = next((clock for clock in CLOCKS if parse_pace(clock) == settings.pace), None)
    clocks = [(clock, parse_pace(clock).told().capitalize()) for clock in CLOCKS]
    return [
        [_menu(campaign, "clock", "Time for a turn", clocks, own)],
        [_menu(campaign, "bankroll", "Payer where the house plays", list(BANKROLLS.items()), settings.bankroll)],
        [
            _switch(campaign, settings, "auto_deal", "Auto-deal", "No auto-deal"),
            _switch(campaign, settings, "keeper_may_play", "The table's GM may play", "The table's GM may not play"),
            _switch(
                campaign, settings, "gm_acts_shown", "Show what GMs do for players", "Hide what GMs do for players"
            ),
            _switch(campaign, settings, "odds_at_hand", "Show odds", "Hide odds"),
            _look_switch(campaign),
        ],
        [button("Clock and days…", control_id("setup_open", campaign.id, "tables"))],
    ]


def _switch(campaign: Campaign, settings: CampaignSettings, key: str, on: str, off: str) -> Component:
    """Build a button that names the setting after a click."""
    is_on = bool(getattr(settings, key))
    return button(off if is_on else on, control_id("setup_pick", campaign.id, key, int(not is_on)))


def _look_switch(campaign: Campaign) -> Component:
    is_drawn = campaign.settings.look == "boards"
    other, label = ("emojis", "Emojis only") if is_drawn else ("boards", "Drawn boards")
    return button(label, control_id("setup_pick", campaign.id, "look", other))


def _skills(campaign: Campaign) -> Rows:
    settings = campaign.settings
    roles = [option(ROLE_TITLES[role], role, str(settings.roles.row(settings.system, role))[:100]) for role in ROLES]
    return [[select(control_id("setup_open", campaign.id, "skills"), "Change the skills of…", roles)]]


def _menu(
    campaign: Campaign, key: str, placeholder: str, options: list[tuple[str, str]], chosen: str | None
) -> Component:
    """Build a select of (value, label) with the current value selected."""
    shown = [option(label, value, chosen=value == chosen) for value, label in options]
    return select(control_id("setup_pick", campaign.id, key), placeholder, shown)


def _role_menu(campaign: Campaign, key: str, placeholder: str, guild: discord.Guild, role_id: int | None) -> Component:
    role = guild.get_role(role_id or 0)
    return select(
        control_id("setup_pick", campaign.id, key),
        placeholder,
        kind=discord.ComponentType.role_select,
        at_least=0,
        default_values=[{"id": str(role.id), "type": "role"}] if role is not None else [],
    )


def _place_menu(
    campaign: Campaign, key: str, placeholder: str, guild: discord.Guild, chosen: Sequence[int], most: int
) -> Component:
    """Build a select of channels; with `most` of 1 it offers threads and other places to write in too."""
    there = [channel for place in chosen if (channel := guild.get_channel_or_thread(place))]
    return select(
        control_id("setup_pick", campaign.id, key),
        placeholder,
        kind=discord.ComponentType.channel_select,
        at_least=0,
        at_most=most,
        channel_types=[kind.value for kind in (ChannelNamed.KINDS if most == 1 else _LASTING)],
        default_values=[{"id": str(place.id), "type": "channel"} for place in there[:most]],
    )


def _one(channel_id: int | None) -> tuple[int, ...]:
    return () if channel_id is None else (channel_id,)


MONEY, PACE, ROLE = "money", "tables", "skills"
"""The forms, each named like its part of the panel."""


async def _blank(interaction: Interaction, arguments: list[str]) -> Blank:
    settings = (await find_own_campaign(interaction, part(arguments, 0), Right.SET_UP)).settings
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
                        description="Name=value in smallest coins. You can add /plural and (symbol).",
                        longest=1000,
                        long=True,
                    ),
                    line("purse", "Starting money", default=settings.currency.show(settings.starting_purse)),
                ],
            )
        case "tables":
            clock = settings.pace.told().removesuffix(" a turn")
            return Blank(
                "Clock and days",
                [
                    line("clock", "Time for a turn", default=clock, placeholder="90s, 12 hours, 2 days or off"),
                    line("days", "Days until a forgotten table closes", default=str(settings.idle_days), longest=4),
                ],
            )
        case _:
            role = _role(arguments)
            row = str(settings.roles.row(settings.system, role))
            hint = "Leave it empty to use the skill of the dice system."
            return Blank(
                ROLE_TITLES[role],
                [line("skills", "Skills", default=row, description=hint, required=False, longest=300)],
            )


async def _take(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    campaign, what = await find_own_campaign(interaction, part(arguments, 0), Right.SET_UP), part(arguments, 1)
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


ASKED = FormQuestion("setup_ask", _blank, _take)


def _with_money(settings: CampaignSettings, coins: str, purse: str) -> CampaignSettings:
    """Return the settings with new money. Unchanged coins keep the fields that the short form leaves out."""
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
    """Return the role in a custom id. Ids aren't secret, so anything may stand there."""
    for role in get_args(Role):
        if arguments[1:] == [ROLE, role]:
            return role
    raise TooLate(NOT_OFFERED)


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
    "look": "tables",
}
_ONE_OF = {"openers": get_args(Openers), "bankroll": get_args(Bankroll), "look": get_args(Look)}


@control("setup")
async def _show_part(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    campaign = await find_own_campaign(interaction, part(arguments, 0), Right.SET_UP)
    wanted = part(arguments, 1)
    await answer_here(interaction, panel(interaction, campaign, wanted if wanted in PARTS else "money"))


@control("setup_open", opens=True)
async def _open_form(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    """Handle `setup_open:<campaign>:<part>`; a menu picks the role whose skills are meant."""
    what = part(arguments, 1)
    await ASKED.ask(interaction, part(arguments, 0), what, *(picked[:1] if what == ROLE else ()))


@control("setup_pick")
async def _pick_setting(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    campaign, key = await find_own_campaign(interaction, part(arguments, 0), Right.SET_UP), part(arguments, 1)
    values = arguments[2:] or picked
    if key == "preset" and values:
        campaign, notes = await apply_preset(interaction, campaign, preset(values[0]))
    else:
        settings = _with(campaign.settings, guild_of(interaction), key, values)
        campaign, notes = await change(interaction, campaign, settings)
    await answer_here(interaction, panel(interaction, campaign, _PART_OF[key], notes))


def _with(settings: CampaignSettings, guild: discord.Guild, key: str, values: Sequence[str]) -> CampaignSettings:
    """Return the settings with the picked value. Raises a PlayerError for an impossible one."""
    match key, values:
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
        case "openers" | "bankroll" | "look", [chosen] if chosen in _ONE_OF[key]:
            return settings.changed(**{key: chosen})
        case "auto_deal" | "keeper_may_play" | "gm_acts_shown" | "odds_at_hand", ["0" | "1" as switched]:
            return settings.changed(**{key: switched == "1"})
        case _:
            raise TooLate(NOT_OFFERED)


def _with_system(settings: CampaignSettings, chosen: str) -> CampaignSettings:
    """Return the settings with other dice. Renamed roles belong to their dice, and go when the family changes."""
    for family, wild in SYSTEMS:
        if chosen == f"{family}-{wild}":
            system = DiceSystem(family=family, wild=wild)
            same = family == settings.system.family
            return settings.changed(system=system, roles=settings.roles if same else type(settings.roles)())
    raise TooLate(NOT_OFFERED)


def _id(values: Sequence[str]) -> int | None:
    return _snowflake(values[0]) if values else None


def _snowflake(text: str) -> int:
    """Read one of Discord's own ids, which are longer than ours."""
    if not (text.isascii() and text.isdigit() and len(text) <= 19):
        raise TooLate(NOT_OFFERED)
    return int(text)
