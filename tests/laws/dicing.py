"""A small game of open dice that can be loaded, sound by itself, whose parts can be broken to see which law notices."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from bot.engine.cheating.sleights import Cheatable, CrookedRules
from bot.engine.frozen import Frozen
from bot.engine.game import BuyIn, Carry, Deal, Event, Game, HouseRules, Outcome, Step
from bot.engine.game import Event as AnyEvent
from bot.engine.moves import Action as AnyTry
from bot.engine.moves import AnyAction, Move
from bot.engine.rng import Rng
from bot.engine.spec import AnySpec, GameSpec
from bot.engine.words import GameWords, Page, Panel, SeatLine, Voice

THROWS = 2
"""How often everybody throws a die."""


class DiceRules(CrookedRules):
    pass


class NoCarry(Carry):
    pass


class Roller(Frozen):
    seat: int
    stack: int
    dice: tuple[int, ...] = ()
    is_out: bool = False


class DiceState(Frozen):
    deal: Deal[DiceRules, NoCarry]
    rollers: tuple[Roller, ...]
    loaded: tuple[int, ...] = ()
    winner: int | None = None

    def roller(self, seat: int) -> Roller:
        return next(roller for roller in self.rollers if roller.seat == seat)

    def put(self, changed: Roller) -> "DiceState":
        return self.evolve(rollers=tuple(changed if one.seat == changed.seat else one for one in self.rollers))

    @property
    def live(self) -> tuple[Roller, ...]:
        return tuple(roller for roller in self.rollers if not roller.is_out)


class Throw(AnyTry):
    kind: Literal["throw"] = "throw"


class Weigh(AnyTry):
    kind: Literal["weigh"] = "weigh"


class Threw(Event):
    kind: Literal["threw"] = "threw"
    seat: int
    die: int


class Quit(Event):
    kind: Literal["quit"] = "quit"
    seat: int


class Topped(Event):
    kind: Literal["topped"] = "topped"
    seat: int


class Weighed(Event):
    """Told to the cheat."""

    kind: Literal["weighed"] = "weighed"


class Weighs(Event):
    """Told to the GM."""

    kind: Literal["weighs"] = "weighs"
    seat: int


DiceEvent = Annotated[Threw | Quit | Topped | Weighed | Weighs, Field(discriminator="kind")]


class DiceView(Frozen):
    seats: tuple[Roller, ...]
    winner: int | None
    extra: str = ""


class Dicing(Game[DiceRules, NoCarry, DiceState, Any, DiceView], Cheatable[DiceState]):
    """Everybody pays a chip and throws two dice, one after the other; the highest sum takes the chips. A loaded die is
    thrown twice, and the higher counts.
    """

    key, title, tagline, seats = "dicing", "Dicing", "Two dice each.", range(2, 6)
    presets: ClassVar[Mapping[str, HouseRules]] = {"usual": DiceRules()}

    HouseRules, Carry, State = DiceRules, NoCarry, DiceState
    Action, Sleight, Event, View = Throw, Weigh, DiceEvent, DiceView

    def start(self, deal: Deal[DiceRules, NoCarry], chance: Rng) -> Step[DiceState]:
        rollers = tuple(Roller(seat=player.seat, stack=player.stack - 1) for player in deal.players)
        return Step(DiceState(deal=deal, rollers=rollers))

    def to_act(self, state: DiceState) -> frozenset[int]:
        if state.winner is not None:
            return frozenset()
        least = min(len(roller.dice) for roller in state.live)
        return frozenset([next(roller.seat for roller in state.live if len(roller.dice) == least)])

    def moves(self, state: DiceState, seat: int) -> tuple[Move, ...]:
        return (Move(key="throw", label="Throw"),) if seat in self.to_act(state) else ()

    def play(self, state: DiceState, seat: int, action: Any, chance: Rng) -> Step[DiceState]:
        dice = self.thrown(state, seat, chance)
        own = state.roller(seat)
        state = state.put(own.evolve(dice=(*own.dice, *dice)))
        state = state.evolve(loaded=tuple(other for other in state.loaded if other != seat))
        return self._onward(state, Threw(seat=seat, die=dice[0]))

    def thrown(self, state: DiceState, seat: int, chance: Rng) -> tuple[int, ...]:
        return (max(chance.dice(2 if seat in state.loaded else 1)),)

    def _onward(self, state: DiceState, *told: AnyEvent) -> Step[DiceState]:
        live = state.live
        if len(live) > 1 and any(len(roller.dice) < THROWS for roller in live):
            return Step(state, told)
        best = max(live, key=lambda roller: sum(roller.dice))
        state = state.put(best.evolve(stack=best.stack + len(state.rollers))).evolve(winner=best.seat)
        return Step(state, (*told, Topped(seat=best.seat)))

    def on_timeout(self, state: DiceState, seat: int) -> Any:
        return Throw()

    def view(self, state: DiceState, seat: int | None) -> DiceView:
        return DiceView(seats=state.rollers, winner=state.winner)

    def outcome(self, state: DiceState) -> Outcome[NoCarry] | None:
        if state.winner is None:
            return None
        return Outcome(stacks=tuple((roller.seat, roller.stack) for roller in state.rollers), carry=NoCarry())

    def chips(self, state: DiceState) -> int:
        staked = len(state.rollers) if state.winner is None else 0
        return sum(roller.stack for roller in state.rollers) + staked

    def buy_in(self, rules: DiceRules) -> BuyIn:
        return BuyIn(low=1, usual=100)

    def asks(self, state: DiceState, seat: int) -> int:
        return sum(len(roller.dice) for roller in state.rollers)

    def sleights(self, state: DiceState, seat: int) -> tuple[Move, ...]:
        able = [one.seat for one in state.live if len(one.dice) < THROWS] if state.winner is None else []
        if seat not in able or seat in state.loaded:
            return ()
        return (Move(key="weigh", label="Load your next die", place="private"),)

    def sleight(self, state: DiceState, seat: int, action: AnyAction, chance: Rng) -> Step[DiceState]:
        state = state.evolve(loaded=(*state.loaded, seat))
        return Step(state, private=((seat, Weighed()),), kept=(Weighs(seat=seat),))

    def is_out(self, state: DiceState, seat: int) -> bool:
        return state.roller(seat).is_out

    def forfeit(self, state: DiceState, seat: int, chance: Rng) -> Step[DiceState]:
        return self._onward(state.put(state.roller(seat).evolve(is_out=True)), Quit(seat=seat))


class Words:
    """The least that such a game has to say."""

    def panel(self, view: DiceView, voice: Voice) -> Panel:
        lines = tuple(SeatLine(seat=one.seat, cards=voice.dice(one.dice), text="In.") for one in view.seats)
        result = None if view.winner is None else f"{voice.name(view.winner)} wins."
        return Panel(heading="The dice", status=("High dice.",), seats=lines, result=result)

    def tell(self, events: Iterable[Event], voice: Voice) -> tuple[str, ...]:
        return tuple(f"Somebody has {type(event).__name__.lower()}." for event in events)

    def rules_pages(self, rules: DiceRules, voice: Voice) -> tuple[Page, ...]:
        return (Page(title="Dicing", text="The highest dice take all."),)

    def stakes(self, rules: DiceRules, voice: Voice) -> str:
        return "A chip each."


_TEXT = Words()
WORDS = GameWords(panel=_TEXT.panel, tell=_TEXT.tell, stakes=_TEXT.stakes)


RULES = DiceRules(crooked=True)


def entry(game: Dicing) -> AnySpec:
    """Return a crooked table of the game."""
    return GameSpec(game=game, words=WORDS, rulebook=_TEXT.rules_pages).by(RULES)
