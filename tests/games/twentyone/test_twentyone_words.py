"""Twenty-one in words: what the table says, what is told, and that the longest of it fits into a message."""

from dataclasses import replace

import pytest

from bot.engine.money import CREDITS, DND
from bot.engine.words import Voice
from cogs.twentyone import words
from cogs.twentyone.rules import GAME
from cogs.twentyone.spec import GAME as SPEC
from cogs.twentyone.state import TwentyOneRules
from tests.games.twentyone.twentyone_table import NAMES, Table, cards

PANEL = 2600
"""Characters that the table's message has for the panel and its names."""
LINE = 1500


class TestTheTable:
    def test_pictures_stand_for_cards(self):
        table = Table("Roark").dealt("Kc 8s", Roark="10h 2d")
        voice = Voice(
            names={1: "Roark"},
            currency=CREDITS,
            symbols={"twentyone_13c": "[K]", "card_10h": "[10]", "card_back": "[back]"},
        )
        drawn = words.panel(GAME.view(table.state, None), voice)
        assert drawn.status[0] == "Dealer [K] [back] · shows **10**, one face down"
        assert drawn.seats[0].cards == "[10] 2♦ **12**"
        assert {*SPEC.drawings} == {
            f"twentyone_{card}" for card in cards(" ".join(f"{r}{s}" for r in "AJQK" for s in "cdhs"))
        }


class TestBusts:
    def test_players_who_bust_head_the_table(self):
        table = Table("Roark", "Lando").dealt("10c 8s", Roark="10h 6d", Lando="9h 9d")
        assert "busts" not in table.shows[0]
        assert table.hit("Kd", "Roark").shows[0] == "Roark busts · The hands"
        view = GAME.view(table.state, None)
        assert words.own(view, table.seat("Roark"), table.voice) == "**Bust** with 26."
        assert words.own(view, table.seat("Lando"), table.voice) is None
        assert table.stand("Lando").shows[0] == "Roark busts · Dealer 18"

    def test_several_who_bust_are_counted(self):
        table = Table("Roark", "Lando").dealt("10c 8s", Roark="10h 6d", Lando="9h 9d")
        assert table.hit("Kd", "Roark").hit("Ks", "Lando").shows[0].startswith("2 players bust · ")

    def test_one_of_two_hands_over_21_is_no_bust_of_the_player(self):
        table = Table("Roark").dealt("10c 8s", Roark="8h 8d").split("8s Ks").hit("Kd")
        assert "busts" not in table.shows[0]


def crowd(end: str) -> Table:
    """Return a table of seven, each with four hands, two of them doubled, and insured."""
    names = tuple(f"{name}{end}"[:32] for name in NAMES)
    table = Table(*names, stacks=dict.fromkeys(names, 10**9), decks=8, bank=10**12, min_bet=12_345_678)
    table.dealt("Ac 9s", dict.fromkeys(names, 12_345_678), **dict.fromkeys(names, "8h 8d"))
    for name in names:
        table.do(name, "insure_part", amount=1_234_567)
    for name in names:
        table.split("8s 2c", name).split("8c 2d", name).split("2h 3d", name)
        table.double("Kd", name).double("Ks", name)
        for new in ("3s", "Ah", "Ad", "As"):
            table.hit(new, name)
        table.stand(name)
        for new in ("3h", "3c", "2s"):
            table.hit(new, name)
        table.stand(name)
    return table


@pytest.mark.parametrize("end", ["W" * 32, "*" * 32])
def test_seven_players_with_four_hands_each_fit_into_a_message(end: str):
    """Also with names that have to be escaped, and amounts of many coins."""
    table = crowd(end)
    voice = replace(table.voice, currency=DND)
    drawn = words.panel(GAME.view(table.state, None), voice)
    lines = [part for line in drawn.seats for part in (line.cards, line.text)]
    assert sum(map(len, (drawn.heading, *drawn.status, *lines))) + 7 * 40 <= PANEL
    assert all(len(told) <= LINE for told in words.tell(tuple(table.events), voice))
    assert drawn.result is not None
    assert len(drawn.result) <= LINE
    assert drawn.middle == "Dealer A♣ 9♠ · **soft 20**"


def test_stakes_say_what_a_table_plays_for():
    voice = Voice(names={}, currency=CREDITS)
    assert words.stakes(TwentyOneRules(), voice) == "Bets from 10 cr · naturals pay 3 to 2 · 6 decks"
    assert words.stakes(TwentyOneRules(decks=1, natural_pays="6:5", max_bet=50), voice) == (
        "Bets from 10 cr to 50 cr · naturals pay 6 to 5 · 1 deck"
    )
