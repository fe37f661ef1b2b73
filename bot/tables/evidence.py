"""What the file has of a hand, held against its seeds. Pure: each fault is one sentence."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from bot.catalog import Entry
from bot.engine.cards import Seal
from bot.engine.chance import commitment, committed_value, next_source
from bot.engine.game import DEALER
from bot.engine.speech import escape
from bot.tables.hands import FIRST_SOURCE
from bot.tables.log import LogRow
from bot.tables.model import HandStatus, Seeds

_DEAL = "the deal"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A hand as it was stored: its exact input, its seeds, every action, and how it is said to have ended."""

    hand_id: str
    entry: Entry
    status: HandStatus
    version: int
    deal: str
    seeds: Seeds
    outcome: str | None
    rows: tuple[LogRow, ...]
    is_crooked: bool = False
    """Whether people could cheat in it: then its log may have steps that nobody noticed."""

    @property
    def word(self) -> str:
        """What a hand is called in this game."""
        return self.entry.game.hand_word

    @property
    def has_these_rules(self) -> bool:
        """Whether the rules are still those that wrote it."""
        return self.version == self.entry.game.version

    @property
    def sealed(self) -> tuple[str, str]:
        """The commitments to the open and the closed seed as they were logged with the deal; "" for none."""
        try:
            noted: Any = json.loads(self.rows[0].action)
            return str(noted["open"]), str(noted["closed"])
        except (IndexError, KeyError, TypeError, ValueError):
            return "", ""

    @property
    def sources(self) -> tuple[bytes, ...]:
        """The source of each row's draws: the chain of causes up to it."""
        return tuple(accumulate((row.cause for row in self.rows), next_source, initial=FIRST_SOURCE))[1:]

    def card(self, card: str | None) -> str:
        """A card that was shown: the code that is in the log, and what people call it."""
        game = self.entry.game
        try:
            name = self.entry.card_name(card or "", game.Deal.from_json(self.deal).rules)
        except ValueError:
            name = None
        return f"{escape(str(card)[:24])}{f' ({name})' if name else ''}"

    def label(self, at: int) -> str:
        """Row `at` in words: "the deal", "action 3 (Lando: raise)"."""
        if at == 0:
            return _DEAL
        row = self.rows[at]
        try:
            kind = str(json.loads(row.action)["kind"])
        except (KeyError, TypeError, ValueError):
            kind = "unreadable"
        return f"action {at} ({self._name(row.seat)}: {escape(kind[:24])})"

    def _name(self, seat: int | None) -> str:
        try:
            names = {player["seat"]: player["name"] for player in json.loads(self.deal)["players"]}
        except (KeyError, TypeError, ValueError):
            names = {}
        return escape(str(names.get(seat, "the GM" if seat == DEALER else f"seat {seat}")))


def seal_faults(hand: Evidence) -> Iterator[str]:
    """Whether the seeds are those that were sealed before the hand."""
    if not all(hand.sealed):
        yield "The log doesn't begin with a deal that seals the seeds."
        return
    kept = (hand.seeds.open, hand.seeds.closed)
    for kind, sealed, seed in zip(("open", "closed"), hand.sealed, kept, strict=True):
        made = commitment(seed_bytes(seed))
        if made != sealed:
            yield f"The {kind} seed isn't the one that was sealed: it makes {made[:16]}…, the log has {sealed[:16]}…."


def order_faults(hand: Evidence) -> Iterator[str]:
    """Whether the actions come one after the other, as they were numbered when they happened. What nobody noticed made
    no turn.
    """
    for at in range(1, len(hand.rows)):
        before, row = hand.rows[at - 1], hand.rows[at]
        is_quiet = hand.is_crooked and row.turn == before.turn and not row.said
        if row.sequence <= before.sequence or not (row.turn > before.turn or is_quiet):
            yield f"The log is out of order: {hand.label(at)} comes before {hand.label(at - 1)}."


def draw_faults(hand: Evidence, *, closed: bool = False) -> Iterator[str]:
    """Whether the open seed and the causes in the log make every open draw. Only the closed seed makes the others:
    `closed` says whether they are checked, too.
    """
    seeds, number = {False: seed_bytes(hand.seeds.open), True: seed_bytes(hand.seeds.closed)}, 0
    for at, (row, source) in enumerate(zip(hand.rows, hand.sources, strict=True)):
        for draw in row.draws:
            if draw.number != number:
                yield f"In {hand.label(at)}, draw {number} is missing: the log goes on with draw {draw.number}."
                number = draw.number
            number += 1
            if draw.secret and not closed:
                continue
            made = (
                committed_value(seeds[draw.secret], hand.hand_id, draw.number, source, draw.bound)
                if draw.bound > 0
                else -1
            )
            if made != draw.value:
                yield (
                    f"In {hand.label(at)}, draw {draw.number} is {draw.value + 1} of {draw.bound} in the log, "
                    f"but the {'closed' if draw.secret else 'open'} seed makes it {made + 1}."
                )


def card_faults(hand: Evidence) -> Iterator[str]:
    """Whether each card that was shown is the one that was sealed when it was drawn."""
    drawn: list[Seal] = []
    for at, row in enumerate(hand.rows):
        for noted in row.seals:
            card = f"In {hand.label(at)}, sealed card {noted.at + 1}"
            if noted.at == len(drawn):
                drawn.append(noted.seal)
            elif noted.at not in range(len(drawn)):
                yield f"{card} comes out of order."
                continue
            elif drawn[noted.at].is_open or drawn[noted.at] != noted.seal.evolve(card=None, salt=None):
                yield f"{card} is another one than was drawn."
            drawn[noted.at] = noted.seal
            if not noted.seal.holds:
                yield f"{card} is shown as {hand.card(noted.seal.card)}, which isn't what was sealed."


def seed_bytes(seed: str) -> bytes:
    """The seed, or nothing of one that was made unreadable: then it makes no commitment and no draw."""
    try:
        return bytes.fromhex(seed)
    except ValueError:
        return b""
