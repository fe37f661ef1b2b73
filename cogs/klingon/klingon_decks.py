"""Which cards are played with: those of the game or a campaign's own, and the ships that house rules leave in."""

from importlib.resources import files
from typing import Protocol

from bot.engine.options import Clash
from cogs.klingon.cards import LEAST_ACTIONS, LEAST_SHIPS, ActionCard, Deck, Ship, Shipyard
from cogs.klingon.reading import read_deck

STANDARD = read_deck(files("cogs.klingon").joinpath("deck.toml").read_bytes())
"""The cards of the game."""


class CardRules(Protocol):
    """What house rules say about the cards."""

    @property
    def deck(self) -> Deck | None: ...
    @property
    def carriers(self) -> str: ...
    @property
    def smallest(self) -> str: ...
    @property
    def enveloper_f(self) -> bool: ...


def deck_of(rules: CardRules) -> Deck:
    """The deck of a table, with what its doublers double there."""
    deck = rules.deck or STANDARD
    return deck.with_enveloped_f if rules.enveloper_f else deck


def shipyard_of(rules: CardRules) -> Shipyard:
    """What is dealt from at a table, without what its house rules take out."""
    return deck_of(rules).shipyards[rules.carriers, rules.smallest]


def in_play(rules: CardRules) -> tuple[Ship, ...]:
    """The ships that are dealt, in the order of the deck."""
    return shipyard_of(rules).ships


def require_enough(rules: CardRules) -> None:
    """Raises Clash where the house rules leave too few cards for a full table."""
    left, actions = len(in_play(rules)), len(action_codes(deck_of(rules)))
    if left < LEAST_SHIPS:
        raise Clash(f"Only {left} ships would be left of these cards; it takes {LEAST_SHIPS}.")
    if actions < LEAST_ACTIONS:
        raise Clash(f"There are only {actions} action cards; it takes {LEAST_ACTIONS}.")


def action_codes(deck: Deck) -> tuple[str, ...]:
    """All action cards, in the order of the deck, each as often as there are copies."""
    return deck.codes


def ship_of(deck: Deck, ship: str) -> Ship:
    """The ship of that id. Raises KeyError."""
    return deck.by_id[ship]


def card_of(deck: Deck, code: str) -> ActionCard:
    """The action card of that code. Raises KeyError."""
    return deck.by_code[code]


def card_name(deck: Deck, code: str) -> str:
    """What people call an action card: "Photon 12", "Overload". Raises KeyError."""
    card = card_of(deck, code)
    name = deck.names[card.kind]
    return name if card.value is None else f"{name} {card.value}"
