"""The events of Baldur Hold'em: public ones, private ones for a seat, and the GM's."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from bot.engine.cheating.effects import Effect
from bot.engine.cheating.events import Accused, CheatProof, Influenced, ReadOff, Ruled, Seemed, Tried, Watched
from bot.engine.game import DEALER, Event, Step
from cogs.baldur.hands import Strength
from cogs.baldur.state import BaldurState, CastUnseen, Does, Face, Managed, Result, SpellDid, Trick, Which


class Dealt(Event):
    """The hand begins, and the NPCs' dice are thrown in secret. `ante` is 0 where it is paid later; `nameless` NPCs
    play besides `named`, the NPCs that have a seat. `fewer`: the bank can't pay for more of them.
    """

    kind: Literal["dealt"] = "dealt"
    dealer: int
    ante: int
    pot: int
    nameless: int
    named: tuple[int, ...]
    fewer: bool = False


class Rolled(Event):
    """A player's hole dice."""

    kind: Literal["rolled"] = "rolled"
    seat: int
    dice: tuple[Face, ...]


class Left(Event):
    """NPCs leave before a round: `nameless` of them, and those of `seats`. `stay` are left."""

    kind: Literal["left"] = "left"
    round: int
    nameless: int
    seats: tuple[int, ...]
    stay: int


class Fell(Event):
    """The community dice of a round."""

    kind: Literal["fell"] = "fell"
    round: int
    dice: tuple[Face, ...]


class NpcsPaid(Event):
    """The NPCs' payments for a round or a raise: `each` of `nameless` NPCs and of `seats`.

    `short` are (seat, amount) of those that have less: all in for that amount, or for 0 if they were all in before.
    """

    kind: Literal["npcs_paid"] = "npcs_paid"
    each: int
    nameless: int
    seats: tuple[int, ...]
    short: tuple[tuple[int, int], ...] = ()


class Stayed(Event):
    """`amount` is what it cost, 0 where nothing was to be paid."""

    kind: Literal["stayed"] = "stayed"
    seat: int
    amount: int = 0
    all_in: bool = False


class Raised(Event):
    """`price` is what staying in comes to from now on, `amount` what the seat paid."""

    kind: Literal["raised"] = "raised"
    seat: int
    amount: int
    price: int
    all_in: bool = False


class Folded(Event):
    """Seat 0 is a nameless NPC, or all NPCs (`all_npcs`)."""

    kind: Literal["folded"] = "folded"
    seat: int
    why: Literal["choice", "short", "shaken", "caught"] = "choice"
    all_npcs: bool = False


class Unshaken(Event):
    """An NPC that was intimidated stays all the same; seat 0 is a nameless one."""

    kind: Literal["unshaken"] = "unshaken"
    seat: int


class Claimed(Event):
    """A player's claim about their hand, before the dice show if it is believed."""

    kind: Literal["claimed"] = "claimed"
    by: int
    whom: int
    claim: Strength


class GivenAway(Event):
    """A claim that went wrong: how strong the hand really is; seat 0 are the NPCs."""

    kind: Literal["given_away"] = "given_away"
    seat: int
    strength: Strength


class Favoured(Event):
    """The GM lets a spell bring luck that everyone sees."""

    kind: Literal["favoured"] = "favoured"
    effect: Effect


class Ended(Event):
    """The end of the hand; the NPCs show two dice at most."""

    reveals = True
    kind: Literal["ended"] = "ended"
    result: Result


class Arranged(Event):
    """For the GM: what somebody will do by a sleight that nobody saw."""

    kind: Literal["arranged"] = "arranged"
    seat: int
    trick: Trick
    which: Which | None = None
    whom: int | None = None
    face: int | None = None


class NpcDice(Event):
    """For the GM: the NPCs' dice as they lie."""

    kind: Literal["npc_dice"] = "npc_dice"
    dice: tuple[Face, ...]


class Rethrown(Event):
    """For the GM: a die that was thrown again, or set to `now`. `whose` is "common", "npcs" or "own"; `by` did it.

    `fell` are the dice as they fell at first; `at` is the place of the die.
    """

    kind: Literal["rethrown"] = "rethrown"
    by: int
    whose: Literal["own", "common", "npcs"]
    seat: int | None = None
    fell: tuple[Face, ...]
    at: int
    now: Face
    is_set: bool = False


class Stripped(Event):
    """For the GM: the NPCs' dice that are gone, and what is left."""

    kind: Literal["stripped"] = "stripped"
    by: int
    gone: tuple[Face, ...]
    left: tuple[Face, ...]


class SpellCast(Event):
    """For the GM: a spell that nobody saw, to be judged."""

    kind: Literal["spell_cast"] = "spell_cast"
    by: int
    aim: str
    words: str


class Judged(Event):
    """For the GM's log: what a spell did."""

    kind: Literal["judged"] = "judged"
    by: int
    words: str
    does: Does


BaldurEvent = Annotated[
    Dealt
    | Rolled
    | Left
    | Fell
    | NpcsPaid
    | Stayed
    | Raised
    | Folded
    | Unshaken
    | Claimed
    | GivenAway
    | Favoured
    | Ended
    | Arranged
    | NpcDice
    | Rethrown
    | Stripped
    | SpellCast
    | Judged
    | Managed
    | CastUnseen
    | SpellDid
    | Influenced
    | Watched
    | Seemed
    | ReadOff
    | Tried
    | Accused
    | CheatProof
    | Ruled,
    Field(discriminator="kind"),
]


@dataclass(slots=True)
class Log:
    """Collects events in the order in which they happen."""

    public: list[Event] = field(default_factory=list[Event])
    private: list[tuple[int, Event]] = field(default_factory=list[tuple[int, Event]])
    kept: list[Event] = field(default_factory=list[Event])

    def whispered(self, state: BaldurState, seat: int, what: Managed | CastUnseen | SpellDid | Seemed) -> BaldurState:
        """Tell one seat alone, which keeps it until the end of the hand. The GM reads the log instead."""
        if seat == DEALER:
            return state
        self.private.append((seat, what))
        return state.evolve(hidden=state.hidden.with_heard(seat, what))

    def step(self, state: BaldurState) -> Step[BaldurState]:
        return Step(state, tuple(self.public), tuple(self.private), tuple(self.kept))
