"""Which cards of a hand somebody can't know, and how these could be written."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from bot.engine.cards import FULL_DECK, Seal, plain_card
from bot.engine.game import DEALER
from bot.engine.rng import seal_digest
from bot.tables.model import Table
from cogs.golem.state import GolemState
from cogs.golem.words import in_words, named, picture_name, short
from cogs.klingon.card_file import STANDARD
from cogs.pazaak.cards import KINDS, MINUS, signed
from cogs.pazaak.state import PazaakState

_SALT = re.compile('"([0-9a-f]{32})"')


_OWN_DECK = re.compile(r"Your deck: .*?(?=\\n|\")")
"""Both may have the same side deck, and each reads what is in their own."""
_NO_TOTAL = f"(?<!on (?={MINUS}))(?<!has (?={MINUS}))"
"""Somebody stands on −3, or has −3: that is no card."""


@dataclass(frozen=True)
class Hidden:
    """What must not be read: salts, cards in whatever spelling, and what hands make (`kinds`: "a pair of 10s").

    `known` are cards that lie open beside them, and `explained` what is said for another reason.
    """

    salts: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()
    explained: frozenset[str] = frozenset()

    @cached_property
    def _pattern(self) -> re.Pattern[str] | None:
        told = {spelling for card in self.known for spelling in (*spellings(card), *_laid_as(card))}
        spelled = {spelling for card in self.cards for spelling in spellings(card)} - told - self.explained
        parts = [_NO_TOTAL + re.escape(one) for one in sorted(self.salts | spelled | self.kinds)]
        return re.compile(rf"(?<![^\W_])(?:{'|'.join(parts)})(?![^\W_]|_\d|/\d)", re.IGNORECASE) if parts else None

    def found_in(self, text: str) -> list[str]:
        return self._pattern.findall(_OWN_DECK.sub("", text)) if self._pattern else []


def spellings(card: str) -> tuple[str, ...]:
    """As data names it, as pictures and sentences do, and as people type it."""
    if card in FULL_DECK:
        # "8s" alone may be a pair of them
        names = (f"card_{card}", picture_name(card), f'"{card}"', *(() if card.endswith("s") else (card,)))
        return *names, plain_card(card), in_words(card), short(card)
    if card in STANDARD.by_id:
        return card, STANDARD.by_id[card].name
    kind = KINDS[card]
    return kind.code, kind.spelled if len(kind.spelled) > 1 else kind.name, kind.face


def _laid_as(card: str) -> tuple[str, ...]:
    """Return the looks that cards on a table may have because this one lies there."""
    if card not in KINDS:
        return ()
    kind = KINDS[card]
    numbers = kind.flips or kind.values or range(1, 11)
    return tuple(signed(number * sign) for number in numbers for sign in (1, -1))


def hidden_from(table: Table | None, user_id: int | None) -> Hidden:
    """Return the facts that a person can't know of the hand in play or just played; None is everyone at once."""
    if table is None or table.state is None:
        return Hidden()
    game, state = table.spec.game, table.state
    public = game.seals(state, None)
    views = {seat: game.seals(state, seat) for seat in {seal.seat for seal in public}}
    everything = [views[seal.seat][at] for at, seal in enumerate(public)]
    mine = [public, *(views[seat] for seat in seats_of(table, user_id) if seat in views)]
    is_open = [any(seals[at].is_open for seals in mine) for at in range(len(public))]
    closed = [seal for seal, is_known in zip(everything, is_open, strict=True) if not is_known]
    known = _cards(seal for seal, is_known in zip(everything, is_open, strict=True) if is_known)
    salts = frozenset(seal.salt for seal in closed if seal.salt is not None)
    middle = frozenset(seal.digest for seal in closed if seal.seat == DEALER)
    assert len(salts) == len(closed) - len(middle), "an owner can't open a card of their own"
    kinds = _kinds(table, {seal.seat for seal in closed})
    said = "\n".join((*_told(table), *_kinds(table, seats_of(table, user_id))))
    return Hidden(
        salts | _salts_of(middle, state.to_json()),
        _cards(closed) - known,
        known,
        kinds=frozenset(kind for kind in kinds if kind not in said),
        explained=_totals(state),
    )


def _kinds(table: Table, seats: Iterable[int]) -> frozenset[str]:
    """Return the names of these seats' hands, or of the decks that they were drawn from."""
    match table.state:
        case GolemState(gamblers=gamblers, rules=rules):
            hands = (gambler.cards for gambler in gamblers if gambler.seat in seats and gambler.cards)
            return frozenset(named(cards, rules.ace).removeprefix("a ") for cards in hands)
        case PazaakState(gamblers=gamblers):
            return frozenset(gambler.deck_name for gambler in gamblers if gambler.seat in seats and gambler.deck_name)
        case _:
            return frozenset()


def _told(table: Table) -> Iterator[str]:
    """Yield the texts that everyone may read of hands that were shown, in this deal and before."""
    panel = table.spec.panel(table.state, None, table.voice)
    yield from table.said
    yield from (panel.result or "", *(seat.cards for seat in panel.seats))


def _totals(state: Any) -> frozenset[str]:
    """Totals below nothing look like minus cards."""
    return frozenset(signed(one.total) for one in state.gamblers) if isinstance(state, PazaakState) else frozenset()


def _salts_of(middle: frozenset[str], state: str) -> frozenset[str]:
    """Return the salts of cards that no one holds, by their digests: they stand in the state alone."""
    found = frozenset(salt for salt in _SALT.findall(state) if _digests(salt) & middle) if middle else frozenset[str]()
    assert len(found) == len(middle), "a card in the middle isn't in the state"
    return found


@lru_cache(maxsize=1024)
def _digests(salt: str) -> frozenset[str]:
    """Return the digests that any card would show if it was sealed with that salt."""
    return frozenset(seal_digest(salt, card) for card in FULL_DECK)


def seats_of(table: Table, user_id: int | None) -> set[int]:
    """Return the seats whose cards a person may see: those of their characters, and as the host those of the NPCs."""
    chairs = [chair for chair in table.record.chairs if chair.user_id == user_id is not None]
    if user_id == table.record.keeper and table.record.keeper_is_gm:
        chairs += [chair for chair in table.record.chairs if chair.is_npc]
    return {chair.seat for chair in chairs}


def _cards(seals: Iterable[Seal]) -> frozenset[str]:
    return frozenset(seal.card for seal in seals if seal.card is not None)
