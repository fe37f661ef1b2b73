"""A window in which many may act, each as often as they like: it closes when it was to close, whatever they do."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from bot.engine.frozen import Frozen
from bot.engine.game import BuyIn, Carry, Deal, Event, Game, HouseRules, Outcome, Step
from bot.engine.moves import Action, Amount, Move
from bot.engine.rng import Rng
from bot.engine.spec import GameSpec
from bot.engine.words import GameWords, Panel
from tests.tables.room import Room


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

    def start(self, deal: Deal[WheelRules, NoCarry], chance: Rng) -> Step[Round]:
        return Step(Round(deal=deal))

    def to_act(self, state: Round) -> frozenset[int]:
        seats = {player.seat for player in state.deal.players}
        return frozenset(seats - set(state.done)) if state.number < 3 else frozenset()

    def moves(self, state: Round, seat: int) -> tuple[Move, ...]:
        if seat not in self.to_act(state):
            return ()
        amount = Amount(name="amount", label="How much?", low=1, high=9)
        return Move(key="bet", label="Bet", fields=(amount,)), Move(key="done", label="Done")

    def play(self, state: Round, seat: int, action: Any, chance: Rng) -> Step[Round]:
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

    def play(self, state: Round, seat: int, action: Any, chance: Rng) -> Step[Round]:
        if isinstance(action, Back):
            return Step(state.evolve(done=tuple(done for done in state.done if done != seat)))
        return super().play(state, seat, action, chance)


class TightWheel(ForgivingWheel):
    """One may bet on the edge while there are fewer than two bets; in the second round bets have another name."""

    def moves(self, state: Round, seat: int) -> tuple[Move, ...]:
        label = "Bet" if state.number == 1 else "Bet again"
        own = tuple(move.evolve(label=label) if move.key == "bet" else move for move in super().moves(state, seat))
        edge = Move(key="back", label="On the edge")
        return (*own, edge) if own and state.bets < 2 and seat not in state.done else own


def room_of(game: Wheel, seats: int) -> Room:
    """All who sit there may bet, with a clock of a minute."""
    words: GameWords[WheelRules, Frozen, Event] = GameWords(
        panel=lambda view, voice: Panel(heading="", status=(), seats=()),
        tell=lambda events, voice: (),
        stakes=lambda rules, voice: "",
    )
    room = Room(GameSpec(game=game, words=words, rulebook=lambda rules, voice: ()), WheelRules(), seats)
    room.deals()
    return room


def deadline(room: Room, seat: int, key: str, at: float, **values: Any) -> float | None:
    """When the window closes once that was done."""
    return room.acts(seat, key, at=at, **values).record.deadline


def test_window_is_not_extended_by_bets_and_the_next_has_the_whole_clock() -> None:
    room = room_of(Wheel(), seats=2)
    assert room.table.record.deadline == 60
    assert deadline(room, 2, "done", 50) == 60
    assert deadline(room, 1, "bet", 55, amount=1) == 60
    assert deadline(room, 1, "bet", 58, amount=2) == 60
    assert deadline(room, 1, "done", 59) == 119


def test_window_is_not_extended_by_reopening_ones_bets() -> None:
    room = room_of(ForgivingWheel(), seats=3)
    for at in (10, 30, 50):
        assert deadline(room, 1, "done", at) == 60
        assert deadline(room, 1, "back", at + 1) == 60
    assert deadline(room, 2, "done", 55) == 60


@pytest.mark.parametrize("game, until", [(Wheel(), 60), (CountedWheel(), 100)])
def test_a_game_tells_the_same_moves_of_two_rounds_apart(game: Wheel, until: float) -> None:
    """Alone at the wheel one is asked the same again, by the same moves; whether it is a new choice the game says."""
    room = room_of(game, seats=1)
    assert deadline(room, 1, "done", 40) == until
    assert deadline(room, 1, "bet", 45, amount=1) == until


def asked(room: Room) -> list[int]:
    """Return the turn since which each seat's clicks count."""
    return [chair.asked for chair in room.table.record.chairs]


def test_click_stays_valid_when_others_bets_narrow_the_choice() -> None:
    room = room_of(TightWheel(), seats=3)
    begun = asked(room)
    for _ in range(3):
        room.acts(1, "bet", amount=1)
    assert "back" not in {move.key for move in room.table.moves(2)}
    assert asked(room)[1:] == begun[1:]
    assert asked(room)[0] == room.table.record.turn


def test_another_choice_makes_older_clicks_count_no_more() -> None:
    room = room_of(TightWheel(), seats=2)
    room.acts(1, "done")
    room.acts(2, "done")
    assert asked(room) == [room.table.record.turn] * 2


def test_seat_with_new_moves_after_none_has_a_new_choice() -> None:
    class Impatient(Wheel):
        """Nobody is told apart by what they are asked, but only whose turn it is may act."""

        def to_act(self, state: Round) -> frozenset[int]:
            return frozenset(sorted(super().to_act(state))[:1])

        def asks(self, state: Round, seat: int) -> int:
            return 0

    room = room_of(Impatient(), seats=2)
    room.acts(1, "done")
    assert asked(room) == [room.table.record.turn] * 2
