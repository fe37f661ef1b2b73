"""The page that is seen before a banked table opens: its stakes, what the house keeps of each bet, and its bank."""

from collections.abc import Sequence
from typing import Any

import discord

from bot import catalog
from bot.engine.game import HouseRules
from bot.engine.odds import BetOdds
from bot.engine.options import options_of
from bot.engine.speech import Voice, escape
from bot.tables.offers import Offer
from bot.tables.stored_rules import read_rules
from bot.ui.control import control_id
from bot.ui.dealing import goes_on
from bot.ui.move_buttons import in_rows
from bot.ui.odds_page import alike, edge_told, named, pages
from bot.ui.panels import button, page
from bot.ui.rule_forms import option_lists

_EDGE = "-# That is the part of a stake that the house keeps in the mean."
_CHANGE = "Change a house rule…"
_ROOM = 2200
"""Characters of bets on a page."""
_MOST_PAGES = 10
_MOST_NAMED = 5


def offer_page(
    offer: Offer, rules: HouseRules, bets: Sequence[BetOdds], *, fills: bool, at: int = 0, note: str = ""
) -> discord.ui.LayoutView:
    """The offer by its rules, with the page `at` of its bets. `fills`: whether whoever asked says how much is in the
    bank; `note`: what has just happened.
    """
    edges = [f"{named(group)}: {edge_told(group[0])}" for group in alike(bets, lambda bet: bet.edge)]
    shown = pages(edges, _ROOM)[:_MOST_PAGES]
    at = at % len(shown)
    title = catalog.entry(offer.request.game).game.title_of(rules)
    texts = (
        note,
        f"## {title}, before it opens\n{_asked(offer, rules)}",
        "\n".join(filter(None, ("### The house edge", _EDGE, shown[at], _against_the_house(bets)))),
        f"### The bank\n{_bank(offer, rules)}",
        f"-# Only you see this. The offer stands until <t:{int(offer.lasts_until)}:f>.",
    )
    ways = _ways(offer, fills=fills)
    rows = [ways, *_other_pages(offer, at, len(shown)), *option_lists(rules, "orule", offer.id, _CHANGE)]
    return page(*texts, rows=rows)


def _asked(offer: Offer, rules: HouseRules) -> str:
    """What the table would play for, how fast, and what of the house rules isn't as the preset says."""
    request, found, voice = offer.request, catalog.entry(offer.request.game), _voice(offer)
    pace = f"{request.pace.told()} · {goes_on(found.game, by_itself=request.auto_deal)}"
    stakes = f"{found.text.stakes(rules, voice)} · {pace}"
    return "\n".join(filter(None, (stakes, _by_preset(offer, rules), found.game.rules_note(rules))))


def _by_preset(offer: Offer, rules: HouseRules) -> str:
    (usual, _), voice, preset = read_rules(type(rules), offer.request.usual), _voice(offer), offer.request.preset
    other = [
        f"{option.title} **{option.told(getattr(rules, option.name), voice.money)}** "
        f"instead of {option.told(getattr(usual, option.name), voice.money)}"
        for option in options_of(type(rules))
        if getattr(rules, option.name) != getattr(usual, option.name)
    ]
    chosen = "The usual house rules" if preset is None else f"The preset **{escape(preset)}**"
    return f"{chosen}, but: {'; '.join(other)}." if other else f"{chosen}."


def _against_the_house(bets: Sequence[BetOdds]) -> str:
    """At which bets a bank is emptied in the long run, in a sentence; "" without any."""
    worse = [bet for bet in bets if bet.edge < 0]
    if not worse:
        return ""
    which = named(worse) if len(worse) <= _MOST_NAMED else f"{len(worse)} of the bets"
    return f"In the long run the house loses with {which}."


def _bank(offer: Offer, rules: HouseRules) -> str:
    """Who fills the bank and with how much, and whether that is enough to play."""
    game, prospect, money = catalog.entry(offer.request.game).game, offer.prospect, _voice(offer).money
    if prospect.backer == "endless":
        return "The house pays whatever is won: its bank is endless."
    owner, from_where = ("The party", " out of its purse") if prospect.backer == "party" else ("The house", "")
    told = [f"{owner} fills the bank with **{money(prospect.filling)}**{from_where}."]
    usual, least = game.usual_bank(rules), game.least_bank(rules)
    if offer.request.bank is None and prospect.filling < usual:
        told.append(f"That is all there is; {money(usual)} would be usual.")
    if prospect.filling < least:
        told.append(f"Nobody can bet against less than {money(least)}.")
    return " ".join(told)


def _voice(offer: Offer) -> Voice:
    return Voice(names={}, currency=offer.currency)


def _ways(offer: Offer, *, fills: bool) -> list[discord.ui.Item[Any]]:
    made: list[discord.ui.Item[Any]] = [
        button("Open the table", control_id("offer", offer.id, offer.version), discord.ButtonStyle.primary)
    ]
    if fills and offer.prospect.backer != "endless":
        made.append(button("Bank…", control_id("obank", offer.id)))
    made.append(button("Not now", control_id("decline", offer.id)))
    return made


def _other_pages(offer: Offer, at: int, count: int) -> list[list[discord.ui.Item[Any]]]:
    if count == 1:
        return []
    numbered = (
        button(f"Bets {number + 1}", control_id("offered", offer.id, number), disabled=number == at)
        for number in range(count)
    )
    return in_rows(list(numbered))
