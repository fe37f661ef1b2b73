"""The events beside the game at a crooked table.

Attempts to influence, stares, accusations and verdicts are public. A seat alone learns its readings and the result of
its own sleight. Only the GM sees every die that led there.
"""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.cheating.actions import Ruling
from bot.engine.cheating.contests import Manner, Means
from bot.engine.cheating.effects import Effect
from bot.engine.frozen import later
from bot.engine.game import Event
from bot.engine.skills import Contest


class Influenced(Event):
    """An attempt and its rolls, in public. `won` None is a tie and changes nothing. `claim` is a strength."""

    kind: Literal["influenced"] = "influenced"
    by: int
    whom: int
    manner: Manner
    claim: str = later("")
    contest: Contest
    won: bool | None
    effect: Effect | None


class Favored(Event):
    """Public: a spell brings luck, as the GM says."""

    kind: Literal["favored"] = "favored"
    effect: Effect


class Whisper(Event):
    """The base of what a seat alone learns in the game itself and keeps on its page until the end of the hand."""


class Watched(Event):
    """Public: somebody looks for a tell. Others learn nothing more, whatever the result."""

    kind: Literal["watched"] = "watched"
    by: int
    whom: int


class Seemed(Event):
    """For the reader alone: whether somebody seems to have cheated in this hand; None reads nothing."""

    kind: Literal["seemed"] = "seemed"
    whom: int
    guilty: bool | None


class ReadOff(Event):
    """For the GM only: the reading of a tell, and the truth."""

    kind: Literal["read_off"] = "read_off"
    by: int
    whom: int
    contest: Contest
    seems_guilty: bool | None
    is_guilty: bool


class Unnoticed(Event):
    """For the cheat: nobody saw it."""

    kind: Literal["unnoticed"] = "unnoticed"


class Tried(Event):
    """For the GM only: a sleight (`what` is its label) and its closest watcher."""

    kind: Literal["tried"] = "tried"
    by: int
    watcher: int
    what: str
    contest: Contest
    unseen: bool


class Accused(Event):
    """Public. `seen`: the accuser saw a sleight go wrong. Without that, an accuser who proves nothing gets an `effect`,
    whatever the truth is.
    """

    kind: Literal["accused"] = "accused"
    accuser: int
    accused: int
    seen: bool
    proven: bool
    effect: Effect | None = None


class CheatProof(Event):
    """For the GM only: the accuser's roll, and whether there was anything to prove; `is_ruled_on`: there was, and a
    verdict has covered it.
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
    Influenced | Favored | Watched | Seemed | ReadOff | Unnoticed | Tried | Accused | CheatProof | Ruled,
    Field(discriminator="kind"),
]
