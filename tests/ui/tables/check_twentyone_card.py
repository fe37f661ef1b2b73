"""`/twentyone strategy`: the card of basic strategy, for whoever asks, by the house rules of the table there."""

import threading

import pytest

from bot.engine.words import Page, Voice
from bot.ui.pages import odds
from cogs.twentyone import basic_strategy
from cogs.twentyone.basic_strategy import strategy_pages
from cogs.twentyone.state import TwentyOneRules
from playground.people import Player
from tests.ui.tables.evening import Evening, told

QUICK = TwentyOneRules(decks=1, split_hands=1)
"""A shoe that is soon gone through."""


async def test_shows_the_whole_card_to_whoever_asks(evening: Evening, han: Player, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(basic_strategy, "strategy_pages", lambda _, voice: strategy_pages(QUICK, voice))
    answer = await (await han.slash(evening.channel, "twentyone strategy")).done()
    shown = told(answer)
    assert shown.startswith("## Basic strategy\n")
    assert "\n## Totals\n```\n       2  3  4  5  6  7  8  9 10  A\n4-7    H" in shown
    assert "\n19     S  S  S  S Ds  S  S  S  S  S\n" in shown


async def test_goes_by_the_rules_of_the_table_in_the_channel_and_else_by_the_usual_ones(
    evening: Evening, han: Player, monkeypatch: pytest.MonkeyPatch
):
    asked: list[TwentyOneRules] = []

    def noted(rules: TwentyOneRules, _: Voice) -> tuple[Page, ...]:
        asked.append(rules)
        return (Page(title="Card", text="S"),)

    monkeypatch.setattr(basic_strategy, "strategy_pages", noted)
    await han.slash(evening.channel, "twentyone strategy")
    monkeypatch.setattr(odds, "odds_of", lambda *_: odds.OddsPage((), ""))  # the offer's odds are another matter
    await evening.open(command="twentyone open", decks=2, clock="off")
    assert told(await han.slash(evening.channel, "twentyone strategy")) == "## Card\nS"
    assert asked == [TwentyOneRules(), TwentyOneRules(decks=2)]


async def test_is_promised_first_where_it_takes_long(evening: Evening, han: Player, monkeypatch: pytest.MonkeyPatch):
    go_on = threading.Event()

    def slow(_rules: TwentyOneRules, _voice: Voice) -> tuple[Page, ...]:
        return (Page(title="Card", text="S"),) if go_on.wait(10) else ()

    monkeypatch.setattr(basic_strategy, "strategy_pages", slow)
    monkeypatch.setattr(odds, "AT_ONCE", 0.01)
    asked = await han.slash(evening.channel, "twentyone strategy")
    assert asked.text == ""
    assert told(await evening.gm.slash(evening.channel, "table show")).startswith("There is no table")
    go_on.set()
    assert told(await asked.done()) == "## Card\nS"
