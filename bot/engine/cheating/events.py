"""What happens beside the game at a crooked table.

Everybody is told of attempts to influence, of stares, accusations and verdicts; one seat alone of what it reads and of
how its own sleight went; and the GM alone of every die that led there.
"""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.cheating.actions import Ruling
from bot.engine.cheating.contests import Manner, Means
from bot.engine.cheating.effects import Effect
from bot.engine.game import Event
from bot.engine.skills import Contest


class Influenced(Event):
    """Public: an attempt and its rolls; `won` None is a tie, and changes nothing."""

    kind: Literal["influenced"] = "influenced"
    by: int
    whom: int
    manner: Manner
    contest: Contest
    won: bool | None
    effect: Effect | None


class Watched(Event):
    """Public: somebody looks for a tell. Whatever comes of it, this is all that others hear."""

    kind: Literal["watched"] = "watched"
    by: int
    whom: int


class Seemed(Event):
    """For the reader alone: whether somebody seems to have cheated in this hand; None reads nothing."""

    kind: Literal["seemed"] = "seemed"
    whom: int
    guilty: bool | None


class ReadOff(Event):
    """For the GM alone: how a tell was read, and what is true."""

    kind: Literal["read_off"] = "read_off"
    by: int
    whom: int
    contest: Contest
    seems_guilty: bool | None
    is_guilty: bool


class Unnoticed(Event):
    """For whoever has cheated: nobody saw it."""

    kind: Literal["unnoticed"] = "unnoticed"


class Tried(Event):
    """For the GM alone: a sleight (`what` it was called) and who looked closest."""

    kind: Literal["tried"] = "tried"
    by: int
    watcher: int
    what: str
    contest: Contest
    unseen: bool


class Accused(Event):
    """Public. `seen`: the accuser saw a sleight go wrong; else they only say so. An accuser of the latter kind who can
    prove nothing pays for it with an `effect`, whatever the truth is.
    """

    kind: Literal["accused"] = "accused"
    accuser: int
    accused: int
    seen: bool
    proven: bool
    effect: Effect | None = None


class CheatProof(Event):
    """For the GM alone: what the accuser rolled, and whether there was anything to prove; `is_ruled_on`: there was, and
    a verdict has covered it.
    """

    kind: Literal["proof"] = "proof"
    accuser: int
    accused: int
    means: Means
    contest: Contest
    has_cheated: bool
    is_ruled_on: bool = False


class Ruled(Event):
    """Public: the GM's verdict."""

    kind: Literal["ruled"] = "ruled"
    accused: int
    ruling: Ruling


SideEvent = Annotated[
    Influenced | Watched | Seemed | ReadOff | Unnoticed | Tried | Accused | CheatProof | Ruled,
    Field(discriminator="kind"),
]
