"""The page on which a side deck is put together, card by card."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import discord

from bot.engine.speech import escape
from bot.ui.panels import button, page
from cogs.pazaak.cards import KINDS, SideCard
from cogs.pazaak.deck_draft import Draft
from cogs.pazaak.deck_notes import notes_on
from cogs.pazaak.deck_pages import places
from cogs.pazaak.deck_shelf import Shelf
from cogs.pazaak.loadout import DECK_SIZE

_GROUPS = (
    ("add_plus", "Add plus cards…", ("plus",)),
    ("add_minus", "Add minus cards…", ("minus",)),
    ("add_either", "Add plus/minus cards…", ("either",)),
    ("add_special", "Add special cards…", ("either_1_2", "flip", "double", "tiebreaker")),
)
ADDING = frozenset(what for what, _, _ in _GROUPS)
_EMPTY = "Add cards with the menus. The same card may be there more than once."

Item = discord.ui.Item[Any]


def picker(shelf: Shelf, draft: Draft, question: str = "", ways: Sequence[Item] = ()) -> discord.ui.LayoutView:
    """The ten places, menus that fill and empty them, and a way to save as soon as all are taken; below them a question
    with the buttons that answer it.
    """
    whose = "A new side deck of" if draft.is_new else "Side deck of"
    heading = f"### {escape(draft.name)}\n-# {whose} {shelf.whose} · {len(draft.cards)} of {DECK_SIZE} cards"
    notes = notes_on(shelf, draft.cards) or (_EMPTY,)
    rows: list[list[Item]] = [[_adding(shelf, draft, *group)] for group in _GROUPS if draft.places_left]
    if draft.cards:
        rows.append([_taking_out(shelf, draft)])
    rows += filter(None, [_buttons(draft), list(ways)])
    return page(heading, places(draft.cards, shelf.voice), *notes, question, rows=rows)


def _adding(shelf: Shelf, draft: Draft, what: str, placeholder: str, families: tuple[str, ...]) -> Item:
    there = Counter(draft.cards)
    options = [
        _option(shelf, card, _counts(there[card.code], shelf.owned[card.code] if shelf.owned else None))
        for card in KINDS.values()
        if card.family in families
    ]
    return discord.ui.Select[Any](
        custom_id=draft.id_for(what),
        placeholder=placeholder,
        options=options,
        max_values=min(len(options), draft.places_left),
    )


def _taking_out(shelf: Shelf, draft: Draft) -> Item:
    there = Counter(draft.cards)
    options = [_option(shelf, KINDS[code], _counts(count, None)) for code, count in there.items()]
    return discord.ui.Select[Any](
        custom_id=draft.id_for("out"), placeholder="Take out…", options=options, max_values=len(options)
    )


def _option(shelf: Shelf, card: SideCard, description: str | None) -> discord.SelectOption:
    picture = shelf.voice.symbol(card.picture, "")
    return discord.SelectOption(
        value=card.code,
        label=card.name,
        description=description,
        emoji=discord.PartialEmoji.from_str(picture) if picture else None,
    )


def _counts(in_deck: int, owned: int | None) -> str | None:
    parts = [f"{in_deck} in the deck"] if in_deck else []
    if owned is not None:
        parts.append(f"{owned} owned")
    return ", ".join(parts) or None


def _buttons(draft: Draft) -> list[Item]:
    is_full = not draft.places_left
    return [
        button("Save", draft.id_for("save"), discord.ButtonStyle.success, disabled=not is_full),
        button("Fill with the standard ones", draft.id_for("fill"), disabled=is_full),
        button("Take out all", draft.id_for("clear"), disabled=not draft.cards),
    ]
