"""Shells: a small crooked game, in which the GM has the last word. Everybody puts in the ante, and a die falls for each
under a shell. In turn each passes; then the GM pays the pot to the highest die, or calls the round off.

On the side everybody may throw the own die again, once a round, which nobody notices; or shout, which all hear. The GM
may throw any die again: that is the sleight of the GM's own seat.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field

from bot.engine.frozen import Frozen
from bot.engine.game import DEALER, BuyIn, Carry, Deal, Event, Game, HouseRules, Outcome, Step
from bot.engine.moves import Action, Choice, Move, Pick
from bot.engine.rng import Rng
from bot.engine.spec import GameSpec
from bot.engine.words import GameWords, Page, Panel, SeatLine, Voice

ANTE = 10


class ShellRules(HouseRules):
    pass


class ShellCarry(Carry):
    rounds: int = 0


class Shell(Frozen):
    seat: int
    stack: int
    die: int
    has_passed: bool = False
    has_tried: bool = False


class ShellState(Frozen):
    deal: Deal[ShellRules, ShellCarry]
    shells: tuple[Shell, ...]
    shouts: int = 0
    verdict: str | None = None

    def put(self, changed: Shell) -> "ShellState":
        return self.evolve(shells=tuple(changed if one.seat == changed.seat else one for one in self.shells))

    def shell(self, seat: int) -> Shell:
        return next(one for one in self.shells if one.seat == seat)


class Pass(Action):
    kind: Literal["pass"] = "pass"


class Rethrow(Action):
    kind: Literal["rethrow"] = "rethrow"


class Shout(Action):
    kind: Literal["shout"] = "shout"


class Nudge(Action):
    kind: Literal["nudge"] = "nudge"
    whose: str


class Verdict(Action):
    kind: Literal["verdict"] = "verdict"
    ruling: Literal["pay", "void"]


class Passed(Event):
    kind: Literal["passed"] = "passed"
    seat: int


class Shouted(Event):
    kind: Literal["shouted"] = "shouted"
    seat: int


class Ended(Event):
    kind: Literal["ended"] = "ended"
    ruling: str


class Thrown(Event):
    """Told to its owner, and kept for the GM."""

    kind: Literal["thrown"] = "thrown"
    seat: int
    die: int


class ShellView(Frozen):
    seat: int | None
    stacks: tuple[tuple[int, int], ...]
    passed: tuple[int, ...]
    shouts: int
    dice: tuple[tuple[int, int], ...]
    verdict: str | None


class Shells(Game[ShellRules, ShellCarry, ShellState, Any, ShellView]):
    key, title, tagline, seats, hand_word = "shells", "Shells", "A die under each shell.", range(1, 7), "round"
    presets: ClassVar[Mapping[str, HouseRules]] = {"usual": ShellRules()}
    has_dealer = True
    HouseRules, Carry, State, View = ShellRules, ShellCarry, ShellState, ShellView
    Action = Annotated[Pass | Rethrow | Shout | Nudge | Verdict, Field(discriminator="kind")]
    Event = Annotated[Passed | Shouted | Ended | Thrown, Field(discriminator="kind")]

    def start(self, deal: Deal[ShellRules, ShellCarry], chance: Rng) -> Step[ShellState]:
        shells = tuple(
            Shell(seat=player.seat, stack=player.stack - ANTE, die=chance.die(secret=True)) for player in deal.players
        )
        return Step(ShellState(deal=deal, shells=shells))

    def to_act(self, state: ShellState) -> frozenset[int]:
        if state.verdict is not None:
            return frozenset()
        waiting = [one.seat for one in state.shells if not one.has_passed]
        return frozenset(waiting[:1] or (DEALER,))

    def moves(self, state: ShellState, seat: int) -> tuple[Move, ...]:
        if state.verdict is not None:
            return ()
        if seat == DEALER:
            choices = tuple(Choice(value=str(one.seat), label=f"Seat {one.seat}") for one in state.shells)
            pick = Pick(name="whose", label="Seat", choices=choices)
            nudge = Move(key="nudge", label="Throw again", fields=(pick,), place="private", aside=True)
            rulings = (Choice(value="pay", label="Pay"), Choice(value="void", label="Call it off"))
            ruling = Pick(name="ruling", label="What now?", choices=rulings)
            verdict = Move(key="verdict", label="Decide", fields=(ruling,), place="private")
            return (nudge, verdict) if self.to_act(state) == {DEALER} else (nudge,)
        if seat not in (one.seat for one in state.shells):
            return ()
        own = state.shell(seat)
        turn = (Move(key="pass", label="Pass"),) if seat in self.to_act(state) else ()
        tries = (Move(key="rethrow", label="Throw again", place="private", aside=True),) if not own.has_tried else ()
        return (*turn, *tries, Move(key="shout", label="Shout", place="private", aside=True))

    def asks(self, state: ShellState, seat: int) -> bool:
        return seat in self.to_act(state)

    def play(self, state: ShellState, seat: int, action: Any, chance: Rng) -> Step[ShellState]:
        match action:
            case Pass():
                return Step(state.put(state.shell(seat).evolve(has_passed=True)), (Passed(seat=seat),))
            case Shout():
                return Step(state.evolve(shouts=state.shouts + 1), (Shouted(seat=seat),))
            case Verdict(ruling=ruling):
                return Step(state.evolve(verdict=ruling), (Ended(ruling=ruling),))
            case _:
                whose = seat if isinstance(action, Rethrow) else int(action.whose)
                die = chance.die(secret=True)
                thrown = Thrown(seat=whose, die=die)
                own = state.shell(whose).evolve(die=die, has_tried=whose == seat or state.shell(whose).has_tried)
                return Step(state.put(own), (), ((seat, thrown),), (thrown,))

    def on_timeout(self, state: ShellState, seat: int) -> Pass | Verdict:
        return Verdict(ruling="pay") if seat == DEALER else Pass()

    def refusal(self, state: ShellState, seat: int, action: Any) -> str:
        if isinstance(action, Rethrow) and state.shell(seat).has_tried:
            return "You have tried that in this round already."
        return super().refusal(state, seat, action)

    def view(self, state: ShellState, seat: int | None) -> ShellView:
        dice = tuple((one.seat, one.die) for one in state.shells if seat in {DEALER, one.seat} or state.verdict)
        return ShellView(
            seat=seat,
            stacks=tuple((one.seat, one.stack) for one in state.shells),
            passed=tuple(one.seat for one in state.shells if one.has_passed),
            shouts=state.shouts,
            dice=dice,
            verdict=state.verdict,
        )

    def outcome(self, state: ShellState) -> Outcome[ShellCarry] | None:
        if state.verdict is None:
            return None
        if state.verdict == "void":
            stacks = tuple((player.seat, player.stack) for player in state.deal.players)
            return Outcome(stacks=stacks, carry=state.deal.carry)
        best = max(state.shells, key=lambda one: one.die)
        pot = ANTE * len(state.shells)
        stacks = tuple((one.seat, one.stack + (pot if one == best else 0)) for one in state.shells)
        rounds = state.deal.carry.rounds if state.deal.carry is not None else 0
        return Outcome(stacks=stacks, carry=ShellCarry(rounds=rounds + 1))

    def chips(self, state: ShellState) -> int:
        return sum(one.stack + ANTE for one in state.shells)

    def buy_in(self, rules: ShellRules) -> BuyIn:
        return BuyIn(low=ANTE, usual=100)

    def least_stack(self, rules: ShellRules) -> int:
        return ANTE

    def is_crooked(self, rules: ShellRules) -> bool:
        return True


class Words:
    """The least that such a game has to say."""

    def hand(self, view: ShellView, voice: Voice) -> Page:
        title = "What the GM knows" if view.seat == DEALER else "Your shell"
        return Page(title=title, text=", ".join(f"{voice.name(seat)} {die}" for seat, die in view.dice) or "Nothing.")

    def panel(self, view: ShellView, voice: Voice) -> Panel:
        seats = tuple(SeatLine(seat=seat, text=voice.money(stack)) for seat, stack in view.stacks)
        return Panel(heading="Shells", status=(f"{view.shouts} shouts.",), seats=seats, result=view.verdict)

    def tell(self, events: Iterable[Any], voice: Voice) -> tuple[str, ...]:
        return tuple(self._told(event, voice) for event in events)

    def _told(self, event: Any, voice: Voice) -> str:
        match event:
            case Thrown(seat=seat, die=die):
                return f"The die of {voice.name(seat)} is thrown again: {die}."
            case Ended(ruling=ruling):
                return f"The GM decides: {ruling}."
            case _:
                return f"{voice.name(event.seat)} {event.kind}."

    def rules_pages(self, rules: ShellRules, voice: Voice) -> tuple[Page, ...]:
        return (Page(title="Shells", text=Shells.tagline),)

    def stakes(self, rules: ShellRules, voice: Voice) -> str:
        return f"ante {voice.money(ANTE)}"


_TEXT = Words()
WORDS = GameWords(panel=_TEXT.panel, tell=_TEXT.tell, stakes=_TEXT.stakes, hand=_TEXT.hand)


SHELLS = GameSpec(game=Shells(), words=WORDS, rulebook=_TEXT.rules_pages)
