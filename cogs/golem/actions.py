"""What players of Golem do."""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.betting.events import Bet, Call, Check, Fold, Raise
from bot.engine.moves import Action


class Discard(Action):
    """Throw up to two of the own cards away for as many new ones; none is to stand pat."""

    kind: Literal["discard"] = "discard"
    cards: tuple[str, ...]


GolemAction = Annotated[Check | Bet | Call | Raise | Fold | Discard, Field(discriminator="kind")]
