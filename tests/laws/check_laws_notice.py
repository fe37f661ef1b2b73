"""A law that can't fail is no law: each is broken once by a game that is sound otherwise."""

import random
from typing import Any

import pytest

from bot.engine.cards import Seal
from bot.engine.game import DEALER, Award, Game, Outcome, Player, Step
from bot.engine.moves import Move
from bot.engine.rng import Rng, SeededRng
from bot.errors import RuleError
from tests.laws import course, highcard, legality, money, record, sealed, secrets
from tests.laws.hands import Hand, Seeds, hand_of
from tests.laws.highcard import CARDS, CardState, CardView, HighCard, Stake, Swapped
from tests.laws.test_laws import LAWS, Law, named


def hands(game: HighCard) -> list[Hand]:
    spec = highcard.entry(game)
    players = tuple(Player(seat=seat, stack=40 + seat) for seat in (4, 2, 9))
    deal = game.Deal(rules=highcard.CardRules(), players=players)
    played: list[Hand] = []
    for number in range(12):
        dice = random.Random(number)
        seeds = Seeds(dice.randbytes(32), dice.randbytes(32), f"1.{number}")
        played.append(hand_of(spec, deal, seeds, dice))
    return played


def obey(game: HighCard, law: Law) -> None:
    for hand in hands(game):
        law(hand)


class DrawsInTheOpen(HighCard):
    """Anyone who reads the open seed knows all hands, which no cards seal."""

    seals = Game.seals

    def start(self, deal: Any, chance: Rng) -> Step[CardState]:
        first = super().start(deal, SeededRng(chance.below(1000)))
        return Step(first.state.evolve(drawn=()), first.events, first.private)

    def moves(self, state: CardState, seat: int) -> tuple[Move, ...]:
        return tuple(move for move in super().moves(state, seat) if move.key != "swap")


class LosesAChip(HighCard):
    def play(self, state: CardState, seat: int, action: Any, chance: Rng) -> Step[CardState]:
        step = super().play(state, seat, action, chance)
        hand = step.state.hand(seat)
        return Step(step.state.put(hand.evolve(stack=hand.stack - 1)), step.events, step.private)


class PaysTooMuch(HighCard):
    def outcome(self, state: CardState) -> Outcome[Any] | None:
        end = super().outcome(state)
        return end and end.evolve(house=1)


class WaitsForNobody(HighCard):
    def outcome(self, state: CardState) -> Outcome[Any] | None:
        stacks = tuple((hand.seat, hand.stack) for hand in state.hands)
        return Outcome(stacks=stacks, carry=highcard.NoCarry())


class HasNoMoveForTheLast(HighCard):
    def moves(self, state: CardState, seat: int) -> tuple[Move, ...]:
        return () if seat == 9 and len(self.to_act(state)) > 2 else super().moves(state, seat)


class TimesOutBeyondTheBounds(HighCard):
    def on_timeout(self, state: CardState, seat: int) -> Stake:
        return Stake(amount=0)


class LeavesWhatItCannotLeave(HighCard):
    def leaves_at_once(self, state: CardState, seat: int) -> bool:
        return True


class TakesAnything(HighCard):
    def act(
        self, state: CardState, seat: int, action: Any, chance: Rng, *, offered: tuple[Move, ...] | None = None
    ) -> Step[CardState]:
        is_in = any(hand.seat == seat for hand in state.hands)
        return self.play(state, seat, action, chance) if is_in else Step(state)


class RefusesWhatItOffers(HighCard):
    def play(self, state: CardState, seat: int, action: Any, chance: Rng) -> Step[CardState]:
        if isinstance(action, Stake) and action.amount == state.hand(seat).stack:
            raise RuleError("Not all of it.")
        return super().play(state, seat, action, chance)


class Shouts(HighCard):
    def refusal(self, state: CardState, seat: int, action: Any) -> str:
        return "no way!"


class RollsElsewhere(HighCard):
    """Its own dice, which no log records."""

    times = 0

    def play(self, state: CardState, seat: int, action: Any, chance: Rng) -> Step[CardState]:
        self.times += 1
        return super().play(state, seat, action, SeededRng(self.times))


class ShowsACard(HighCard):
    def view(self, state: CardState, seat: int | None) -> CardView:
        return super().view(state, seat).evolve(extra=state.hands[0].card)


class LabelsAMoveByTheCard(HighCard):
    def moves(self, state: CardState, seat: int) -> tuple[Move, ...]:
        best = seat in self.to_act(state) and state.hand(seat).card > "6h"
        return tuple(
            move.evolve(label="Stake high") if best and move.key == "stake" else move
            for move in super().moves(state, seat)
        )


class TellsOfTheCard(HighCard):
    def play(self, state: CardState, seat: int, action: Any, chance: Rng) -> Step[CardState]:
        step = super().play(state, seat, action, chance)
        if not isinstance(action, Stake):
            index = highcard.CARDS.index(step.state.hand(seat).card)
            return Step(step.state, (Swapped(seat=index),), step.private)
        return step


class LetsTheNeighbourLook(HighCard):
    def view(self, state: CardState, seat: int | None) -> CardView:
        view = super().view(state, seat)
        return view.evolve(extra=state.hands[-1].card) if seat == state.hands[0].seat else view


class GivesAwayWhatNobodyPutDown(HighCard):
    def outcome(self, state: CardState) -> Outcome[Any] | None:
        end = super().outcome(state)
        return end and end.evolve(goods=(Award(good="1", seat=4),))


class ShowsASalt(HighCard):
    def view(self, state: CardState, seat: int | None) -> CardView:
        return super().view(state, seat).evolve(extra=state.hands[0].held.salt)


class TellsTheWrongOne(HighCard):
    """A card is told to a bystander instead of its owner."""

    def play(self, state: CardState, seat: int, action: Any, chance: Rng) -> Step[CardState]:
        step = super().play(state, seat, action, chance)
        return Step(step.state, step.events, tuple((10, event) for _, event in step.private))


class ForgetsACardThatWasSwapped(HighCard):
    def seals(self, state: CardState, seat: int | None) -> tuple[Seal, ...]:
        held = {hand.held.digest for hand in state.hands}
        return tuple(seal for seal in super().seals(state, seat) if seal.digest in held)


class SealsOnlyOnce(HighCard):
    """A card that is drawn later is sealed, but stands in no list."""

    def seals(self, state: CardState, seat: int | None) -> tuple[Seal, ...]:
        return super().seals(state, seat)[: len(state.hands)]


class OpensToTheNeighbour(HighCard):
    def seals(self, state: CardState, seat: int | None) -> tuple[Seal, ...]:
        return super().seals(state, state.hands[-1].seat if seat == state.hands[0].seat else seat)


class OpensTheMiddleToTheGm(HighCard):
    """The last card lies in the middle, and the GM looks at it."""

    def seals(self, state: CardState, seat: int | None) -> tuple[Seal, ...]:
        _, held = state.drawn[-1]
        return (*super().seals(state, seat)[:-1], Seal.of(DEALER, held, is_open=seat == DEALER))


class TurnsCardsDownAgain(HighCard):
    def seals(self, state: CardState, seat: int | None) -> tuple[Seal, ...]:
        is_early = len(self.to_act(state)) == len(state.hands)
        return tuple(Seal.of(owner, held, is_open=is_early or owner == seat) for owner, held in state.drawn)


class ShowsAnotherCardThanWasSealed(HighCard):
    def seals(self, state: CardState, seat: int | None) -> tuple[Seal, ...]:
        return tuple(seal.evolve(card="Ah") if seal.is_open else seal for seal in super().seals(state, seat))


FLAWS: list[tuple[type[HighCard], Law]] = [
    (LosesAChip, money.chips_are_conserved),
    (PaysTooMuch, money.the_outcome_adds_up),
    (WaitsForNobody, course.it_waits_for_somebody_until_it_has_an_outcome),
    (HasNoMoveForTheLast, course.who_is_waited_for_has_moves),
    (TimesOutBeyondTheBounds, course.timing_out_and_leaving_are_legal),
    (LeavesWhatItCannotLeave, course.timing_out_and_leaving_are_legal),
    (TakesAnything, legality.what_is_not_offered_is_refused),
    (TakesAnything, legality.values_beyond_the_bounds_are_refused),
    (RefusesWhatItOffers, legality.offers_are_accepted_at_their_bounds),
    (Shouts, legality.what_is_not_offered_is_refused),
    (RollsElsewhere, record.the_log_replays_the_hand),
    (DrawsInTheOpen, secrets.the_public_sees_no_secret),
    (ShowsACard, secrets.the_public_sees_no_secret),
    (LabelsAMoveByTheCard, secrets.the_public_sees_no_secret),
    (TellsOfTheCard, secrets.the_public_sees_no_secret),
    (LetsTheNeighbourLook, secrets.a_card_is_known_to_one_seat_at_most),
    (GivesAwayWhatNobodyPutDown, money.every_good_that_was_wagered_is_taken_once),
    (LetsTheNeighbourLook, sealed.what_is_hidden_stands_nowhere),
    (ShowsACard, sealed.what_is_hidden_stands_nowhere),
    (ShowsASalt, sealed.what_is_hidden_stands_nowhere),
    (TellsTheWrongOne, sealed.what_is_hidden_stands_nowhere),
    (TellsTheWrongOne, sealed.private_events_go_to_seats_of_the_hand),
    (ForgetsACardThatWasSwapped, sealed.what_was_sealed_or_shown_stays_so),
    (SealsOnlyOnce, sealed.every_card_drawn_face_down_is_listed_in_order),
    (OpensToTheNeighbour, sealed.cards_open_to_their_owner_and_to_others_once_shown),
    (OpensTheMiddleToTheGm, sealed.cards_open_to_their_owner_and_to_others_once_shown),
    (OpensToTheNeighbour, secrets.a_card_is_known_to_one_seat_at_most),
    (TurnsCardsDownAgain, sealed.what_was_sealed_or_shown_stays_so),
    (ShowsAnotherCardThanWasSealed, sealed.cards_open_to_their_owner_and_to_others_once_shown),
]


@pytest.mark.parametrize("law", LAWS, ids=named)
def test_sound_game_with_hidden_cards_obeys_the_laws(law: Law) -> None:
    obey(HighCard(), law)


class DealsAllItsCards(HighCard):
    """The last card is what the draw before it has left, so whoever holds one of the two knows of the other."""

    cards = CARDS[:3]


class DealsAllAndLetsTheNeighbourLook(DealsAllItsCards, LetsTheNeighbourLook):
    pass


def test_owners_of_the_last_two_cards_may_know_each_others():
    obey(DealsAllItsCards(), secrets.a_card_is_known_to_one_seat_at_most)
    with pytest.raises(AssertionError):
        obey(DealsAllAndLetsTheNeighbourLook(), secrets.a_card_is_known_to_one_seat_at_most)


@pytest.mark.parametrize("flawed, law", FLAWS, ids=lambda part: part.__name__)
def test_laws_notice_every_flaw_of_a_game_with_hidden_cards(flawed: type[HighCard], law: Law) -> None:
    with pytest.raises((AssertionError, RuleError, LookupError, pytest.fail.Exception)):
        obey(flawed(), law)
