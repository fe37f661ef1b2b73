"""What is tried at crooked tables, game by game: every sleight that there is, a spell, and what the GM does unseen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

GM, NPC = "the GM", "the NPC"
"""Who isn't one of the people: the GM's own seat, and the NPC that the GM plays."""


@dataclass(frozen=True)
class Cheat:
    """What `who` does unseen in that hand, as soon as its round has come. `answers` are what a form is filled in with;
    what isn't said is the first that is offered.
    """

    who: str
    key: str
    round: int
    answers: Mapping[str, str] = field(default_factory=dict[str, str])
    hand: int = 1


@dataclass(frozen=True)
class Plan:
    """An evening: what is played, by whom, and what is tried when. Whoever sits there last is never in on it."""

    game: str
    cheats: tuple[Cheat, ...]
    options: Mapping[str, Any] = field(default_factory=dict[str, Any])
    rules: Mapping[str, Any] = field(default_factory=dict[str, Any])
    people: tuple[str, ...] = ("Han", "Lando", "Chewie")
    npc: bool = False
    system: Literal["d6", "d20"] = "d6"
    seed: int = 1
    face: int | None = None
    """What all dice show, where it matters."""
    apart: bool = False
    """Whether a die that is thrown twice shows something else the second time."""

    @property
    def cheaters(self) -> set[str]:
        return {cheat.who for cheat in self.cheats}


_CROOKED = {"crooked": True}
_SEALED = {"sleights": "sealed"}
_TAVERN = {"npcs": 3, "ante": "10"}

PLANS = {
    "pilok": Plan(
        "pilok",
        (Cheat("Han", "load", 1, {"face": "6"}), Cheat(NPC, "load", 1, {"face": "2"}), Cheat("Han", "load", 2)),
        options={"preset": "high stakes", **_CROOKED},
        people=("Han", "Lando"),
        npc=True,
    ),
    "bounder": Plan(
        "bounder",
        (Cheat("Han", "load", 0, {"face": "20"}), Cheat("Han", "load", 1, {"face": "20"})),
        options=_CROOKED,
        system="d20",
        seed=4,
    ),
    "golem": Plan(
        "golem",
        (Cheat("Han", "peek", 1), Cheat("Han", "swap", 1, hand=2)),
        options={"redeals": 1, **_CROOKED},
    ),
    "pazaak": Plan(
        "pazaak",
        (Cheat("Han", "peek", 1), Cheat("Han", "swap", 2)),
        options={"decks": "standard", "sets": 2, **_CROOKED},
        people=("Han", "Lando"),
    ),
    "klingon": Plan("klingon", (Cheat("Han", "swap", 0),), options={"preset": "cash table", **_CROOKED}),
    "baldur": Plan(
        "baldur",
        (
            Cheat("Han", "palm", 1, {"which": "loner"}),
            Cheat(GM, "switch", 1),
            Cheat("Han", "spell", 2, {"aim": "dice", "words": "a nudge with an invisible hand"}),
            Cheat(GM, "judge", 2, {"does": "1.common_lowest"}),
            Cheat(GM, "load", 2, {"which": "highest"}),
        ),
        options=_TAVERN,
        rules=_SEALED,
        npc=True,
    ),
    "baldur dealt by players": Plan(
        "baldur",
        (
            Cheat("Han", "set_die", 1, {"whom": "2", "which": "lowest", "face": "7"}),
            Cheat("Han", "load", 2, {"which": "loner"}),
            Cheat("Lando", "strip", 1, hand=2),
        ),
        options={**_TAVERN, "dealer": "rotation"},
        rules=_SEALED,
        system="d20",
        face=7,
    ),
}
AS_PRINTED = Plan(
    "baldur",
    (Cheat("Han", "reroll", 2), Cheat(GM, "reroll_common", 2), Cheat("Han", "reroll", 3)),
    options=_TAVERN,
    system="d20",
    apart=True,
)
"""Dice of Baldur Hold'em that lie open, and show another face."""
