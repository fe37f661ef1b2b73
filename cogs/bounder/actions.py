"""What players of Bounder do. An action whose amount isn't named is never within its bounds."""

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from bot.engine.moves import Action
from cogs.bounder.dice import KINDS, BetKind

_AND = "+"
_JOINED = rf"^({'|'.join(KINDS)})(\{_AND}({'|'.join(KINDS)}))*$"


class Stake(Action):
    """Shoot for so much, in smallest coins."""

    kind: Literal["stake"] = "stake"
    amount: int = 0


class Pass(Action):
    """Pass the dice on; in the classic version, sit the round out."""

    kind: Literal["pass"] = "pass"


class Double(Action):
    kind: Literal["double"] = "double"


class Increase(Action):
    """Add to the stake, at most as much again, in smallest coins."""

    kind: Literal["increase"] = "increase"
    amount: int = 0


class Keep(Action):
    """Leave the stake as it is."""

    kind: Literal["keep"] = "keep"


class Wager(Action):
    """Bet so much more, in smallest coins."""

    amount: int = 0


class OnThePoint(Wager):
    kind: Literal["point"] = "point"


class AgainstTheShooter(Wager):
    kind: Literal["against"] = "against"


class OnAllEven(Wager):
    kind: Literal["all_even"] = "all_even"


class OnAllOdd(Wager):
    kind: Literal["all_odd"] = "all_odd"


class OnTriple(Wager):
    kind: Literal["triple"] = "triple"


Bet = OnThePoint | AgainstTheShooter | OnAllEven | OnAllOdd | OnTriple


class Again(Action):
    """Stake or bet what was staked or bet last."""

    kind: Literal["again"] = "again"


class TakeBack(Action):
    """Take bets back while the window is open: some of several, or what of them may go together, as `together` writes
    it; who has made only one names none. A stake likewise, in the classic version, as long as others stake.
    """

    kind: Literal["take_back"] = "take_back"
    bets: tuple[BetKind, ...] | Annotated[str, Field(pattern=_JOINED)] = ()

    @property
    def named(self) -> tuple[BetKind, ...]:
        if not isinstance(self.bets, str):
            return self.bets
        parts = self.bets.split(_AND)
        return tuple([kind for kind in KINDS if kind in parts])


def together(kinds: Iterable[BetKind]) -> str:
    """What `TakeBack.bets` calls bets of these kinds that go together."""
    return _AND.join(kinds)


class Done(Action):
    """No more bets; of the shooter: roll as soon as everybody else is done."""

    kind: Literal["done"] = "done"


class Roll(Action):
    """The shooter closes the window."""

    kind: Literal["roll"] = "roll"


BounderAction = Annotated[
    Stake | Pass | Double | Increase | Keep | Bet | Again | TakeBack | Done | Roll, Field(discriminator="kind")
]
