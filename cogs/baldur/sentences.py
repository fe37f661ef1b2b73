"""What happens in a hand of Baldur Hold'em, in sentences: for everybody, for one seat alone, and for the GM."""

from collections.abc import Iterable, Iterator

from bot.engine.cheating.told import effect_told, told
from bot.engine.game import DEALER
from bot.engine.speech import Voice, ended, escape
from cogs.baldur.endings import result, shown
from cogs.baldur.events import (
    Arranged,
    BaldurEvent,
    Claimed,
    Dealt,
    Ended,
    Favoured,
    Fell,
    Folded,
    GivenAway,
    Judged,
    Left,
    NpcDice,
    NpcsPaid,
    Raised,
    Rethrown,
    Rolled,
    SpellCast,
    Stayed,
    Stripped,
    Unshaken,
)
from cogs.baldur.gm_log import kept_told
from cogs.baldur.hidden import CastUnseen, Managed, SpellDid
from cogs.baldur.naming import AN_NPC, LAST_NPC, capital, npcs
from cogs.baldur.words import DOES, ROUNDS, THE_NPCS, aimed_at, arranged, at_table, faces, names, npcs_told


def tell(events: Iterable[BaldurEvent], voice: Voice) -> tuple[str, ...]:
    """What happened, oldest first. Of a showdown the last sentences are those that stay at the head of the table."""
    seated = at_table(voice)
    return tuple(capital(line) for event in events for line in _sentences(event, seated))


def _sentences(event: BaldurEvent, voice: Voice) -> Iterator[str]:
    match event:
        case Ended():
            if told_hands := shown(event.result, voice):
                yield told_hands
            yield result(event.result, voice)
        case Dealt() | Left() | Fell() | NpcsPaid():
            yield _round(event, voice)
        case Folded(why="caught"):
            return  # the verdict before it has said so
        case Rolled() | Stayed() | Raised() | Folded() | Unshaken():
            yield _did(event, voice)
        case Claimed() | GivenAway() | Favoured():
            yield _said(event, voice)
        case Managed() | CastUnseen() | SpellDid():
            yield _alone(event, voice)
        case Arranged() | NpcDice() | Rethrown() | Stripped() | SpellCast() | Judged():
            yield kept_told(event, voice)
        case _:
            yield told(event, voice, house=AN_NPC, them=THE_NPCS)


def _round(event: Dealt | Left | Fell | NpcsPaid, voice: Voice) -> str:
    """How a round begins."""
    match event:
        case Dealt():
            return _dealt(event, voice)
        case Left():
            return _left(event, voice)
        case Fell():
            return f"{ROUNDS[event.round]}: {faces(event.dice)}."
        case NpcsPaid():
            return _npcs_paid(event, voice)


def _dealt(event: Dealt, voice: Voice) -> str:
    deals = "The GM deals." if event.dealer == DEALER else f"{voice.name(event.dealer)} deals."
    if event.ante:
        ante = f"The ante is {voice.money(event.ante)} each, the pot {voice.money(event.pot)}."
    else:
        ante = "The ante is paid once the dice lie."
    playing = npcs_told(event.nameless, event.named, voice)
    if not playing:
        return f"{deals} {ante}{' The bank has too little for any NPC.' if event.fewer else ''}"
    are = "is" if event.nameless + len(event.named) == 1 else "are"
    fewer = ", as many as the bank can pay for" if event.fewer else ""
    return f"{deals} {ante} {capital(playing)} {are} in{fewer}, with four dice that only the GM sees."


def _left(event: Left, voice: Voice) -> str:
    leaving = npcs_told(event.nameless, event.seats, voice)
    leave = "leaves" if event.nameless + len(event.seats) == 1 else "leave"
    if event.stay == 1:
        return f"{leaving} {leave}, and {LAST_NPC} stays." if leaving else f"{LAST_NPC} stays."
    stay = f"{npcs(event.stay)} stay"
    return f"{leaving} {leave}, and {stay}." if leaving else f"{stay}."


def _npcs_paid(event: NpcsPaid, voice: Voice) -> str:
    """Who pays what everybody pays, who pays less, and who has nothing left to pay with."""
    told: list[str] = []
    if paying := npcs_told(event.nameless, event.seats, voice):
        pay, each = ("pays", "") if event.nameless + len(event.seats) == 1 else ("pay", " each")
        told.append(f"{paying} {pay} {voice.money(event.each)}{each}.")
    told += [f"{voice.name(seat)} pays {voice.money(amount)} and is all in." for seat, amount in event.short if amount]
    broke = [seat for seat, amount in event.short if not amount]
    if broke:
        told.append(f"{names(broke, voice)} {'is' if len(broke) == 1 else 'are'} all in already.")
    return " ".join(told)


def _did(event: Rolled | Stayed | Raised | Folded | Unshaken, voice: Voice) -> str:
    """What one of those at the table does."""
    name = voice.name(event.seat)
    match event:
        case Rolled():
            return f"{name} rolls {faces(event.dice)}."
        case Stayed():
            if not event.amount:
                return f"{name} stays in."
            return f"{name} pays {voice.money(event.amount)} and {'is all in' if event.all_in else 'stays in'}."
        case Raised():
            all_in = f", and {name} is all in" if event.all_in else ""
            return f"{name} raises: to stay in costs {voice.money(event.price)} now{all_in}."
        case Unshaken():
            return f"{name} isn't shaken, and stays."
        case Folded():
            return _folded(event, name)


def _said(event: Claimed | GivenAway | Favoured, voice: Voice) -> str:
    """What is made known of a hand, and whom luck is with."""
    match event:
        case Claimed():
            return f"{voice.name(event.by)} tells {voice.name(event.whom)} of a {event.claim} hand."
        case GivenAway():
            whose = "the NPCs have" if event.seat == DEALER else f"{voice.name(event.seat)} has"
            return f"It shows that {whose} a {event.strength} hand so far."
        case Favoured():
            return f"{effect_told(event.effect, voice, house=AN_NPC)}."


def _folded(event: Folded, name: str) -> str:
    if event.all_npcs:
        return "the NPCs fold."
    match event.why:
        case "short":
            return f"{name} can't pay for the round, and folds."
        case "shaken":
            return f"{name} is shaken, and folds."
        case _:
            return f"{name} folds."


def _alone(event: Managed | CastUnseen | SpellDid, voice: Voice) -> str:
    """What one seat is told that nobody else is."""
    match event:
        case Managed():
            return f"Nobody has noticed: {arranged(event, voice, 'your own')}."
        case CastUnseen():
            at = aimed_at(event.aim, voice)
            return f"Nobody has noticed your spell at {at}, and the GM judges it{ended(event.words)}"
        case SpellDid():
            return f"Your spell ({escape(event.words)}): {DOES[event.does]}."
