"""A window in which many may act, each as often as they like: it closes when it was to close, whatever they do."""

from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from bot.campaigns import Campaign, CampaignSettings, Pace
from bot.catalog import Entry
from bot.engine.chance import Chance
from bot.engine.frozen import Frozen
from bot.engine.game import BuyIn, Carry, Deal, Event, Game, HouseRules, Outcome, Player, Step
from bot.engine.moves import Action, Amount, Move
from bot.tables.hands import Cause, Dealer
from bot.tables.model import Chair, Record, Seeds, Table
from bot.tables.timing import timed


class WheelRules(HouseRules):
    pass


class NoCarry(Carry):
    pass


class Round(Frozen):
    deal: Deal[WheelRules, NoCarry]
    bets: int = 0
    done: tuple[int, ...] = ()
    number: int = 1


class Bet(Action):
    kind: Literal["bet"] = "bet"
    amount: int


class Done(Action):
    kind: Literal["done"] = "done"


class Wheel(Game[WheelRules, NoCarry, Round, Any, Frozen]):
    """Everybody bets until they are done; when all are, a second round begins, and everybody is asked the same."""

    key, title, tagline, seats = "wheel", "Wheel", "Round and round.", range(1, 21)
    presets = {"usual": WheelRules()}  # noqa: RUF012
    HouseRules, Carry, State = WheelRules, NoCarry, Round
    Action, Event, View = Annotated[Bet | Done, Field(discriminator="kind")], Event, Frozen

    def start(self, deal: Deal[WheelRules, NoCarry], chance: Chance) -> Step[Round]:
        return Step(Round(deal=deal))

    def to_act(self, state: Round) -> frozenset[int]:
        seats = {player.seat for player in state.deal.players}
        return frozenset(seats - set(state.done)) if state.number < 3 else frozenset()

    def moves(self, state: Round, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_act(state):
            return ()
        amount = Amount(name="amount", label="How much?", low=1, high=9)
        return Move(key="bet", label="Bet", fields=(amount,)), Move(key="done", label="Done")

    def play(self, state: Round, seat: int, action: Any, chance: Chance) -> Step[Round]:
        if isinstance(action, Bet):
            return Step(state.evolve(bets=state.bets + 1))
        state = state.evolve(done=(*state.done, seat))
        if not self.to_act(state):
            state = state.evolve(done=(), number=state.number + 1)
        return Step(state)

    def on_timeout(self, state: Round, seat: int) -> Done:
        return Done()

    def view(self, state: Round, seat: int | None) -> Frozen:
        return Frozen()

    def outcome(self, state: Round) -> Outcome[NoCarry] | None:
        if self.to_act(state):
            return None
        return Outcome(stacks=tuple((player.seat, player.stack) for player in state.deal.players), carry=NoCarry())

    def chips(self, state: Round) -> int:
        return 0

    def buy_in(self, rules: WheelRules) -> BuyIn:
        return BuyIn(low=1, usual=1)


class CountedWheel(Wheel):
    """The same, but the rounds are told apart."""

    def asks(self, state: Round, seat: int) -> int:
        return state.number


class Back(Action):
    kind: Literal["back"] = "back"


class ForgivingWheel(CountedWheel):
    """Whoever is done may take it back, and is waited for again."""

    Action = Annotated[Bet | Done | Back, Field(discriminator="kind")]

    def moves(self, state: Round, seat: int) -> tuple[Move, ...]:
        return (Move(key="back", label="Take back"),) if seat in state.done else super().moves(state, seat)

    def play(self, state: Round, seat: int, action: Any, chance: Chance) -> Step[Round]:
        if isinstance(action, Back):
            return Step(state.evolve(done=tuple(done for done in state.done if done != seat)))
        return super().play(state, seat, action, chance)


class Room:
    """A table of the wheel with a clock of a minute, without a database."""

    def __init__(self, game: Wheel, seats: int) -> None:
        chairs = tuple(Chair(seat=n, character_id=n, name=f"P{n}", user_id=n, stack=9) for n in range(1, seats + 1))
        record = Record(
            id=1,
            campaign_id=1,
            guild_id=1,
            channel_id=1,
            game="wheel",
            rules="{}",
            pace=Pace.of("seconds", 60),
            keeper=1,
            seeds=Seeds(open="00" * 32, closed="11" * 32),
            opened_at=0,
            touched_at=0,
            chairs=chairs,
        )
        campaign = Campaign(id=1, guild_id=1, name="A campaign", settings=CampaignSettings())
        words: Any = SimpleNamespace(tell=lambda events, voice: ())
        self.table = Table(Entry(game, words), record, campaign, WheelRules())
        players = [Player(seat=chair.seat, name=chair.name, stack=chair.stack) for chair in chairs]
        dealt = Dealer().deal(self.table, players, Cause("deal", "deal", "click", 0)).table
        self.table = timed(self.table, dealt, None, 0)

    def acts(self, seat: int, action: Any, at: float) -> float | None:
        """The deadline afterwards."""
        after = Dealer().act(self.table, seat, action, Cause(f"{at}", f"{at}", "click", at)).table
        self.table = timed(self.table, after, seat, at)
        return self.table.record.deadline


def test_betting_again_does_not_extend_the_window() -> None:
    room = Room(Wheel(), seats=2)
    assert room.table.record.deadline == 60
    assert room.acts(1, Bet(amount=1), at=50) == 60


def test_nor_does_it_when_nobody_else_is_waited_for_any_more() -> None:
    room = Room(Wheel(), seats=2)
    assert room.acts(2, Done(), at=51) == 60
    assert room.acts(1, Bet(amount=1), at=55) == 60
    assert room.acts(1, Bet(amount=2), at=59) == 60


def test_nor_at_a_table_of_one() -> None:
    assert Room(Wheel(), seats=1).acts(1, Bet(amount=1), at=59) == 60


def test_nor_does_taking_back_what_had_ended_ones_part() -> None:
    room = Room(ForgivingWheel(), seats=3)
    for at in (10, 30, 50):
        assert room.acts(1, Done(), at=at) == 60
        assert room.acts(1, Back(), at=at + 1) == 60
    assert room.acts(2, Done(), at=55) == 60


def test_who_comes_into_the_next_round_has_the_whole_clock() -> None:
    room = Room(Wheel(), seats=2)
    room.acts(1, Done(), at=30)
    assert room.acts(2, Done(), at=40) == 100


@pytest.mark.parametrize("game, deadline", [(Wheel(), 60), (CountedWheel(), 100)])
def test_a_game_tells_the_same_moves_of_two_rounds_apart(game: Wheel, deadline: float) -> None:
    """Alone at the wheel one is asked the same again, by the same moves; whether it is a new choice the game says."""
    room = Room(game, seats=1)
    assert room.acts(1, Done(), at=40) == deadline
    assert room.acts(1, Bet(amount=1), at=45) == deadline
