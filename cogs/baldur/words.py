"""Words that all texts of Baldur Hold'em share: who acts, what dice show, and for how long luck lasts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from bot.engine.game import DEALER
from bot.engine.speech import Voice, listed, number_word
from cogs.baldur.hidden import Does, Trick, Which
from cogs.baldur.naming import AN_NPC, npcs
from cogs.baldur.state import Stage

THE_NPCS = "the NPCs"
"""What it is called where it stands for all of them, who cheat together and are out of a hand together."""
ROUNDS: Mapping[int, str] = {1: "First round", 2: "The flop", 3: "The void"}
ROLLING = "Own dice"
WHICH: Mapping[Which, str] = {
    "lowest": "the lowest",
    "highest": "the highest",
    "loner": "the lowest that pairs with nothing",
}
DOES: Mapping[Does, str] = {
    "nothing": "it does nothing",
    "told": "what it does is the GM's to tell",
    "npc_highest": "of the NPCs' dice the highest is thrown again",
    "npc_lowest": "of the NPCs' dice the lowest is thrown again",
    "common_lowest": "of the next common dice the lowest is thrown again",
    "common_highest": "of the next common dice the highest is thrown again",
    "common_loner": "of the next common dice the lowest that pairs with nothing is thrown again",
    "luck": "it brings luck with influencing others, which everybody sees",
}


def at_table(voice: Voice) -> Voice:
    """The voice of a table at which seat 0 acts for the NPCs without a seat."""
    return replace(voice, names={**voice.names, DEALER: AN_NPC})


def die(face: int, voice: Voice) -> str:
    return voice.symbol(f"d20_{face}", str(face))


def dice(faces: Iterable[int], voice: Voice) -> str:
    """Dice as they lie side by side."""
    return " · ".join(die(face, voice) for face in faces)


def cheat(seat: int, voice: Voice) -> str:
    """Who cheats: the NPCs do so together."""
    return THE_NPCS if seat == DEALER else voice.name(seat)


def possessive(seat: int, voice: Voice) -> str:
    """Whose dice, or whose doing."""
    return f"{THE_NPCS}'" if seat == DEALER else f"{voice.name(seat)}'s"


def are(seat: int, one: str, several: str) -> str:
    """The verb that goes with `cheat`."""
    return several if seat == DEALER else one


def faces(shown: Iterable[int]) -> str:
    """What dice show, in a sentence."""
    return listed(map(str, shown))


def names(seats: Iterable[int], voice: Voice) -> str:
    return voice.list([voice.name(seat) for seat in seats])


def npcs_told(nameless: int, seats: Sequence[int], voice: Voice) -> str:
    """So many NPCs in words: "**Roark** and two other NPCs", "three NPCs", "**Roark**"; "" for none."""
    if not seats:
        return npcs(nameless) if nameless else ""
    others = f"{number_word(nameless)} other {'NPC' if nameless == 1 else 'NPCs'}" if nameless else ""
    return voice.list([*(voice.name(seat) for seat in seats), *filter(None, (others,))])


def heading(stage: Stage, number: int) -> str:
    """The round, or that everybody rolls."""
    return ROLLING if stage == "rolls" else ROUNDS[number]


class Arrangement(Protocol):
    """What a sleight was about, as far as it says."""

    @property
    def trick(self) -> Trick: ...
    @property
    def which(self) -> Which | None: ...
    @property
    def whom(self) -> int | None: ...
    @property
    def face(self) -> int | None: ...


def arranged(what: Arrangement, voice: Voice, own: str = "their own") -> str:
    """What comes of a sleight that nobody saw; `own` is whose own dice are meant."""
    which = WHICH[what.which] if what.which else "one"
    match what.trick:
        case "palm":
            return f"of {own} dice {which} is thrown again within the roll"
        case "load":
            return f"of the next common dice {which} is thrown again within the roll"
        case "strip":
            return "two of the NPCs' dice are gone"
        case "switch":
            return "one of the NPCs' dice is thrown again"
        case "set_die":
            whose = possessive(what.whom, voice) if what.whom is not None else own
            return f"of {whose} dice {which} comes to lie at {what.face} within the roll"


def aimed_at(aim: str, voice: Voice) -> str:
    """Whom or what a spell is for."""
    return "the dice" if aim == "dice" else cheat(int(aim), voice)
