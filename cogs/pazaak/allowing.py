"""Whether a table takes a side deck, and what speaks against it (rules 5.15)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal

from bot.engine.frozen import Frozen
from cogs.pazaak.loadout import STANDARD, missing
from cogs.pazaak.options import PazaakRules

Reason = Literal["standard", "barred", "copies", "lacking"]


class Objection(Frozen):
    """Why a deck can't be played, and the cards of it that are meant, each as often as it is too many.

    `lacking` are cards that the character doesn't own, or has wagered; where `standard` is the reason, all decks but
    one are.
    """

    why: Reason
    cards: tuple[str, ...] = ()


def objections(rules: PazaakRules, cards: Sequence[str], owned: Iterable[str]) -> tuple[Objection, ...]:
    """All that speaks against ten cards for somebody who has the kinds `owned` at hand; empty if they may be played."""
    if rules.decks == "standard":
        return () if tuple(cards) == STANDARD.cards else (Objection(why="standard"),)
    counts, barred = Counter(cards), rules.barred
    found = [
        Objection(why="barred", cards=tuple(card for card in counts if card in barred)),
        Objection(why="copies", cards=tuple(card for card in counts if rules.copies and counts[card] > rules.copies)),
        Objection(why="lacking", cards=missing(cards, owned) if rules.decks == "collection" else ()),
    ]
    return tuple(one for one in found if one.cards)
