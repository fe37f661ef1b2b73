"""The page on which a side deck is put together, card by card, and what becomes of it when it is saved."""

from collections import Counter
from typing import Any

import discord

from bot.engine.speech import escape
from bot.errors import RuleError, TooLate
from bot.ui.control import NOT_OFFERED, control
from bot.ui.panels import button, page
from bot.ui.retrying import answer_here
from cogs.pazaak.cards import KINDS, SideCard
from cogs.pazaak.deck_draft import VERB, Draft, mark
from cogs.pazaak.deck_notes import notes_on
from cogs.pazaak.deck_pages import deck_page, places, use_told
from cogs.pazaak.deck_shelf import Shelf, keep, shelf_numbered
from cogs.pazaak.kit import DECK_SIZE, SideDeck, find

_GROUPS = (
    ("add_plus", "Add plus cards…", ("plus",)),
    ("add_minus", "Add minus cards…", ("minus",)),
    ("add_either", "Add plus/minus cards…", ("either",)),
    ("add_special", "Add special cards…", ("either_1_2", "flip", "double", "tiebreaker")),
)
_ADDING = frozenset(what for what, _, _ in _GROUPS)
_EMPTY = "Add cards with the menus. The same card may be there more than once."

Item = discord.ui.Item[Any]


def picker(shelf: Shelf, draft: Draft) -> discord.ui.LayoutView:
    """The ten places, menus that fill and empty them, and a way to save as soon as all are taken."""
    whose = "A new side deck of" if draft.is_new else "Side deck of"
    heading = f"### {escape(draft.name)}\n-# {whose} {shelf.whose} · {len(draft.cards)} of {DECK_SIZE} cards"
    notes = notes_on(shelf, draft.cards) or (_EMPTY,)
    rows: list[list[Item]] = [[_adding(shelf, draft, *group)] for group in _GROUPS if draft.places_left]
    if draft.cards:
        rows.append([_taking_out(shelf, draft)])
    rows.append(_buttons(draft))
    return page(heading, places(draft.cards, shelf.voice), *notes, rows=rows)


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


@control(VERB)
async def _clicked(interaction: discord.Interaction, arguments: list[str], picked: list[str]) -> None:
    what, draft = Draft.read(arguments)
    shelf = await shelf_numbered(interaction, draft.character_id)
    if what == "save":
        await answer_here(interaction, await saved(interaction, shelf, draft))
        return
    await answer_here(interaction, picker(shelf, _changed(draft, what, picked)))


def _changed(draft: Draft, what: str, picked: list[str]) -> Draft:
    """The draft after a click. Raises a PlayerError for what can't be done."""
    if what in _ADDING:
        return draft.with_cards(picked)
    match what:
        case "out":
            return draft.without_cards(picked)
        case "fill":
            return draft.filled()
        case "clear":
            return draft.holding(())
        case _:
            raise TooLate(NOT_OFFERED)


async def saved(interaction: discord.Interaction, shelf: Shelf, draft: Draft) -> discord.ui.LayoutView:
    """Keep the deck, and show it. Raises RuleError unless it has ten cards, and TooLate if it isn't any more what it
    was when the draft was begun.
    """
    there = find(shelf.kit.decks, draft.name)
    if there is None or there.cards != draft.cards:
        shelf = await _kept(interaction, shelf, draft, there)
    deck = shelf.kit.deck(draft.name)
    return deck_page(shelf, deck, f"Saved. {use_told(shelf, deck)}")


async def _kept(interaction: discord.Interaction, shelf: Shelf, draft: Draft, there: SideDeck | None) -> Shelf:
    name = f"**{escape(draft.name)}**"
    if draft.is_new:
        kit = shelf.kit.with_deck(draft.name, draft.cards)
        # Whoever builds their first deck wants to play it.
        if kit.using is None and len(kit.decks) == 1:
            kit = kit.using_deck(draft.name)
        return await keep(interaction, shelf, kit)
    if there is None:
        raise RuleError(f"There is no deck called {name} any more. /pazaak deck new builds it again.")
    if mark(there) != draft.base:
        raise TooLate(f"{name} has been changed elsewhere in the meantime: look at it with /pazaak deck show first.")
    return await keep(interaction, shelf, shelf.kit.changed(draft.name, draft.cards))
