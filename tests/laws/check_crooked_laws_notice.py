"""The laws of crooked tables: a sound game obeys them all, and each is broken once by one that is sound otherwise."""

import random
from collections.abc import Hashable
from dataclasses import replace
from functools import cache
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from bot.engine.cheating.wrapper import Crooked
from bot.engine.game import DEALER, Deal, Outcome, Player, Step
from bot.engine.moves import Action, AnyAction, Move
from bot.engine.rng import Rng
from bot.engine.skills import D20
from bot.errors import RuleError
from tests.laws import beside, course, dicing, money, two_worlds
from tests.laws.dicing import DiceState, DiceView, Dicing, Throw, Weighed
from tests.laws.hands import Hand, Seeds, hand_of
from tests.laws.test_laws import LAWS, Law, named

HANDS = 10


@cache
def hands(game: type[Dicing], wrapper: type[Crooked] = Crooked) -> tuple[Hand, ...]:
    """Hands in a row in which everybody tries everything; the GM rules by lot."""
    spec = dicing.entry(game())
    if wrapper is not Crooked:
        spec = replace(spec, game=wrapper(game()))
    played, carry = list[Hand](), None
    players = tuple(Player(seat=seat, stack=40 + seat) for seat in (4, 2, 9))
    for number in range(HANDS):
        dice = random.Random(number)
        deal = spec.game.Deal(rules=dicing.RULES, players=players, carry=carry, system=D20)
        played.append(hand_of(spec, deal, Seeds(dice.randbytes(32), dice.randbytes(32), f"1.{number}"), dice))
        end = played[-1].end
        carry = end.carry if end is not None else None
    return tuple(played)


def obey(law: Law, played: tuple[Hand, ...]) -> None:
    for hand in played:
        law(hand)


class ShowsTheLoadedDie(Dicing):
    def view(self, state: DiceState, seat: int | None) -> DiceView:
        return super().view(state, seat).evolve(extra="heavy" if state.loaded else "")


class ShowsItToTheNeighbour(Dicing):
    def view(self, state: DiceState, seat: int | None) -> DiceView:
        is_seen = bool(state.loaded) and seat == state.rollers[-1].seat and seat not in state.loaded
        return super().view(state, seat).evolve(extra="heavy" if is_seen else "")


class TellsEverybody(Dicing):
    def sleight(self, state: DiceState, seat: int, action: AnyAction, chance: Rng) -> Step[DiceState]:
        return replace(super().sleight(state, seat, action, chance), events=(Weighed(),))


class TellsTheNeighbour(Dicing):
    def sleight(self, state: DiceState, seat: int, action: AnyAction, chance: Rng) -> Step[DiceState]:
        other = next(roller.seat for roller in state.rollers if roller.seat != seat)
        return replace(super().sleight(state, seat, action, chance), private=((other, Weighed()),))


class ThrowsOneDieMore(Dicing):
    def thrown(self, state: DiceState, seat: int, chance: Rng) -> tuple[int, ...]:
        return chance.dice(2 if seat in state.loaded else 1)


class Shake(Action):
    kind: Literal["shake"] = "shake"


class ShowsTheLoadWhenItIsShaken(Dicing):
    """As long as everybody lets their time run out nothing is wrong with it."""

    Action = Annotated[Throw | Shake, Field(discriminator="kind")]

    def moves(self, state: DiceState, seat: int) -> tuple[Move, ...]:
        moves = super().moves(state, seat)
        return (*moves, Move(key="shake", label="Shake it and throw")) if moves else ()

    def play(self, state: DiceState, seat: int, action: Any, chance: Rng) -> Step[DiceState]:
        done = super().play(state, seat, Throw(), chance)
        if action.kind == "throw" or seat not in state.loaded:
            return done
        own = done.state.roller(seat)
        return replace(done, state=done.state.put(own.evolve(dice=(*own.dice, 1))))


class LabelsTheThrow(Dicing):
    def moves(self, state: DiceState, seat: int) -> tuple[Move, ...]:
        moves = super().moves(state, seat)
        return tuple(move.evolve(label="Throw all the same") for move in moves) if state.loaded else moves


class RefusesWithAHint(Dicing):
    def refusal(self, state: DiceState, seat: int, action: Any) -> str:
        return "Somebody is busy with a die." if state.loaded else super().refusal(state, seat, action)


class RenewsTheClock(Dicing):
    def asks(self, state: DiceState, seat: int) -> int:
        return 100 * len(state.loaded) + super().asks(state, seat)


class MayTryAgainAfterACheat(Dicing):
    def sleight_round(self, state: DiceState) -> int:
        return len(state.loaded)


class TakesTheChipsOfTheCaught(Dicing):
    def forfeit(self, state: DiceState, seat: int, chance: Rng) -> Step[DiceState]:
        return super().forfeit(state.put(state.roller(seat).evolve(stack=0)), seat, chance)


class DrawsInTheOpen(Crooked):
    def play(self, state: Any, seat: int, action: Any, chance: Rng) -> Step[Any]:
        if action.kind != "throw":
            return super().play(state, seat, action, chance)
        done = self.honest.play(state.inner, seat, action, chance)
        return replace(done, state=state.evolve(inner=done.state))


class TellsWhatTheGmKeeps(Crooked):
    def play(self, state: Any, seat: int, action: Any, chance: Rng) -> Step[Any]:
        done = super().play(state, seat, action, chance)
        return replace(done, events=(*done.events, *done.kept))


class ForgetsWhoHasTried(Crooked):
    def play(self, state: Any, seat: int, action: Any, chance: Rng) -> Step[Any]:
        done = super().play(state, seat, action, chance)
        return replace(done, state=done.state.evolve(tried=done.state.tried[-1:]))


class KeepsLuckForEver(Crooked):
    def outcome(self, state: Any) -> Outcome[Any] | None:
        end = super().outcome(state)
        return end and end.evolve(carry=end.carry and end.carry.evolve(effects=state.effects))


class ForgetsLuck(Crooked):
    def start(self, deal: Deal[Any, Any], chance: Rng) -> Step[Any]:
        done = super().start(deal, chance)
        return replace(done, state=done.state.evolve(effects=()))


class LetsTheCaughtGoOn(Crooked):
    def moves(self, state: Any, seat: int) -> tuple[Move, ...]:
        return super().moves(state.evolve(accusation=None), seat) if seat != DEALER else super().moves(state, seat)


class ShowsWhoHasCheated(Crooked):
    def view(self, state: Any, seat: int | None) -> Any:
        return super().view(state, seat).evolve(cheats=state.cheats)


class ReadsOutWhatOthersHaveHeard(Crooked):
    def view(self, state: Any, seat: int | None) -> Any:
        return super().view(state, seat).evolve(heard=tuple(event for _, event in state.heard))


class RenewsTheClockForEachTry(Crooked):
    def asks(self, state: Any, seat: int) -> Hashable:
        return len(state.tried)


class AsksAGmWithoutASeat(Crooked):
    has_dealer = False


class HasTheGmRuleAtTheTable(Crooked):
    def moves(self, state: Any, seat: int) -> tuple[Move, ...]:
        moves = super().moves(state, seat)
        return tuple(move.evolve(place="table") for move in moves) if seat == DEALER else moves


GAMES: list[tuple[type[Dicing], Law]] = [
    (ShowsTheLoadedDie, two_worlds.a_cheat_that_nobody_sees_changes_nothing_for_others),
    (ShowsItToTheNeighbour, two_worlds.a_cheat_that_nobody_sees_changes_nothing_for_others),
    (TellsEverybody, two_worlds.a_cheat_that_nobody_sees_changes_nothing_for_others),
    (TellsEverybody, beside.what_few_are_told_is_told_to_few),
    (TellsTheNeighbour, two_worlds.a_cheat_that_nobody_sees_changes_nothing_for_others),
    (ThrowsOneDieMore, two_worlds.as_many_dice_and_cards_lie_there_as_without_a_cheat),
    (ShowsTheLoadWhenItIsShaken, two_worlds.as_many_dice_and_cards_lie_there_as_without_a_cheat),
    (LabelsTheThrow, two_worlds.a_cheat_that_nobody_sees_changes_nothing_for_others),
    (RefusesWithAHint, two_worlds.a_cheat_that_nobody_sees_changes_nothing_for_others),
    (RenewsTheClock, two_worlds.a_cheat_that_nobody_sees_changes_nothing_for_others),
    (MayTryAgainAfterACheat, two_worlds.a_cheat_that_nobody_sees_changes_nothing_for_others),
    (TakesTheChipsOfTheCaught, money.chips_are_conserved),
]
WRAPPERS: list[tuple[type[Crooked], Law]] = [
    (DrawsInTheOpen, beside.every_draw_is_secret),
    (TellsWhatTheGmKeeps, beside.what_few_are_told_is_told_to_few),
    (TellsWhatTheGmKeeps, two_worlds.a_cheat_that_nobody_sees_changes_nothing_for_others),
    (ForgetsWhoHasTried, beside.each_is_tried_once_in_its_time),
    (KeepsLuckForEver, beside.effects_end_with_the_next_hand),
    (ForgetsLuck, beside.effects_end_with_the_next_hand),
    (LetsTheCaughtGoOn, beside.who_is_caught_does_nothing_on_the_side),
    (ShowsWhoHasCheated, two_worlds.a_cheat_that_nobody_sees_changes_nothing_for_others),
    (ReadsOutWhatOthersHaveHeard, beside.what_a_seat_has_heard_is_its_own),
    (RenewsTheClockForEachTry, two_worlds.a_cheat_that_nobody_sees_changes_nothing_for_others),
    (AsksAGmWithoutASeat, course.only_a_game_with_a_dealer_asks_the_gm),
    (HasTheGmRuleAtTheTable, course.only_a_game_with_a_dealer_asks_the_gm),
]
NOTICED = (AssertionError, RuleError, LookupError, pytest.fail.Exception)


@pytest.mark.parametrize("law", LAWS, ids=named)
def test_sound_game_at_a_crooked_table_obeys_the_laws(law: Law) -> None:
    obey(law, hands(Dicing))


def test_crooked_law_hands_try_every_kind_of_aside():
    done = {turn.action.kind for hand in hands(Dicing) for turn in hand.turns}
    told = {event.__class__.__name__ for hand in hands(Dicing) for step in hand.steps for event in step.events}
    ruled = {turn.action.ruling for hand in hands(Dicing) for turn in hand.turns if turn.action.kind == "verdict"}
    assert done == {"throw", "weigh", "influence", "read", "accuse", "verdict"}
    assert {"Threw", "Quit", "Topped", "Influenced", "Watched", "Accused", "Ruled"} <= told
    assert ruled == {"void", "forfeit", "play_on"}


@pytest.mark.parametrize("flawed, law", GAMES, ids=lambda part: part.__name__)
def test_laws_notice_every_flaw_of_a_game_at_a_crooked_table(flawed: type[Dicing], law: Law) -> None:
    with pytest.raises(NOTICED):
        obey(law, hands(flawed))


@pytest.mark.parametrize("flawed, law", WRAPPERS, ids=lambda part: part.__name__)
def test_laws_notice_every_flaw_of_the_crooked_wrapper(flawed: type[Crooked], law: Law) -> None:
    with pytest.raises(NOTICED):
        obey(law, hands(Dicing, flawed))
