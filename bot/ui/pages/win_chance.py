"""The win chance of a seat: in a line, and with its method on a page of its own."""

import asyncio
import json
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from bot.db import log_unexpected
from bot.engine.cheating.wrapper import seen_honestly
from bot.engine.win_chance import Estimate, WinChances, in_percent
from bot.engine.words import Page, counted
from bot.errors import RuleError
from bot.processes import TookTooLong, WorkerLost
from bot.tables.model import Chair, Table
from bot.ui.client import Shadowport
from bot.ui.pages.hand import ways_to
from bot.ui.pages.odds import stamp_of
from bot.ui.pages.paging import titled
from bot.ui.pages.private_pages import Glance
from bot.ui.panels import Component, FixedView, button, control_id, page
from bot.ui.render.buttons import in_rows, with_one_primary
from bot.worker import ChancesQuestion, answer_question

log = logging.getLogger(__name__)
WORKING = "-# Calculating the chances…"
BUDGET = 40_000
"""What one estimate may work out, in hands with a game's own cards. At Klingon Hold-'Em that takes 0.1 to 0.4 seconds
of one core, against one opponent or nine, with its own cards or the most that a campaign may bring; a game that takes
longer for as much says how much less is enough (`WinCalculator.most`).
"""
AT_ONCE = 0.5
"""Seconds for which a page waits for its chances, so that it needn't be edited again."""
_CHEAPER = 20
"""By what the budget is divided after a worker has been given up."""
_LINE = "chances"
"""The line of the background work, and the place among the tables whose questions the workers take turns with."""


def describe_in_a_line(chances: WinChances) -> str:
    """Describe a seat's win chance in a line."""
    tie = f", {_in_whole_percent(chances.tie)} to tie" if chances.tie.value else ""
    return f"**{_in_whole_percent(chances.win)}** to win{tie}"


def _in_whole_percent(chance: Estimate) -> str:
    """Write a chance, as in "34%". One that only may be 0 or 1 isn't written as if it were."""
    whole, is_sure = round(100 * chance.value), chance.error == 0 and chance.value in {0, 1}
    if whole in {0, 100} and not is_sure:
        return "under 1%" if whole == 0 else "over 99%"
    return f"{whole}%"


def describe_in_detail(chances: WinChances) -> str:
    """Describe a seat's hand, win chance and share, and the method."""
    against = counted(chances.opponents, "opponent")
    tie = f", {in_percent(chances.tie)} to tie for the first place" if chances.tie.value else ""
    lines = [f"Now **{chances.now}**.", f"**{in_percent(chances.win)}** to win against {against}{tie}."]
    if chances.has_pot:
        lines.append(f"{in_percent(chances.share)} of the pot on average, if everyone stays to the end.")
    return "\n".join((*lines, f"-# {_describe_method(chances)}"))


def _describe_method(chances: WinChances) -> str:
    if chances.is_exact:
        if chances.deals == 1:
            return "Exact: nothing is left to chance."
        return f"Exact: calculated from all {counted(chances.deals, 'way')} in which the hand can go on."
    tries = counted(chances.deals, "time")
    return f"Simulated {tries}, 95% confidence."


def chances_page(table: Table, chair: Chair, note: str, chances: str, others: Iterable[Chair] = ()) -> FixedView:
    """Build the page of a chair's win chance, with ways to its hand, to the game's odds and to the win chances of
    `others`.
    """
    to_hand = table.spec.has_hands
    label, verb = (table.spec.game.hand_title, "hand") if to_hand else ("My seat", "seat")
    ways: list[Component] = [button(label, control_id(verb, table.id, chair.seat))]
    if table.spec.odds is not None:
        ways.append(button("The game's odds", control_id("odds", table.id, 0, stamp_of(table.rules))))
    ways += ways_to("chances", table, chair, others)
    head = f"-# {table.voice.name(chair.seat)}\n{titled(Page(title='The chance to win', text=chances))}"
    return page(note, head, rows=with_one_primary(in_rows(ways)))


async def tell_chances(
    client: Shadowport, table: Table, chair: Chair, glance: Glance, words: Callable[[WinChances], str]
) -> str:
    """Describe the chances of a chair on a page, or say that they are being calculated: the page is drawn again when
    they are there. Returns "" if the result isn't in doubt, or can't be calculated.
    """
    working = _estimate(client, table, chair)
    if working is None:
        return ""
    if not working.done():
        pause = asyncio.ensure_future(client.services.clock.sleep(AT_ONCE))
        try:
            await asyncio.wait({working, pause}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            pause.cancel()
    if not working.done() or working.cancelled():
        glance.wait_for(working)
        return WORKING
    if (error := working.exception()) is not None:
        log_unexpected(log, error, "the win chance at table %s could not be calculated", table.id)
        return ""
    chances = working.result()
    return "" if chances is None else words(chances)


def assumptions_of(table: Table) -> str:
    """Return the assumptions behind the game's win chances, as a small line below them; "" for none."""
    calculator = table.spec.win_calculator
    note = calculator.note(table.rules) if calculator is not None else ""
    return f"\n-# {note}" if note else ""


def is_in_doubt(table: Table, chair: Chair) -> bool:
    """Return whether something is to be won or lost from there, and the game can tell how likely it is."""
    return chances_question(table, chair) is not None


def require_doubt(table: Table, chair: Chair) -> None:
    """Refuse the win chance of a chair from which nothing is to be won or lost. Raises RuleError."""
    if is_in_doubt(table, chair):
        return
    if not table.in_hand:
        raise RuleError(f"No {table.hand_word} is in play.")
    name = table.voice.name(chair.seat)
    if not table.was_dealt_in(chair.seat):
        raise RuleError(f"{name} isn't in this {table.hand_word}.")
    # Everyone sees that the player has given up.
    seats = table.spec.panel(table.state, None, table.voice.in_letters()).seats
    if any(line.is_out for line in seats if line.seat == chair.seat):
        raise RuleError(f"{name} is no longer in this {table.hand_word}.")
    raise RuleError(f"{name}'s chance to win can't be calculated at this point of the {table.hand_word}.")


def _estimate(client: Shadowport, table: Table, chair: Chair) -> asyncio.Future[WinChances | None] | None:
    """Return the win chance of a chair from its own view; None if the result isn't in doubt.

    One estimate is made at a time, for everyone who sees the chair's hand, and of each chair only the newest question
    waits. So the NPCs always have the other workers.
    """
    asked, asker = chances_question(table, chair), (table.id, chair.seat)
    if asked is None:
        client.background.drop(_LINE, asker)
        return None
    return client.background.start(
        _LINE, asker, lambda: asyncio.ensure_future(_answer(client, table, asked)), asked.seed, table.id
    )


async def _answer(client: Shadowport, table: Table, asked: ChancesQuestion) -> WinChances | None:
    """Have a worker estimate the chances; with a smaller budget if it takes too long. Where no worker is to be had, a
    thread does it. Returns None for an estimate that fails.
    """
    for posed in (asked, replace(asked, budget=max(asked.budget // _CHEAPER, 1))):
        try:
            answer: dict[str, str] = json.loads(await client.services.workers.ask(posed.packed(), _LINE))
        except TookTooLong as lost:
            log.warning("the win chance at table %s is given up: %s", table.id, lost)
            asked = posed
        except WorkerLost as lost:
            log.warning("the win chance at table %s is calculated without a worker: %s", table.id, lost)
            break
        else:
            return _read(table, answer)
    sent = await client.background.ask(f"{_LINE} of {asked.game}", table.id, partial(answer_question, asked.packed()))
    return _read(table, json.loads(sent))


def _read(table: Table, answer: dict[str, str]) -> WinChances | None:
    if "error" in answer:
        log.error("the win chance at table %s could not be calculated: %s", table.id, answer["error"])
        return None
    return WinChances.from_json(answer["answer"])


def chances_question(table: Table, chair: Chair) -> ChancesQuestion | None:
    """Build the question for a chair's win chance, from its own view; None if the result isn't in doubt.

    The hand, the seat and what the chances depend on decide which deals are simulated, so the same request always gets
    the same figures. A person who could average many samples would only come nearer to what follows from their own
    view.
    """
    calculator, key = table.spec.win_calculator, table.spec.game.key
    if calculator is None or not table.in_hand or table.state is None or not table.was_dealt_in(chair.seat):
        return None
    if not table.campaign.settings.odds_at_hand:
        return None
    view = table.spec.game.view(table.state, chair.seat)
    question = calculator.question(view)
    if question is None:
        return None
    return ChancesQuestion(
        game=key,
        view=seen_honestly(view),
        seed=repr(("chances", key, table.hand_id, chair.seat, question)),
        budget=BUDGET if calculator.most is None else min(BUDGET, calculator.most),
        rules=table.rules,
    )
