"""Draws of Century on Discord: tickets that are typed, numbers that come by themselves, and a table of twenty."""

import pytest

from bot.errors import RuleError
from bot.tables.table_store import Click
from playground.people import Player
from tests.ui.tables.evening import Evening, labels, refused, seats_of

MOST_TEXT = 4000
NUMBERS, COUNT, STAKE = "Your numbers", "How many numbers", "Stake"
TICKET, QUICK = "Fill in a ticket…", "Quick pick…"
A_STEP, A_SLOW_STEP = 2, 6


@pytest.fixture
async def century(evening: Evening, han: Player, lando: Player) -> Evening:
    """Open a table at which Han and Lando sit; the numbers come as 1, 2, 3 and so on, also in quick picks."""
    evening.roll(*[1] * 60)
    await evening.open(command="century open", clock="off", drawing="In steps")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    await evening.does(han, "First draw")
    return evening


async def test_a_draw_from_the_first_ticket_to_the_last_number(century: Evening, han: Player, lando: Player):
    assert labels(century.message)[:4] == ["Quick pick for 10 cr", TICKET, QUICK, "Done"]
    await century.fills(han, TICKET, {NUMBERS: "44, 3 and 17", STAKE: "10"})
    await century.drawn()
    assert "◦ Han 3 17 44 · 490 cr · stake 10 cr" in seats_of(century.message)
    assert "**Lando** may bet" in century.message.text
    await century.fills(lando, QUICK, {COUNT: "2", STAKE: "5 cr"})
    shown = await century.drawn()
    assert "Century · 10 of 20" in shown.text
    assert "Just drawn **1, 2, 3, 4, 5, 6, 7, 8, 9, 10**" in shown.text
    assert "◦ Lando **1✓ 2✓** (2 of 2) · 495 cr · stake 5 cr" in seats_of(shown)
    shown = await century.passes(A_STEP)
    assert "**Lando** has 2 of 2 and is paid 25 cr; **Han** has 2 of 3 and is paid 20 cr." in shown.text
    assert "◦ Han **3✓ 17✓** 44 (2 of 3, paid 20 cr) · 510 cr" in seats_of(shown)
    assert [await century.chips(seat) for seat in (1, 2)] == [510, 520]


async def test_the_same_again_changed_and_taken_back(century: Evening, han: Player, lando: Player):
    await century.fills(han, TICKET, {NUMBERS: "3 17 44", STAKE: "10"})
    await century.does(lando, "Done")
    await century.does(han, "Next numbers (10 of 20)")
    await century.does(lando, "Next draw")
    await century.does(han, "Same again 10 cr")
    assert "**Han** plays the same again: 3 17 44 for 10 cr." in century.message.text
    await century.fills(han, TICKET, {"New numbers for your last ticket": "5;6", STAKE: "20"})
    assert "◦ Han 5 6 · 490 cr · stake 20 cr" in seats_of(await century.drawn())
    await century.does(han, "Remove ticket")
    assert "▸ **Han** · 510 cr" in seats_of(century.message)


async def test_bad_ticket_is_refused_and_changes_nothing(century: Evening, han: Player):
    async with century.nothing_changes():
        for numbers, stake, refusal in (
            ("1 2 3 4 5 6 7 8 9 10 11", "5", "These are 11 numbers: give 2 to 10."),
            ("7", "5", "This is 1 number: give 2 to 10."),
            ("7 8 7", "5", "7 appears twice."),
            ("3 7 7 101", "5", "7 appears twice. 101 is too high: the numbers go from 1 to 100."),
            (
                "3 x 7 7 y",
                "5",
                "I can't read “x” and “y” as whole numbers. Write them like this: 1, 50, 100. 7 appears twice.",
            ),
            ("0 7", "5", "0 is too low: the numbers go from 1 to 100."),
            ("7 101", "5", "101 is too high: the numbers go from 1 to 100."),
            ("-3 7", "5", "-3 is too low: the numbers go from 1 to 100."),
            ("7 12-15", "5", "I can't read “12-15” as a whole number. Write them like this: 1, 50, 100."),
            ("7 3.5", "5", "I can't read “3\\.5” as a whole number. Write them like this: 1, 50, 100."),
            ("7 8", "4", "The smallest bet is 5 cr."),
            ("7 8", "501", "You have only 500 cr."),
        ):
            answer = await century.fills(han, TICKET, {NUMBERS: numbers, STAKE: stake})
            assert refused(answer) == refusal
            form = (await han.click(answer.shown, "Try again")).form
            assert (form.field(NUMBERS).default, form.field(STAKE).default) == (numbers, stake)
            await century.clock.advance(1)


async def test_slow_draw_has_no_button_to_go_on(evening: Evening, han: Player):
    evening.roll(*[1] * 20)
    await evening.open(command="century open", clock="off", drawing="Slowly, in steps")
    await evening.sits(han, "Han")
    await evening.does(han, "First draw")
    await evening.fills(han, TICKET, {NUMBERS: "3 17", STAKE: "10"})
    shown = await evening.drawn()
    for drawn in (5, 10, 15):
        assert f"Century · {drawn} of 20" in shown.text
        assert not any("Go on" in label for label in labels(shown))
        click = Click(evening.boss, evening.guild.id, evening.channel.id, f"hurries {drawn}", evening.clock.now())
        with pytest.raises(RuleError, match="The next numbers come automatically"):
            await evening.services.tables.playing.act((await evening.table()).id, click, "go_on", seat=1, absent=True)
        shown = await evening.passes(A_SLOW_STEP)
    assert "**Han** has 2 of 2 and is paid 50 cr." in shown.text


async def test_twenty_wide_names_fit_with_all_their_tickets(evening: Evening):
    evening.roll(*[1] * 20)
    await evening.open(command="century open", clock="off", drawing="In steps")
    guests = [evening.guest(f"Guest {number}") for number in range(20)]
    for number, guest in enumerate(guests):
        await evening.sits(guest, f"{'*' * 29} {number:02}")
    await evening.does(guests[0], "First draw")
    for guest in guests:
        await evening.fills(guest, TICKET, {NUMBERS: "1 12 23 34 45 56 67 78 89 100", STAKE: "12"})
    shown = await evening.drawn()
    assert len(shown.text) <= MOST_TEXT
    assert shown.text.count("1 of 10") == 20
    shown = await evening.does(guests[7], "Next numbers (10 of 20)")
    assert len(shown.text) <= MOST_TEXT
    assert "No ticket is paid." in shown.text
