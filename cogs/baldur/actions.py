"""What people do in a hand of Baldur Hold'em: players, NPCs with a seat, and the GM."""

from typing import Annotated, Literal

from pydantic import Field

from bot.engine.betting.events import Fold
from bot.engine.cheating.actions import Accuse, Influence, Read, Rule
from bot.engine.moves import Action
from cogs.baldur.hands import Strength
from cogs.baldur.hidden import Does, Which


class Roll(Action):
    """One's own three dice, in the open."""

    kind: Literal["roll"] = "roll"


class Stay(Action):
    """Pay what the round costs, or nothing where that is paid."""

    kind: Literal["stay"] = "stay"


class Raise(Action):
    """By the round's price."""

    kind: Literal["raise"] = "raise"


class Sway(Influence):
    """`whom` is a seat number, 0 for the nameless NPCs. `claim` is what the hand is made out to be, where somebody is
    deceived or persuaded; nothing else asks for it.
    """

    claim: Strength = "fair"


class Palm(Action):
    """One's own die, thrown again within the roll."""

    kind: Literal["palm"] = "palm"
    which: Which


class SetDie(Action):
    """The dealer's: a die of `whom` (a seat number) comes to lie as wanted."""

    kind: Literal["set_die"] = "set_die"
    whom: str
    which: Which
    face: int


class Strip(Action):
    """The dealer's: two of the NPCs' four dice are gone."""

    kind: Literal["strip"] = "strip"


class LoadCommon(Action):
    """The dealer's: a common die, thrown again within the next roll."""

    kind: Literal["load"] = "load"
    which: Which


class Switch(Action):
    """The GM's: one of the NPCs' dice is thrown again; `die` is its place, from 0, and what it shows, as in "0.17"."""

    kind: Literal["switch"] = "switch"
    die: str


class Cast(Action):
    """A spell in the caster's words; `aim` is a seat number, 0 for the nameless NPCs, or "dice". `does` is what the GM
    makes of one that the NPCs cast.
    """

    kind: Literal["spell"] = "spell"
    aim: str
    words: str
    does: Does | None = None


class Judge(Action):
    """The GM's: which spell of the hand it is about, counted from 1, and what that one does, as in "2.luck"."""

    kind: Literal["judge"] = "judge"
    does: str


class Keep(Action):
    """The GM's: which NPCs with a seat stay for the round; the others that stay are nameless."""

    kind: Literal["keep"] = "keep"
    stay: str | tuple[str, ...]


class NpcsCall(Action):
    """The GM's: the NPCs pay the raise."""

    kind: Literal["npcs_call"] = "npcs_call"


class NpcsFold(Action):
    """The GM's: the NPCs leave the hand."""

    kind: Literal["npcs_fold"] = "npcs_fold"


class ShakenFolds(Action):
    kind: Literal["shaken_folds"] = "shaken_folds"


class ShakenStays(Action):
    kind: Literal["shaken_stays"] = "shaken_stays"


BaldurAction = Annotated[
    Roll
    | Stay
    | Raise
    | Fold
    | Sway
    | Read
    | Accuse
    | Palm
    | SetDie
    | Strip
    | LoadCommon
    | Switch
    | Cast
    | Judge
    | Keep
    | NpcsCall
    | NpcsFold
    | ShakenFolds
    | ShakenStays
    | Rule,
    Field(discriminator="kind"),
]
