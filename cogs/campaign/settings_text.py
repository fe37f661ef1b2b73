"""The texts that describe a campaign's settings."""

import re
import unicodedata
from collections.abc import Mapping

import discord

from bot.campaigns import PRESETS, Bankroll, Campaign, CampaignSettings, Look
from bot.engine.money import MOST_DENOMINATIONS, Currency, Denomination, is_unit
from bot.engine.skills import ROLE_TITLES, ROLES, DiceFamily, DiceSystem, Wild
from bot.engine.words import counted, escape, listed, plural_of
from bot.errors import Unreadable

SYSTEMS: Mapping[tuple[DiceFamily, Wild], str] = {
    ("d6", "none"): "D6 pools, no wild die",
    ("d6", "explode"): "D6 pools, a wild die that explodes on a 6",
    ("d6", "explode_drop"): "D6 pools, a wild die that explodes on a 6, and on a 1 is lost with the highest die",
    ("d20", "none"): "d20 and a bonus",
    ("narrative", "none"): "Narrative dice (Genesys, FFG Star Wars)",
}


BANKROLLS: Mapping[Bankroll, str] = {
    "endless": "The house pays, from an unlimited bank",
    "house": "The house pays from what it has",
    "party": "The party owns the casino and pays",
}


LOOKS: Mapping[Look, str] = {"emojis": "Emojis in the text", "boards": "Emojis and drawn boards"}


def describe_system(system: DiceSystem) -> str:
    return SYSTEMS[system.family, system.wild]


def describe_purse(settings: CampaignSettings) -> str:
    """Describe the coins, and how many of them a new character gets."""
    currency = settings.currency
    return f"{escape(currency.title)}, {currency.show(settings.starting_purse)} for a new character"


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
    gm = f", and everyone with {_role(guild, settings.gm_role_id)}" if settings.gm_role_id else ""
    openers = {
        "everyone": "Everyone may open tables",
        "gm": "Only GMs may open tables",
        "role": f"GMs and everyone with {_role(guild, settings.opener_role_id)} may open tables",
    }[settings.openers]
    where = f"in {listed((f'<#{place}>' for place in settings.channels), 'or')}" if settings.channels else "everywhere"
    told = (
        f"The GM channel is <#{settings.gm_channel_id}>. I report there what happens without a GM. "
        f"{_describe_gm_secrets(settings)}"
        if settings.gm_channel_id
        else "There is no GM channel."
    )
    return f"GMs: the people who manage this server{gm}.\n{openers}, {where}.\n{told}"


def _describe_gm_secrets(settings: CampaignSettings) -> str:
    """Describe which of the GM's secrets stand in the GM channel."""
    if settings.keeper_may_play:
        return "It also shows what only the GM knows, such as cheats and secret dice."
    return "It also shows what only the GM knows, such as cheats and secret dice, except from tables where a GM plays."


def describe_tables(settings: CampaignSettings) -> str:
    """Describe the defaults of a new table."""
    deal = "The next hand begins automatically" if settings.auto_deal else "A player or the GM deals the next hand"
    plays = "may play there too" if settings.keeper_may_play else "may not play there"
    return (
        f"Clock: **{settings.pace.told()}**.\n{deal}.\n"
        f"The table's GM sees the hidden hands of its NPCs, and {plays}.\n"
        f"{_describe_gm_acts(settings)}\n{_describe_odds(settings)}\n{_describe_look(settings.look)}\n"
        f"{_describe_bankroll(settings.bankroll)}\n"
        f"A table that nobody uses for {counted(settings.idle_days, 'day')} closes automatically."
    )


def _describe_gm_acts(settings: CampaignSettings) -> str:
    """Describe whether players see what the GM does on their seats."""
    if settings.gm_acts_shown:
        return "When a GM acts for a player, the table's message says so."
    return "When a GM acts for a player, only the log and the GM channel say so."


def _describe_odds(settings: CampaignSettings) -> str:
    if settings.odds_at_hand:
        return "Players see their own odds. Only you can see yours."
    return "Players don't see odds. Only the person who opens a table of the house sees the odds of its bets."


def _describe_look(look: Look) -> str:
    if look == "emojis":
        return "Tables show dice and cards as **emojis**."
    return "Tables show emojis and **drawn boards**: images of layouts, tickets and showdowns."


def _describe_bankroll(bankroll: Bankroll) -> str:
    """Describe the payer of banked tables, and where their winnings go."""
    match bankroll:
        case "endless":
            return "The house has an **unlimited bank**: it can pay every bet."
        case "house":
            return (
                "The house pays **from what it has**. Its money fills each table's bank. When the table closes, the "
                "bank returns to the house."
            )
        case "party":
            return (
                "**The party owns the casino and pays.** Its wallet fills each table's bank. When the table closes, "
                "the bank returns there. The party also gets the house cut of every game."
            )


def describe_skills(settings: CampaignSettings) -> str:
    """List the skills of each role, and say so if GMs approve the skills of characters."""
    approved = ["A GM has to accept the skills that players enter or import: /character requests."]
    lines = (f"{ROLE_TITLES[role]}: {escape(str(settings.roles.row(settings.system, role)))}" for role in ROLES)
    return "\n".join((*lines, *(approved if settings.skills_approved else [])))


def _role(guild: discord.Guild, role_id: int | None) -> str:
    role = guild.get_role(role_id or 0)
    return f"the role **{escape(role.name)}**" if role else "a role that is gone"


EXAMPLE = "gold crown=240, shilling=12, penny/pence (d)=1"
_MOST_VALUE = 10**9
_COIN = re.compile(
    r"(?P<name>[^/()=]+?)\s*(?:/\s*(?P<plural>[^/()=]+?)\s*)?(?:\((?P<symbol>[^/()=]+)\)\s*)?=\s*(?P<value>[0-9]{1,12})"
)


def parse_currency(text: str) -> Currency:
    """Read coins parted by commas, semicolons or lines: name, perhaps /plural and (symbol), = value in smallest coins.

    The first one named is the main denomination, which a bare number means. Raises Unreadable.
    """
    if len(text) > 1000:
        raise Unreadable(f"That is too long. Write your coins like this: {EXAMPLE}.")
    parts = [part.strip() for part in re.split(r"[,;\n]+", unicodedata.normalize("NFKC", text))]
    coins = tuple(_read_coin(part) for part in parts if part)
    if not coins:
        raise Unreadable(f"Write your coins like this: {EXAMPLE}.")
    _require_usable(coins)
    return Currency(denominations=coins, main=coins[0].name)


def show_currency(currency: Currency) -> str:
    """Write the coins in the form that `parse_currency` reads."""
    coins = sorted(currency.denominations, key=lambda coin: coin.name != currency.main)
    return ", ".join(_write_coin(coin) for coin in coins)


def _write_coin(coin: Denomination) -> str:
    plural = f"/{coin.plural}" if coin.plural != plural_of(coin.name) else ""
    symbol = f" ({coin.symbol})" if coin.symbol else ""
    return f"{coin.name}{plural}{symbol}={coin.value}"


def _read_coin(part: str) -> Denomination:
    found = _COIN.fullmatch(part)
    if found is None:
        raise Unreadable(f"I can't read “{escape(part[:40])}”. Write your coins like this: {EXAMPLE}.")
    names = {key: " ".join((found[key] or "").split()) for key in ("name", "plural", "symbol")}
    for name in filter(None, names.values()):
        if not is_unit(name):
            raise Unreadable(f"“{escape(name[:40])}” can't name a coin. Use up to 30 letters, and no digits.")
    if not 1 <= int(found["value"]) <= _MOST_VALUE:
        raise Unreadable(f"A coin is worth 1 to {_MOST_VALUE:,} smallest coins.")
    return Denomination(
        name=names["name"],
        plural=names["plural"] or plural_of(names["name"]),
        symbol=names["symbol"],
        value=int(found["value"]),
    )


def _require_usable(coins: tuple[Denomination, ...]) -> None:
    if len(coins) > MOST_DENOMINATIONS:
        raise Unreadable(f"A currency has at most {MOST_DENOMINATIONS} coins.")
    if all(coin.value > 1 for coin in coins):
        raise Unreadable("The smallest coin must be worth 1, as in penny=1.")
    for at, coin in enumerate(coins):
        for other in coins[:at]:
            if coin.words & other.words:
                raise Unreadable(f"Two coins share the name {escape(min(coin.words & other.words))}.")
            if coin.value == other.value:
                raise Unreadable(f"{escape(other.name)} and {escape(coin.name)} are worth the same.")
