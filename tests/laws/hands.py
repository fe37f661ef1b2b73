"""Hands played by a policy that tries everything, with all that the laws want to look at."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bot.engine.cheating.events import Ruled
from bot.engine.game import DEALER, AnyGame, Deal, Outcome, Step
from bot.engine.moves import Amount, Field, Move, Number, Numbers, Pick
from bot.engine.rng import CommittedRng, Draw, Rng, next_source
from bot.engine.spec import AnySpec
from tests.laws.sittings import Sitting, a_bank, a_reserve, seated_anew, somebody

CAP = 1500
"""Actions after which a hand of random play must have ended."""
LOOKS = 500
"""At how many seats of how many states a law looks in one hand; at a crowded table it is the turn of some each time."""
_AT_LEAST = 5
_ASIDES = 6
_NOT_ASKED = 0.7
"""How often somebody acts at most whom the hand doesn't wait for: else a full table would never come to its end."""
_TICKETS = 3
_PATIENCE = 60
_BETS = 3
"""At a banked table, where betting and taking back could go on for ever: so many actions at most, and so many for each
seat, before everybody lets their time run out.
"""


@dataclass(frozen=True, slots=True)
class Seeds:
    """What fixes the chance of a hand besides the actions."""

    open: bytes
    closed: bytes
    hand: str

    def chance(self, at: int, first: int) -> CommittedRng:
        """Return the rng of the start (0) or of the action `at`, whose first draw has the number `first`."""
        source = bytes(32)
        for click in range(at + 1):
            source = next_source(source, f"click {click}")
        return CommittedRng(self.open, self.closed, self.hand, source, first)


@dataclass(frozen=True, slots=True)
class Turn:
    """An action, what it was done to, and what came of it."""

    before: Any
    seat: int
    action: Any
    step: Step[Any]
    draws: tuple[Draw, ...]
    salts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """A whole hand: its exact input, its beginning, and every turn."""

    spec: AnySpec
    deal: Deal[Any, Any]
    seeds: Seeds
    opening: Step[Any]
    opening_draws: tuple[Draw, ...]
    opening_salts: tuple[str, ...]
    turns: tuple[Turn, ...]

    @property
    def game(self) -> AnyGame:
        return self.spec.game

    @property
    def steps(self) -> tuple[Step[Any], ...]:
        return (self.opening, *(turn.step for turn in self.turns))

    @property
    def states(self) -> tuple[Any, ...]:
        return tuple(step.state for step in self.steps)

    @property
    def draws(self) -> tuple[Draw, ...]:
        return (*self.opening_draws, *(draw for turn in self.turns for draw in turn.draws))

    @property
    def salts(self) -> tuple[tuple[str, ...], ...]:
        """The salts of the cards that each step drew face down."""
        return (self.opening_salts, *(turn.salts for turn in self.turns))

    @property
    def end(self) -> Outcome[Any] | None:
        return self.game.outcome(self.states[-1])

    @property
    def is_crooked(self) -> bool:
        return self.game.is_crooked(self.deal.rules)

    @property
    def is_given_back(self) -> bool:
        """Whether the GM has made it void: everybody has what they began it with."""
        return any(isinstance(event, Ruled) and event.ruling == "void" for step in self.steps for event in step.events)

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(player.seat for player in self.deal.players)

    @property
    def everybody(self) -> tuple[int, ...]:
        """The seats, the GM's own, and one that isn't in the hand."""
        return (*self.seats, DEALER, max(self.seats) + 1)

    def looks(self, most: int = LOOKS) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """States of the hand, and whose part in each is looked at: everybody's, or as many as there is time for. The
        first and the last state are among them.
        """
        states, everybody = self.states, self.everybody
        stride = max(1, _AT_LEAST * len(states) // most)
        looked = sorted({*range(0, len(states), stride), len(states) - 1})
        seats = max(most // len(looked), _AT_LEAST)
        for at in looked:
            turned = at * seats % len(everybody)
            yield states[at], (everybody[turned:] + everybody[:turned])[:seats]


@lru_cache(maxsize=400)
def played(sitting: Sitting) -> tuple[Hand, ...]:
    """Play a few hands in a row, passing on the carry and the chips in the middle."""
    dice = random.Random(f"{sitting.seed}")
    spec, carry = sitting.spec, None
    seats = sorted(dice.sample(range(1, 60), sitting.seats))
    dice.shuffle(seats)
    players = tuple(somebody(seat, sitting, dice) for seat in seats)
    bank, hands = a_bank(sitting, dice), list[Hand]()
    for number in range(1, sitting.hands + 1):
        deal = spec.game.Deal(
            rules=sitting.rules,
            players=players,
            carry=carry,
            bank=bank,
            reserve=a_reserve(sitting, dice),
            system=sitting.system,
        )
        seeds = Seeds(dice.randbytes(32), dice.randbytes(32), f"7.{number}")
        hands.append(hand_of(spec, deal, seeds, dice))
        end = hands[-1].end
        if end is None:
            break
        # What an endless bank lacks is topped up.
        carry, bank = end.carry, max(end.bank, 0)
        paid = tuple(player.evolve(stack=dict(end.stacks)[player.seat], wager=()) for player in players)
        players = seated_anew(paid, sitting, dice)
    return tuple(hands)


def hand_of(spec: AnySpec, deal: Deal[Any, Any], seeds: Seeds, dice: random.Random) -> Hand:
    game = spec.game
    chance = seeds.chance(0, 0)
    opening = game.start(deal, chance)
    drawn, salted = tuple(chance.draws), tuple(chance.salts)
    state, turns, first = opening.state, list[Turn](), chance.next_number
    seats = tuple(player.seat for player in deal.players)
    while game.to_act(state) and len(turns) < CAP:
        if game.is_banked and len(turns) > _PATIENCE + _BETS * len(seats):
            seat = min(game.to_act(state))
            action = game.on_timeout(state, seat)
        else:
            seat = _who_acts(game, state, seats, dice)
            action = _something(game, state, seat, dice)
        chance = seeds.chance(len(turns) + 1, first)
        step = game.act(state, seat, action, chance)
        turns.append(Turn(state, seat, action, step, tuple(chance.draws), tuple(chance.salts)))
        state, first = step.state, chance.next_number
    return Hand(spec, deal, seeds, opening, drawn, salted, tuple(turns))


def _who_acts(game: AnyGame, state: Any, seats: Sequence[int], dice: random.Random) -> int:
    waiting = sorted(game.to_act(state))
    others = [seat for seat in (*seats, DEALER) if seat not in waiting]
    others = others if len(others) <= _ASIDES else dice.sample(others, _ASIDES)
    asides = {seat: game.moves(state, seat) for seat in others}
    tried = [seat for seat, moves in asides.items() if dice.random() < sum(map(liking, moves)) / 30]
    return dice.choice(tried if tried and dice.random() < _NOT_ASKED else waiting)


def _something(game: AnyGame, state: Any, seat: int, dice: random.Random) -> Any:
    if seat in game.to_act(state) and dice.random() < 0.05:
        return dice.choice((game.on_timeout, game.on_timeout, game.on_timeout, game.on_leave))(state, seat)
    moves = game.moves(state, seat)
    bold = 3 if game.is_banked else 1
    move = dice.choices(moves, [liking(move) * (bold if stakes(move) else 1) for move in moves])[0]
    return game.action(move.key, values_of(move, dice))


def liking(move: Move) -> float:
    """How often a move is tried: what people are asked about first (giving up) would end each hand too early."""
    return 0.2 if move.confirm else 1 if move.style == "danger" else 6


def stakes(move: Move) -> bool:
    """Whether chips go into it. At a banked table people come for that, and take back less often than they bet."""
    return any(isinstance(field, Amount) for field in move.fields)


def values_of(move: Move, dice: random.Random) -> dict[str, Any]:
    """Something in each of its fields that it allows; an amount last, for it may depend on another."""
    values: dict[str, Any] = {}
    for field in sorted(move.fields, key=lambda field: isinstance(field, Amount)):
        if isinstance(field, Amount) and field.by is not None:
            values[field.name] = _value(capped(field, values[field.by]), dice)
        else:
            values[field.name] = _value(field, dice)
    return values


def capped(amount: Amount, beside: Any) -> Amount:
    """Return the amount beside that value of the field that it depends on."""
    high = max(amount.cap(beside), amount.low)
    presets = tuple(preset for preset in amount.presets if preset.amount <= high)
    return amount.evolve(high=high, presets=presets, by=None, caps=())


def _value(field: Field, dice: random.Random) -> Any:
    match field:
        case Amount(low=low, high=high, step=step):
            near = low + step * (dice.randint(0, (high - low) // step) // 8)
            return dice.choice((low, high, near, *(preset.amount for preset in field.presets)))
        case Number(low=low, high=high):
            return dice.choice((low, high, dice.randint(low, high), dice.randint(low, min(high, low + 5))))
        case Pick(choices=choices) if field.is_single:
            return dice.choice(choices).value
        case Pick(choices=choices):
            picked = dice.sample(choices, dice.randint(field.at_least, field.at_most))
            return tuple(choice.value for choice in picked)
        case Numbers(low=low, high=high) if dice.randrange(_TICKETS):
            return tuple(dice.sample(range(low, high + 1), dice.randint(field.at_least, field.at_most)))
        case Numbers():
            return dice.choice(field.bounds())
        case _:
            return "as agreed"


def filled_in(game: AnyGame, move: Move, **values: Any) -> dict[str, Any]:
    """Fill in the fields of a move, each at its first bound unless given."""
    return {field.name: values[field.name] if field.name in values else field.bounds()[0] for field in move.fields}


def replayed(hand: Hand, chances: Iterator[Rng]) -> Iterator[Step[Any]]:
    """Replay the same input and actions, with the next of `chances` for each."""
    step = hand.game.start(hand.deal, next(chances))
    yield step
    for turn in hand.turns:
        step = hand.game.act(step.state, turn.seat, turn.action, next(chances))
        yield step
