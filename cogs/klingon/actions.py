"""What players of Klingon Hold-'Em do: they bet, in its own words."""

from typing import Annotated

from pydantic import Field

from bot.engine.betting.bet_moves import BetWords
from bot.engine.betting.events import Bet, Call, Check, Fold, Raise

KlingonAction = Annotated[Check | Bet | Call | Raise | Fold, Field(discriminator="kind")]
WORDS = BetWords(call="engage", fold="disengage", calls="engages for", folds="disengages", folded="disengaged")
