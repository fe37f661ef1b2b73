"""The page that is seen before a banked table opens, in words."""

import re
from fractions import Fraction
from typing import Any, cast

import discord
import pytest

from bot import games
from bot.campaigns import Bankroll, Pace
from bot.engine.banked.odds import BetOdds
from bot.engine.money import CREDITS
from bot.engine.options import with_options
from bot.tables.offers import Bound, Offer, Prospect, Request
from bot.ui.handlers.offer import offer_page
from bot.ui.pages.odds import MEANING, OddsPage, describe_bets
from bot.ui.pages.paging import split_pages
from bot.ui.panels import MOST_CHARACTERS
from examples.coin_toss.odds import NOTE, bets
from examples.coin_toss.rules import CoinToss, TossRules
from tests.ui.parts import buttons, labels, texts
from tests.ui.tables.coin_toss_evening import known

QUICK = ["bounder", "century", "roulette"]
"""Games of many bets. What twenty-one tells is held beside its odds, which take seconds."""
EDGE = "-# That is the part of a stake that the house keeps on average."


@pytest.fixture(autouse=True)
def _coin_toss(monkeypatch: pytest.MonkeyPatch) -> None:
    known(monkeypatch)


def an_offer(
    preset: str = "usual",
    backer: Bankroll = "endless",
    filling: int = 0,
    bank: int | None = None,
    bound: Bound = "usual",
    pace: Pace = Pace.of("seconds", 90),  # noqa: B008 - it is frozen
    *,
    auto_deal: bool = False,
    **options: Any,
) -> tuple[Offer, TossRules]:
    usual = cast("TossRules", CoinToss.presets[preset])
    rules = with_options(usual, options)
    request = Request(
        game=CoinToss.key,
        rules=rules.to_json(),
        preset=preset,
        usual=usual.to_json(),
        pace=pace,
        auto_deal=auto_deal,
        bank=bank,
    )
    prospect = Prospect(backer=backer, filling=filling, bound=bound)
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
    offer: Offer,
    rules: TossRules,
    odds: tuple[BetOdds, ...] | None = None,
    *,
    note: str = NOTE,
    by_gm: bool = True,
    at: int = 0,
) -> discord.ui.LayoutView:
    odds = bets(rules) if odds is None else odds
    return offer_page(offer, rules, OddsPage(odds, note), by_gm=by_gm, at=at)


def lines(view: discord.ui.LayoutView) -> list[str]:
    return "\n".join(texts(view)).split("\n")


def bank(offer: Offer, rules: TossRules) -> str:
    shown = lines(drawn(offer, rules))
    return shown[shown.index("### The bank") + 1]


def test_offer_names_choices_that_differ_from_the_preset():
    offer, rules = an_offer("generous", pace=Pace.of("days", 2), auto_deal=True, min_bet=20, edge_pays=0)
    changed = "Smallest bet **20 cr** instead of 1 cr; The edge **0** instead of 2,999"
    assert lines(drawn(offer, rules))[1:3] == [
        "Bets from 20 cr · 2 days a turn · the next toss begins automatically",
        f"The preset **generous**, but: {changed}.",
    ]
    named = offer.evolve(request=offer.request.evolve(preset="**# @everyone**"))
    assert lines(drawn(named, rules))[2].startswith("The preset **\\*\\*\\# \\@\N{WORD JOINER}everyone\\*\\***")


def test_bets_at_which_the_players_have_the_better_of_it_are_said_plainly():
    assert lines(drawn(*an_offer("generous")))[5:9] == [
        "**Heads** and **Tails**: the players win about 4.96%",
        "**Edge**: none, it is fair",
        "In the long run, the house loses on 2 of the 3 bets: **Heads** and **Tails**.",
        f"-# {NOTE}",
    ]
    assert "In the long run, the house loses on every bet." in lines(drawn(*an_offer("generous", edge_pays=3001)))


def test_offer_omits_the_rules_note_beside_the_warning(monkeypatch: pytest.MonkeyPatch):
    odd = "The players have the better of the house with heads."
    monkeypatch.setattr(CoinToss, "rules_note", lambda self, rules: odd)
    assert lines(drawn(*an_offer("usual")))[3] == odd
    shown = lines(drawn(*an_offer("generous")))
    assert odd not in shown
    assert len([line for line in shown if "the house loses" in line]) == 1


@pytest.mark.parametrize(
    "asked, sentence",
    [
        ({"backer": "house", "filling": 20_000}, "The house fills the bank with **20,000 cr**."),
        (
            {"backer": "party", "filling": 500, "bank": 500},
            "The party fills the bank with **500 cr** out of its wallet.",
        ),
        (
            {"backer": "house", "filling": 300, "bound": "all"},
            "The house fills the bank with **300 cr**. That is all that the house has. The usual amount is 20,000 cr.",
        ),
        (
            {"backer": "party", "filling": 300, "bound": "half"},
            (
                "The party fills the bank with **300 cr** out of its wallet. Without the GM, it gets at most half of "
                "what the party's wallet has. The usual amount is 20,000 cr."
            ),
        ),
        (
            {"backer": "house", "filling": 20_000, "bound": "preset", "min_bet": 40},
            (
                "The house fills the bank with **20,000 cr**. Without the GM, it gets no more than that. The usual "
                "amount is 160,000 cr."
            ),
        ),
        (
            {"backer": "house", "filling": 30, "bank": 30, "bound": "asked", "min_bet": 40},
            "The house fills the bank with **30 cr**. Nobody can bet until the bank has 38 cr.",
        ),
    ],
)
def test_the_bank_is_told_with_where_it_comes_from_and_whether_it_is_enough(asked: dict[str, Any], sentence: str):
    assert bank(*an_offer(**asked)) == sentence


def test_offer_has_the_buttons_that_its_asker_may_press_by_now():
    limited, endless = an_offer(backer="house", filling=500), an_offer()
    assert labels(drawn(*limited)) == ["Open the table", "Bank…", "Not now"]
    assert labels(drawn(*limited, by_gm=False)) == labels(drawn(*endless)) == ["Open the table", "Not now"]
    early = offer_page(*limited, None, by_gm=True)
    assert "Calculating…" in lines(early)
    assert labels(early) == ["Look again", "Bank…", "Not now"]


def test_only_the_gm_opens_where_the_house_loses():
    offer, rules = an_offer("generous", backer="house", filling=500)
    by_gm, by_player = drawn(offer, rules), drawn(offer, rules, by_gm=False)
    loses = "In the long run, the house loses on 2 of the 3 bets: **Heads** and **Tails**."
    assert loses in lines(by_gm)
    assert f"{loses} Only the GM can open such a table." in lines(by_player)
    assert labels(by_gm) == ["Open the table", "Bank…", "Not now"]
    assert labels(by_player) == ["Not now"]


def test_only_the_gm_opens_where_the_house_can_be_cheated():
    offer, _ = an_offer(backer="house", filling=500)
    rules = with_options(games.spec_of("bounder").game.presets["lucky nimbus"], {"crooked": True})
    offer = offer.evolve(request=offer.request.evolve(game="bounder", rules=rules.to_json(), usual=rules.to_json()))
    honest = (BetOdds(key="shooter", label="Shooter", pays="1 to 1", chance=Fraction(1, 2), back=Fraction(9, 10)),)
    odds = OddsPage(bets=honest, note=NOTE)
    by_gm, by_player = (offer_page(offer, rules, odds, by_gm=is_gm) for is_gm in (True, False))
    cheats = "Characters may cheat here. These edges are for honest players."
    assert cheats in lines(by_gm)
    assert f"{cheats} Only the GM can open such a table." in lines(by_player)
    assert labels(by_gm) == ["Open the table", "Bank…", "Not now"]
    assert labels(by_player) == ["Not now"]


@pytest.mark.parametrize("preset, opens", [("tavern", False), ("no NPCs", True)])
def test_players_open_a_crooked_table_only_without_the_houses_money(preset: str, opens: bool):
    offer, _ = an_offer(backer="house")
    rules = games.spec_of("baldur").game.presets[preset]
    offer = offer.evolve(request=offer.request.evolve(game="baldur", rules=rules.to_json(), usual=rules.to_json()))
    fair = (BetOdds(key="hand", label="A hand", pays="1 to 1", chance=Fraction(1, 2), back=Fraction(1)),)
    view = offer_page(offer, rules, OddsPage(bets=fair, note=NOTE), by_gm=False)
    told_of_it = any("Characters may cheat here" in line for line in lines(view))
    assert (told_of_it, "Open the table" in labels(view)) == (not opens, opens)


def pages_of(view: discord.ui.LayoutView) -> int:
    """Return how many pages of bets an offer has."""
    found = re.findall(r"page 1 of (\d+)", "\n".join(lines(view)))
    return int(found[0]) if found else 1


def test_many_bets_stand_on_several_pages_that_discord_takes():
    offer, rules = an_offer("generous", backer="house", filling=300)
    many = tuple(
        bet.evolve(label=f"{bet.label} {number} {'x' * 40}", back=bet.back + Fraction(number, 9999))
        for number in range(40)
        for bet in bets(rules)
    )
    count = pages_of(drawn(offer, rules, many))
    shown = [drawn(offer, rules, many, at=at) for at in range(count)]
    text = "\n".join(line for view in shown for line in lines(view))
    assert all(text.count(f"**{bet.label}**") == 1 for bet in many)
    for at, view in enumerate(shown):
        assert sum(map(len, texts(view))) <= MOST_CHARACTERS
        disabled = [button["disabled"] for button in buttons(view)][3:]
        assert disabled == [at == 0, at == count - 1]
    assert "In the long run, the house loses on 119 of the 120 bets." in text
    assert text.count(f"-# {NOTE}") == count


def test_a_long_note_and_many_changes_leave_room_for_every_bet():
    note = "So it is. " * 150
    offer, rules = an_offer("generous", min_bet=123_456_789, max_bet=999_999_999_999, winnings=321, edge_pays=123)
    many = tuple(
        bet.evolve(label=f"{bet.label} {number}", back=bet.back + Fraction(number, 9999))
        for number in range(40)
        for bet in bets(rules)
    )
    count = pages_of(drawn(offer, rules, many, note=note))
    shown = [drawn(offer, rules, many, note=note, at=at) for at in range(count)]
    text = "\n".join(line for view in shown for line in lines(view))
    assert count > 1
    assert all(sum(map(len, texts(view))) <= MOST_CHARACTERS for view in shown)
    assert all(text.count(f"**{bet.label}**") == 1 for bet in many)
    assert text.count("-# Only you can see this. The offer stands until <t:86400:f>.") == count


@pytest.mark.parametrize("key", QUICK)
def test_games_of_many_bets_fit_the_page_and_leave_no_bet_out(key: str):
    odds, rules = games.spec_of(key).odds, next(iter(games.spec_of(key).game.presets.values()))
    assert odds is not None
    known_bets = odds.bets(rules)
    asked = an_offer()[0].request.evolve(game=key, rules=rules.to_json(), usual=rules.to_json())
    view = offer_page(an_offer()[0].evolve(request=asked), rules, OddsPage(known_bets, odds.note(rules)), by_gm=True)
    assert view.content_length() < MOST_CHARACTERS
    assert all(f"**{bet.label}**" in "\n".join(lines(view)) for bet in known_bets)
    assert all(
        len(one) + len(odds.note(rules)) + len(MEANING) < MOST_CHARACTERS - 200
        for one in split_pages(describe_bets(known_bets))
    )


@pytest.mark.parametrize("key", QUICK)
def test_odds_note_has_no_internal_names(key: str):
    odds = games.spec_of(key).odds
    assert odds is not None
    for rules in games.spec_of(key).game.presets.values():
        assert "_" not in odds.note(rules)
