"""Twenty who bet at once: what their table's message says, which buttons it has, and who is reminded of what."""

import pytest

from bot.campaigns import CampaignSettings, Pace
from bot.tables.hand.timing import remind_at
from bot.ui.render.table_message import table_view
from cogs.campaign.settings_text import parse_currency
from tests.laws.wheel import NUMBERS, Wheel, WheelRules, entry
from tests.tables.room import Room, labels_of, text_of
from tests.ui.parts import parts

SEATS = 20
LONG = "@{} " + "*_" * 13
"""A name of 32 characters or so, most of which have to be escaped."""
DAYS = Pace.of("days", 2)
WIDE_COINS = parse_currency(", ".join(f"{letter * 28}={10 ** (7 - at)}" for at, letter in enumerate("abcdefgh")))


def crowd(seats: int = SEATS, **room: object) -> Room:
    """Everybody may bet, against a bank that can pay it all."""
    there = Room(entry(Wheel()), WheelRules(), seats, **{"stack": 99_999, "bank": 10**9, **room})
    there.deals()
    return there


def with_all_bets(room: Room, amount: int = 12_300) -> Room:
    for number in NUMBERS:
        room.all_act("bet", side=number, amount=amount)
    return room


def test_twenty_with_long_names_and_every_bet_fit_on_one_message() -> None:
    table = with_all_bets(crowd(name=LONG)).table
    text = text_of(table)
    assert len(text) <= 4000
    assert len(parts(table_view(table))) <= 40
    assert text.count("▸") == SEATS
    assert all(text.count(f"{number} 123 gp") == SEATS for number in NUMBERS)


def test_long_names_are_cut_before_bets_are_left_out() -> None:
    name = "Somebody with quite a long name, and a good deal more of it than most others have {:02}"
    table = with_all_bets(crowd(name=name), amount=23_456).table
    assert text_of(table).count("two 234 gp 5 sp 6 cp") == SEATS
    assert "▸ **Somebody with quite" not in text_of(table)
    assert text_of(table).count("Somebody wit…") == SEATS


def test_names_are_whole_where_there_is_room_for_them() -> None:
    room = crowd(name="Somebody with quite a long name {:02}")
    room.all_act("bet", side="one", amount=5)
    assert text_of(room.table).count("Somebody with quite a long name ") >= SEATS


def test_coins_that_are_too_wide_give_way_to_nothing_that_matters_more() -> None:
    table = with_all_bets(crowd(name=LONG, settings=CampaignSettings(currency=WIDE_COINS))).table
    text = text_of(table)
    assert len(text) <= 4000
    assert text.count("▸") == SEATS


def test_every_state_of_a_crowded_turn_can_be_drawn() -> None:
    room = with_all_bets(crowd(name=LONG))
    for table in (room.all_act("done"), room.acts(20, "on"), room.acts(1, "on"), room.settled()):
        assert len(text_of(table)) <= 4000
    assert "It is " in text_of(room.table)


def test_a_button_stays_while_somebody_may_press_it() -> None:
    """Whoever is done may still bet and take back, though the table waits for another who has nothing to take back."""
    room = crowd(3)
    room.acts(1, "bet", side="one", amount=5)
    room.acts(1, "done")
    room.acts(2, "done")
    assert labels_of(room.table)[:3] == ["Bet…", "Done", "Take back 5 cp"]


def test_move_with_different_prices_is_one_button_without_a_price() -> None:
    room = crowd(3)
    for seat in (1, 2):
        room.acts(seat, "bet", side="one", amount=5)
    assert "Take back 5 cp" in labels_of(room.table)
    room.acts(2, "bet", side="two", amount=7)
    assert labels_of(room.table).count("Take back") == 1
    assert not [label for label in labels_of(room.table) if label.startswith("Take back ")]


def test_message_shows_no_turn_and_no_time_while_the_wheel_turns() -> None:
    room = crowd(3)
    room.acts(1, "bet", side="one", amount=5)
    assert "<t:" in text_of(room.table)
    table = room.all_act("done")
    assert table.pause == 2
    for sign in ("▸", "may bet", "<t:"):
        assert sign not in text_of(table)
    assert labels_of(table)[0] == "Go on"


def test_the_first_turn_is_no_deal() -> None:
    room = Room(entry(Wheel()), WheelRules(), 2, bank=1000)
    assert labels_of(room.table)[0] == "First turn"
    room.deals()
    room.all_act("done")
    assert labels_of(room.settled())[0] == "Next turn"


@pytest.mark.parametrize("seats, moment", [(5, 30), (6, None), (20, None)])
def test_at_a_live_table_a_crowd_is_not_reminded(seats: int, moment: float | None) -> None:
    assert remind_at(crowd(seats).table) == moment


def test_the_last_handful_of_a_crowd_is_reminded() -> None:
    room = crowd(SEATS)
    for seat in range(1, 15):
        room.acts(seat, "done", at=10)
    assert remind_at(room.table) is None
    room.acts(15, "done", at=40)
    assert remind_at(room.table) == 30


@pytest.mark.parametrize("seats, moment", [(5, 0.0), (6, 86_400.0)])
def test_by_post_a_crowd_is_reminded_after_half_of_the_time(seats: int, moment: float) -> None:
    assert remind_at(crowd(seats, pace=DAYS).table) == moment


def test_the_npcs_of_a_gm_are_no_crowd() -> None:
    assert not crowd(SEATS, npcs=18).table.asks_a_crowd
    assert crowd(SEATS, npcs=14).table.asks_a_crowd


def test_a_crowd_is_counted_and_a_handful_named() -> None:
    room = crowd(SEATS)
    assert room.table.named(room.table.to_act) == "20 players"
    assert room.table.named({1, 2, 3}) == "**P1**, **P2** and **P3**"
