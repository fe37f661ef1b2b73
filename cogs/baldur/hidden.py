"""What is hidden at a table of Baldur Hold'em: the NPCs' dice, what was arranged with others, what a seat has heard."""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.cheating.cheating import Means
from bot.engine.cheating.events import Seemed
from bot.engine.frozen import Frozen
from bot.engine.game import Event

Face = Annotated[int, Field(ge=1, le=20)]
Which = Literal["lowest", "highest", "loner"]
"""Which die of a throw: the loner is the lowest that pairs with nothing, or the lowest where all pair."""
Trick = Literal["palm", "set_die", "strip", "switch", "load"]
"""The sleights: the own die, somebody's die, the NPCs' dice (two are gone, or one falls anew), a common die."""
Does = Literal[
    "nothing", "told", "npc_highest", "npc_lowest", "common_lowest", "common_highest", "common_loner", "luck"
]
"""What the GM makes of a spell."""


class Palmed(Frozen):
    """A seat's own die that is thrown again within its roll."""

    seat: int
    which: Which


class Planted(Frozen):
    """A die of a seat that the dealer sets to a number, within that seat's roll."""

    by: int
    seat: int
    which: Which
    face: Face


class LoadedCommon(Frozen):
    """A common die that is thrown again within the next roll; for the loner the dice of `seat` count, too."""

    seat: int
    which: Which


class Spell(Frozen):
    """A spell that nobody has noticed and the GM hasn't judged. `aim` is a seat number, or "dice"."""

    seat: int
    aim: str
    words: str


class Managed(Event):
    """For whoever has cheated: nobody saw it, and what is arranged by it."""

    kind: Literal["managed"] = "managed"
    trick: Trick
    which: Which | None = None
    whom: int | None = None
    face: int | None = None


class CastUnseen(Event):
    """For the caster: nobody has noticed, and the GM will judge it."""

    kind: Literal["cast_unseen"] = "cast_unseen"
    aim: str
    words: str


class SpellDid(Event):
    """For the caster: what the GM makes of a spell."""

    kind: Literal["spell_did"] = "spell_did"
    words: str
    does: Does


Private = Annotated[Managed | CastUnseen | SpellDid | Seemed, Field(discriminator="kind")]


class Heard(Frozen):
    """What one seat alone was told in this hand."""

    seat: int
    what: Private


class Done(Frozen):
    """What a seat has done in a round, where that is limited; an accusation counts for the hand, as round 0."""

    seat: int
    what: Literal["cheat", "influence", "read", "accuse"]
    round: int


class Guilt(Frozen):
    """Who has cheated in this hand, and how, and nobody saw it; and can be charged with it."""

    seat: int
    means: Means


class Hidden(Frozen):
    """All of it. `npc_dice` are four while there are NPCs, or two after a sleight."""

    npc_dice: tuple[Face, ...] = ()
    palmed: tuple[Palmed, ...] = ()
    planted: tuple[Planted, ...] = ()
    loaded: tuple[LoadedCommon, ...] = ()
    spells: tuple[Spell, ...] = ()
    guilty: tuple[Guilt, ...] = ()
    let_pass: tuple[int, ...] = ()
    """Whose cheating is proven, and the GM played on: what they had done until then can't be proven again."""
    done: tuple[Done, ...] = ()
    heard: tuple[Heard, ...] = ()

    def has_done(self, seat: int, what: str, number: int) -> bool:
        return any((one.seat, one.what, one.round) == (seat, what, number) for one in self.done)

    def with_done(self, seat: int, what: Literal["cheat", "influence", "read", "accuse"], number: int) -> "Hidden":
        return self.evolve(done=(*self.done, Done(seat=seat, what=what, round=number)))

    def with_heard(self, seat: int, what: Managed | CastUnseen | SpellDid | Seemed) -> "Hidden":
        return self.evolve(heard=(*self.heard, Heard(seat=seat, what=what)))

    def has_cheated(self, seat: int) -> bool:
        """Whether it is true of a seat that it has cheated in this hand, ruled on or not."""
        return seat in self.let_pass or self.means_of(seat) is not None

    def passing(self, seat: int) -> "Hidden":
        """The GM lets pass all that a seat has done until now."""
        guilty = tuple([one for one in self.guilty if one.seat != seat])
        return self.evolve(guilty=guilty, let_pass=(*self.let_pass, seat))

    def means_of(self, seat: int) -> Means | None:
        """How a seat has cheated in this hand that nobody has ruled on; None where it hasn't. Sleight of hand is proven
        first.
        """
        means = {one.means for one in self.guilty if one.seat == seat}
        return "sleight" if "sleight" in means else "magic" if means else None
