"""What happens in a hand of Klingon Hold-'Em, in sentences."""

from collections.abc import Iterable, Iterator

from bot.engine.betting.events import Acted, told_bet
from bot.engine.speech import Voice, escape, number_word
from cogs.klingon.actions import WORDS
from cogs.klingon.events import Cloaked, Dealt, Ended, KlingonEvent, Swapped, Turned, Unseen
from cogs.klingon.naming import STREETS, amounts, cards, read_by, ship_names
from cogs.klingon.result import losers, result


def tell(events: Iterable[KlingonEvent], voice: Voice) -> tuple[str, ...]:
    """What happened, oldest first. Of a showdown the last sentences are those that stay at the head of the table."""
    return tuple(line for event in events for line in _sentences(event, voice))


def _sentences(event: KlingonEvent, voice: Voice) -> Iterator[str]:
    match event:
        case Cloaked():
            yield _cloaked(event, voice)
        case Dealt():
            yield f"You are dealt {ship_names(event.ships, read_by(event.deck))}."
        case Swapped():
            who = "You swap" if event.by is None else f"{voice.name(event.by)} swaps"
            yield f"{who} {escape(event.given)} for {escape(event.drawn)}."
        case Turned():
            pot = voice.money(event.pot)
            yield f"{STREETS[event.street]}: {cards(event.cards, read_by(event.deck))}, for a pot of {pot}."
        case Acted():
            yield told_bet(event, voice, WORDS)
        case Ended():
            deck = read_by(event.deck)
            if told := losers(event.ending, deck, voice):
                yield told
            yield result(event.ending, deck, voice)
        case Unseen():
            yield result(event.ending, read_by(None), voice)


def _cloaked(event: Cloaked, voice: Voice) -> str:
    (right, small), (sun, large) = event.small, event.large
    bets = "The cloaked bets"
    if event.raised:
        bets = f"With {number_word(event.out)} out the cloaked bets grow to {amounts(*event.bets, voice)}"
    told = [f"{voice.name(sun)} is on the sun."]
    told.append(f"{bets}: {voice.name(right)} {voice.money(small)}, {voice.name(sun)} {voice.money(large)}.")
    short = [
        f"{voice.name(seat)} has no more for the {which} one, which is {voice.money(due)}."
        for seat, paid, which, due in ((right, small, "small", event.bets[0]), (sun, large, "large", event.bets[1]))
        if paid < due
    ]
    told += short
    if left := event.pot - small - large:
        told.append(f"In the middle from before: {voice.money(left)}.")
    return " ".join(told)
