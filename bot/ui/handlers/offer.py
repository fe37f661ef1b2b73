"""Opening a table, and the offer that a banked game makes first: its odds, its bank and its house rules."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import discord

from bot import games
from bot.campaigns import Campaign, Right, may, require
from bot.db import Statement
from bot.engine.banked.odds import BetOdds, percent
from bot.engine.game import HouseRules
from bot.engine.options import options_of, with_options
from bot.engine.spec import AnySpec
from bot.engine.words import Voice, escape
from bot.errors import PlayerError
from bot.tables.model import Table
from bot.tables.offers import Bound, Offer, Request
from bot.tables.presets import Bets, losing_bets, may_be_cheated
from bot.tables.stored_rules import read_rules
from bot.tables.table_store import Click
from bot.ui.channels import make_thread, missing_permissions
from bot.ui.client import Interaction
from bot.ui.context import campaign_of, click_of, person_of, places_of, services_of, whisper
from bot.ui.forms import MONEY, Blank, FormQuestion, answer_here, line
from bot.ui.handlers.answers import part
from bot.ui.pages.house_rules import option_field, option_lists, option_named, option_typed
from bot.ui.pages.odds import AGAINST_NOBODY, OddsPage, bold_labels, calculate_odds, group_bets, show
from bot.ui.pages.paging import describe_place, small, split_pages, turn_buttons
from bot.ui.panels import MOST_CHARACTERS, Component, button, control_id, page
from bot.ui.render.buttons import in_rows
from bot.ui.render.table_text import goes_on
from bot.ui.routing import control, number

_EDGE_MEANING = "-# That is the part of a stake that the house keeps on average."
_WORKING = "Calculating…"
_CHANGE = "Change a house rule…"
_ROOM, _LEAST_ROOM = 2200, 300
"""Characters of bets on a page: at most, and however much there is to say besides."""
_OTHER_TEXT = 250
"""Characters of the headings, and of what has just happened."""
_BOUND_REASONS: Mapping[Bound, str] = {
    "all": "That is all that {has} has",
    "half": "Without the GM, it gets at most half of what {has} has",
    "preset": "Without the GM, it gets no more than that",
}
_MOST_NAMED = 5
_CHANGED = "The bank would be different now. Please look again."


def usual_request(campaign: Campaign, spec: AnySpec) -> Request:
    """Return the request for a table by the game's first preset and the campaign's settings."""
    name, rules = next(iter(spec.game.presets.items()))
    written, settings = rules.to_json(), campaign.settings
    return Request(
        game=spec.game.key,
        rules=written,
        preset=name,
        usual=written,
        pace=settings.pace,
        auto_deal=settings.auto_deal,
    )


async def open_table(
    interaction: Interaction,
    campaign: Campaign,
    request: Request,
    rules: HouseRules,
    *besides: Statement,
    promised: int | None = None,
    bets: Bets | None = None,
    click: Click | None = None,
    answer: Callable[[], Awaitable[None]] | None = None,
) -> Table:
    """Open what was asked for in the interaction's channel, or in a thread of it, and post its message.

    `promised` and `bets` are what was shown of its bank and its bets; `besides` is written in the same transaction. A
    `click` is another person's, who opens the table. If a button opens it, `answer` answers the click.
    """
    click, places = click or click_of(interaction), places_of(interaction)
    thread, opening = None, services_of(interaction).tables.opening
    if request.in_thread:
        # All that is known to be refused comes before there is a thread.
        await services_of(interaction).offers.prospect(campaign, click, request, places)
        await opening.require_room(click)
        thread = await make_thread(interaction, games.spec_of(request.game).game.title_of(rules))
        click, places = replace(click, channel_id=thread.id), (thread.id, *places)
    try:
        table = await opening.open(
            campaign,
            click,
            request.game,
            rules,
            places=places,
            pace=request.pace,
            auto_deal=request.auto_deal,
            bank=request.bank,
            promised=promised,
            bets=bets,
            besides=besides,
        )
    except PlayerError:
        if thread is not None:
            await thread.edit(archived=True)
        raise
    if thread is not None:
        interaction.client.renderer.want(table)
        if answer is not None:
            await answer()
        await whisper(interaction, f"The table is open in {thread.mention}.")
        return table
    await interaction.client.renderer.opened(interaction, table, answer)
    lacking = missing_permissions(interaction)
    if lacking:
        await whisper(interaction, f"{lacking}, so I can't remind players or repost the table.")
    return table


def offer_page(
    offer: Offer, rules: HouseRules, odds: OddsPage | None, *, by_gm: bool, at: int = 0, note: str = ""
) -> discord.ui.LayoutView:
    """Build the offer by its rules, with the page `at` of its bets. While their odds are calculated, they are missing
    and nothing can be opened. `by_gm` is for GMs, who see the amount in the bank and may open tables at which the house
    loses; `note` tells what has just happened.
    """
    warning = _warn_of_losses(offer, odds.bets if odds else (), rules, by_gm=by_gm)
    title = games.spec_of(offer.request.game).game.title_of(rules)
    head = f"## {title}, before it opens\n{describe_request(offer, rules, warned=bool(warning))}"
    bank = f"### The bank\n{_describe_bank(offer, rules)}"
    foot = f"-# Only you can see this. The offer stands until <t:{int(offer.lasts_until)}:f>."
    if odds is None:
        edges, others = f"### The house edge\n{_WORKING}", []
    else:
        meaning = f"-# {odds.note}"
        left = MOST_CHARACTERS - sum(map(len, (head, warning, meaning, bank, foot))) - _OTHER_TEXT
        lines = [
            f"{bold_labels(group)}: {_describe_edge(group[0])}" for group in group_bets(odds.bets, lambda bet: bet.edge)
        ]
        shown = split_pages(lines, max(min(left, _ROOM), _LEAST_ROOM))
        at = min(at, len(shown) - 1)
        place = small(describe_place(at, len(shown)))
        edge = (_EDGE_MEANING, shown[at], place) if lines else (AGAINST_NOBODY,)
        edges = "\n".join(filter(None, ("### The house edge", *edge, warning, meaning)))
        others = turn_buttons(at, len(shown), lambda to: control_id("offered", offer.id, to))
    rows = [_buttons(offer, rules, odds, by_gm=by_gm), *in_rows(others)]
    return page(note, head, edges, bank, foot, rows=[*rows, *option_lists(rules, "orule", offer.id, _CHANGE)])


def _describe_edge(bet: BetOdds) -> str:
    if bet.edge < 0:
        return f"the players win {percent(-bet.edge)}"
    return percent(bet.edge) if bet.edge else "none, it is fair"


def describe_request(offer: Offer, rules: HouseRules, *, warned: bool = False) -> str:
    """Describe the stakes, the pace, and the house rules that differ from the preset. `warned`: the odds already say
    what is odd about the house rules.
    """
    request, found, voice = offer.request, games.spec_of(offer.request.game).by(rules), _voice(offer)
    pace = f"{request.pace.told()} · {goes_on(found.game, by_itself=request.auto_deal)}"
    stakes = f"{found.words.stakes(rules, voice)} · {pace}"
    odd = None if warned else found.game.rules_note(rules)
    return "\n".join(filter(None, (stakes, _describe_preset(offer, rules), odd)))


def _describe_preset(offer: Offer, rules: HouseRules) -> str:
    (usual, _), voice, preset = read_rules(type(rules), offer.request.usual), _voice(offer), offer.request.preset
    other = [
        f"{option.title} **{option.told(getattr(rules, option.name), voice.money)}** "
        f"instead of {option.told(getattr(usual, option.name), voice.money)}"
        for option in options_of(type(rules))
        if getattr(rules, option.name) != getattr(usual, option.name)
    ]
    chosen = "The usual house rules" if preset is None else f"The preset **{escape(preset)}**"
    return f"{chosen}, but: {'; '.join(other)}." if other else f"{chosen}."


def _warn_of_losses(offer: Offer, bets: Sequence[BetOdds], rules: HouseRules, *, by_gm: bool) -> str:
    """Warn of bets that empty a bank in the long run, and of cheating, and say who may open such a table; "" without a
    problem.
    """
    told = [f"In the long run, the house loses on {_name_losing_bets(bets)}."] if losing_bets(bets) else []
    if _may_be_cheated(offer, rules):
        told.append("Characters may cheat here. These edges are for honest players.")
    return " ".join((*told, *(() if by_gm or not told else ("Only the GM can open such a table.",))))


def _may_be_cheated(offer: Offer, rules: HouseRules) -> bool:
    return may_be_cheated(games.spec_of(offer.request.game).game, rules)


def _name_losing_bets(bets: Sequence[BetOdds]) -> str:
    """Name the bets with which the house loses."""
    worse = losing_bets(bets)
    if len(worse) == len(bets):
        return "every bet"
    names = f": {bold_labels(worse)}" if len(worse) <= _MOST_NAMED else ""
    return f"{len(worse)} of the {len(bets)} bets{names}"


def _describe_bank(offer: Offer, rules: HouseRules) -> str:
    """Describe the bank's backer and amount, and whether that is enough to play."""
    game, prospect, money = games.spec_of(offer.request.game).game, offer.prospect, _voice(offer).money
    if prospect.backer == "endless":
        return "The house pays all winnings from an unlimited bank."
    if not prospect.filling:
        return "Nobody plays against the house's money here, so the bank needs none."
    owner, from_where = ("The party", " out of its wallet") if prospect.backer == "party" else ("The house", "")
    told = [f"{owner} fills the bank with **{money(prospect.filling)}**{from_where}."]
    usual, least = game.usual_bank(rules), game.least_bank(rules)
    has = "the party's wallet" if prospect.backer == "party" else "the house"
    if why := _BOUND_REASONS.get(prospect.bound, "").format(has=has):
        told.append(f"{why}. The usual amount is {money(usual)}.")
    if prospect.filling < least:
        told.append(f"Nobody can bet until the bank has {money(least)}.")
    return " ".join(told)


def _voice(offer: Offer) -> Voice:
    return Voice(names={}, currency=offer.currency)


def _buttons(offer: Offer, rules: HouseRules, odds: OddsPage | None, *, by_gm: bool) -> list[Component]:
    made: list[Component] = []
    if odds is None:
        # A bot that stops meanwhile never shows the odds: anyone who waits can ask again.
        made.append(button("Look again", control_id("offered", offer.id, 0)))
    elif by_gm or not (losing_bets(odds.bets) or _may_be_cheated(offer, rules)):
        taking = control_id("offer", offer.id, offer.version)
        made.append(button("Open the table", taking, discord.ButtonStyle.primary))
    if by_gm and offer.prospect.backer != "endless":
        made.append(button("Bank…", control_id("obank", offer.id)))
    made.append(button("Not now", control_id("decline", offer.id)))
    return made


async def offer_table(interaction: Interaction, campaign: Campaign, request: Request) -> None:
    """Show a table to the person who asked for it, with a button that opens it. Raises what the opening would, as far
    as that is known.
    """
    offers, click, places = services_of(interaction).offers, click_of(interaction), places_of(interaction)
    prospect = await offers.prospect(campaign, click, request, places)
    await _show(interaction, campaign, await offers.make(campaign, click, request, prospect))


async def _show(interaction: Interaction, campaign: Campaign, offer: Offer, *, at: int = 0, note: str = "") -> None:
    rules = offer.request.house_rules
    by_gm = may(Right.FILL, person_of(interaction), campaign)
    meanwhile = offer_page(offer, rules, None, by_gm=by_gm, note=note)
    odds = await calculate_odds(interaction, offer.request.game, rules, meanwhile)
    if interaction.response.is_done() and await _has_changed(interaction, campaign, offer):
        # Whatever made it another shows it.
        return
    await show(interaction, offer_page(offer, rules, odds, by_gm=by_gm, at=at, note=note))


async def _has_changed(interaction: Interaction, campaign: Campaign, offer: Offer) -> bool:
    """Return whether the offer was changed, or taken up, while its odds were calculated."""
    try:
        now = await services_of(interaction).offers.get(offer.id, campaign, click_of(interaction))
    except PlayerError:
        return True
    return now.version != offer.version


async def _own_offer(interaction: Interaction, arguments: list[str]) -> tuple[Campaign, Offer]:
    """Return the campaign that is played here and the offer of an id, if it is the clicker's and still stands."""
    campaign = await campaign_of(interaction)
    return campaign, await services_of(interaction).offers.get(number(arguments[0]), campaign, click_of(interaction))


async def _change_request(interaction: Interaction, campaign: Campaign, offer: Offer, request: Request) -> None:
    """Ask for something else, and show what it comes to. Raises what the opening would; then it stays as it was."""
    offers, click = services_of(interaction).offers, click_of(interaction)
    prospect = await offers.prospect(campaign, click, request, places_of(interaction))
    await _show(interaction, campaign, await offers.change(offer, request, prospect))


@control("offer")
async def take_up(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Open the table of the offer above the button: `offer:<offer>:<version>`. If the offer or the bank has changed
    since, show that first.
    """
    campaign, offer = await _own_offer(interaction, arguments)
    offers, click = services_of(interaction).offers, click_of(interaction)
    request = offers.still_asked(campaign, click, offer.request)
    prospect = await offers.prospect(campaign, click, request, places_of(interaction))
    if (request, prospect) != (offer.request, offer.prospect):
        offer = await offers.change(offer, request, prospect)
        await _show(interaction, campaign, offer, note=_CHANGED)
    elif number(part(arguments, 1)) != offer.version:
        await _show(interaction, campaign, offer)
    else:
        rules, done = request.house_rules, partial(show, interaction, page("The table is open."))
        bets, _note = await calculate_odds(interaction, request.game, rules)
        taken = offers.taken(offer)
        await open_table(
            interaction, campaign, request, rules, taken, promised=prospect.filling, bets=bets, answer=done
        )


@control("decline")
async def decline(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Decline the offer: `decline:<offer>`."""
    _campaign, offer = await _own_offer(interaction, arguments)
    await services_of(interaction).offers.forget(offer)
    await answer_here(interaction, page("No table was opened."))


@control("offered")
async def other_page(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Show another page of bets: `offered:<offer>:<page of bets>`."""
    campaign, offer = await _own_offer(interaction, arguments)
    await _show(interaction, campaign, offer, at=number(part(arguments, 1)))


@control("orule", opens=True)
async def ask_value(interaction: Interaction, arguments: list[str], picked: list[str]) -> None:
    """Open the form for the picked option: `orule:<offer>:…`."""
    await _RULE.ask(interaction, *arguments[:1], *picked[:1])


async def _blank_rule(interaction: Interaction, arguments: list[str]) -> Blank:
    _campaign, offer = await _own_offer(interaction, arguments)
    rules = offer.request.house_rules
    option = option_named(rules, part(arguments, 1))
    return Blank(option.title, [option_field(option, rules, Voice(names={}, currency=offer.currency))])


async def _take_rule(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    """Change a house rule of the offer: `orule:<offer>:<option>`."""
    campaign, offer = await _own_offer(interaction, arguments)
    rules = offer.request.house_rules
    option = option_named(rules, part(arguments, 1))
    changed = with_options(rules, {option.name: option_typed(option, typed, offer.currency)})
    request = services_of(interaction).offers.still_asked(campaign, click_of(interaction), offer.request)
    await _change_request(interaction, campaign, offer, request.evolve(rules=changed.to_json()))


_RULE = FormQuestion("orule", _blank_rule, _take_rule, "offered:{0}:0")


@control("obank", opens=True)
async def ask_bank(interaction: Interaction, arguments: list[str], _: list[str]) -> None:
    """Open the form for the bank: `obank:<offer>`."""
    await _BANK.ask(interaction, *arguments[:1])


async def _blank(interaction: Interaction, arguments: list[str]) -> Blank:
    campaign, offer = await _own_offer(interaction, arguments)
    require(Right.FILL, person_of(interaction), campaign)
    filling = offer.currency.show(offer.prospect.filling)
    empty = "Leave it empty for the usual amount."
    field = line("amount", "Amount in the bank", default=filling, description=empty, required=False, longest=MONEY)
    return Blank("The bank", [field])


async def _take(interaction: Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    """Change the bank of the offer: `obank:<offer>`."""
    campaign, offer = await _own_offer(interaction, arguments)
    require(Right.FILL, person_of(interaction), campaign)
    text = typed.get("amount", "").strip()
    amount = offer.currency.parse(text) if text else None
    await _change_request(interaction, campaign, offer, offer.request.evolve(bank=amount))


_BANK = FormQuestion("obank", _blank, _take, "offered:{0}:0")
