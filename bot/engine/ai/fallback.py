"""How an NPC plays a game without an AI of its own: one of the offered moves, calm or bold by temper.

A calm move costs nothing and asks nothing; a bold one takes chips. Moves that ask for confirmation, and asides, are
left alone. Amounts are small for the cautious, and anything at all for the reckless.
"""

from collections.abc import Callable, Mapping, Sequence

from bot.engine.ai.player import Ai, AnyAi, SimplePlayer
from bot.engine.ai.temper import Style, Temper, Traits, happens, leaning, some_of
from bot.engine.frozen import Frozen
from bot.engine.game import AnyGame
from bot.engine.moves import Amount, AnyAction, Field, Move, Number, Numbers, Pick, Words
from bot.engine.rng import Rng

_SPAN: Mapping[Style, float] = {"cautious": 0.0, "steady": 0.1, "shark": 0.2, "drunk": 0.5, "reckless": 1.0}
"""How far above its least an amount may go, as a part of what there is above it."""
_ASKING = 0.7
"""How a form weighs that takes no chips, where a calm button weighs 1."""
_SAID = "So be it"
"""What is written where something has to be."""


def fallback_ai(game: AnyGame) -> AnyAi:
    """Return an AI that plays any game by its moves alone, without a look at its view."""

    def decide(
        _look: Callable[[], Frozen], moves: Sequence[Move], player: Temper | SimplePlayer, rng: Rng, _budget: int
    ) -> AnyAction | None:
        """Choose one of the moves, filled in within its bounds; None where only the clock can move."""
        able = [move for move in moves if _is_able(move)]
        if not able:
            return None
        temper = player if isinstance(player, Temper) else Temper()
        if happens(rng, temper.traits.blunder):
            move = rng.pick(able)
        else:
            move = leaning(rng, able, [_appeal(move, temper.traits) for move in able])
        return game.action(move.key, filled(move, temper.style, rng))

    return Ai(decide)


def filled(move: Move, style: Style, rng: Rng) -> Mapping[str, object]:
    """Draw an allowed value for each field of a move; amounts last, since they may depend on another field."""
    values: dict[str, object] = {}
    for field in sorted(move.fields, key=lambda field: isinstance(field, Amount)):
        if isinstance(field, Amount):
            high = field.high if field.by is None else field.cap(values[field.by])
            values[field.name] = _amount(field, high, style, rng)
        else:
            values[field.name] = _value(field, rng)
    return values


def _is_able(move: Move) -> bool:
    """Tell whether it is one of the game's own, for a seat, and can be filled in."""
    return not move.aside and move.place != "clock" and all(map(_has_room, move.fields))


def _has_room(field: Field) -> bool:
    match field:
        case Amount() | Number():
            return field.low <= field.high
        case Pick():
            return field.at_least <= min(field.at_most, len(field.choices)) and (
                bool(field.choices) or not field.is_single
            )
        case Numbers():
            return field.at_least <= min(field.at_most, field.high - field.low + 1)
        case Words():
            return True


def _appeal(move: Move, traits: Traits) -> float:
    """Return how attractive a move is."""
    if move.confirm is not None:
        return 0.0
    if move.style == "danger":
        return max(0.5 + 2 * traits.margin, 0.1)
    if move.price is not None or any(isinstance(field, Amount) for field in move.fields):
        return traits.boldness
    return _ASKING if move.fields else 1.0


def _amount(field: Amount, high: int, style: Style, rng: Rng) -> int:
    """Draw an amount from the least on, in the field's own steps."""
    steps = int(max(high - field.low, 0) // field.step * _SPAN[style])
    return field.low + field.step * rng.below(steps + 1)


def _value(field: Number | Pick | Numbers | Words, rng: Rng) -> object:
    match field:
        case Number(low=low, high=high):
            return low + rng.below(high - low + 1)
        case Pick(choices=choices) if field.is_single:
            return rng.pick(choices).value
        case Pick(choices=choices):
            return tuple([choices[at].value for at in _several(field, len(choices), rng)])
        case Numbers(low=low, high=high):
            return tuple([low + at for at in _several(field, high - low + 1, rng)])
        case Words(at_most=most):
            return _SAID[:most].rstrip()


def _several(field: Pick | Numbers, size: int, rng: Rng) -> tuple[int, ...]:
    """Draw the indexes of as many of `size` as may be taken."""
    most = min(field.at_most, size)
    return some_of(rng, size, field.at_least + rng.below(most - field.at_least + 1))
