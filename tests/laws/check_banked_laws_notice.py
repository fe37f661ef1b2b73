"""The laws of banked games: a sound one obeys them all, and each is broken once by a game that is sound otherwise."""

import random
from collections import Counter
from functools import cache
from typing import Any

import pytest

from bot.engine.banked.limits import MOST, RESERVE, bank_means
from bot.engine.game import BetWindow, Outcome, Player, Step
from bot.engine.moves import Amount, Cap, Move
from bot.engine.rng import Rng
from bot.errors import RuleError
from tests.laws import banks, course, legality, money, wheel, windows
from tests.laws.hands import Hand, Seeds, hand_of
from tests.laws.test_laws import LAWS, Law, named
from tests.laws.wheel import Bettor, Staked, Wheel, WheelRules

CROWDED = 10
RULES = WheelRules(), WheelRules(min_bet=1, max_bet=7), WheelRules(min_bet=MOST)


@cache
def hands(kind: type[Wheel]) -> list[Hand]:
    """One, some and a crowd, with a bank that has nothing, little, plenty, and no end."""
    game, played = kind(), list[Hand]()
    spec = wheel.entry(game)
    for number in range(16):
        dice = random.Random(number + 20)
        rules = RULES[number % 3]
        seats = dice.sample(range(1, 60), 20 if number == CROWDED else (1, 3, 4)[number % 3 - number // 6 % 3])
        players = tuple(Player(seat=seat, stack=rules.min_bet * dice.randint(1, 40)) for seat in seats)
        bank = rules.min_bet * (0, 2, 4, 9, 15, 0)[number % 6]
        reserve = RESERVE if number % 6 == 5 or number > CROWDED else 0
        deal = game.Deal(rules=rules, players=players, bank=bank, reserve=reserve)
        seeds = Seeds(dice.randbytes(32), dice.randbytes(32), f"1.{number}")
        played.append(hand_of(spec, deal, seeds, dice))
    return played


def obey(kind: type[Wheel], law: Law) -> None:
    for hand in hands(kind):
        law(hand)


class TakesWhatItCannotPay(Wheel):
    """It forgets what others have bet on the same number."""

    def room(self, state: Any, side: str) -> int:
        return bank_means(state.deal)


class CountsTheStakesOnlyOnce(Wheel):
    """It reckons with the stakes of other numbers, but forgets that one of those may come."""

    def room(self, state: Any, side: str) -> int:
        return super().room(state, side) + state.staked


class GivesBackWhatItNeeds(Wheel):
    """Losing stakes cover the bets of others, and are taken back all the same."""

    def can_take_back(self, state: Any, own: Bettor) -> bool:
        return bool(own.bets)


class PaysMoreThanItReckonsWith(Wheel):
    def pushed(self, state: Any, chance: Rng) -> Step[Any]:
        step = super().pushed(state, chance)
        if not step.state.is_over or step.state.fell is None:
            return step
        bettors = tuple(one.evolve(stack=one.stack + 1) for one in step.state.bettors)
        return Step(step.state.evolve(bettors=bettors, bank=step.state.bank - len(bettors)), step.events)


class KeepsTheBank(Wheel):
    def outcome(self, state: Any) -> Outcome[Any] | None:
        end = super().outcome(state)
        return end and end.evolve(house=end.bank, bank=0) if state.staked == 0 and state.fell is None else end


class LosesTheBank(Wheel):
    def outcome(self, state: Any) -> Outcome[Any] | None:
        end = super().outcome(state)
        return end and end.evolve(bank=0)


class HasNoBank(Wheel):
    """Nothing is dealt beside an empty bank, and nobody fills one."""

    def usual_bank(self, rules: Any) -> int:
        return 0

    def least_bank(self, rules: Any) -> int:
        return rules.min_bet


class TellsHowMuchIsBet(Wheel):
    """Everybody's button says what all have bet together."""

    def bets(self, state: Any, own: Bettor) -> tuple[Move, ...]:
        return tuple(move.evolve(label=f"Bet ({state.staked})") for move in super().bets(state, own))


class PricesByTheRoom(Wheel):
    def bets(self, state: Any, own: Bettor) -> tuple[Move, ...]:
        return tuple(move.evolve(price=max(self.room(state, "one"), 1)) for move in super().bets(state, own))


class HidesWhatIsBetOn(Wheel):
    """Once somebody has bet, nobody else may; and it isn't for the bank."""

    def bets(self, state: Any, own: Bettor) -> tuple[Move, ...]:
        taken = any(one.bets for one in state.bettors if one.seat != own.seat)
        return () if taken else super().bets(state, own)

    def refusal(self, state: Any, seat: int, action: Any) -> str:
        return "Somebody else was quicker."


class AsksWhoeverBetsAnew(Wheel):
    def asks(self, state: Any, seat: int) -> Any:
        own = next((one for one in state.bettors if one.seat == seat), None)
        return state.turned, own and own.bets


class CountsAllBetsInTheQuestion(Wheel):
    def asks(self, state: Any, seat: int) -> Any:
        return state.turned, seat, state.staked if seat % 2 else 0


class TurnsForEver(Wheel):
    def pause(self, state: Any) -> float | None:
        return 0.0 if state.turned is not None else None


class GoesOnAfterTheEnd(Wheel):
    def pause(self, state: Any) -> float | None:
        return 2.0


class ClosesAfterTheEnd(Wheel):
    def window(self, state: Any) -> BetWindow | None:
        return BetWindow(8, frozenset())


class WaitsForIdleSeats(Wheel):
    def window(self, state: Any) -> BetWindow | None:
        asked = self.to_act(state)
        return BetWindow(8, frozenset(), asked) if asked else None


class CapsOtherwise(Wheel):
    """A game whose caps somebody tampers with."""

    def bets(self, state: Any, own: Bettor) -> tuple[Move, ...]:
        return tuple(self.tampered(move) for move in super().bets(state, own))

    def tampered(self, move: Move) -> Move:
        pick, amount = move.fields
        assert isinstance(amount, Amount)
        return move.evolve(fields=(pick, amount.evolve(caps=self.caps(amount))))

    def caps(self, amount: Amount) -> tuple[Cap, ...]:
        return amount.caps


class ForgetsACap(CapsOtherwise):
    def caps(self, amount: Amount) -> tuple[Cap, ...]:
        return amount.caps[:-1]


class CapsBelowTheLeast(CapsOtherwise):
    def caps(self, amount: Amount) -> tuple[Cap, ...]:
        return (*amount.caps[:-1], amount.caps[-1].evolve(high=amount.low - 1))


class CapsAboveTheMost(CapsOtherwise):
    def caps(self, amount: Amount) -> tuple[Cap, ...]:
        return tuple(cap.evolve(high=cap.high + 1) for cap in amount.caps)


class RefusesACap(Wheel):
    def play(self, state: Any, seat: int, action: Any, chance: Rng) -> Step[Any]:
        bet = next((move for move in self.moves(state, seat) if move.key == action.kind == "bet"), None)
        if bet is not None and isinstance(bet.fields[1], Amount) and action.amount == bet.fields[1].cap(action.side):
            raise RuleError("Not quite as much.")
        return super().play(state, seat, action, chance)


class TakesMoreThanTheCap(Wheel):
    def act(
        self, state: Any, seat: int, action: Any, chance: Rng, *, offered: tuple[Move, ...] | None = None
    ) -> Step[Any]:
        moves = self.moves(state, seat)
        free = tuple(move.evolve(fields=tuple(_uncapped(field) for field in move.fields)) for move in moves)
        return super().act(state, seat, action, chance, offered=free)


def _uncapped(field: Any) -> Any:
    return field.evolve(by=None) if isinstance(field, Amount) else field


class SaysNoRudely(CapsOtherwise):
    def tampered(self, move: Move) -> Move:
        pick, amount = move.fields
        return move.evolve(fields=(pick, amount.evolve(over_cap="too much!")))


class TellsOfNoBets(Wheel):
    def play(self, state: Any, seat: int, action: Any, chance: Rng) -> Step[Any]:
        step = super().play(state, seat, action, chance)
        return Step(step.state, tuple(event for event in step.events if not isinstance(event, Staked)))


FLAWS: list[tuple[type[Wheel], Law]] = [
    (TellsOfNoBets, money.events_tell_whose_chips_were_at_stake),
    (TakesWhatItCannotPay, banks.no_bet_is_taken_that_the_bank_could_not_pay),
    (CountsTheStakesOnlyOnce, banks.no_bet_is_taken_that_the_bank_could_not_pay),
    (PaysMoreThanItReckonsWith, banks.no_bet_is_taken_that_the_bank_could_not_pay),
    (GivesBackWhatItNeeds, banks.no_bet_is_taken_that_the_bank_could_not_pay),
    (LosesTheBank, money.the_outcome_adds_up),
    (HasNoBank, banks.the_usual_bank_takes_bets),
    (TellsHowMuchIsBet, windows.nobodys_bet_changes_what_another_may_do),
    (PricesByTheRoom, windows.nobodys_bet_changes_what_another_may_do),
    (HidesWhatIsBetOn, windows.nobodys_bet_changes_what_another_may_do),
    (AsksWhoeverBetsAnew, windows.a_window_is_one_for_all_and_stays_so),
    (CountsAllBetsInTheQuestion, windows.a_window_is_one_for_all_and_stays_so),
    (TurnsForEver, windows.a_game_goes_on_by_itself_only_while_it_waits),
    (GoesOnAfterTheEnd, windows.a_game_goes_on_by_itself_only_while_it_waits),
    (ClosesAfterTheEnd, windows.open_bets_close_without_those_who_do_not_bet),
    (WaitsForIdleSeats, windows.open_bets_close_without_those_who_do_not_bet),
    (ForgetsACap, legality.moves_can_be_drawn),
    (CapsBelowTheLeast, legality.moves_can_be_drawn),
    (CapsAboveTheMost, legality.moves_can_be_drawn),
    (CapsAboveTheMost, legality.offers_are_accepted_at_their_bounds),
    (RefusesACap, legality.offers_are_accepted_at_their_bounds),
    (TakesMoreThanTheCap, legality.values_beyond_the_bounds_are_refused),
    (SaysNoRudely, legality.values_beyond_the_bounds_are_refused),
]


@pytest.mark.parametrize("law", LAWS, ids=named)
def test_sound_banked_game_obeys_the_laws(law: Law) -> None:
    obey(Wheel, law)


@pytest.mark.parametrize("flawed, law", FLAWS, ids=lambda part: part.__name__)
def test_laws_notice_every_flaw_of_a_banked_game(flawed: type[Wheel], law: Law) -> None:
    with pytest.raises((AssertionError, RuleError, LookupError, pytest.fail.Exception)):
        obey(flawed, law)


def test_law_sittings_of_banked_games_cover_the_important_hands() -> None:
    """Bets that come to nothing for the bank, banks that lose, banks that win, and one that ends below zero."""
    seen: Counter[str] = Counter()
    for hand in hands(Wheel):
        end = hand.end
        assert end is not None
        seen["below zero"] += end.bank < 0
        seen["lost"] += end.bank < hand.deal.bank
        seen["won"] += end.bank > hand.deal.bank
        seen["crowded"] += len(hand.seats) == 20
        seen["not offered for the bank"] += any(
            not any(move.key == "bet" for move in hand.game.moves(state, seat))
            for state in hand.states
            for seat in hand.game.to_act(state)
            if state.turned is None and state.bettor(seat).stack >= hand.deal.rules.min_bet
        )
        keys = {move.key for state, seats in hand.looks() for seat in seats for move in hand.game.moves(state, seat)}
        seen.update(keys)
    wanted = ("below zero", "lost", "won", "crowded", "not offered for the bank", "bet", "back", "done", "on")
    assert [what for what in wanted if not seen[what]] == []


def test_timeout_in_a_betting_window_ends_only_the_seats_own_part() -> None:
    hand = next(hand for hand in hands(Wheel) if len(hand.seats) == 3)
    course.timing_out_and_leaving_are_legal(hand)
    start = hand.states[0]
    first, *others = hand.seats
    after = hand.game.act(start, first, hand.game.on_timeout(start, first), hand.seeds.chance(1, 0)).state
    assert hand.game.to_act(after) == {*others}
