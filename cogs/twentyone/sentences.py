"""What happens in a hand of twenty-one, in sentences."""

from bot.engine.speech import Voice, counted
from cogs.twentyone.events import (
    BetMade,
    DealerDrew,
    Dealt,
    Ended,
    HandPlayed,
    Insured,
    Opened,
    PairSplit,
    Peeked,
    Refilled,
    SatOut,
    TakenBack,
    Turned,
    TwentyOneEvent,
)
from cogs.twentyone.result import result
from cogs.twentyone.words import named, pictured, which


def sentence(event: TwentyOneEvent, voice: Voice) -> str:
    match event:
        case Opened() | BetMade() | TakenBack() | SatOut() | Insured():
            return _betting(event, voice)
        case Dealt():
            return _dealt(event, voice)
        case HandPlayed():
            return _played(event, voice)
        case PairSplit():
            return _split(event, voice)
        case _:
            return _dealers(event, voice)


def _betting(event: Opened | BetMade | TakenBack | SatOut | Insured, voice: Voice) -> str:
    match event:
        case Opened():
            return _opened(event)
        case BetMade(seat=seat, amount=amount, before=0):
            return f"{voice.name(seat)} bets {voice.money(amount)}."
        case BetMade(seat=seat, amount=amount):
            return f"{voice.name(seat)} changes the bet to {voice.money(amount)}."
        case TakenBack(seat=seat, amount=amount):
            return f"{voice.name(seat)} takes {voice.money(amount)} back."
        case SatOut(seat=seat):
            return f"{voice.name(seat)} makes no bet."
        case Insured(seat=seat, amount=0):
            return f"{voice.name(seat)} takes no insurance."
        case Insured(seat=seat, amount=amount):
            return f"{voice.name(seat)} insures {voice.money(amount)}."


def _opened(event: Opened) -> str:
    if not event.is_shuffled:
        return "The bets are open."
    decks = "A deck is" if event.decks == 1 else f"A shoe of {event.decks} decks is"
    return f"{decks} shuffled, and the bets are open."


def _dealt(event: Dealt, voice: Voice) -> str:
    hands = [f"{voice.name(seat)} {pictured(cards, voice)} ({named(cards)})" for seat, cards in event.hands]
    return f"Dealt: {', '.join(hands)}. The dealer shows {pictured([event.up], voice)}."


def _played(event: HandPlayed, voice: Voice) -> str:
    name, value = voice.name(event.seat), named(event.cards, is_split=True)
    where = f" on {which(event.at, event.of)}" if event.of > 1 else ""
    match event.what:
        case "hit":
            return f"{name} hits{where} and draws {pictured(event.cards[-1:], voice)}: {value}."
        case "stand":
            return f"{name} stands{where} with {value}."
        case "double":
            drawn = pictured(event.cards[-1:], voice)
            return f"{name} doubles{where} to {voice.money(event.bet)} and draws {drawn}: {value}."
        case "surrender":
            return f"{name} surrenders with {value}."


def _split(event: PairSplit, voice: Voice) -> str:
    hands = voice.list([f"{pictured(cards, voice)} ({named(cards, is_split=True)})" for cards in event.hands])
    return f"{voice.name(event.seat)} splits for {voice.money(event.bet)} more: {hands}."


def _dealers(event: Peeked | Refilled | Turned | DealerDrew | Ended, voice: Voice) -> str:
    match event:
        case Peeked():
            return "The dealer looks at the card that lies face down: no natural."
        case Refilled(count=count, is_new=is_new):
            these = counted(count, "new card") if is_new else f"{counted(count, 'card')} of earlier hands"
            return f"The shoe has run out: {these} {'is' if count == 1 else 'are'} shuffled in."
        case Turned(cards=cards):
            return f"The dealer turns {pictured(cards[-1:], voice)}: {named(cards)}."
        case DealerDrew(drawn=drawn, cards=cards):
            return f"The dealer draws {pictured(drawn, voice)}: {named(cards)}."
        case Ended():
            return result(event.result, voice)
