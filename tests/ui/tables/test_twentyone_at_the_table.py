"""Hands of twenty-one on Discord: bets by a form and by a button, a split, a double, and the same for an NPC."""

import pytest

from cogs.twentyone.state import Shoe, ToDeal
from playground.people import Player
from tests.games.twentyone.twentyone_table import cards
from tests.ui.tables.evening import Evening, seats_of

AMOUNT = "How much do you bet?"


def faces(written: str, hidden: str = "", then: str = "") -> list[int]:
    """Return the faces that deal these cards from a full shoe. The hole card is the last of `written`; the cards of
    `hidden` are dealt while it lies face down, those of `then` when it is turned.
    """
    shoe, found = Shoe.shuffled(6), list[int]()
    *first, hole = cards(written)
    for card in first:
        found.append(shoe.cards.index(card) + 1)
        shoe = shoe.without(card)
    found.append(shoe.cards.index(hole) + 1)
    for card in cards(hidden):
        found.append(ToDeal(shoe, hole).index(card) + 1)
        shoe = shoe.without(card)
    shoe = shoe.without(hole)
    for card in cards(then):
        found.append(shoe.cards.index(card) + 1)
        shoe = shoe.without(card)
    return found


@pytest.fixture
async def table(evening: Evening, han: Player, lando: Player) -> Evening:
    """Open a table at which Han and Lando sit."""
    await evening.open(command="twentyone open", clock="off")
    await evening.sits(han, "Han")
    await evening.sits(lando, "Lando")
    return evening


async def test_a_hand_with_a_split_and_a_double_and_the_same_bets_again(table: Evening, han: Player, lando: Player):
    table.roll(*faces("8h 9c 6d 8d 8s 10s", "3c Kc 9h", "9d"))
    shown = await table.does(han, "Deal")
    assert "A shoe of 6 decks is shuffled, and the bets are open." in shown.text
    await table.fills(han, "Bet…", {AMOUNT: "10 cr"})
    await table.drawn()
    await table.fills(lando, "Bet…", {AMOUNT: "all in"})
    shown = await table.drawn()
    assert "Dealer 6♦ · shows **6**, one face down" in shown.text
    assert "▸ **Han** 8♥ 8♦ **16** · 490 cr · bet 10 cr" in seats_of(shown)
    assert [button.label for button in shown.buttons][:4] == ["Han: Hit", "Stand", "Double to 20 cr", "Split for 10 cr"]
    shown = await table.does(han, "Split for 10 cr")
    assert "**Han** plays the first of two hands." in shown.text
    await table.does(han, "Double to 20 cr", "Stand")
    shown = await table.does(lando, "Stand")
    assert shown.text.startswith("## Twenty-one (Blackjack) · Dealer busts")
    assert "**Lando** wins 500 cr with 17. **Han** wins 30 cr with 20 and 18." in shown.text
    assert any("Han 8♥ 3♣ 9♥ **20**, doubled, won / 8♦ K♣ **18**, won" in seat for seat in seats_of(shown))
    assert {chair.chips for chair in (await table.table()).record.chairs} == {530, 1000}
    await table.does(han, "Next hand", "Same again")
    assert "bet 10 cr" in table.message.text


async def test_a_gm_plays_an_npc_by_the_same_buttons(table: Evening, han: Player, lando: Player):
    await table.adds_npc()
    table.roll(*faces("10h 10c 7d 10d 9s 10s"))
    await table.does(han, "Deal", "No bet")
    await table.does(lando, "No bet")
    await table.fills(table.gm, "Bet…", {AMOUNT: "10 cr"})
    shown = await table.drawn()
    assert [button.label for button in shown.buttons][:2] == ["Cela: Stand", "Hit"]
