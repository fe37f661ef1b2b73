"""The page that is seen before a banked table opens: its stakes, what the house keeps of each bet, and its bank."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot import catalog
from bot.engine.banked.odds import BetOdds, percent
from bot.engine.game import HouseRules
from bot.engine.options import options_of
from bot.engine.speech import Voice, escape
from bot.tables.fairness import losing, may_be_cheated
from bot.tables.filling import Bound
from bot.tables.offers import Offer
from bot.tables.stored_rules import read_rules
from bot.ui.control import control_id
from bot.ui.pages.odds_page import AGAINST_NOBODY, Odds, alike, named, pages
from bot.ui.pages.rule_forms import option_lists
from bot.ui.panels import MOST_CHARACTERS, button, page
from bot.ui.render.dealing import goes_on
from bot.ui.render.move_buttons import in_rows

_EDGE = "-# That is the part of a stake that the house keeps in the mean."
_WORKING = "Working it out…"
_CHANGE = "Change a house rule…"
_ROOM, _LEAST_ROOM = 2200, 300
"""Characters of bets on a page: at most, and however much there is to say besides."""
_APART = 250
"""Characters of the headings, and of what has just happened."""
_MOST_PAGES = 10
_BOUNDS: Mapping[Bound, str] = {
    "all": "That is all there is",
    "half": "That is half of what {has} has, and without the GM no more goes into a bank",
    "preset": "Without the GM no more goes into a bank here",
}
_MOST_NAMED = 5


def offer_page(
    offer: Offer, rules: HouseRules, odds: Odds | None, *, by_gm: bool, at: int = 0, note: str = ""
) -> discord.ui.LayoutView:
    """The offer by its rules, with the page `at` of its bets; without their odds while they are worked out, and nothing
    can be opened. `by_gm`: whether a GM asked, who says how much is in the bank and may open tables at which the house
    loses; `note`: what has just happened.
    """
    warning = _against_the_house(offer, odds.bets if odds else (), rules, by_gm=by_gm)
    title = catalog.entry(offer.request.game).game.title_of(rules)
    head = f"## {title}, before it opens\n{_asked(offer, rules, warned=bool(warning))}"
    bank = f"### The bank\n{_bank(offer, rules)}"
    foot = f"-# Only you see this. The offer stands until <t:{int(offer.lasts_until)}:f>."
    if odds is None:
        edges, others = f"### The house edge\n{_WORKING}", []
    else:
        meaning = f"-# {odds.note}"
        left = MOST_CHARACTERS - sum(map(len, (head, warning, meaning, bank, foot))) - _APART
        lines = [f"{named(group)}: {_edge_told(group[0])}" for group in alike(odds.bets, lambda bet: bet.edge)]
        shown = pages(lines, max(min(left, _ROOM), _LEAST_ROOM))[:_MOST_PAGES]
        at = at % len(shown)
        edge = (_EDGE, shown[at]) if lines else (AGAINST_NOBODY,)
        edges = "\n".join(filter(None, ("### The house edge", *edge, warning, meaning)))
        others = _other_pages(offer, at, len(shown))
    rows = [_ways(offer, rules, odds, by_gm=by_gm), *others]
    return page(note, head, edges, bank, foot, rows=[*rows, *option_lists(rules, "orule", offer.id, _CHANGE)])


def _edge_told(bet: BetOdds) -> str:
    if bet.edge < 0:
        return f"the players win {percent(-bet.edge)}"
    return percent(bet.edge) if bet.edge else "none, it is fair"


def _asked(offer: Offer, rules: HouseRules, *, warned: bool) -> str:
    """What the table would play for, how fast, and what of the house rules isn't as the preset says. `warned`: whether
    the odds say already what is odd about the house rules.
    """
    request, found, voice = offer.request, catalog.entry(offer.request.game).by(rules), _voice(offer)
    pace = f"{request.pace.told()} · {goes_on(found.game, by_itself=request.auto_deal)}"
    stakes = f"{found.text.stakes(rules, voice)} · {pace}"
    odd = None if warned else found.game.rules_note(rules)
    return "\n".join(filter(None, (stakes, _by_preset(offer, rules), odd)))


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


def _against_the_house(offer: Offer, bets: Sequence[BetOdds], rules: HouseRules, *, by_gm: bool) -> str:
    """At which bets a bank is emptied in the long run, whether it can be cheated, and who opens such a table; "" where
    nothing speaks against it.
    """
    told = [f"In the long run the house loses with {_which(bets)}."] if losing(bets) else []
    if _may_be_cheated(offer, rules):
        told.append("Characters may cheat here: that is what the house keeps of what honest players bet.")
    return " ".join((*told, *(() if by_gm or not told else ("Only the GM opens such a table.",))))


def _may_be_cheated(offer: Offer, rules: HouseRules) -> bool:
    return may_be_cheated(catalog.entry(offer.request.game).game, rules)


def _which(bets: Sequence[BetOdds]) -> str:
    """With which bets the house loses."""
    worse = losing(bets)
    if len(worse) == len(bets):
        return "every bet"
    names = f": {named(worse)}" if len(worse) <= _MOST_NAMED else ""
    return f"{len(worse)} of the {len(bets)} bets{names}"


def _bank(offer: Offer, rules: HouseRules) -> str:
    """Who fills the bank and with how much, and whether that is enough to play."""
    game, prospect, money = catalog.entry(offer.request.game).game, offer.prospect, _voice(offer).money
    if prospect.backer == "endless":
        return "The house pays whatever is won: its bank is endless."
    if not prospect.filling:
        return "Nobody here plays with the house's money: the bank needs none."
    owner, from_where = ("The party", " out of its purse") if prospect.backer == "party" else ("The house", "")
    told = [f"{owner} fills the bank with **{money(prospect.filling)}**{from_where}."]
    usual, least = game.usual_bank(rules), game.least_bank(rules)
    has = "the party's purse" if prospect.backer == "party" else "the house"
    if why := _BOUNDS.get(prospect.bound, "").format(has=has):
        told.append(f"{why}; {money(usual)} would be usual.")
    if prospect.filling < least:
        told.append(f"Nobody can bet against less than {money(least)}.")
    return " ".join(told)


def _voice(offer: Offer) -> Voice:
    return Voice(names={}, currency=offer.currency)


def _ways(offer: Offer, rules: HouseRules, odds: Odds | None, *, by_gm: bool) -> list[discord.ui.Item[Any]]:
    made: list[discord.ui.Item[Any]] = []
    if odds is None:
        # A bot that stops meanwhile never shows the odds: whoever waits can ask again.
        made.append(button("Look again", control_id("offered", offer.id, 0)))
    elif by_gm or not (losing(odds.bets) or _may_be_cheated(offer, rules)):
        taking = control_id("offer", offer.id, offer.version)
        made.append(button("Open the table", taking, discord.ButtonStyle.primary))
    if by_gm and offer.prospect.backer != "endless":
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
