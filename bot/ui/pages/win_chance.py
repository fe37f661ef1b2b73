"""The win chance of a seat: in words, on a page of its own, and added to the page of a hand."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable

import discord

from bot.engine.frozen import Frozen
from bot.engine.rng import SeededRng
from bot.engine.spec import AnyCalculator
from bot.engine.win_chance import WinChances, in_percent
from bot.engine.words import Page, counted
from bot.tables.model import Chair, Table
from bot.ui.answer import answer_of
from bot.ui.client import Interaction
from bot.ui.forms import answer_here
from bot.ui.pages.hand import as_of, ways_to
from bot.ui.pages.odds import stamp_of
from bot.ui.pages.paging import titled
from bot.ui.panels import button, control_id, page
from bot.ui.render.buttons import Component, Marked, in_rows
from bot.ui.visibility import own_page

WORKING = "-# Working out the chances…"
OVERTAKEN = "-# These chances weren't worked out: you have asked again since."
BUDGET = 40_000
"""What one estimate may work out, in hands with a game's own cards. At Klingon Hold-'Em that takes 0.1 to 0.4 seconds
of one core, against one opponent or nine, with its own cards or the most that a campaign may bring; a game that takes
longer for as much says how much less is enough (`WinCalculator.most`).
"""
AT_ONCE = 0.5
"""Seconds for which an answer waits for its chances, so that it needn't be edited."""


def describe_win_chance(chances: WinChances) -> str:
    """Describe a seat's win chance and share, in short lines."""
    against = counted(chances.opponents, "opponent")
    tie = f", {in_percent(chances.tie)} to share the first place" if chances.tie.value else ""
    lines = [f"**{in_percent(chances.win)}** to win against {against}{tie}."]
    if chances.has_pot:
        lines.append(f"On average {in_percent(chances.share)} of the pot, should everybody stay to the end.")
    return "\n".join((*lines, f"-# {_describe_method(chances)}"))


def describe_with_hand(chances: WinChances) -> str:
    """Describe the same after the present value of the seat's own hand."""
    return f"Now **{chances.now}**.\n{describe_win_chance(chances)}"


def _describe_method(chances: WinChances) -> str:
    if chances.is_exact:
        if chances.deals == 1:
            return "Exactly: nothing is left to chance."
        return f"Exactly: all {counted(chances.deals, 'way')} in which it may still come out were gone through."
    tries = counted(chances.deals, "random try", "random tries")
    return f"From {tries} at what isn't known yet; the ± holds 95 times in 100."


def chances_page(
    table: Table, chair: Chair, now: float, chances: str, others: Iterable[Chair] = ()
) -> discord.ui.LayoutView:
    """Build the page of a chair's win chance, with ways to its hand, to the game's odds and to the win chances of
    `others`. `now` is in seconds since the epoch.
    """
    ways: list[Component] = [button("Again", control_id("chances", table.id, chair.seat))]
    if table.spec.has_hands:
        ways.append(button(table.spec.game.hand_title, control_id("hand", table.id, chair.seat)))
    if table.spec.odds is not None:
        ways.append(button("The game's odds", control_id("odds", table.id, 0, stamp_of(table.rules))))
    ways += ways_to("chances", table, chair, others)
    head = f"-# {table.voice.name(chair.seat)}\n{titled(Page(title='The chance to win', text=chances))}"
    return page(head, as_of(table, now), rows=in_rows(ways))


Drawn = Callable[[str], discord.ui.LayoutView]
"""A page, made of what it tells of the chances."""


async def show_own(
    interaction: Interaction, table: Table, chair: Chair, note: str = "", marked: Marked | None = None
) -> None:
    """Answer privately with the page of a hand, in games with chances with those while it is on."""
    drawn = own_page(interaction, table, chair, note, marked)
    await show_with_win_chance(interaction, table, chair, drawn, describe_win_chance)


async def show_with_win_chance(
    interaction: Interaction, table: Table, chair: Chair, drawn: Drawn, words: Callable[[WinChances], str]
) -> None:
    """Answer privately with a page and the chances of a chair, now or later: where its button stands, or in a new
    message. What comes later stays away where the message shows something else by then.
    """
    working, note = estimate_win_chance(interaction, table, chair), _assumptions(table)
    if working is None:
        await _answer(interaction, drawn(""))
        return
    await asyncio.wait({working}, timeout=AT_ONCE)
    if not working.done():
        pages = interaction.client.pages
        message_id, edit = await _answer(interaction, drawn(WORKING))
        pages.shows(message_id, interaction.id)
        await asyncio.wait({working})
        await pages.add(message_id, interaction.id, lambda: edit(drawn(_describe_result(working, words, note))))
    else:
        await _answer(interaction, drawn(_describe_result(working, words, note)))
    if not working.cancelled():
        # what went wrong is for the funnel, once the page is there
        working.result()


def _describe_result(working: asyncio.Future[WinChances], words: Callable[[WinChances], str], note: str) -> str:
    if working.cancelled():
        return OVERTAKEN
    return f"{words(working.result())}{note}" if working.exception() is None else ""


def _assumptions(table: Table) -> str:
    """Return the assumptions behind the game's win chances, as a small line below them; "" for none."""
    calculator = table.spec.win_calculator
    note = calculator.note(table.rules) if calculator is not None else ""
    return f"\n-# {note}" if note else ""


def is_in_doubt(table: Table, chair: Chair) -> bool:
    """Return whether something is to be won or lost from there, and the game can tell how likely it is."""
    return _question(table, chair) is not None


def estimate_win_chance(interaction: Interaction, table: Table, chair: Chair) -> asyncio.Future[WinChances] | None:
    """Return the win chance of a chair from its own view; None if the result isn't in doubt.

    The hand, the seat and the question decide which deals are simulated, so the same request always gets the same
    figures. A person who could average many samples would only come nearer to what follows from their own view.
    """
    asked = _question(table, chair)
    if asked is None:
        return None
    calculator, view, question = asked
    key, rules = table.spec.game.key, table.rules
    what = ("chances", key, table.hand_id, chair.seat, question)

    def estimate() -> WinChances:
        budget = BUDGET if calculator.most is None else min(BUDGET, calculator.most)
        return calculator.estimate(view, rules, SeededRng(repr(what)), budget)

    asker = (interaction.user.id, table.id, chair.seat)
    return interaction.client.background.ask(f"{key} chances", asker, estimate, what, place=table.id)


def _question(table: Table, chair: Chair) -> tuple[AnyCalculator, Frozen, Hashable] | None:
    """Return the game's win chance estimator, the chair's own view, and the question in it."""
    if not table.in_hand or table.state is None or not table.was_dealt_in(chair.seat):
        return None
    if not table.campaign.settings.odds_at_hand:
        return None
    calculator = table.spec.win_calculator
    if calculator is None:
        return None
    view = table.spec.game.view(table.state, chair.seat)
    question = calculator.question(view)
    return None if question is None else (calculator, view, question)


Edit = Callable[[discord.ui.LayoutView], Awaitable[object]]


async def _answer(interaction: Interaction, view: discord.ui.LayoutView) -> tuple[int, Edit]:
    """Show a private page, also where the interaction has been answered already: its message, and how to edit that."""
    if interaction.response.is_done():
        sent = await interaction.followup.send(view=view, ephemeral=True, wait=True)
        return sent.id, lambda view: sent.edit(view=view)
    return await answer_here(interaction, view), answer_of(interaction).change
