"""The texts that describe a campaign's settings."""

from collections.abc import Mapping

import discord

from bot.campaigns import PRESETS, Bankroll, Campaign, CampaignSettings
from bot.engine.skills import ROLE_TITLES, ROLES, DiceFamily, DiceSystem, Wild
from bot.engine.words import counted, escape, listed

SYSTEMS: Mapping[tuple[DiceFamily, Wild], str] = {
    ("d6", "none"): "D6 pools, no wild die",
    ("d6", "explode"): "D6 pools, a wild die that explodes on a 6",
    ("d6", "explode_drop"): "D6 pools, a wild die that explodes, and whose 1 drops the highest",
    ("d20", "none"): "d20 and a bonus",
    ("narrative", "none"): "Narrative dice (Genesys, FFG Star Wars)",
}


BANKROLLS: Mapping[Bankroll, str] = {
    "endless": "The house pays, without end",
    "house": "The house pays from what it has",
    "party": "The party owns the casino and pays",
}


def describe_system(system: DiceSystem) -> str:
    return SYSTEMS[system.family, system.wild]


def preset_of(settings: CampaignSettings) -> str | None:
    """Return the key of the preset with this money and these dice, if there is one."""
    fitting = (p for p in PRESETS.values() if (p.currency, p.system) == (settings.currency, settings.system))
    return next((preset.key for preset in fitting), None)


def heading(campaign: Campaign) -> str:
    return f"### {escape(campaign.name)}"


def describe_money(settings: CampaignSettings) -> str:
    currency = settings.currency
    parts = [
        f"{coin.name} is {currency.show(coin.value)}"
        for coin in currency.denominations
        if not coin.shown and coin.symbol
    ]
    more = f" ({'; '.join(escape(part) for part in parts)})" if parts else ""
    return (
        f"Money: **{escape(currency.title)}**{more}. A new character starts with "
        f"{currency.show(settings.starting_purse)}.\nDice: **{describe_system(settings.system)}**."
    )


def describe_people(settings: CampaignSettings, guild: discord.Guild) -> str:
    """Describe the GMs, the right to open tables and where, and the GM channel."""
    gm = f", and everybody with {_role(guild, settings.gm_role_id)}" if settings.gm_role_id else ""
    openers = {
        "everyone": "Everybody opens tables",
        "gm": "Only the GM opens tables",
        "role": f"The GM and everybody with {_role(guild, settings.opener_role_id)} open tables",
    }[settings.openers]
    where = f"in {listed((f'<#{place}>' for place in settings.channels), 'or')}" if settings.channels else "everywhere"
    told = (
        f"What happens without the GM is told in <#{settings.gm_channel_id}>. {_describe_gm_secrets(settings)}"
        if settings.gm_channel_id
        else "There is no channel for the GM alone."
    )
    return f"GM: whoever manages this server{gm}.\n{openers}, {where}.\n{told}"


def _describe_gm_secrets(settings: CampaignSettings) -> str:
    """Describe which of the GM's secrets stand in the GM channel."""
    if settings.keeper_may_play:
        return "So is what only the GM knows: cheats, secret dice."
    return "So is what only the GM knows (cheats, secret dice), but nothing of that from tables where a GM plays."


def describe_tables(settings: CampaignSettings) -> str:
    """Describe the defaults of a new table."""
    deal = "The next hand is dealt by itself" if settings.auto_deal else "Somebody at the table asks for the next hand"
    plays = "may play there too" if settings.keeper_may_play else "doesn't play there"
    return (
        f"Clock: **{settings.pace.told()}**.\n{deal}.\n"
        f"The GM who keeps a table holds the hidden hands of its NPCs, and {plays}.\n"
        f"{_describe_gm_acts(settings)}\n{_describe_odds(settings)}\n"
        f"{_describe_bankroll(settings.bankroll)}\n"
        f"A table that nobody has touched for {counted(settings.idle_days, 'day')} closes by itself."
    )


def _describe_gm_acts(settings: CampaignSettings) -> str:
    """Describe whether players see what the GM does on their seats."""
    if settings.gm_acts_shown:
        return "What the GM does on a player's seat everybody at the table is told."
    return "What the GM does on a player's seat stands in the log alone, and the GM's channel tells it."


def _describe_odds(settings: CampaignSettings) -> str:
    if settings.odds_at_hand:
        return "The tables tell people their odds, each for their eyes alone."
    return (
        "The tables tell nobody their odds. Only who opens a table where the house plays sees before what its bets are "
        "worth."
    )


def _describe_bankroll(bankroll: Bankroll) -> str:
    """Describe the payer of banked tables, and where their winnings go."""
    match bankroll:
        case "endless":
            return "Where the house plays, it pays **without end**: its banks always have enough."
        case "house":
            return (
                "Where the house plays, it pays **from what it has**: each bank is filled from its money and goes back "
                "to it."
            )
        case "party":
            return (
                "Where the house plays, **the party pays**: it owns the casino. Banks are filled from its purse and go "
                "back to it, and so do the cuts of all games."
            )


def describe_skills(settings: CampaignSettings) -> str:
    """List the skills of each role."""
    lines = (f"{ROLE_TITLES[role]}: {escape(str(settings.roles.row(settings.system, role)))}" for role in ROLES)
    return "\n".join(lines)


def _role(guild: discord.Guild, role_id: int | None) -> str:
    role = guild.get_role(role_id or 0)
    return f"the role **{escape(role.name)}**" if role else "a role that is gone"
