"""What players of Pazaak do."""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.moves import Action


class ChooseDeck(Action):
    """`deck` is the place of the deck among those that were offered, from "1"."""

    kind: Literal["deck"] = "deck"
    deck: str


class PlayCard(Action):
    """`card` is a side card and, where there is a choice, what it counts for: "plus_3", "either_3-3"."""

    kind: Literal["play"] = "play"
    card: str


class EndTurn(Action):
    kind: Literal["end"] = "end"


class Stand(Action):
    kind: Literal["stand"] = "stand"


class Forfeit(Action):
    kind: Literal["forfeit"] = "forfeit"


PazaakAction = Annotated[ChooseDeck | PlayCard | EndTurn | Stand | Forfeit, Field(discriminator="kind")]
