"""Evenings with hidden hands: cards that come as they were written down, and people who look at their own."""

from collections.abc import Sequence

from bot.engine.cards import FULL_DECK, in_order
from playground.people import Player, Seen
from tests.ui.tables.evening import Evening


def places(bag: Sequence[str], *cards: str) -> list[int]:
    """Return the numbers with which chance draws these cards from the bag, in this order."""
    left, said = list(bag), list[int]()
    for card in cards:
        at = left.index(card)
        said.append(at + 1)
        del left[at]
    return said


def dealt(*hands: str) -> list[int]:
    """Return the numbers with which chance deals these hands of a full deck, as in "1c 2c", one after the other."""
    return places(FULL_DECK, *" ".join(hands).split())


def mixed(*cards: str) -> list[int]:
    """Return the numbers with which chance shuffles the middle pile into this order."""
    return places(in_order(cards), *cards)


async def hand(evening: Evening, who: Player) -> Seen:
    """Their own hand, which the bot shows to them alone."""
    answer = await who.click(evening.message, "My hand")
    assert answer.shown.ephemeral
    return answer.shown


async def throws(evening: Evening, who: Player, *cards: str) -> Seen:
    """They throw cards away, or keep them all."""
    mine = await hand(evening, who)
    if cards:
        await who.select(mine, mine.selects[0].custom_id, list(cards))
        await who.click(mine, "Discard")
    else:
        await who.click(mine, "Keep all five")
    await evening.drawn()
    return mine
