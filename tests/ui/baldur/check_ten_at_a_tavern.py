"""Ten with the widest names at a table of Baldur Hold'em who influence each other: no seat and no button is lost."""

from bot.engine.cheating.wrapper import CLAIM_LABEL
from bot.engine.skills import D20
from playground.people import Seen
from tests.ui.baldur.pages import page
from tests.ui.tables.evening import LONG_COINS, WIDEST, Evening, labels

MOST_TEXT, MOST_COMPONENTS = 4000, 40
BUTTONS = ["GM page", "Up my sleeve"]


def require_whole(seen: Seen, marks: str = "▸◦") -> None:
    """Check that all seats and buttons are there."""
    assert len(seen.text) <= MOST_TEXT
    assert len(seen.components) <= MOST_COMPONENTS
    assert sum(line.startswith(tuple(marks)) for line in seen.lines) == 10
    assert [label for label in labels(seen) if label in BUTTONS] == BUTTONS


async def test_ten_who_sway_each_other_in_every_round(evening: Evening):
    await evening.counts_in(LONG_COINS, starting_purse=99_999_999, system=D20)
    await evening.open(command="baldur open", clock="off", ante=f"1234567 {'h' * 28}")
    guests = [evening.guest(f"Guest {number}") for number in range(10)]
    for at, guest in enumerate(guests):
        name = f"{WIDEST[at % len(WIDEST)][:-2]}{at}"
        await evening.sits(guest, name, buy_in=f"98765432 {'h' * 28}", sheet="Deception +20, Intimidation +20")
    await evening.does(guests[0], "Deal")
    for guest in guests:
        await evening.does(guest, "Roll your dice")
    for number in (1, 2, 3):
        for at, guest in enumerate(guests):
            opened = await guest.click(await page(evening, guest, "Up my sleeve"), "Influence…")
            manner = ("deceive", "intimidate", "distract", "persuade")[(at + number) % 4]
            filled = {"How?": manner, "Influence whom?": str((at + 1) % 10 + 1), CLAIM_LABEL: "strong"}
            await guest.submit(opened.form, filled)
        await evening.clock.advance(10)
        require_whole(await evening.drawn())
        for guest in guests:
            await evening.does(guest, next(label for label in labels(evening.message) if "Stay in" in label))
    assert "Showdown" in evening.message.lines[0]
    assert len(evening.message.text) <= MOST_TEXT
