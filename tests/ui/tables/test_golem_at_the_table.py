"""A hand of Golem by buttons: the bets at the table, the draw in private, and the showdown, however crowded it is."""

import re

import pytest

from bot.images.upload import ShippedImage, keep_current, shipped
from cogs.golem.pictures import DRAWINGS
from cogs.golem.words import SUITS
from playground.people import Player, Seen
from tests.images.hasty import Hasty
from tests.ui.tables.evening import WIDEST, Evening

FROM_THE_TOP = (1,) * 60
"""Every card is the first that is left in its deck: clubs first, from the 1 up."""
MOST_TEXT = 4000
EMOJI = re.compile(r"<:(\w+)_[0-9a-f]{4}:[0-9]+>")


@pytest.fixture
async def golem(evening: Evening) -> Evening:
    """Open a table of Golem without a clock, whose cards come from the top of the deck."""
    evening.roll(*FROM_THE_TOP)
    await evening.open(command="golem open", clock="off")
    return evening


def cards() -> list[ShippedImage]:
    return [picture for picture in shipped() if picture.name in DRAWINGS]


async def hand(evening: Evening, who: Player) -> Seen:
    answer = await who.click(evening.message, "My hand")
    return answer.shown


async def keeps(evening: Evening, who: Player) -> None:
    await who.click(await hand(evening, who), "Keep all five")
    await evening.drawn()


async def throws_away(evening: Evening, who: Player, *thrown: str) -> None:
    shown = await hand(evening, who)
    (menu,) = shown.selects
    await who.select(shown, menu.custom_id, list(thrown))
    await who.click(shown, next(button.label for button in shown.buttons if button.label.startswith("Discard")))
    await evening.drawn()


async def test_a_hand_from_the_ante_to_the_showdown(golem: Evening, han: Player, lando: Player):
    await golem.sits(han, "Han")
    await golem.sits(lando, "Lando")
    await golem.does(lando, "Deal", "Check")
    await golem.does(han, "Check")
    await throws_away(golem, han, "6c", "8c")
    assert "Han draws" not in golem.message.text
    await keeps(golem, lando)
    assert "**Han** draws 2, **Lando** keeps all five cards." in golem.message.text
    await golem.does(lando, "Check")
    shown = await golem.does(han, "Check")
    wins = "**Lando** beats the golem with a straight flush of iron, 1 to 5, and takes the pot: 19 cr."
    assert f"{wins} The golem has 8 of iron, 6 of iron: 8 high." in shown.text
    assert {chair.chips for chair in (await golem.table()).record.chairs} == {490, 509}


async def test_the_menu_of_discards_shows_the_cards_of_my_hand_in_their_order(
    golem: Evening, han: Player, lando: Player
):
    await keep_current(golem.client, golem.services.images, Hasty(), cards)
    golem.roll(*(number for number in (5, 1, 30, 1, 16) for _ in range(2)))
    await golem.sits(han, "Han")
    await golem.sits(lando, "Lando")
    await golem.does(lando, "Deal", "Check")
    await golem.does(han, "Check")
    shown = await hand(golem, han)
    (menu,) = shown.selects
    in_hand = EMOJI.findall(shown.text)
    assert len(in_hand) == len({*in_hand}) == 5
    assert [name.replace("_", " of ") for name in in_hand] == [
        " of ".join(reversed(label.split(" of "))) for label, _ in menu.options
    ]


async def test_no_card_lies_on_the_table_before_the_showdown(golem: Evening, han: Player, lando: Player):
    await golem.sits(han, "Han")
    await golem.sits(lando, "Lando")
    for player, button in ((lando, "Deal"), (lando, "Check"), (han, "Check")):
        assert not re.search(rf"\d (?:{'|'.join(SUITS.values())})", (await golem.does(player, button)).text)


async def test_seven_of_the_widest_names_fit_with_pictures_of_all_their_cards(golem: Evening):
    await keep_current(golem.client, golem.services.images, Hasty(), cards)
    guests = [golem.guest(f"Guest {number}") for number in range(7)]
    for guest, name in zip(guests, WIDEST, strict=False):
        await golem.sits(guest, name)
    await golem.does(guests[0], "Deal")
    for _ in range(2):
        for guest in (guests[-1], *guests[:-1]):
            assert len((await golem.does(guest, "Check")).text) <= MOST_TEXT
        if (await golem.table()).in_hand:
            for guest in guests:
                await keeps(golem, guest)
                assert len(golem.message.text) <= MOST_TEXT
    shown = golem.message.text
    assert not (await golem.table()).in_hand
    assert "takes the pot with a straight flush" in shown
    assert shown.count("◦") == 7
