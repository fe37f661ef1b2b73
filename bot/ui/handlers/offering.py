"""Banked tables shown before they open: whoever asked sees what the bets are worth, changes them, and opens."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.campaigns import Campaign, may_gm
from bot.engine.options import with_options
from bot.engine.speech import Voice
from bot.errors import PlayerError
from bot.tables.filling import require_says_how_much
from bot.tables.offers import Offer, Request
from bot.ui.context import campaign_of, click_of, house_of, person_of, places_of
from bot.ui.control import control, control_id, form, number
from bot.ui.forms import MONEY, line
from bot.ui.forms import form as new_form
from bot.ui.handlers.answers import part
from bot.ui.handlers.offer_page import offer_page
from bot.ui.handlers.opening import open_table
from bot.ui.pages.odds_page import reckoned, show
from bot.ui.pages.rule_forms import option_field, option_named, option_typed
from bot.ui.panels import page
from bot.ui.retrying import Blank, Question, answer_here

_CHANGED = "The bank would be another by now: please look again."


async def offer_table(interaction: discord.Interaction, campaign: Campaign, request: Request) -> None:
    """Show a table to whoever asked for it, with a button that opens it. Raises what the opening would, as far as that
    is known.
    """
    offers, click, places = house_of(interaction).offers, click_of(interaction), places_of(interaction)
    prospect = await offers.prospect(campaign, click, request, places)
    await _show(interaction, campaign, await offers.make(campaign, click, request, prospect))


async def _show(
    interaction: discord.Interaction, campaign: Campaign, offer: Offer, *, at: int = 0, note: str = ""
) -> None:
    rules = offer.request.house_rules
    by_gm = may_gm(campaign, person_of(interaction))
    meanwhile = offer_page(offer, rules, None, by_gm=by_gm, note=note)
    odds = await reckoned(interaction, offer.request.game, rules, meanwhile)
    if interaction.response.is_done() and await _is_another_by_now(interaction, campaign, offer):
        # Whatever made it another shows it.
        return
    await show(interaction, offer_page(offer, rules, odds, by_gm=by_gm, at=at, note=note))


async def _is_another_by_now(interaction: discord.Interaction, campaign: Campaign, offer: Offer) -> bool:
    """Whether the offer was changed, or taken up, while its odds were worked out."""
    try:
        now = await house_of(interaction).offers.get(offer.id, campaign, click_of(interaction))
    except PlayerError:
        return True
    return now.version != offer.version


async def _mine(interaction: discord.Interaction, arguments: list[str]) -> tuple[Campaign, Offer]:
    """The offer that an id names, if it is the clicker's and still stands, and the campaign that is played here."""
    campaign = await campaign_of(interaction)
    return campaign, await house_of(interaction).offers.get(number(arguments[0]), campaign, click_of(interaction))


async def _asking(interaction: discord.Interaction, campaign: Campaign, offer: Offer, request: Request) -> None:
    """Ask for something else, and show what it comes to. Raises what the opening would; then it stays as it was."""
    offers, click = house_of(interaction).offers, click_of(interaction)
    prospect = await offers.prospect(campaign, click, request, places_of(interaction))
    await _show(interaction, campaign, await offers.change(offer, request, prospect))


@control("offer")
async def take_up(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`offer:<offer>:<version>`: open the table that stands above the button. What was changed since, here or in the
    bank, is shown first.
    """
    campaign, offer = await _mine(interaction, arguments)
    offers, click = house_of(interaction).offers, click_of(interaction)
    request = offers.still_asked(campaign, click, offer.request)
    prospect = await offers.prospect(campaign, click, request, places_of(interaction))
    if (request, prospect) != (offer.request, offer.prospect):
        offer = await offers.change(offer, request, prospect)
        await _show(interaction, campaign, offer, note=_CHANGED)
    elif number(part(arguments, 1)) != offer.version:
        await _show(interaction, campaign, offer)
    else:
        rules, done = request.house_rules, page("The table is open.")
        bets, _note = await reckoned(interaction, request.game, rules)
        taken = offers.taken(offer)
        await open_table(
            interaction, campaign, request, rules, taken, promised=prospect.filling, bets=bets, instead=done
        )


@control("decline")
async def decline(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`decline:<offer>`."""
    _campaign, offer = await _mine(interaction, arguments)
    await house_of(interaction).offers.forget(offer)
    await answer_here(interaction, page("No table was opened."))


@control("offered")
async def other_page(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`offered:<offer>:<page of bets>`."""
    campaign, offer = await _mine(interaction, arguments)
    await _show(interaction, campaign, offer, at=number(part(arguments, 1)))


@control("orule", opens=True)
async def ask_value(interaction: discord.Interaction, arguments: list[str], picked: list[str]) -> None:
    """`orule:<offer>:…`, and the option that was picked."""
    _campaign, offer = await _mine(interaction, arguments)
    rules = offer.request.house_rules
    option = option_named(rules, picked[0] if picked else "")
    field = option_field(option, rules, Voice(names={}, currency=offer.currency))
    await interaction.response.send_modal(new_form(option.title, control_id("orule", offer.id, option.name), field))


@form("orule")
async def change_rule(interaction: discord.Interaction, arguments: list[str], values: dict[str, Any]) -> None:
    """`orule:<offer>:<option>`."""
    campaign, offer = await _mine(interaction, arguments)
    rules = offer.request.house_rules
    option = option_named(rules, part(arguments, 1))
    changed = with_options(rules, {option.name: option_typed(option, values, offer.currency)})
    request = house_of(interaction).offers.still_asked(campaign, click_of(interaction), offer.request)
    await _asking(interaction, campaign, offer, request.evolve(rules=changed.to_json()))


@control("obank", opens=True)
async def ask_bank(interaction: discord.Interaction, arguments: list[str], _: list[str]) -> None:
    """`obank:<offer>`."""
    await _BANK.ask(interaction, *arguments[:1])


async def _blank(interaction: discord.Interaction, arguments: list[str]) -> Blank:
    campaign, offer = await _mine(interaction, arguments)
    require_says_how_much(campaign, person_of(interaction))
    filling = offer.currency.show(offer.prospect.filling)
    empty = "Left empty, it is filled with what is usual."
    field = line("amount", "What is in the bank?", default=filling, description=empty, required=False, longest=MONEY)
    return Blank("The bank", [field])


async def _take(interaction: discord.Interaction, arguments: list[str], typed: Mapping[str, str]) -> None:
    """`obank:<offer>`."""
    campaign, offer = await _mine(interaction, arguments)
    require_says_how_much(campaign, person_of(interaction))
    text = typed.get("amount", "").strip()
    amount = offer.currency.parse(text) if text else None
    await _asking(interaction, campaign, offer, offer.request.evolve(bank=amount))


_BANK = Question("obank", _blank, _take)
