"""Words that all texts of Baldur Hold'em share: who acts, what dice show, and for how long luck lasts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from bot.engine.crooked.effects import Effect
from bot.engine.crooked.told import lasting, until
from bot.engine.game import DEALER
from bot.engine.speech import Voice, listed, number_word
from cogs.baldur.hidden import Does, Trick, Which
from cogs.baldur.state import Stage

AN_NPC = "an NPC"
"""What seat 0 is called where it stands for one of the NPCs without a seat."""
LAST_NPC = "the last NPC"
"""The one that plays for all NPCs in the end."""
ROUNDS: Mapping[int, str] = {1: "The first round", 2: "The flop", 3: "The void"}
ROLLING = "The own dice"
WHICH: Mapping[Which, str] = {
    "lowest": "the lowest",
    "highest": "the highest",
    "loner": "the lowest that pairs with nothing",
}
DOES: Mapping[Does, str] = {
    "nothing": "it does nothing",
    "told": "what it does is the GM's to tell",
    "npc_highest": "the highest of the NPCs' dice is thrown again",
    "npc_lowest": "the lowest of the NPCs' dice is thrown again",
    "common_lowest": "the lowest of the next common dice is thrown again",
    "common_highest": "the highest of the next common dice is thrown again",
    "common_loner": "of the next common dice the lowest that pairs with nothing is thrown again",
    "luck": "it brings luck with influencing others, which everybody sees",
}
MOST_LUCK = 6
"""Effects that stand on the table one by one; of more their number, since each seat reads its own in private."""


def at_table(voice: Voice) -> Voice:
    """The voice of a table at which seat 0 acts for the NPCs without a seat."""
    return replace(voice, names={**voice.names, DEALER: AN_NPC})


def capital(sentence: str) -> str:
    """The sentence with a capital letter, also where it begins with a name in bold."""
    marks = len(sentence) - len(sentence.lstrip("*"))
    return sentence[:marks] + sentence[marks : marks + 1].upper() + sentence[marks + 1 :]


def die(face: int, voice: Voice) -> str:
    return voice.symbol(f"d20_{face}", str(face))


def dice(faces: Iterable[int], voice: Voice) -> str:
    """Dice as they lie side by side."""
    return " · ".join(die(face, voice) for face in faces)


def names(seats: Iterable[int], voice: Voice) -> str:
    return voice.list([voice.name(seat) for seat in seats])


def npcs_told(nameless: int, seats: Sequence[int], voice: Voice) -> str:
    """So many NPCs in words: "**Roark** and two other NPCs", "three NPCs", "**Roark**"; "" for none."""
    if not seats:
        return npcs(nameless) if nameless else ""
    others = f"{number_word(nameless)} other {'NPC' if nameless == 1 else 'NPCs'}" if nameless else ""
    return voice.list([*(voice.name(seat) for seat in seats), *filter(None, (others,))])


def npcs(count: int) -> str:
    """As in "one NPC", "three NPCs"."""
    return f"{number_word(count)} {'NPC' if count == 1 else 'NPCs'}"


def heading(stage: Stage, number: int) -> str:
    """The round, or that everybody rolls."""
    return ROLLING if stage == "rolls" else ROUNDS[number]


def luck_told(effects: Sequence[Effect], voice: Voice) -> list[str]:
    """Whose luck lasts how long, a line for each length."""
    if len(effects) > MOST_LUCK:
        return [f"Advantage and disadvantage last on for {len({one.seat for one in effects})} of those at the table."]
    lines: dict[str, list[str]] = {}
    for effect in effects:
        lines.setdefault(until(effect), []).append(_lasting(effect, voice))
    return [f"Until {end} {listed(parts)}." for end, parts in lines.items()]


def _lasting(effect: Effect, voice: Voice) -> str:
    """As in "**Han** influences others with advantage"; the NPCs without a seat have theirs together."""
    words = lasting(effect, voice, AN_NPC)
    return words if effect.seat != DEALER else words[:1].lower() + words[1:]


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


def arranged(what: Arrangement, voice: Voice, own: str = "the own") -> str:
    """What comes of a sleight that nobody saw; `own` is whose own dice are meant."""
    which = WHICH[what.which] if what.which else "one"
    match what.trick:
        case "palm":
            return f"{which} of {own} dice is thrown again within the roll"
        case "load":
            return f"{which} of the next common dice is thrown again within the roll"
        case "strip":
            return "two of the NPCs' dice are gone"
        case "switch":
            return "one of the NPCs' dice is thrown again"
        case "set_die":
            whose = f"{voice.name(what.whom)}'s" if what.whom is not None else own
            return f"{which} of {whose} dice comes to lie at {what.face} within the roll"


def aimed_at(aim: str, voice: Voice) -> str:
    """Whom or what a spell is for."""
    return "the dice" if aim == "dice" else voice.name(int(aim))
