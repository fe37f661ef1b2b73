"""Face-down cards: sealed as they are drawn, open to their owner, and to all once shown; nothing else tells of them.

Cards of the dealer's seat lie in the middle: nobody owns them, and they open to nobody before all see them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from bot.engine.cards import FULL_DECK, Seal, plain_card
from bot.engine.game import DEALER, Event, Step
from tests.laws.hands import Hand
from tests.laws.secrets import held_by, playing_card
from tests.laws.words import voice_of

_CODE = re.compile(r"(?=\w*[a-z])(?=\w*\d)\w+", re.IGNORECASE)
"""A name of a card that stands for nothing else: "10d", "plus_3", but not "7" or "double"."""

_WORD = re.compile(r"\w+")
_CARD = re.compile(r"\d+(?:[♣♦♥♠]| [a-z]+)")
"""A card as sentences write it: "10♦", or in a game that names its suits "10 stone" and "10 of stone"."""


def every_card_drawn_face_down_is_listed_in_order(hand: Hand) -> None:
    """After each step the seals are those of all salts so far; whoever owns a card has its salt. A crooked table lists
    none: a card that was swapped would stand there.
    """
    if hand.is_crooked:
        assert all(hand.game.seals(state, seat) == () for state in hand.states for seat in (None, *hand.seats))
        return
    for state, salts in zip(hand.states, accumulate(hand.salts), strict=True):
        listed = _laid_open(hand, state, salts)
        assert [seal.salt for seal in listed] == [*salts]
        assert all(seal.is_open and seal.holds for seal in listed)


def cards_open_to_their_owner_and_to_others_once_shown(hand: Hand) -> None:
    for state in hand.states:
        public = hand.game.seals(state, None)
        assert all(seal.holds for seal in public)
        for seat in hand.everybody:
            own = hand.game.seals(state, seat)
            assert _digests(own) == _digests(public)
            for seen, shown in zip(own, public, strict=True):
                assert seen.is_open == (shown.is_open or shown.seat == seat != DEALER)
                assert seen.holds
                assert (seen.card is None) == (seen.salt is None)


def what_was_sealed_or_shown_stays_so(hand: Hand) -> None:
    """Require that a digest never changes, and that no open card is closed again."""
    for before, after in pairwise(hand.game.seals(state, None) for state in hand.states):
        assert _digests(after)[: len(before)] == _digests(before)
        for earlier, later in zip(before, after, strict=False):
            assert later == earlier or not earlier.is_open


def what_is_hidden_stands_nowhere(hand: Hand) -> None:
    """No salt, and no card that lies closed, in anything that the public or another seat is shown or told.

    At each step the public's eyes are looked at, those of whoever is told something, and one seat's besides.
    """
    for at, (step, salts) in enumerate(zip(hand.steps, accumulate(hand.salts), strict=True)):
        if not hand.game.seals(step.state, None):
            continue
        owned = _laid_open(hand, step.state, salts)
        public = _words(hand, step, None)
        for seat in {None, hand.everybody[at % len(hand.everybody)], *(told for told, _ in step.private)}:
            hidden = _hidden_from(hand, step.state, seat, owned)
            if hidden.salts:
                hidden.must_not_be_in(public)
                hidden.must_not_be_in(public if seat is None else _words(hand, step, seat))


def private_events_go_to_seats_of_the_hand(hand: Hand) -> None:
    for step in hand.steps:
        assert {seat for seat, _ in step.private} <= {*hand.everybody[:-1]}


@dataclass(frozen=True, slots=True)
class Words:
    """All words of the data that somebody gets, and of the sentences; and the cards written in either."""

    of_data: frozenset[str]
    of_sentences: frozenset[str]
    cards: frozenset[str]


@dataclass(frozen=True, slots=True)
class Hidden:
    """What somebody must not read: the salts anywhere, the cards as data names them and as sentences write them."""

    salts: frozenset[str]
    names: frozenset[str]
    signs: frozenset[str]

    def must_not_be_in(self, words: Words) -> None:
        told = words.of_data & (self.salts | self.names) | words.of_sentences & self.salts | words.cards & self.signs
        assert not told, f"somebody else can read {sorted(told)}"


def _hidden_from(hand: Hand, state: Any, seat: int | None, owned: Iterable[Seal]) -> Hidden:
    """Cards that lie closed for the seat, but for those that it knows another of: then the name tells nothing. Nor does
    it with several decks, of which another may lie open.
    """
    known = {good.kind for player in hand.deal.players for good in player.wager}
    closed: dict[str, str] = {}
    for seal, own in zip(hand.game.seals(state, seat), owned, strict=True):
        assert own.card is not None
        assert own.salt is not None
        if seal.is_open:
            known.add(own.card)
        else:
            closed[own.salt] = own.card
    cards = {*closed.values()} - known if getattr(hand.deal.rules, "decks", 1) == 1 else set[str]()
    return Hidden(
        salts=frozenset(closed),
        names=frozenset(card for card in cards if _CODE.fullmatch(card)),
        signs=frozenset(sign for card in cards if card in FULL_DECK for sign in _written(hand, card)),
    )


def _written(hand: Hand, card: str) -> Iterator[str]:
    """Yield the spellings of a card in sentences, without "of"."""
    yield plain_card(card)
    name_card = hand.spec.words.card_name
    if name_card is not None and (name := name_card(card, hand.deal.rules)):
        yield name.replace(" of ", " ")


def _words(hand: Hand, step: Step[Any], seat: int | None) -> Words:
    data, sentences = "\n".join(_data(hand, step, seat)), "\n".join(_sentences(hand, step, seat))
    return Words(
        of_data=frozenset(_WORD.findall(data)),
        of_sentences=frozenset(_WORD.findall(sentences)),
        cards=frozenset(_CARD.findall(f"{data}\n{sentences}".replace(" of ", " "))),
    )


def _data(hand: Hand, step: Step[Any], seat: int | None) -> Iterator[str]:
    """Yield all that a step shows to a seat, or everybody: the view, the events, and the moves at the table."""
    yield hand.game.view(step.state, seat).to_json()
    yield from (event.to_json() for event in _told(step, seat))
    for mover in hand.everybody if seat is None else (seat,):
        moves = hand.game.moves(step.state, mover)
        yield from (move.to_json() for move in moves if seat is not None or move.place == "table")


def _sentences(hand: Hand, step: Step[Any], seat: int | None) -> Iterator[str]:
    """Yield the sentences that people read about a step."""
    voice = voice_of(hand)
    yield hand.spec.panel(step.state, seat, voice).to_json()
    board = hand.spec.board(hand.game.view(step.state, None), voice) if hand.spec.board is not None else None
    if seat is None and board is not None:
        yield board.alt
        yield repr(board)
    yield from hand.spec.words.tell(_told(step, seat), voice)
    if seat is not None and (page := held_by(hand, step.state, seat)) is not None:
        yield page.to_json()


def _told(step: Step[Any], seat: int | None) -> tuple[Event, ...]:
    return step.events if seat is None else tuple(event for to, event in step.private if to == seat)


def _laid_open(hand: Hand, state: Any, salts: Sequence[str]) -> tuple[Seal, ...]:
    """Each card as its owner has it, and those in the middle by the salts they were drawn with."""
    public = hand.game.seals(state, None)
    views = {seat: hand.game.seals(state, seat) for seat in {seal.seat for seal in public}}
    assert len(public) == len(salts)
    mine = [views[seal.seat][at] for at, seal in enumerate(public)]
    return tuple(_found(seal, salt) for seal, salt in zip(mine, salts, strict=True))


def _found(seal: Seal, salt: str) -> Seal:
    if seal.is_open or seal.seat != DEALER:
        return seal
    card = playing_card(seal.digest, salt)
    assert card is not None
    return Seal(seat=DEALER, digest=seal.digest, card=card, salt=salt)


def _digests(seals: Iterable[Seal]) -> list[tuple[int, str]]:
    return [(seal.seat, seal.digest) for seal in seals]
