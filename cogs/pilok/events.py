"""What happens in a hand of Pi'Lok. All of it is open but what is done with a loaded die."""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.betting.events import Acted
from bot.engine.cheating.loaded_dice import LoadedEvent
from bot.engine.game import Event
from bot.engine.skills import Roll as SkillRoll
from cogs.pilok.state import Attempt, Result, Street


class Dealt(Event):
    """Antes are in. `short` could not pay all of it."""

    kind: Literal["dealt"] = "dealt"
    dealer: int
    ante: int
    pot: int
    short: tuple[int, ...] = ()


class Rolled(Event):
    """A street's dice, (seat, face), from the leader clockwise."""

    kind: Literal["rolled"] = "rolled"
    street: Street
    dice: tuple[tuple[int, int], ...]


class Leads(Event):
    """Who opens the bets, and with what: the worth of the hand, or (`summed`) the sum of the dice."""

    kind: Literal["leads"] = "leads"
    street: Street
    seat: int
    value: int
    summed: bool = False


class Passed(Event):
    kind: Literal["passed"] = "passed"
    seat: int


class Begun(Event):
    """An attempt at a table that rolls its contests itself."""

    kind: Literal["begun"] = "begun"
    attempt: Attempt
    jumper: int
    target: int


class Tied(Event):
    """A contest that is rolled again; `rolls` are the last ones that tied, of `times`."""

    kind: Literal["tied"] = "tied"
    jumper: int
    target: int
    rolls: tuple[SkillRoll, SkillRoll]
    times: int = 1


class Jumped(Event):
    """An attempt and how the contest went; `winner` None is a tie without effect.

    `idle`: the winner holds no die that may be rolled again.
    """

    kind: Literal["jumped"] = "jumped"
    attempt: Attempt
    jumper: int
    target: int
    rolls: tuple[SkillRoll, SkillRoll]
    """What was rolled: the jumper's roll, then the target's."""
    winner: int | None
    idle: bool = False


class Rerolled(Event):
    kind: Literal["rerolled"] = "rerolled"
    by: int
    owner: int
    was: int
    now: int


class Kept(Event):
    kind: Literal["kept"] = "kept"
    seat: int


class Ended(Event):
    """The Shadowport: what each live hand was worth, and who won."""

    kind: Literal["ended"] = "ended"
    hands: tuple[tuple[int, int], ...]
    result: Result


PilokEvent = Annotated[
    Dealt | Rolled | Leads | Acted | Passed | Begun | Tied | Jumped | Rerolled | Kept | Ended | LoadedEvent,
    Field(discriminator="kind"),
]
