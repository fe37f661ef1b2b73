"""What the bets of a game are worth, shown by a command of the game and a button on its tables."""

import threading
from fractions import Fraction

import pytest
from discord import app_commands

from bot import games
from bot.engine.banked.odds import BetOdds
from bot.ui.commands.game_commands import game_commands
from bot.ui.handlers import rules as odds_verb
from bot.ui.pages import odds as odds_page
from bot.ui.pages.odds import describe_bets
from bot.ui.pages.paging import split_pages
from examples.coin_toss import odds
from examples.coin_toss.rules import TossRules
from playground.people import Player
from tests.ui.tables.coin_toss_evening import known
from tests.ui.tables.evening import Evening, labels
from tests.ui.tables.evening import told as told_to

USUAL = [
    "## Coin Toss: the odds",
    "Under the usual house rules, **usual**.",
    f"-# {odds_page.MEANING}",
    "**Heads** and **Tails** · 95 to 100",
    "Wins about 49.98% of the time. About 97.47% comes back: house edge about 2.53%.",
    "**Edge** · 2000 to 1",
    "Wins once in 3,000 times. 66.7% comes back: house edge 33.3%.",
    f"-# {odds.NOTE}",
]

HERE = "Under this table's house rules."
CHANGED = "The house rules have changed. These are the odds now."


def a_bet(back: Fraction, chance: Fraction = Fraction(1, 2)) -> BetOdds:
    return BetOdds(key="it", label="It", pays="1 to 1", chance=chance, back=back)


async def test_the_command_tells_each_bet_by_the_usual_rules_in_two_lines(tossing: Evening, han: Player):
    assert told_to(await han.slash(tossing.channel, "coin_toss odds")).split("\n") == USUAL


async def test_a_table_in_the_channel_has_its_own_odds(tossing: Evening, han: Player):
    await tossing.open(command="coin_toss open", winnings=110, edge=0)
    shown = told_to(await han.slash(tossing.channel, "coin_toss odds"))
    assert "About 104.96% comes back: **the players have the edge**, by about 4.96%." in shown
    assert "Edge" not in shown
    assert shown.split("\n")[1] == HERE


async def test_any_preset_can_be_asked_for_the_gm_s_own_too_whatever_table_is_open(tossing: Evening, han: Player):
    await tossing.open(command="coin_toss open", winnings=110)
    campaign, odd = await tossing.cast.campaign(), "*Fair* " + "\N{BLACK HEART SUIT}" * 25
    await tossing.services.presets.save(campaign, tossing.boss, "coin_toss", odd, TossRules(winnings=100, edge_pays=0))
    for asked, by, back in (
        ("usual", USUAL[1], "About 97.47%"),
        (" GENEROUS ", "Under the preset **generous**.", "About 104.96%"),
        (odd, f"Under the preset **\\*Fair\\* {odd[7:]}**.", "About 99.97%"),
    ):
        shown = told_to(await han.slash(tossing.channel, "coin_toss odds", preset=asked)).split("\n")
        assert shown[1] == by
        assert back in shown[4]
    refused = await han.slash(tossing.channel, "coin_toss odds", preset="penny ante")
    assert told_to(refused) == "There is no preset called penny ante here."


async def test_a_table_shows_them_and_one_without_odds_and_hand_has_no_such_button(tossing: Evening, han: Player):
    await tossing.open(command="coin_toss open", preset="usual")
    shown = await tossing.privately(han, "Odds")
    assert told_to(shown).split("\n") == [USUAL[0], HERE, *USUAL[2:]]
    assert shown.acknowledged is not None
    room = tossing.elsewhere("cards")
    await room.open()
    assert "Odds" not in labels((await room.privately(han, "More…")).shown)
    await tossing.changes_rules(winnings=100, edge_pays=2999)
    shown = told_to(await tossing.privately(han, "Odds"))
    assert "Wins about 49.98% of the time. About 99.97% comes back: house edge about 0.03%." in shown
    assert "Wins once in 3,000 times. 100% comes back: a fair bet." in shown


async def test_odds_that_take_long_are_promised_first(tossing: Evening, han: Player, monkeypatch: pytest.MonkeyPatch):
    """The bot meanwhile answers everybody else."""
    go_on, bets = threading.Event(), odds.bets

    def slow(rules: TossRules) -> tuple[BetOdds, ...]:
        return bets(rules) if go_on.wait(10) else ()

    known(monkeypatch, bets=slow)
    monkeypatch.setattr(odds_page, "AT_ONCE", 0.01)
    asked = await han.slash(tossing.channel, "coin_toss odds")
    assert asked.text == ""
    assert told_to(await tossing.gm.slash(tossing.channel, "table show")).startswith("There is no table")
    go_on.set()
    answer = await asked.done()
    assert told_to(answer).split("\n") == USUAL


async def test_odds_that_take_long_come_where_the_button_was(
    tossing: Evening, han: Player, monkeypatch: pytest.MonkeyPatch
):
    await tossing.open(command="coin_toss open", preset="usual")
    more = await tossing.privately(han, "More…")
    go_on, bets = threading.Event(), odds.bets
    known(monkeypatch, bets=lambda rules: bets(rules) if go_on.wait(10) else ())
    monkeypatch.setattr(odds_page, "AT_ONCE", 0.01)
    answer = await han.click(more.shown, f"odds:{(await tossing.table()).id}:0", unchecked=True)
    go_on.set()
    assert (await han.until_sees(tossing.channel, "Coin Toss: the odds")).message.id == more.shown.message.id
    assert not answer.interaction.made


async def test_many_bets_are_shown_on_several_pages(tossing: Evening, han: Player, monkeypatch: pytest.MonkeyPatch):
    bets = odds.bets
    many = tuple(
        bet.evolve(label=f"{bet.label} no. {number}", pays=f"{number} to 1")
        for number in range(1, 46)
        for bet in bets(TossRules())
    )
    known(monkeypatch, bets=lambda rules: many)
    first = (await han.slash(tossing.channel, "coin_toss odds")).shown
    text, shown = first.text, 1
    assert labels(first) == ["Previous", "Next"]
    while (onward := first.find("Next")) and not onward.disabled:
        answer = await han.click(first, "Next")
        assert answer.interaction.made == []
        text, shown = text + answer.text, shown + 1
    assert f"page {shown} of {shown}" in text
    assert all(text.count(f"**{bet.label}**") == 1 for bet in many)


def on_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every bet a page of its own."""
    monkeypatch.setattr(odds_verb, "split_pages", tuple)


async def test_pages_keep_to_the_house_rules_they_began_with(
    tossing: Evening, han: Player, monkeypatch: pytest.MonkeyPatch
):
    on_pages(monkeypatch)
    usual = (await han.slash(tossing.channel, "coin_toss odds")).shown
    generous = (await han.slash(tossing.channel, "coin_toss odds", preset="generous")).shown
    await tossing.open(command="coin_toss open", winnings=300)
    assert told_to(await han.click(usual, "Next")).split("\n")[1] == USUAL[1]
    shown = told_to(await han.click(generous, "Next")).split("\n")
    assert (shown[1], shown[3]) == ("Under the preset **generous**.", "**Edge** · 2999 to 1")


async def test_odds_pages_start_again_when_house_rules_have_changed(
    tossing: Evening, han: Player, monkeypatch: pytest.MonkeyPatch
):
    on_pages(monkeypatch)
    campaign = await tossing.cast.campaign()
    await tossing.open(command="coin_toss open", preset="usual")
    await tossing.services.presets.save(campaign, tossing.boss, "coin_toss", "ours", TossRules(winnings=90))
    here = (await tossing.privately(han, "Odds")).shown
    ours = (await han.slash(tossing.channel, "coin_toss odds", preset="ours")).shown
    await tossing.changes_rules(winnings=100)
    await tossing.services.presets.save(campaign, tossing.boss, "coin_toss", "ours", TossRules(winnings=100))
    for shown, by in ((here, HERE), (ours, "Under the preset **ours**.")):
        told_now = told_to(await han.click(shown, "Next")).split("\n")
        assert told_now[:3] == [CHANGED, USUAL[0], by]
        assert told_now[4] == "**Heads** and **Tails** · 100 to 100"
        assert CHANGED not in told_to(await han.click(shown, "Next"))
    await tossing.services.presets.delete(campaign, tossing.boss, "coin_toss", "ours")
    assert told_to(await han.click(ours, "Previous")) == "That preset is gone."


async def test_waiting_odds_page_says_so_when_player_asks_for_something_else(
    tossing: Evening, han: Player, monkeypatch: pytest.MonkeyPatch
):
    go_on, bets = threading.Event(), odds.bets
    known(monkeypatch, bets=lambda rules: bets(rules) if go_on.wait(10) else ())
    monkeypatch.setattr(odds_page, "AT_ONCE", 0.01)
    begun = await tossing.gm.slash(tossing.channel, "coin_toss odds")
    waiting = await han.slash(tossing.channel, "coin_toss odds", preset="generous")
    asked = await han.slash(tossing.channel, "coin_toss odds")
    assert told_to(await waiting.done()) == "You asked for other odds since, so these were dropped."
    bounder = await han.slash(tossing.channel, "bounder odds")
    assert "Bounder: the odds" in told_to(await bounder.done())
    go_on.set()
    assert [told_to(await one.done()).split("\n") for one in (begun, asked)] == [USUAL, USUAL]


async def test_ids_that_lead_nowhere_are_refused_in_a_sentence(tossing: Evening, han: Player):
    shown = (await han.slash(tossing.channel, "coin_toss odds")).shown
    for custom_id, refusal in {
        "odds:pilok:0": "Nobody has worked out the odds of Three Street Pi'Lok.",
        "odds:chess:0": "That button has expired. Use the latest message.",
        "odds:coin_toss:one": "That button has expired. Use the latest message.",
        "odds:1:0": "That table is gone.",
    }.items():
        assert told_to(await han.click(shown, custom_id, unchecked=True)) == refusal


@pytest.mark.parametrize(
    "bet, sentence",
    [
        (a_bet(Fraction(1)), "Wins 50% of the time. 100% comes back: a fair bet."),
        (
            a_bet(Fraction(3, 2)),
            "Wins 50% of the time. 150% comes back: **the players have the edge**, by 50%.",
        ),
        (a_bet(Fraction(0), Fraction(0)), "Never wins. 0% comes back: house edge 100%."),
        (
            a_bet(Fraction(2), Fraction(1)),
            "Always wins. 200% comes back: **the players have the edge**, by 100%.",
        ),
    ],
)
def test_odds_say_plainly_who_has_the_edge(bet: BetOdds, sentence: str):
    assert describe_bets([bet])[0].split("\n")[1] == sentence


def test_bets_that_are_alike_in_everything_share_their_lines():
    even = [a_bet(Fraction(1)).evolve(label=label) for label in ("Red", "Black", "Odd")]
    other = a_bet(Fraction(1), Fraction(1, 3)).evolve(label="A dozen")
    assert [lines.split("\n")[0] for lines in describe_bets([even[0], other, *even[1:]])] == [
        "**Red**, **Black** and **Odd** · 1 to 1",
        "**A dozen** · 1 to 1",
    ]


@pytest.mark.parametrize("key", games.games())
def test_games_with_odds_have_a_command_and_banked_games_a_bank_option(key: str):
    spec = games.spec_of(key)
    commands = {command.name: command for command in game_commands(spec).commands}
    assert ("odds" in commands) == (spec.odds is not None or spec.win_calculator is not None)
    opening = commands["open"]
    assert isinstance(opening, app_commands.Command)
    assert ("bank" in {option.name for option in opening.parameters}) == spec.game.is_banked


def test_pages_hold_whole_bets_and_lose_none():
    texts = [f"{number} {'x' * 90}" for number in range(30)]
    made = split_pages(texts, 400)
    assert all(len(one) <= 400 for one in made)
    assert [line for one in made for line in one.split("\n")] == texts
    assert split_pages([]) == ("",)
    assert split_pages(["y" * 500, "z"], 400) == ("y" * 500, "z")
