"""Spins of roulette on Discord: spots that are typed, the same bets again, and a table of twenty."""

import pytest

from playground.people import Player
from tests.ui.tables.evening import Evening, told

MOST_TEXT = 4000
NUMBER, AMOUNT = "Which number or numbers?", "How much?"


@pytest.fixture
async def roulette(evening: Evening, han: Player, lando: Player) -> Evening:
    """Open a table at which Han and Lando sit, and the ball falls on 17."""
    evening.roll(*[17] * 20)
    await evening.open(command="roulette open", clock="off")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    return evening


async def test_a_spin_and_the_same_again(roulette: Evening, han: Player, lando: Player):
    await roulette.does(han, "First spin")
    await roulette.fills(han, "Numbers…", {NUMBER: "17 / 20", AMOUNT: "10 cr"})
    await roulette.fills(lando, "Red, odd, dozens…", {"On what?": "red", AMOUNT: "50"})
    await roulette.drawn()
    assert "▸ **Han** · 490 cr · 10 cr on 17-20" in roulette.message.text
    await roulette.does(lando, "Done")
    shown = await roulette.does(han, "Done")
    assert shown.text.startswith("## Roulette · ⬛ 17 black")
    assert "◦ Lando −50 cr · 450 cr" in shown.text
    assert "**Han** wins 170 cr with 17-20. **Lando** loses 50 cr." in shown.text
    shown = await roulette.does(lando, "Next spin")
    assert "Last spins: ⬛ 17 black" in shown.text
    assert [button.label for button in shown.buttons][:4] == [
        "Same again",
        "Red for 10 cr",
        "Numbers…",
        "Red, odd, dozens…",
    ]
    await roulette.does(han, "Same again")
    await roulette.does(han, "Remove bets", "Same again", "Done")
    assert "**Han** bets the same again: 10 cr on 17-20." in (await roulette.does(lando, "Done")).text
    assert {chair.chips for chair in (await roulette.table()).record.chairs} == {840, 450}


async def test_bad_bet_is_refused_and_changes_nothing(roulette: Evening, han: Player):
    await roulette.does(han, "First spin")
    async with roulette.nothing_changes():
        for spot, amount, refusal in (
            ("37", "5", "37 is not on the wheel. The wheel has 0 to 36."),
            ("purple", "5", "That isn't a bet on numbers here: "),
            ("17-19", "5", "That isn't a bet on numbers here: "),
            ("17, 20", "5", "Write one bet at a time: 17 for the number, or 17-20 for both together."),
            ("17", "4", "The smallest bet is 5 cr."),
            ("17", "501", "You have only 500 cr."),
        ):
            answer = await roulette.fills(han, "Numbers…", {NUMBER: spot, AMOUNT: amount})
            assert told(answer).startswith(refusal)


async def test_twenty_wide_names_fit_with_bets_and_with_what_everybody_won(evening: Evening):
    evening.roll(*[17] * 20)
    await evening.open(command="roulette open", clock="off", wheel="double")
    guests = [evening.guest(f"Guest {number}") for number in range(20)]
    for number, guest in enumerate(guests):
        await evening.sits(guest, f"{'*' * 29} {number:02}")
    await evening.does(guests[0], "First spin")
    for spot in ("six line 13-18", "corner 17-21", "trio 00-2-3"):
        for guest in guests:
            await evening.fills(guest, "Numbers…", {NUMBER: spot, AMOUNT: "12"})
        shown = await evening.drawn()
    assert len(shown.text) <= MOST_TEXT
    assert shown.text.count("12 cr on six line 13-18") >= 20
    for guest in guests:
        await guest.click(evening.message, "Done")
    shown = await evening.drawn()
    assert len(shown.text) <= MOST_TEXT
    assert "+144 cr · 644 cr" in shown.text
