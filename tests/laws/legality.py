"""What is offered is accepted at both bounds; whatever isn't is refused with a sentence.

Moves are asked for once a seat and state: that a game offers the same when it is asked again, when it is acted upon, is
shown by every hand that is played and replayed.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from bot.engine.frozen import fields_of
from bot.engine.money import DND
from bot.engine.moves import Amount, Move, Number, Numbers, Pick
from bot.engine.rng import SeededRng
from bot.errors import RuleError
from tests.laws.hands import Hand, capped, filled_in

A_FEW = 120
"""Looks of a law that tries much at each."""
A_FEW_BESIDE = 30
"""The same at a crooked table, where there is more to try; what belongs to the game itself is tried at others."""
SENTENCE = re.compile(r"[A-Z0-9][^!{}\n]{5,200}\.")


def is_sentence(text: str) -> bool:
    """One that a player can read: kind, finished, and not shouted."""
    return SENTENCE.fullmatch(text) is not None and "  " not in text


def offers_are_accepted_at_their_bounds(hand: Hand) -> None:
    for state, seats in _a_few(hand):
        for seat in seats:
            offered = hand.game.moves(state, seat)
            for move in offered:
                for values in _at_the_bounds(move):
                    action = hand.game.action(move.key, values)
                    hand.game.act(state, seat, action, SeededRng(0), offered=offered)


def values_beyond_the_bounds_are_refused(hand: Hand) -> None:
    for state, seats in _a_few(hand):
        for seat in seats:
            offered = hand.game.moves(state, seat)
            for move in offered:
                for values in _beyond_the_bounds(move):
                    refused(hand, state, seat, offered, move.key, filled_in(hand.game, move, **values))
                for unknown in ("colour", "__dataclass_self__"):  # pydantic has a use for the second
                    refused(hand, state, seat, offered, move.key, filled_in(hand.game, move) | {unknown: 0})


def what_is_not_offered_is_refused(hand: Hand) -> None:
    """Whoever tries it: a player out of turn, one who is out, the GM, a bystander; also after the end.

    Nothing changes by it: models are frozen, and no die is rolled.
    """
    kinds = tuple(hand.game.models.items())
    for state, seats in _a_few(hand):
        before = state.to_json()
        offers = {seat: hand.game.moves(state, seat) for seat in seats}
        likely = {move.key: filled_in(hand.game, move) for moves in offers.values() for move in moves}
        for seat, moves in offers.items():
            own = {move.key for move in moves}
            for kind, model in kinds:
                if kind not in own:
                    refused(hand, state, seat, moves, kind, likely.get(kind) or dict(_some_values(model)))
        assert state.to_json() == before


def nobody_acts_after_the_end(hand: Hand) -> None:
    assert all(hand.game.moves(hand.states[-1], seat) == () for seat in hand.everybody)


def moves_can_be_drawn(hand: Hand) -> None:
    """Keys are unique, labels fit a button, presets lie within their bounds, and what people type is unambiguous."""
    for state, seats in hand.looks():
        for seat in seats:
            moves = hand.game.moves(state, seat)
            assert len({move.key for move in moves}) == len(moves)
            for move in moves:
                _can_be_drawn(move)


def _a_few(hand: Hand) -> Iterator[tuple[Any, tuple[int, ...]]]:
    return hand.looks(A_FEW_BESIDE if hand.is_crooked else A_FEW)


def _can_be_drawn(move: Move) -> None:
    assert re.fullmatch(r"[a-z_]{1,24}", move.key)
    assert 0 < len(move.label) <= 40
    assert move.price is None or move.price > 0, "a move that costs nothing has no price: None"
    assert len({field.name for field in move.fields}) == len(move.fields) <= 5
    for field in move.fields:
        assert 0 < len(field.label) <= 45
        if field.type == "amount":
            amounts = [preset.amount for preset in field.presets]
            assert amounts == sorted(set(amounts))
            assert all(field.low <= amount <= field.high for amount in amounts)
            _is_capped(move, field)
        if isinstance(field, Pick):
            _can_be_picked(field)


def _is_capped(move: Move, amount: Amount) -> None:
    """Whatever can be given in the field that an amount depends on has a cap, which the least doesn't exceed."""
    assert 0 < amount.low <= amount.high
    assert (amount.by is None) == (amount.caps == ())
    if amount.by is not None:
        caps = {cap.value: cap.high for cap in amount.caps}
        assert len(caps) == len(amount.caps)
        assert caps.keys() == {_as_named(value) for value in _all_values(move, amount.by)}
        assert all(amount.low <= high for high in caps.values())
        assert amount.high == max(caps.values())


def _can_be_picked(field: Pick) -> None:
    typed = [alias.casefold() for choice in field.choices for alias in {choice.label, *choice.aliases}]
    assert len(set(typed)) == len(typed), "two choices answer to the same word"
    assert len({choice.value for choice in field.choices}) == len(field.choices)
    for choice in field.choices:
        assert 0 < len(choice.value) <= 100
        assert 0 < len(choice.label) <= 100
        assert choice.button is None or 0 < len(choice.button) <= 80


def refused(hand: Hand, state: Any, seat: int, offered: tuple[Move, ...], kind: str, values: dict[str, Any]) -> None:
    chance = SeededRng(0)
    try:
        hand.game.act(state, seat, hand.game.action(kind, values), chance, offered=offered)
    except RuleError as refusal:
        said = refusal.told(DND.show)
        assert is_sentence(said), said
        assert chance.draws == []
    else:
        pytest.fail(f"seat {seat} did {kind} with {values}")


def _at_the_bounds(move: Move) -> Iterator[dict[str, Any]]:
    """Each field at its bounds; an amount that depends on another at its own beside some values of that one."""
    first = {field.name: field.bounds()[0] for field in move.fields}
    yield first
    for field in move.fields:
        if isinstance(field, Amount) and field.by is not None:
            for beside in _some_of(_all_values(move, field.by)):
                for bound in capped(field, beside).bounds():
                    yield first | {field.by: beside, field.name: bound}
        else:
            for bound in field.bounds():
                yield first | {field.name: bound}


def _beyond_the_bounds(move: Move) -> Iterator[dict[str, Any]]:
    for field in move.fields:
        for value in field.beyond():
            yield {field.name: value}
        if isinstance(field, Amount) and field.by is not None:
            for beside in _some_of(_all_values(move, field.by)):
                yield {field.by: beside, field.name: field.cap(beside) + 1}


def _all_values(move: Move, name: str) -> Sequence[Any]:
    """All that makes a difference to an amount: each choice, each number, or as many numbers as there may be."""
    field = next(field for field in move.fields if field.name == name)
    match field:
        case Pick(is_single=True):
            return [choice.value for choice in field.choices]
        case Number():
            return range(field.low, field.high + 1)
        case Numbers():
            return [tuple(range(field.low, field.low + n)) for n in range(field.at_least, field.at_most + 1)]
        case _:
            raise AssertionError(f"no amount can depend on {name}")


def _as_named(value: Any) -> str:
    """Return the name of that value in a cap."""
    return str(len(value)) if isinstance(value, tuple) else str(value)


def _some_of(values: Sequence[Any]) -> Sequence[Any]:
    """Return the first, the last, and one between."""
    return [values[at] for at in sorted({0, len(values) // 2, len(values) - 1})]


def _some_values(model: Any) -> Iterator[tuple[str, Any]]:
    for name, field in fields_of(model).items():
        if name != "kind":
            yield name, {int: 1, str: "1", bool: True}.get(field.annotation or str, ())
