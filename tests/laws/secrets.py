"""Secrets: what a seat can't know changes nothing that it sees, until somebody turns it up."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

from bot.engine.cards import FULL_DECK, Seal
from bot.engine.game import Event, Game, Step
from bot.engine.moves import Move
from bot.engine.rng import Draw, Rng, SeededRng, seal_digest
from bot.engine.words import Page
from bot.errors import RuleError
from tests.laws.hands import Hand, Seeds
from tests.laws.words import voice_of

FORKS = 4
"""At how many places of a hand a secret draw is made to fall differently."""


class OtherSecrets(Rng):
    """The draws and salts of a log, but from the draw `fork` on every secret one falls differently."""

    def __init__(self, draws: tuple[Draw, ...], salts: tuple[str, ...], fork: int, first: int) -> None:
        super().__init__(first)
        self._known_salts = salts
        self._stored = {draw.number: draw for draw in draws}
        self._fork = fork
        self._spare = SeededRng(fork)

    def _value(self, number: int, bound: int, secret: bool) -> int:
        stored = self._stored.get(number)
        if stored is None or (stored.bound, stored.secret) != (bound, secret):
            return self._spare.below(bound)
        return (stored.value + 1) % bound if secret and number >= self._fork else stored.value

    def _salt(self, number: int, sealed: int) -> str:
        return self._known_salts[sealed] if sealed < len(self._known_salts) else f"{number:016x}{sealed:016x}"


def the_public_sees_no_secret(hand: Hand) -> None:
    """With the same open seed and another closed one, the table looks the same to everybody.

    At a crooked table all draws are secret, also those that lie open: there a cheat is what mustn't show.
    """
    if hand.is_crooked:
        return
    if not any(draw.secret for draw in hand.draws) and not any(hand.salts):
        hides_unsealed = hand.spec.has_hands and type(hand.game).seals is Game.seals
        assert not (hides_unsealed and hand.draws), "hidden hands need draws with secret=True"
        return
    other = Seeds(hand.seeds.open, bytes(32), hand.seeds.hand)
    first = 0

    def chances() -> Iterator[Rng]:
        nonlocal first
        for at in range(len(hand.steps)):
            chance = other.chance(at, first)
            yield chance
            first = chance.next_number

    for known, step in _side_by_side(hand, chances()):
        assert _public(hand, known) == _public(hand, step)


def a_card_is_known_to_one_seat_at_most(hand: Hand) -> None:
    """When the last secret draw of a step falls differently, at most one seat can tell. A few steps of a hand do.

    After a draw of the last cards but one, the last one is what that left: then one more seat can tell.
    """
    if hand.is_crooked:
        return
    starts = (0, *_numbers_after_each_step(hand))
    secret = [
        [draw.number for draw in hand.draws[before:after] if draw.secret and draw.bound > 1]
        for before, after in pairwise(starts)
    ]
    last = [numbers[-1] for numbers in secret if numbers]
    forced = [draw.number for draw in hand.draws if draw.secret and draw.bound == 1]
    for fork in {last[at * (len(last) - 1) // (FORKS - 1)] for at in range(FORKS)} if last else ():
        end = next(number for number in starts if number > fork)
        _known_to_one(hand, fork, starts, left_over=sum(fork < number < end for number in forced))


def _known_to_one(hand: Hand, fork: int, starts: tuple[int, ...], left_over: int) -> None:
    chances = (OtherSecrets(hand.draws, hand.salts[at], fork, starts[at]) for at in range(len(hand.steps)))
    for at, (known, step) in enumerate(_side_by_side(hand, chances)):
        if starts[at + 1] <= fork:
            continue
        assert _public(hand, known) == _public(hand, step)
        if starts[at] <= fork:
            differing = [seat for seat in hand.everybody if _private(hand, known, seat) != _private(hand, step, seat)]
            assert len(differing) <= 1 + left_over


def _side_by_side(hand: Hand, chances: Iterator[Rng]) -> Iterator[tuple[Step[Any], Step[Any]]]:
    """Yield the steps of the hand and of the same hand with other draws, up to where something secret is shown.

    A move that shows a secret (discarding a card) may not exist in the other hand: there the comparison ends. A move
    that lies on the table is there for both. And a card that is dealt openly in one hand can't be, if it lies face down
    in the other: there they part too.
    """
    chance = next(chances)
    step, salts = hand.game.start(hand.deal, chance), tuple(chance.salts)
    known = hand.opening
    for turn, known_salts in zip((*hand.turns, None), accumulate(hand.salts), strict=True):
        if any(event.reveals for event in (*known.events, *step.events)):
            return
        if known.events != step.events and _have_to_part(hand, known, known_salts, step, salts):
            return
        yield known, step
        if turn is None:
            return
        offered = next(move for move in hand.game.moves(turn.before, turn.seat) if move.key == turn.action.kind)
        chance = next(chances)
        try:
            step = hand.game.act(step.state, turn.seat, turn.action, chance)
        except RuleError:
            assert offered.place == "private"
            return
        known, salts = turn.step, (*salts, *chance.salts)


def _have_to_part(
    hand: Hand, known: Step[Any], known_salts: tuple[str, ...], step: Step[Any], salts: tuple[str, ...]
) -> bool:
    """Whether one of the hands shows a playing card that lies face down in the other."""
    return not (
        _face_down(hand, known, known_salts).isdisjoint(_named(step.events))
        and _face_down(hand, step, salts).isdisjoint(_named(known.events))
    )


def _face_down(hand: Hand, step: Step[Any], salts: tuple[str, ...]) -> frozenset[str]:
    """Return the face-down playing cards, by the salts that they were drawn with."""
    seals = zip(hand.game.seals(step.state, None), salts, strict=True)
    found = (playing_card(seal.digest, salt) for seal, salt in seals if not seal.is_open)
    return frozenset(card for card in found if card is not None)


def _named(events: Iterable[Event]) -> frozenset[str]:
    """Return the playing cards that events name."""
    told = "".join(event.to_json() for event in events)
    return frozenset(card for card in FULL_DECK if f'"{card}"' in told)


@lru_cache(maxsize=1 << 14)
def playing_card(digest: str, salt: str) -> str | None:
    """Return the playing card that was sealed with this salt, if it is one."""
    return next((card for card in FULL_DECK if seal_digest(salt, card) == digest), None)


def _public(hand: Hand, step: Step[Any]) -> tuple[Any, ...]:
    game, state = hand.game, step.state
    on_the_table = {
        seat: tuple(move for move in game.moves(state, seat) if move.place == "table") for seat in hand.everybody
    }
    told = tuple(seat for seat, _ in step.private)
    shown = opened(game.seals(state, None))
    return game.to_act(state), game.view(state, None), step.events, told, shown, on_the_table, _refusals(hand, state)


def _private(hand: Hand, step: Step[Any], seat: int) -> tuple[Any, ...]:
    told = tuple(event for to, event in step.private if to == seat)
    moves: tuple[Move, ...] = hand.game.moves(step.state, seat)
    held = held_by(hand, step.state, seat)
    return hand.game.view(step.state, seat), told, moves, opened(hand.game.seals(step.state, seat)), held


def opened(seals: Iterable[Seal]) -> tuple[tuple[int, str | None], ...]:
    """Whose cards lie open, and which they are. The salts of two hands differ, and the digests with them."""
    return tuple((seal.seat, seal.card) for seal in seals)


def held_by(hand: Hand, state: Any, seat: int) -> Page | None:
    """Return the page that shows a seat its hand."""
    is_dealt = hand.spec.has_hands and seat in hand.seats
    return hand.spec.hand(state, seat, voice_of(hand)) if is_dealt else None


def _refusals(hand: Hand, state: Any) -> tuple[str, ...]:
    """Return the refusals to everybody who tries the last action of the hand now."""
    said: list[str] = []
    for seat in hand.everybody if hand.turns else ():
        action = hand.turns[-1].action
        if all(move.key != action.kind for move in hand.game.moves(state, seat)):
            said.append(hand.game.refusal(state, seat, action))
    return tuple(said)


def _numbers_after_each_step(hand: Hand) -> tuple[int, ...]:
    counts = [len(hand.opening_draws)]
    for turn in hand.turns:
        counts.append(counts[-1] + len(turn.draws))
    return tuple(counts)
