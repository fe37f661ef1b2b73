"""What the controls of a picker do with its draft, and how a deck is saved so that no picked card is lost."""

import re
from itertools import count

import discord

from bot.errors import TooLate
from bot.ui.control import NOT_OFFERED, control
from bot.ui.panels import button
from bot.ui.retrying import answer_here
from cogs.pazaak.deck_draft import VERB, Draft, mark
from cogs.pazaak.deck_pages import deck_name, deck_page, use_told
from cogs.pazaak.deck_picker import ADDING, picker
from cogs.pazaak.deck_shelf import Shelf, keep, shelf_numbered
from cogs.pazaak.loadout import PazaakKit, SideDeck, find, name_with, ten


@control(VERB)
async def _clicked(interaction: discord.Interaction, arguments: list[str], picked: list[str]) -> None:
    what, draft = Draft.read(arguments)
    shelf = await shelf_numbered(interaction, draft.character_id)
    match what:
        case "save":
            await answer_here(interaction, await saved(interaction, shelf, draft))
        case "replace":
            await answer_here(interaction, await _replaced(interaction, shelf, draft))
        case _:
            await answer_here(interaction, picker(shelf, _changed(draft, what, picked)))


def _changed(draft: Draft, what: str, picked: list[str]) -> Draft:
    """The draft after a click. Raises a PlayerError for what can't be done."""
    if what in ADDING:
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
    """Keep the deck, and show it. A deck of that name that the draft knows nothing of is not overwritten: the page then
    asks what to do. Raises RuleError unless there are ten cards and a place for them.
    """
    ten(draft.cards)
    there = find(shelf.kit.decks, draft.name)
    if there is None:
        known = _renamed(shelf.kit, draft)
        if known is None:
            return await _kept(interaction, shelf, _with_new(shelf.kit, draft), draft.name)
        return await _kept(interaction, shelf, shelf.kit.changed(known.name, draft.cards), known.name)
    if there.cards != draft.cards and draft.base != mark(there):
        return _taken(shelf, draft, there)
    return await _kept(interaction, shelf, shelf.kit.changed(there.name, draft.cards), there.name)


def _renamed(kit: PazaakKit, draft: Draft) -> SideDeck | None:
    """The deck that the draft was begun with, if it bears another name by now and no other deck has the same cards."""
    known = [deck for deck in kit.decks if mark(deck) == draft.base]
    return known[0] if len(known) == 1 else None


def _with_new(kit: PazaakKit, draft: Draft) -> PazaakKit:
    """Whoever builds their first deck wants to play it."""
    after = kit.with_deck(draft.name, draft.cards)
    return after.using_deck(draft.name) if after.using is None and len(after.decks) == 1 else after


async def _kept(interaction: discord.Interaction, shelf: Shelf, kit: PazaakKit, name: str) -> discord.ui.LayoutView:
    shelf = await keep(interaction, shelf, kit)
    deck = shelf.kit.deck(name)
    return deck_page(shelf, deck, f"Saved. {use_told(shelf, deck)}")


def _taken(shelf: Shelf, draft: Draft, there: SideDeck) -> discord.ui.LayoutView:
    """The picker as it was, with both ways to save: instead of the deck that is there, or beside it."""
    happened = "is there already" if draft.is_new else "has been changed elsewhere in the meantime"
    other = _free_name(shelf.kit, draft.name)
    ways = [
        button("Replace it", draft.id_for("replace"), discord.ButtonStyle.danger),
        button(f"Save as {other}", draft.anew(other).id_for("save"), discord.ButtonStyle.success),
    ]
    question = f"{deck_name(there)} {happened}: shall this be saved instead of it, or beside it?"
    return picker(shelf, draft, question, ways)


def _free_name(kit: PazaakKit, name: str) -> str:
    """As in "Lucky 2"."""
    stem = re.sub(" [0-9]+$", "", name)
    names = (name_with(stem, f" {number}") for number in count(2))
    return next(one for one in names if find(kit.all_decks, one) is None)


async def _replaced(interaction: discord.Interaction, shelf: Shelf, draft: Draft) -> discord.ui.LayoutView:
    """Keep the deck in place of the one of its name, whatever that holds by now."""
    ten(draft.cards)
    there = find(shelf.kit.decks, draft.name)
    if there is None:
        return await saved(interaction, shelf, draft)
    return await _kept(interaction, shelf, shelf.kit.changed(there.name, draft.cards), there.name)
