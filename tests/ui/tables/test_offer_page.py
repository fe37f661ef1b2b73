"""The page that is seen before a banked table opens, in words."""

from fractions import Fraction
from typing import Any

import discord
import pytest

from bot import catalog
from bot.campaigns import Bankroll, Pace
from bot.engine.money import CREDITS
from bot.engine.odds import BetOdds
from bot.engine.options import with_options
from bot.tables.offers import Offer, Prospect, Request
from bot.ui.odds_page import MEANING, pages, told
from bot.ui.offer_page import offer_page
from bot.ui.panels import MOST_CHARACTERS
from tests.ui.tables.coin_toss.evening import known
from tests.ui.tables.coin_toss.odds import bets
from tests.ui.tables.coin_toss.rules import GAME, TossRules

EDGE = "-# That is the part of a stake that the house keeps in the mean."


@pytest.fixture(autouse=True)
def _coin_toss(monkeypatch: pytest.MonkeyPatch) -> None:
    known(monkeypatch)


def an_offer(
    preset: str = "usual",
    backer: Bankroll = "endless",
    filling: int = 0,
    bank: int | None = None,
    pace: Pace = Pace.of("seconds", 90),  # noqa: B008 - it is frozen
    *,
    auto_deal: bool = False,
    **options: Any,
) -> tuple[Offer, TossRules]:
    usual = GAME.presets[preset]
    rules = with_options(usual, options)
    request = Request(
        game=GAME.key,
        rules=rules.to_json(),
        preset=preset,
        usual=usual.to_json(),
        pace=pace,
        auto_deal=auto_deal,
        bank=bank,
    )
    prospect = Prospect(backer=backer, filling=filling)
    offer = Offer(
        id=7,
        campaign_id=1,
        guild_id=2,
        channel_id=3,
        user_id=4,
        currency=CREDITS,
        request=request,
        prospect=prospect,
        made_at=0.0,
    )
    return offer, rules


def drawn(
    offer: Offer, rules: TossRules, odds: tuple[BetOdds, ...] | None = None, *, fills: bool = True, at: int = 0
) -> discord.ui.LayoutView:
    return offer_page(offer, rules, bets(rules) if odds is None else odds, fills=fills, at=at)


def lines(view: discord.ui.LayoutView) -> list[str]:
    texts = (item.content for item in view.walk_children() if isinstance(item, discord.ui.TextDisplay))
    return "\n".join(texts).split("\n")


def labels(view: discord.ui.LayoutView) -> list[str | None]:
    return [item.label for item in view.walk_children() if isinstance(item, discord.ui.Button)]


def bank(offer: Offer, rules: TossRules) -> str:
    shown = lines(drawn(offer, rules))
    return shown[shown.index("### The bank") + 1]


def test_a_table_by_a_preset_is_told_in_a_dozen_lines():
    assert lines(drawn(*an_offer())) == [
        "## Coin Toss, before it opens",
        "Bets from 5 cr · 90 seconds a turn · anyone seated begins the next toss",
        "The preset **usual**.",
        "### The house edge",
        EDGE,
        "**Heads** and **Tails**: about 2.53%",
        "**Edge**: 33.3%",
        "### The bank",
        "The house pays whatever is won: its bank is endless.",
        "-# Only you see this. The offer stands until <t:86400:f>.",
    ]


def test_what_was_chosen_besides_the_preset_is_named():
    offer, rules = an_offer("generous", pace=Pace.of("days", 2), auto_deal=True, min_bet=20, edge_pays=0)
    changed = "Smallest bet **20 cr** instead of 5 cr; The edge **no bets on it** instead of 2,999"
    assert lines(drawn(offer, rules))[1:3] == [
        "Bets from 20 cr · 2 days a turn · the next toss begins by itself",
        f"The preset **generous**, but: {changed}.",
    ]


def test_a_preset_that_a_gm_named_oddly_is_only_a_name():
    offer, rules = an_offer()
    named = offer.evolve(request=offer.request.evolve(preset="**# @everyone**"))
    assert lines(drawn(named, rules))[2] == "The preset **\\*\\*\\# \\@\N{WORD JOINER}everyone\\*\\***."


def test_bets_at_which_the_players_have_the_better_of_it_are_said_plainly():
    assert lines(drawn(*an_offer("generous")))[5:8] == [
        "**Heads** and **Tails**: **the players have the better of it**, by about 4.96%",
        "**Edge**: none, it is fair",
        "In the long run the house loses with **Heads** and **Tails**.",
    ]


@pytest.mark.parametrize(
    "asked, sentence",
    [
        ({"backer": "house", "filling": 20_000}, "The house fills the bank with **20,000 cr**."),
        (
            {"backer": "party", "filling": 500, "bank": 500},
            "The party fills the bank with **500 cr** out of its purse.",
        ),
        (
            {"backer": "house", "filling": 300},
            "The house fills the bank with **300 cr**. That is all there is; 20,000 cr would be usual.",
        ),
        (
            {"backer": "house", "filling": 30, "bank": 30, "min_bet": 40},
            "The house fills the bank with **30 cr**. Nobody can bet against less than 38 cr.",
        ),
    ],
)
def test_the_bank_is_told_with_where_it_comes_from_and_whether_it_is_enough(asked: dict[str, Any], sentence: str):
    assert bank(*an_offer(**asked)) == sentence


def test_only_whoever_may_fill_a_bank_is_asked_how_much():
    limited, endless = an_offer(backer="house", filling=500), an_offer()
    assert labels(drawn(*limited)) == ["Open the table", "Bank…", "Not now"]
    assert labels(drawn(*limited, fills=False)) == ["Open the table", "Not now"]
    assert labels(drawn(*endless)) == ["Open the table", "Not now"]


def test_many_bets_stand_on_several_pages_that_discord_takes():
    offer, rules = an_offer("generous", backer="house", filling=300)
    many = tuple(
        bet.evolve(label=f"{bet.label} {number} {'x' * 40}", back=bet.back + Fraction(number, 9999))
        for number in range(40)
        for bet in bets(rules)
    )
    count = len(labels(drawn(offer, rules, many))) - 3
    shown = [drawn(offer, rules, many, at=at) for at in range(count)]
    text = "\n".join(line for view in shown for line in lines(view))
    assert all(text.count(f"**{bet.label}**") == 1 for bet in many)
    for at, view in enumerate(shown):
        assert view.content_length() <= MOST_CHARACTERS
        assert labels(view)[3:] == [f"Bets {number}" for number in range(1, count + 1)]
        disabled = [item.disabled for item in view.walk_children() if isinstance(item, discord.ui.Button)][3:]
        assert disabled.index(True) == at
    assert "with 119 of the bets" in text


@pytest.mark.parametrize("key", ["bounder", "century", "roulette"])
def test_games_of_many_bets_fit_the_page_and_leave_no_bet_out(key: str):
    odds, rules = catalog.odds(key), next(iter(catalog.entry(key).game.presets.values()))
    assert odds is not None
    known_bets = odds.bets(rules)
    asked = an_offer()[0].request.evolve(game=key, rules=rules.to_json(), usual=rules.to_json())
    view = offer_page(an_offer()[0].evolve(request=asked), rules, known_bets, fills=True)
    assert view.content_length() < MOST_CHARACTERS
    assert all(f"**{bet.label}**" in "\n".join(lines(view)) for bet in known_bets)
    assert all(
        len(one) + len(odds.note(rules)) + len(MEANING) < MOST_CHARACTERS - 200 for one in pages(told(known_bets))
    )


def test_what_odds_rest_on_is_told_without_names_of_counters():
    for key in catalog.games():
        odds = catalog.odds(key)
        for rules in catalog.entry(key).game.presets.values():
            assert odds is None or "_" not in odds.note(rules), key
