"""The GM's log of a hand of Baldur Hold'em: what was arranged under the table, and every die that was moved by it."""

from bot.engine.game import DEALER
from bot.engine.speech import Voice, ended
from cogs.baldur.events import Arranged, Judged, NpcDice, Rethrown, SpellCast, Stripped
from cogs.baldur.naming import capital
from cogs.baldur.words import DOES, aimed_at, are, arranged, cheat, faces, possessive

GmEvent = Arranged | NpcDice | Rethrown | Stripped | SpellCast | Judged


def kept_told(event: GmEvent, voice: Voice) -> str:
    """One line of the log, with all numbers."""
    return capital(_told(event, voice))


def _told(event: GmEvent, voice: Voice) -> str:
    match event:
        case Arranged():
            arranges = are(event.seat, "arranges", "arrange")
            return f"{cheat(event.seat, voice)} {arranges} that {arranged(event, voice)}."
        case NpcDice():
            return f"the NPCs' dice are {faces(event.dice)}."
        case Rethrown():
            return _rethrown(event, voice)
        case Stripped():
            gone, left = faces(event.gone), faces(event.left)
            return f"{voice.name(event.by)} takes {gone} from the NPCs' dice, which leaves {left}."
        case SpellCast():
            casts = f"{cheat(event.by, voice)} {are(event.by, 'casts', 'cast')}"
            return f"{casts} a spell at {aimed_at(event.aim, voice)}{ended(event.words)}"
        case Judged():
            return f"the GM judges the spell of {cheat(event.by, voice)}: {DOES[event.does]}."


def _rethrown(event: Rethrown, voice: Voice) -> str:
    """Which die is another by a sleight, and what the dice were before."""
    fell = f"{_whose(event, voice)} fell {faces(event.fell)}"
    how = "comes to lie at" if event.is_set else "is thrown again and comes up"
    return f"{fell}: by {possessive(event.by, voice)} doing the {event.fell[event.at]} {how} {event.now}."


def _whose(event: Rethrown, voice: Voice) -> str:
    if event.whose == "own" and event.seat is not None and event.seat != DEALER:
        return f"{voice.name(event.seat)}'s dice"
    return "the common dice" if event.whose == "common" else "the NPCs' dice"
