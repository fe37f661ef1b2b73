"""The buttons under a table that several may press at once: each is one button, whoever presses it."""

from dataclasses import replace
from typing import Literal

from bot.engine.moves import Action, Choice, Move, Pick
from bot.ui.render.table_message import table_view
from examples.coin_toss.rules import TossState
from tests.tables.money.casino import TOSS, EvenRules, Toss
from tests.tables.room import Room, labels_of
from tests.ui import parts


class Back(Action):
    kind: Literal["back"] = "back"
    side: str


class ForgivingToss(Toss):
    """A bet may be taken back; on one's own one is asked for a main move."""

    def moves(self, state: TossState, seat: int) -> tuple[Move, ...]:
        sides = dict.fromkeys(bet.side for bet in state.bettor(seat).bets)
        pick = Pick(name="side", label="From", choices=tuple(Choice(value=side, label=side) for side in sides))
        back = (Move(key="back", label="Take back", fields=(pick,)),) if sides else ()
        main = (Move(key="toss", label="Toss it", style="main"),) if seat == 2 else ()
        return (*super().moves(state, seat), *back, *main)


def room() -> Room:
    room = Room(replace(TOSS, game=ForgivingToss()), EvenRules(), 3, stack=100, bank=1000)
    room.deals()
    return room


def ids(room: Room) -> list[str]:
    return parts.ids(table_view(room.table))


def test_button_names_the_only_bet_that_can_be_removed():
    table = room()
    table.acts(1, "bet", side="heads", amount=10)
    assert "heads" in labels_of(table.table)
    assert "Take back…" not in labels_of(table.table)


def test_button_asks_which_bet_to_remove_when_they_differ():
    table = room()
    table.acts(1, "bet", side="heads", amount=10)
    table.acts(2, "bet", side="tails", amount=10)
    assert "heads" not in labels_of(table.table)
    assert labels_of(table.table).count("Take back…") == 1


def test_main_move_comes_first_for_every_seat():
    assert labels_of(room().table)[0] == "P2: Toss it"


def test_a_button_keeps_its_place_when_some_have_nothing_left_for_it():
    table = room()
    before = labels_of(table.table)[:3]
    table.acts(1, "bet", side="heads", amount=100)
    assert {move.key for move in table.table.moves(1)} == {"done", "back"}
    assert labels_of(table.table)[:3] == before == ["P2: Toss it", "Bet…", "Done"]


def test_every_button_has_an_id_of_its_own():
    table = room()
    for seat, side in ((1, "heads"), (2, "tails"), (3, "edge")):
        table.acts(seat, "bet", side=side, amount=5)
    assert len(set(ids(table))) == len(ids(table))
